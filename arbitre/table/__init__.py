"""Games by post among people: a store, a clock and pages around the matches of :mod:`arbitre.api.post`."""
