"""Expressions bound: values, conditions, sets, names."""
