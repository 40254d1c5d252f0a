"""From the core to instructions: values, statements, rules."""
