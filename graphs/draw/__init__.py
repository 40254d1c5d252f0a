"""Pictures of boards, in SVG and in characters."""
