"""A question put to a person, and the line that answers it."""
