"""Boards: walks, ways, chances."""
