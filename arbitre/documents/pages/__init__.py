"""The pages of a rulebook, one file for each sort."""
