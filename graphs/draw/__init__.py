"""Pictures of boards: what tokens and boards look like, drawn as SVG and with characters, and exported to other formats."""
