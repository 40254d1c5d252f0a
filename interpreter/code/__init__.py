"""A program prepared to run, as data."""
