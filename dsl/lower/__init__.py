"""From surface trees to the core: every word becomes the thing it names, with its type."""
