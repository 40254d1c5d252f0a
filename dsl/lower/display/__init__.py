"""What is shown and told, and to whom."""
