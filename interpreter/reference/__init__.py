"""The reference interpreter: what each node of the core means, one file for each sort of construct."""
