"""What was made of files before, kept on disk: see :mod:`dsl.cache.remembered`."""
