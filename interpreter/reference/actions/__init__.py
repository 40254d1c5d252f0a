"""Actions, choices and orders of seats."""
