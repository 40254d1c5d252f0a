"""Every outcome of a statement explored."""
