"""Why something happened, or is not offered: conditions with the values that decided."""
