"""Pages from which a game is learnt."""
