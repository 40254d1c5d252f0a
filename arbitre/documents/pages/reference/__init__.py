"""Pages in which one looks something up."""
