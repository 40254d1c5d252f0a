"""What lies where in the memory of a module: columns, slots, tables."""
