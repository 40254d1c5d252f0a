"""Dice bound: throws, tests, tables, chances."""
