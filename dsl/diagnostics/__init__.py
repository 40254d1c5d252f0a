"""What designers are told: where, what is wrong, how to mend it."""
