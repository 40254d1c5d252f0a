"""What was made of files before, kept on disk: see :mod:`arbitre.dsl.cache.remembered`."""
