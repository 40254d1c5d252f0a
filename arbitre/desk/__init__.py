"""The designer's desk: what an editor asks of a rulebook while it is written.

``analysis.py`` is a pure function of files and their texts; every other file answers one sort of question from what it found, and knows
nothing of a protocol.  Only ``server.py`` speaks to editors.
"""
