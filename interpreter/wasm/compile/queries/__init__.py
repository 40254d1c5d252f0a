"""Queries, and what is kept of them."""
