"""What a match is: integers, records, questions; nothing here knows a rule."""
