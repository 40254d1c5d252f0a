"""Commands that play: matches, simulations, chances, experiments."""
