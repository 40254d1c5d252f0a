"""Scenarios carried out."""
