"""Boards drawn with characters, for terminals."""
