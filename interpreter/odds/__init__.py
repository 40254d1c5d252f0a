"""Exact chances: every way matters may stand."""
