"""Expressions, queries and what is remembered of them."""
