"""The steps, each a file."""
