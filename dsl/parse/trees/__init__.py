"""From parse trees to surface trees, a module for each part of the grammar."""
