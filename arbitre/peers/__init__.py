"""Games for the tools of others: each module is one of these tools, whose library it needs (extra ``peers``).

They use :mod:`arbitre.api` alone, and know no game: every rulebook is one of theirs as it stands.
"""
