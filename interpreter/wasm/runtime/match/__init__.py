"""A match carried on: agendas, cells, changes, facts, memoised values."""
