"""What an experiment found: statistics, tables, pages."""
