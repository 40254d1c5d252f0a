"""From the core to closures, one file for each sort of construct."""
