"""New files that check clean: a game, a variant, a role, a room, a scenario, as the guide would have one write them."""
