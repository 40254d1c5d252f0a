"""Scenarios bound."""
