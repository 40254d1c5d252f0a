"""The designer's desk: what an editor asks of a rulebook while it is written.

``analysis.py`` is a pure function of files and their texts; each module of ``features`` answers one sort of question from what it found,
and knows nothing of a protocol.  Only ``server.py`` and ``protocol.py`` know how editors are spoken to.
"""
