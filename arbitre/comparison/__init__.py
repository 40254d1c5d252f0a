"""Two rulebooks held against each other: what a variant changes in words, in odds, in what holds, and in matches."""
