"""The one thing that stops and goes on: agendas, whose stack is part of the state."""
