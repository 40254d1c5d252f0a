"""Queries, and how their results are memoised and maintained."""
