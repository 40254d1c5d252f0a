"""Questions about chances, and what can be asked."""
