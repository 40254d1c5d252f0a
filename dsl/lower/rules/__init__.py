"""Rules bound: events, actions, agendas, hooks, and their statements."""
