"""The lab: a question about a game as an experiment that is run, stopped once it is clear, resumed, spread over machines and reported."""

import os

# Arrow's own allocator asks for a gigabyte at once; a command that is held to a budget may not have that (see dsl/budget.py).
os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
