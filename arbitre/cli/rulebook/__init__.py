"""Commands about rulebooks and packages."""
