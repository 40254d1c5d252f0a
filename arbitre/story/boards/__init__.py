"""Boards of a match and what stands on them, drawn for a viewer."""
