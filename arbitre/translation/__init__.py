"""Rulebooks in other languages: files with nothing but texts, and the same as catalogues of gettext."""
