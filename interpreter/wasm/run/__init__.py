"""A module at work: made ready, kept, played, its memory read and written."""
