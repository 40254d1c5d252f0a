"""All language features in one place: imported when the first file is opened, so that the server answers its first request without them."""

from __future__ import annotations

from arbitre.desk.desk import Desk
from arbitre.desk.features.completion import offers
from arbitre.desk.features.fixes import fixes, reason
from arbitre.desk.features.format import formatted
from arbitre.desk.features.hover import hover
from arbitre.desk.features.lenses import hints, lenses, run_scenario
from arbitre.desk.features.outline import folds, found_anywhere, outline, tokens
from arbitre.desk.features.references import definition, references, renamed


class Answers:
    """The features by name."""

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
