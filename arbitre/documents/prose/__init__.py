"""Rules said in words: things, conditions, statements."""
