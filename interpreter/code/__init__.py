"""A program made ready to run, as data."""
