"""The files of a rulebook: found, put together, edited by each other."""
