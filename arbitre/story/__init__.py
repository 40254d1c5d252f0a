"""What happened, told."""
