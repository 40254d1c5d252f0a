"""Events, tests, tables and agendas called; orders performed."""

from __future__ import annotations

from dataclasses import replace

from arbitre.dsl import core
from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import Said, phrase
from arbitre.dsl.diagnostics.suggest import an, did_you_mean, suggest_statement
from arbitre.dsl.lower.context import Context, bind_block
from arbitre.dsl.lower.display.audiences import shown_to
from arbitre.dsl.lower.hints import written as said
from arbitre.dsl.lower.values.expressions import bind_as
from arbitre.dsl.resolve.nouns import bears
from arbitre.dsl.resolve.orders import actor_position
from arbitre.dsl.resolve.scope import Outcome, Scope, Signature, Thrown, form_of
from arbitre.dsl.resolve.symbols import NONE, Symbols, domain_name, tell_unknown
from arbitre.dsl.resolve.types import Ty


def bind_perform(cx: Context, stmt: t.Perform, scope: Scope) -> list[core.Stmt]:
    """``perform ACTION of WHOM``."""
    symbols = cx.symbols
    signature = symbols.signatures.get(str(stmt.action))
    if signature is None or signature.kind != "action":
        tell_unknown(symbols, stmt.action, "action", symbols.actions)
        return []
    slot, where = perform_filter(symbols, signature, stmt.of, scope) if stmt.of is not None else (scope.frame.slot(), None)
    if cx.each_of_scope is not None and not (stmt.of is not None and str(stmt.of) in scope.names):
        # In an agenda for each element, a step performs the orders of that element's only.
        actor = signature.types[actor_position(signature)].domain
        own = belongs(symbols, core.Local(stmt.place, slot), actor, *cx.each_of_scope, stmt.place)
        where = own if where is None else core.And(stmt.place, (where, own))
    found_in_play = stmt.of is not None and str(stmt.of) in scope.names
    note_performed(cx, signature, None if found_in_play else stmt.of, found_in_play)
    return [core.Perform(stmt.place, symbols.actions[str(stmt.action)], slot, where)]


def note_performed(cx: Context, signature: Signature, of: t.Word | None, found_in_play: bool = False) -> None:
    """Keeps whose orders of an action are performed somewhere: the check of actions asks whether somebody is left out."""
    performed = cx.performed.setdefault(signature.name, set())
    if not found_in_play:
        domain = signature.types[actor_position(signature)].domain
        performed.add(borne_member(cx.symbols, domain, of) if of is not None else None)


def borne_member(symbols: Symbols, domain: int, of: t.Word) -> tuple[int, int] | None:
    """The member of that name that rows of a kind can bear, if it is one."""
    kinds = {symbols.field_types[field].domain for field in symbols.fields_of[domain].values()}
    return next(((kind, index) for kind, index in symbols.members.get(str(of), []) if kind in kinds), None)


def perform_filter(symbols: Symbols, signature: Signature, of: t.Word, scope: Scope) -> tuple[int, core.Expr]:
    """Whose orders are meant: the slot of the actor, and what holds of it."""
    slot = scope.frame.slot()
    actor = core.Local(of.place, slot)
    domain = signature.types[actor_position(signature)].domain
    if str(of) in scope.names:
        return slot, core.Compare(of.place, "==", actor, core.Local(of.place, scope.names[str(of)][0]))
    return slot, of_kind_or_member(symbols, actor, domain, of)


def of_kind_or_member(symbols: Symbols, actor: core.Expr, domain: int, of: t.Word) -> core.Expr:
    """Is the actor of that kind, or does it bear that member?"""
    member = borne_member(symbols, domain, of)
    if member is not None:
        return bears(symbols, actor, domain, member, of.place)
    if symbols.nouns.get(str(of)) == domain:
        return core.Const(of.place, 1)
    symbols.messages.error("N01", of.place, phrase("{1} cannot be ‘{0}’", of, an(domain_name(symbols, domain))),
                           did_you_mean(of, symbols.members))  # fmt: skip
    return core.Const(of.place, 1)


