"""A module at run time: loaded, cached, played, its memory read and written."""
