"""Values: expressions, conditions of many rows at once, and what makes values quick."""