def arguments(cx: Context, signature: Signature, args: list[t.Arg], scope: Scope, place: Place) -> tuple[core.Expr, ...]:
    """What is given to each parameter, found by its preposition."""
    given: dict[str, t.Arg] = {}
    for arg in args:
        if arg.preposition in given:
            cx.messages.error("T06", arg.place, phrase("‘{0}’ occurs twice in this sentence", arg.preposition))
        given[arg.preposition] = arg
    out: list[core.Expr] = []
    unsure = any(type_.kind == "bad" for type_ in signature.types)  # its own line has a fault, which is told
    for param, type_ in zip(signature.params, signature.types, strict=True):
        found = given.pop(param.preposition, None)
        if found is None and unsure:
            out.append(core.Const(place, 0))
            continue
        if found is None:
            written = f"{param.preposition} {param.name}".strip()
            hint = performed(cx, signature, scope) if not args else ""
            cx.messages.error(
                "T06", place, phrase("‘{0}’ needs ‘{1}’", signature.name, written), hint or phrase("Write it as: {0}.", form_of(signature))
            )
            out.append(core.Const(place, 0))
            continue
        expected = replace(type_, optional=True) if type_.is_row else type_
        if isinstance(found.value, t.Tuple) and not param.preposition and type_.kind in ("number", "flag"):
            cx.messages.error("T06", found.place, phrase("‘{0}’ takes one thing without a preposition", signature.name),
                              phrase("Write it as: {0}.", form_of(signature)))  # fmt: skip
            return tuple(core.Const(place, 0) for _ in signature.params)
        out.append(bind_as(cx, found.value, scope, expected, f"‘{param.name}’"))
    for preposition, arg in given.items() if not unsure else ():
        shown = "‘{0}’ takes no ‘{1} ...’" if preposition else "‘{0}’ takes nothing without a preposition"
        cx.messages.error("T06", arg.place, phrase(shown, signature.name, preposition), phrase("Write it as: {0}.", form_of(signature)))
    return tuple(out)


def performed(cx: Context, signature: Signature, scope: Scope) -> str:
    """How a step of an agenda comes to an action: by having it chosen, or by carrying out the orders given."""
    decl = cx.symbols.rule_decls.get(signature.name)
    if not isinstance(decl, t.Action) or scope.kind != "agenda" or not scope.rule:
        return ""
    if decl.lines.during is None:
        return phrase(
            "‘perform {0}’ carries out the orders that were given; to do it without an order, ‘{1}’.", signature.name, form_of(signature)
        )
    return phrase("‘... must act in {0}’ has somebody choose it; to do it without a choice, ‘{1}’.", decl.lines.during, form_of(signature))


def called_otherwise(cx: Context, stmt: t.Call, scope: Scope) -> str:
    """``action jump``, ``increase red.ore by 1``: how a statement is written that begins with a word of other languages."""
    first = stmt.args[0].value if stmt.args else None
    word = str(stmt.word)
    if word in ("action", "event", "agenda") and isinstance(first, t.Name) and str(first.word) in cx.symbols.signatures:
        signature = cx.symbols.signatures[str(first.word)]
        return performed(cx, signature, scope) or phrase("Write it as: {0}.", form_of(signature))
    verb = "gains" if word in ("increase", "raise", "increment") else "loses" if word in ("decrease", "reduce", "decrement") else ""
    if not verb or not isinstance(first, t.Dot):
        return ""
    by = next((said(arg.value, cx.sources) for arg in stmt.args if arg.preposition == "by"), "1")
    return phrase("Write ‘{0}’.", f"{said(first.owner, cx.sources)} {verb} {by} {first.word}")


def how_thrown(cx: Context, stmt: t.Call, signature: Signature, scope: Scope) -> str | Said:
    """How a test, a contest or a table is written where somebody called it like an event, with what it was given there."""
    given = [f"{arg.preposition or ''} {said(arg.value, cx.sources)}".strip() for arg in stmt.args]
    form = " ".join([signature.name, *given]) if given else form_of(signature)
    if not scope.rule and signature.kind in ("test", "contest", "table"):  # in a scenario
        return phrase("Write ‘{0}’.", f"do {'roll' if signature.kind == 'table' else signature.kind} {form}")
    return {"test": phrase("Write ‘test {0}:’ with its results.", form), "contest": phrase("Write ‘contest {0}:’ with its results.", form),
            "table": phrase("Write ‘roll {0}’.", form)}.get(signature.kind, "")  # fmt: skip


