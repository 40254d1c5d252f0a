"""Everything that answers an editor, under one roof: it is read when the first file is opened, and not before a server says good day."""

from __future__ import annotations

from arbitre.desk.completion import offers
from arbitre.desk.desk import Desk
from arbitre.desk.fixes import fixes, reason
from arbitre.desk.formatting import formatted
from arbitre.desk.hover import hover
from arbitre.desk.lenses import hints, lenses, run_scenario
from arbitre.desk.outline import folds, found_anywhere, outline, tokens
from arbitre.desk.rename import definition, references, renamed


class Answers:
    """What is asked, each by the file that knows it."""

    desk = Desk
    definition = staticmethod(definition)
    fixes = staticmethod(fixes)
    folds = staticmethod(folds)
    formatted = staticmethod(formatted)
    found_anywhere = staticmethod(found_anywhere)
    hints = staticmethod(hints)
    hover = staticmethod(hover)
    lenses = staticmethod(lenses)
    offers = staticmethod(offers)
    outline = staticmethod(outline)
    reason = staticmethod(reason)
    references = staticmethod(references)
    renamed = staticmethod(renamed)
    run_scenario = staticmethod(run_scenario)
    tokens = staticmethod(tokens)
