"""What bots like, know and list of the options of a question."""
