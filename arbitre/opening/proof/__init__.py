"""What scenarios prove of each clause."""
