"""A match at a table: who plays, what is asked, what is kept."""
