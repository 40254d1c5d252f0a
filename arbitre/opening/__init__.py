"""Rulebooks opened for a person: files, faults, folders, questions about them."""
