"""Commands of a referee who keeps a match by post."""
