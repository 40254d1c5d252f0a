"""Bots: heuristics, trials, rollouts, MCTS, and worlds sampled where a seat does not know everything."""
