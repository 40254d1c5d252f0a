"""Passes that ask first what must hold for a costly condition: each a function from program to program."""
