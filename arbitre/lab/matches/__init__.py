"""Matches of an experiment played and measured."""
