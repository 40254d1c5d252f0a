"""Rulebooks as pages for players: prose, pictures and odds, made from the rules themselves.

:func:`arbitre.documents.site.generate.documents` is the pure function from a rulebook and a language to Markdown; the plugin for
MkDocs and ``arbitre docs`` only put its pages where they are wanted.
"""
