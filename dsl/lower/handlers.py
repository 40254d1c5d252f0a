"""Which function binds which node of the tree, and which the body of which rule."""

from __future__ import annotations

from collections.abc import Callable

from arbitre.dsl import tree as t
from arbitre.dsl.lower.context import ExpressionBinder, StatementBinder
from arbitre.dsl.lower.display.texts import bind_reveals, bind_says, bind_tell_fact, bind_tell_text
from arbitre.dsl.lower.rules.actions import action_body
from arbitre.dsl.lower.rules.agendas import agenda_body
from arbitre.dsl.lower.rules.calls import bind_call, bind_perform
from arbitre.dsl.lower.rules.changes import bind_becomes, bind_gains
from arbitre.dsl.lower.rules.decisions import bind_acts, bind_chooses, bind_chooses_branch, bind_gives_orders, bind_may
from arbitre.dsl.lower.rules.events import event_body
from arbitre.dsl.lower.rules.laws import bind_assert
from arbitre.dsl.lower.rules.statements import (
    bind_at,
    bind_create,
    bind_discard,
    bind_fail,
    bind_for_each,
    bind_give,
    bind_if,
    bind_let,
    bind_proceed,
    bind_repeat,
    bind_reschedule,
    bind_simple,
    bind_together,
    bind_while,
    bind_wins,
)
from arbitre.dsl.lower.throws.chances import bind_chance_of, bind_fraction, bind_percent, bind_titled
from arbitre.dsl.lower.throws.dice import bind_draw, bind_roll
from arbitre.dsl.lower.throws.tables import table_body
from arbitre.dsl.lower.throws.tests import contest_body, test_body
from arbitre.dsl.lower.values.builtins import bind_either
from arbitre.dsl.lower.values.expressions import bind_dice_value, bind_nothing, bind_number, bind_string, bind_tuple
from arbitre.dsl.lower.values.names import bind_dot, bind_name
from arbitre.dsl.lower.values.operators import bind_binary, bind_related, bind_unary
from arbitre.dsl.lower.values.queries import bind_apply, bind_where

EXPRESSIONS: dict[type[t.Expr], ExpressionBinder] = {
    t.Percent: bind_percent,
    t.Titled: bind_titled,
    t.Fraction: bind_fraction,
    t.ChanceOf: bind_chance_of,
    t.Either: bind_either,
    t.Number: bind_number,
    t.String: bind_string,
    t.DiceValue: bind_dice_value,
    t.Nothing: bind_nothing,
    t.Tuple: bind_tuple,
    t.Name: bind_name,
    t.Dot: bind_dot,
    t.Unary: bind_unary,
    t.Binary: bind_binary,
    t.Related: bind_related,
    t.Where: bind_where,
    t.Apply: bind_apply,
}
STATEMENTS: dict[type[t.Stmt], StatementBinder] = {
    t.Becomes: bind_becomes,
    t.Gains: bind_gains,
    t.Chooses: bind_chooses,
    t.ChoosesBranch: bind_chooses_branch,
    t.May: bind_may,
    t.Acts: bind_acts,
    t.GivesOrders: bind_gives_orders,
    t.Says: bind_says,
    t.TellText: bind_tell_text,
    t.TellFact: bind_tell_fact,
    t.Reveals: bind_reveals,
    t.Let: bind_let,
    t.Roll: bind_roll,
    t.Draw: bind_draw,
    t.If: bind_if,
    t.ForEach: bind_for_each,
    t.While: bind_while,
    t.Repeat: bind_repeat,
    t.Together: bind_together,
    t.At: bind_at,
    t.Simple: bind_simple,
    t.Assert: bind_assert,
    t.Fail: bind_fail,
    t.Proceed: bind_proceed,
    t.Give: bind_give,
    t.Wins: bind_wins,
    t.Create: bind_create,
    t.Discard: bind_discard,
    t.Reschedule: bind_reschedule,
    t.Perform: bind_perform,
    t.Call: bind_call,
}
BODIES: dict[str, Callable[..., None]] = {
    "event": event_body,
    "action": action_body,
    "test": test_body,
    "contest": contest_body,
    "table": table_body,
    "agenda": agenda_body,
}
