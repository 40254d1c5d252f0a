"""Boards: moves, prices, chances on the way."""
