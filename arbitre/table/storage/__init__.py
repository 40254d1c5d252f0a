"""The database of tables."""
