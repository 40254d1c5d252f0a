"""Packages of roles, rooms, variants and games: described, archived, found on shelves, resolved, locked and installed."""
