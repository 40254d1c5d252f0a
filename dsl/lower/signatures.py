"""What can be called, before any body is bound: names, parameters, results."""

from __future__ import annotations

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.diagnostics.suggest import suggest_known
from arbitre.dsl.lower.context import Context
from arbitre.dsl.lower.throws.faces import dice_in
from arbitre.dsl.resolve.fields import default_of
from arbitre.dsl.resolve.members import add_member
from arbitre.dsl.resolve.nouns import noun_type, type_of
from arbitre.dsl.resolve.scope import Frame, OwnField, Scope, Signature, Thrown
from arbitre.dsl.resolve.symbols import NONE, Symbols, describe, text_of
from arbitre.dsl.resolve.types import NUMBER, Ty, number

_FALLBACK = "failure"


def declare_rules(cx: Context) -> None:
    """Everything that can be called, by name."""
    cx.procedures, cx.action_rows, cx.decisions = [], [], []
    cx.offers, cx.test_dice, cx.names_of = {}, {}, {}
    cx.symbols.rule_decls = {}
    for decl in cx.symbols.decls:
        if isinstance(decl, (t.Event, t.Action, t.Test, t.Contest, t.Table, t.Agenda)):
            declare_rule(cx, decl)
    check_adjusted(cx.symbols)


def check_adjusted(symbols: Symbols) -> None:
    """``adjust test`` and ``adjust contest`` must name one that there is."""
    kinds = {name: signature.kind for name, signature in symbols.signatures.items()}
    for decl in symbols.decls:
        if isinstance(decl, t.Adjust) and decl.what in ("test", "contest") and kinds.get(str(decl.name)) != decl.what:
            other = kinds.get(str(decl.name))
            known = [name for name, kind in kinds.items() if kind == decl.what]
            hint = (
                phrase("‘{0}’ is a {1}: write adjust {1} {0} ...", decl.name, other) if other in ("test", "contest")
                else suggest_known(decl.name, decl.what, known)
            )  # fmt: skip
            symbols.messages.error("N07", decl.name.place, phrase("there is no {0} ‘{1}’ to adjust", decl.what, decl.name), hint)


def declare_rule(cx: Context, decl: t.Event | t.Action | t.Test | t.Contest | t.Table | t.Agenda) -> None:
    """One rule: its parameters, its result, what it keeps."""
    symbols = cx.symbols
    name = str(decl.name)
    if name in symbols.signatures:
        cx.messages.error("N02", decl.name.place, phrase("‘{0}’ is declared twice", name), "Use ‘replace’, a hook, or another name.",
                          [(symbols.signatures[name].place, "the first")])  # fmt: skip
        return
    kind = type(decl).__name__.lower()
    frame = Frame()
    params: list[core.Param] = []
    types: list[Ty] = []
    conditions: list[tuple[int, int]] = []
    members: list[tuple[int, tuple[int, int]]] = []
    names: dict[str, int] = {}
    for param in decl.params:
        type_, member = noun_type(symbols, param, offered=isinstance(decl, t.Action))
        if member is not None:
            members.append((len(params), member))
        for other in params:
            if other.preposition == param.preposition:
                said = f"‘{param.preposition}’" if param.preposition else "no preposition"
                cx.messages.error("T06", param.place, phrase("two parameters have {0}", said),
                                  "Use a different one: to, from, by, with, for, at, on, against, into, through, under.")  # fmt: skip
        names[str(param.name)] = len(params)
        params.append(
            core.Param(str(param.name), frame.slot(), type_.domain, type_.low, type_.high, param.preposition, type_.is_set, type_.step)
        )
        types.append(type_)
    if isinstance(decl, t.Action):
        declare_ways(symbols, decl, frame, params, types, names)
    index = len(cx.procedures)
    signature = Signature(index, kind, name, params, types, None, NONE, {}, decl.place, frame=frame, names=names)
    cx.members_of_rule[name] = members
    procedure = core.Procedure(
        index, kind, name, params, 0, [], NONE, (), decl.place, clauses=tuple(decl.clauses), title=text_of(decl.title)
    )
    cx.procedures.append(procedure)
    symbols.signatures[name] = signature
    symbols.rule_decls[name] = decl
    cx.names_of[index] = name
    del conditions
    procedure.depth = getattr(decl, "depth", 1)
    if isinstance(decl, t.Event):
        if decl.lines.gives is not None:
            result_slot(signature, type_of(symbols, decl.lines.gives))
    if isinstance(decl, (t.Event, t.Action)):
        keep_fields(symbols, signature, decl.lines.keeps)
        procedure.clauses += tuple(decl.lines.clauses)
    if isinstance(decl, t.Agenda):
        keep_fields(symbols, signature, decl.keeps)
    if isinstance(decl, t.Test):
        test_slots(symbols, signature, decl)
    if isinstance(decl, t.Contest):
        result_slot(signature, number(0, 2))
        signature.results = ("higher", "lower", "tie")
        signature.outputs = {"left": frame.slot(), "right": frame.slot()}
    if isinstance(decl, t.Table):
        signature.outputs = {"natural": frame.slot(), "total": frame.slot()}
    if isinstance(decl, t.Action):
        symbols.actions[name] = len(cx.action_rows)
        cx.action_rows.append(
            core.Action(
                len(cx.action_rows),
                index,
                name,
                text_of(decl.title),
                0,
                "orders",
                False,
                core.Const(decl.place, NONE),
                [],
                [],
                [],
                [],
                [],
                [],
            )
        )
        add_member(symbols, symbols.domain_by_name["action"], decl.name, text_of(decl.title))


