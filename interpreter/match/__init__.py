"""A match, what may be seen of it, and its saves."""
