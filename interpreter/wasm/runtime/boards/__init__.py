"""Questions to boards: geometry, shortest paths, chances of walks."""
