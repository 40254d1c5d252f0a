"""Games by post: what is read of a mail, what a side has sealed, what is due.  No clock, no files, no printing."""