def declare_ways(symbols: Symbols, decl: t.Action, frame: Frame, params: list[core.Param], types: list[Ty], names: dict[str, int]) -> None:
    """Further parameters, one for each ``or``; they come last, so that hooks find those that they stand for."""
    for way in decl.lines.ways:
        param, type_ = way.param, noun_type(symbols, way.param)[0]
        if param.preposition == "by" or not any(p.preposition == param.preposition for p in params):
            form = " ".join([str(decl.name), *(f"{p.preposition} {p.name}".strip() for p in params)])
            problem = phrase("nothing is given with ‘{0}’ that this could refer to", param.preposition)
            symbols.messages.error("T06", param.place, problem, phrase("Write it as: {0}.", form))
            continue
        if not type_.is_row:
            if type_.kind != "bad":
                symbols.messages.error(
                    "T06", param.place, phrase("‘{0}’ must be a single thing, and this is {1}", param.name, describe(symbols, type_))
                )
            continue
        names[str(param.name)] = len(params)
        params.append(core.Param(str(param.name), frame.slot(), type_.domain, type_.low, type_.high, param.preposition, type_.is_set))
        types.append(type_)


def result_slot(signature: Signature, type_: Ty) -> None:
    """Gives a rule a place for its result."""
    signature.result, signature.result_slot = type_, signature.frame.slot()


def keep_fields(symbols: Symbols, signature: Signature, keeps: list[t.Keeps]) -> None:
    """Gives a rule places for what it keeps while it runs."""
    for kept in keeps:
        type_ = type_of(symbols, kept.type)
        default = default_of(symbols, type_, kept.default)
        slot = signature.frame.slot()
        signature.own[str(kept.name)] = OwnField(signature.index, slot, type_, default)


def test_slots(symbols: Symbols, signature: Signature, decl: t.Test) -> None:
    """Gives a test its results, and places for dice, bonus and total."""
    results = [str(m.name) for m in all_modifiers(symbols, decl) if m.form == "result"]
    signature.results = tuple(dict.fromkeys([*results, _FALLBACK]))
    result_slot(signature, number(0, len(signature.results) - 1))
    natural, bonus, total = (signature.frame.slot() for _ in range(3))
    signature.outputs = {"natural": natural, "total": total}
    dice = dice_in(decl.dice)
    slots = [signature.frame.slot() for die in dice for _ in range(die.count)]
    signature.thrown = Thrown(dice, core.Faces(slots, core.Look()))
    signature.own["_natural"] = OwnField(signature.index, natural, NUMBER, 0)
    signature.own["_total"] = OwnField(signature.index, bonus, NUMBER, 0)


def all_modifiers(symbols: Symbols, decl: t.Test) -> list[t.Modifier]:
    """The lines of a test, those that other files add too."""
    return [*decl.modifiers, *(m for a in throw_adjusts(symbols, decl) for m in a.modifiers)]


def throw_adjusts(symbols: Symbols, decl: t.Test | t.Contest) -> list[t.Adjust]:
    """What ``adjust test`` or ``adjust contest`` adds to a throw."""
    if symbols.throw_adjusts is None:
        found: dict[tuple[str, str], list[t.Adjust]] = {}
        for a in symbols.decls:
            if isinstance(a, t.Adjust) and a.what in ("test", "contest"):
                found.setdefault((a.what, str(a.name)), []).append(a)
        symbols.throw_adjusts = found
    return symbols.throw_adjusts.get(("test" if isinstance(decl, t.Test) else "contest", str(decl.name)), [])


def rule_scope(signature: Signature) -> Scope:
    """The names a rule's body knows: its parameters and what it keeps."""
    scope = Scope(signature.frame, procedure=signature.index, own=dict(signature.own))
    for param, type_ in zip(signature.params, signature.types, strict=True):
        scope.names[param.name] = (param.slot, type_)
    for name, own in signature.own.items():
        if not name.startswith("_"):
            scope.names[name] = (own.slot, own.type)
    if signature.result is not None and signature.kind == "event":
        scope.result = (signature.result_slot, signature.result)
    scope.kind = signature.kind
    scope.rule = signature.name
    scope.about = tuple(param.slot for param, type_ in zip(signature.params, signature.types, strict=True) if type_.is_row)
    return scope


def finish_frames(cx: Context) -> None:
    """How many slots each rule has, and what they hold at first."""
    for procedure in cx.procedures:
        signature = cx.symbols.signatures.get(procedure.name)
        if signature is not None and signature.index == procedure.index:
            procedure.slots = signature.frame.size
        procedure.init = [0] * procedure.slots
        if signature is None:
            continue
        if signature.result is not None:
            procedure.init[signature.result_slot] = NONE if signature.result.is_row else 0
        for own in signature.own.values():
            procedure.init[own.slot] = own.default
