"""Why a result is what it is: conditions and numbers taken apart with their values, throws, refusals, what is not offered."""
