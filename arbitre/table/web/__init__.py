"""The pages and the interface of tables."""
