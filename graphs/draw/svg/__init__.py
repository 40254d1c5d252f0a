"""Pictures of boards in SVG."""
