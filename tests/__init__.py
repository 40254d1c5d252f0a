"""The tests, and the attacks on what they hold: ``python -m tests.attacks``."""
