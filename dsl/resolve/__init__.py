"""What the names of a rulebook stand for: kinds, members, fields, options, boards, as data."""
