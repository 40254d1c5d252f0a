"""Boards: from the words of a kind, or from a map."""
