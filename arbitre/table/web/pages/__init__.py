"""The pages of people, one module for each group of routes."""
