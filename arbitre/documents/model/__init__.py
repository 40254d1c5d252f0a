"""What the pages are made from."""