def bind_call(cx: Context, stmt: t.Call, scope: Scope) -> list[core.Stmt]:
    """A sentence that starts with the name of an event, agenda, table, test or contest."""
    signature = cx.symbols.signatures.get(str(stmt.word))
    if signature is None and stmt.how and stmt.how in cx.symbols.signatures:
        return []  # ‘test sun’, where an event is called ‘test’: its name was told
    if signature is None and stmt.how in ("test", "contest"):
        tell_unknown(cx.symbols, stmt.word, stmt.how, [name for name, one in cx.symbols.signatures.items() if one.kind == stmt.how])
        return []
    if signature is None:
        verbs = ["becomes", "gains", "loses", "chooses", "tell", "create", "roll", "draw", "give", "end", "fail", "proceed"]
        hint = called_otherwise(cx, stmt, scope) or suggest_statement(str(stmt.word), [*cx.symbols.signatures, *verbs])
        cx.messages.error("N01", stmt.word.place, phrase("there is no event, agenda or statement ‘{0}’", stmt.word), hint)
        if stmt.result is not None:
            scope.add(str(stmt.result), Ty("bad"))
        return []
    wanted = {"roll": ("table", "test", "contest"), "test": ("test",), "contest": ("contest",)}.get(
        stmt.how, ("event", "agenda", "table", "action")
    )
    if signature.kind not in wanted:
        cx.messages.error(
            "T06",
            stmt.place,
            phrase("‘{0}’ is {1}, not {2}", stmt.word, an(signature.kind), an({"": "event", "roll": "table"}.get(stmt.how, stmt.how))),
            how_thrown(cx, stmt, signature, scope),
        )
        return []
    args = arguments(cx, signature, stmt.args, scope, stmt.place)
    if signature.kind == "agenda":
        if scope.kind != "agenda":
            cx.messages.error("P04", stmt.place, phrase("‘{0}’ is an agenda, and only steps of agendas can run agendas", stmt.word),
                              "Call it from a step, or make it an event.")  # fmt: skip
        if stmt.result is not None:
            cx.messages.error("T06", stmt.place, "an agenda has no result")
        return [core.Run(stmt.place, signature.index, args)]
    if signature.kind in ("test", "contest", "table") and (stmt.how in ("test", "contest") or stmt.result is not None or stmt.branches):
        return roll_call(cx, stmt, signature, args, scope)
    outputs: tuple[tuple[int, int], ...] = ()
    if stmt.result is not None:
        if signature.result is None:
            cx.messages.error("P02", stmt.result.place, phrase("‘{0}’ gives no result", stmt.word), "Say ‘gives TYPE’ in it.")
            scope.add(str(stmt.result), Ty("bad"))
        else:
            type_ = replace(signature.result, optional=True) if signature.result.is_row else signature.result
            known = scope.names.get(str(stmt.result))
            slot = known[0] if known is not None and known[1].domain == type_.domain else scope.add(str(stmt.result), type_)
            outputs = ((signature.result_slot, slot),)
    return [core.Invoke(stmt.place, signature.index, args, outputs, seen=shown_to(cx, stmt.seen, scope))]


def roll_call(cx: Context, stmt: t.Call, signature: Signature, args: tuple[core.Expr, ...], scope: Scope) -> list[core.Stmt]:
    """A test, contest or table whose result is named or branched on."""
    place = stmt.place
    result = scope.frame.slot()
    outputs = [(signature.result_slot, result)] if signature.result_slot != NONE else []
    parts = {}
    if stmt.result is not None:
        for name, slot in signature.outputs.items():
            parts[name] = scope.frame.slot()
            outputs.append((slot, parts[name]))
        if signature.result_slot != NONE:
            parts["result"] = result
        scope.outcomes[str(stmt.result)] = Outcome(signature.results, result, parts)
        if signature.thrown is not None:
            faces = core.Faces([scope.frame.slot() for _ in signature.thrown.faces.slots], signature.thrown.faces.look)
            outputs += zip(signature.thrown.faces.slots, faces.slots, strict=True)
            scope.thrown[str(stmt.result)] = Thrown(signature.thrown.dice, faces)
    seen = shown_to(cx, stmt.seen, scope)
    out: list[core.Stmt] = [core.Invoke(place, signature.index, args, tuple(outputs), plain=stmt.result is None, seen=seen)]
    for branch in stmt.branches:
        if str(branch.name) not in signature.results:
            tell_unknown(cx.symbols, branch.name, phrase("result of ‘{0}’", signature.name), signature.results)
            continue
        wanted = core.Const(branch.place, signature.results.index(str(branch.name)))
        test = core.Compare(branch.place, "==", core.Local(branch.place, result), wanted)
        inner = scope.child()
        out.append(core.If(branch.place, test, bind_block(cx, branch.body, inner)))
    return out


def belongs(symbols: Symbols, actor: core.Expr, domain: int, each: Ty, each_slot: int, place: Place) -> core.Expr:
    """Does the actor belong to the element (a piece to its camp), at once or through one more thing?"""
    element = core.Local(place, each_slot)
    if domain == each.domain:
        return core.Compare(place, "==", actor, element)
    for field in symbols.fields_of[domain].values():
        if symbols.field_types[field].is_row and symbols.field_types[field].domain == each.domain:
            return core.Compare(place, "==", core.Read(place, field, actor), element)
    for first in symbols.fields_of[domain].values():
        through = symbols.field_types[first]
        if through.is_row and through.domain >= 0 and through.domain != domain:
            for second in symbols.fields_of[through.domain].values():
                if symbols.field_types[second].is_row and symbols.field_types[second].domain == each.domain:
                    return core.Compare(place, "==", core.Read(place, second, core.Read(place, first, actor)), element)
    symbols.messages.error(
        "T03", place, phrase("{0} does not belong to any {1}", an(domain_name(symbols, domain)), domain_name(symbols, each.domain))
    )
    return core.Const(place, 1)
