"""The public interface: everything a program may want of Arbitre, in functions.

``RULES`` in the examples is the path of a small rulebook, in which red and blue choose a plan in secret and strike.  A game of
the library is named by its short name: ``load("NAME")``.

Examples:
    >>> rules = load(RULES)
    >>> game = start(rules, seed=4, sides={"blue": "random"})
    >>> question = pending(game)[0]
    >>> question.side, question.decision, question.keys
    ('red', 'intent', ('lunge', 'guard'))
    >>> answer(game, question, "lunge")
    >>> print(report(game, "red")[0])
    Turn 1

A match goes on by itself until somebody has a decision to make.  A call that cannot be carried out raises one of the exceptions
named here, each an [`ArbitreError`][arbitre.api.ArbitreError], and leaves everything as it was.
"""

from arbitre.api.chances import Odds, Outcome, odds, simulate
from arbitre.api.game import answer, load_match, pending, record, replay, report, save, start, undo, view
from arbitre.api.nodes import Node
from arbitre.api.outline import Column, Outline, outline
from arbitre.api.positions import Position
from arbitre.api.rules import Rules, check, load
from arbitre.api.shapes import Game, Question
from arbitre.api.showing import Page, Picture, board, compare, show
from arbitre.dsl.diagnostics.errors import ArbitreError, BadOption, NotFound, RulesError
from arbitre.dsl.diagnostics.message import Message
from arbitre.dsl.modules.library import names
from arbitre.interpreter.match.views import View
from arbitre.interpreter.play.asked import Asked
from arbitre.interpreter.play.tally import Tally
from arbitre.interpreter.play.totals import Simulation
from arbitre.interpreter.state.errors import AnswerError, RulebookError, SaveError
from arbitre.opening.books import Refused
from arbitre.session.records import CampaignRecord

__all__ = [
    "AnswerError", "ArbitreError", "Asked", "BadOption", "CampaignRecord", "Column", "Game", "Message", "Node", "NotFound", "Odds",
    "Outcome", "Outline", "Page", "Picture", "Position", "Question", "Refused", "RulebookError", "Rules", "RulesError",
    "SaveError", "Simulation", "Tally", "View", "answer", "board", "check", "compare", "load", "load_match", "names", "odds",
    "outline", "pending", "record", "replay", "report", "save", "show", "simulate", "start", "undo", "view",
]  # fmt: skip
