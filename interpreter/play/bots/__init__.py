"""Players that need no person."""
