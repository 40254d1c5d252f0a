"""From the text of a declaration to its surface tree, and back to its one form."""
