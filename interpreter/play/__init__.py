"""What plays matches: scenarios, bots, simulations."""
