"""Nothing where something is wanted: a value that may be none, asked for what it has."""
