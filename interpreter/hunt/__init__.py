"""Looks for faults of rulebooks by itself: plays, watches what must hold, and shrinks what it finds to a scenario."""
