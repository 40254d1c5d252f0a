"""Passes that evaluate conditions and loops for all rows or rounds at once, as operations on words."""
