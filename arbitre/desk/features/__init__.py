"""Language features: what an editor asks about a place of an open file, one module for each."""
