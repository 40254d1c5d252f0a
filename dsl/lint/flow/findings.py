"""Secrets that show, told to whoever wrote the rule: the secret, where it shows, and the way from the one to the other."""

from __future__ import annotations

from collections import defaultdict

from arbitre.dsl import core
from arbitre.dsl.core.walk import bodies_of, statements_of
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.diagnostics.suggest import an, did_you_mean
from arbitre.dsl.lint.doings import asked_by, columns_in
from arbitre.dsl.lint.flow.analysis import FlowAnalysis
from arbitre.dsl.lint.flow.chains import ORDER, PRESENCE, Chains, Leak
from arbitre.dsl.lint.flow.known import Sink
from arbitre.dsl.lint.flow.labels import Secret, base
from arbitre.dsl.lint.flow.policy import Policy
from arbitre.dsl.lint.flow.terms import EVERYONE
from arbitre.dsl.lint.own import is_own_file
from arbitre.dsl.lint.secrets import meant_to_show
from arbitre.dsl.lower.program import Bound
from arbitre.dsl.modules.rulebook import Rulebook

STEPS = 6  # calls of a way that are shown


def flow(bound: Bound, rulebook: Rulebook) -> None:
    """What sides come to know that they may not, and what is revealed for nothing."""
    policy = Policy(bound.program)
    said = [s for p in bound.program.procedures for body in bodies_of(p) for s in statements_of(body) if isinstance(s, core.Reveal)]
    said += [one for function in bound.program.functions for one in function.reveals]
    if not policy.hides and not said:
        return
    analysis = FlowAnalysis(policy)
    analysis.work()
    chains, narrow = Chains(analysis), Chains(analysis, narrow=True)
    grouped: dict[tuple[Secret, Place], list[Leak]] = defaultdict(list)
    for leak in (*chains.leaks(), *narrow.leaks()):
        own = leak.sink.what in ORDER or leak.sink.what in PRESENCE  # of each loop and question by itself
        place = leak.sink.place if own else leak.read or leak.sink.place
        key = base(leak.secret) if leak.secret[0] != "sealed" else ("choice", leak.secret[1])
        grouped[("awaited", "") if leak.sink.what in PRESENCE else key, place].append(leak)
    for (_, place), leaks in sorted(grouped.items(), key=lambda entry: repr(entry[0][0])):
        first = min(leaks, key=lambda leak: (len(leak.calls), leak.sink.place.file, leak.sink.place.line, leak.sink.what))
        if is_own_file(place.file, rulebook) or is_own_file(first.sink.place.file, rulebook):
            tell(bound, chains, place, first, leaks)
    used = chains.used | narrow.used | meant_to_show(bound.program) if said else set()
    for one in said:
        if is_own_file(one.place.file, rulebook):
            tell_needless(bound, used, one)


def tell(bound: Bound, chains: Chains, place: Place, leak: Leak, leaks: list[Leak]) -> None:
    """A secret that shows; ``leaks``: all that one message stands for."""
    more = len({one.sink.place for one in leaks}) - 1
    who = phrase("everyone" if EVERYONE in leak.observers else "a side that may not know it")
    name = chains.analysis.policy.names(leak.secret)[0]
    mend: str = phrase("Make it independent of that; if the rules are meant to reveal it, say so there: ‘reveals {0}’.", name)
    code = "V02"
    if leak.sink.what in ORDER:
        code = "V04"
        mend = "Decide by lot (‘by draw’), or by an order that everybody sees; ‘reveals’ does not cover the order of rows."
    elif leak.sink.what in PRESENCE:
        code, names = "V05", ", ".join(sorted({chains.analysis.policy.names(one.secret)[0] for one in leaks}))
        mend = phrase(
            "Always ask, or ask everyone, and offer at least two answers: a question with one answer is not asked. If it may be "
            "known that the match waits for somebody, put ‘reveals {0} to nobody’ in the same block as the question; ‘reveals {0}’ "
            "alone tells for whom as well, and games by post then name that side.",
            names,
        )
    elif more:
        mend = (
            phrase("{0} It can be inferred in {1} more places.", mend, more)
            if more > 1
            else phrase("{0} It can be inferred in one more place.", mend)
        )
    calls = leak.calls if len(leak.calls) <= STEPS else [*leak.calls[: STEPS // 2], *leak.calls[-STEPS // 2 :]]
    way: list[tuple[Place, str]] = [(call, "by way of this call") for call in calls if call != place]
    if leak.sink.place != place:
        way.append((leak.sink.place, "it can be inferred here"))
    declared = declaration(bound.program, leak.secret)
    if declared is not None:
        way.append((declared, "the secret is declared here"))
    bound.messages.add(
        code, place, phrase("{1} can infer {0} from {2}", called(bound.program, leak.secret), who, showing(leak.sink)), mend, way
    )


def declaration(program: core.Program, secret: Secret) -> Place | None:
    """Where it is said who may know it."""
    if secret[0] in ("field", "told"):
        return program.fields[secret[1]].place
    return program.domains[secret[1]].place if secret[0] == "row" else None


def called(program: core.Program, secret: Secret) -> str:
    """A secret in words."""
    match secret[0]:
        case "field" | "told":
            column = program.fields[secret[1]]
            kind = an(program.domains[column.domain].name)
            if secret[0] == "told":
                return phrase("who was told ‘{0}’ of {1}", column.name, kind)
            return phrase("‘{0}’ of {1}", column.name, kind)
        case "row":
            return phrase("which {0} it is", program.domains[secret[1]].name)
        case "orders":
            return "what was ordered"
        case "dice":
            return phrase("the result of the roll ‘{0}’", secret[1])
    return phrase("the secret choice ‘{0}’", secret[1])


def showing(sink: Sink) -> str:
    """What shows, in words."""
    name = sink.name
    match sink.what:
        case "store" | "kept":
            return phrase("what is stored in ‘{0}’", name)
        case "roll":
            return phrase("whether dice are thrown, and which: ‘{0}’", name) if name else "whether dice are thrown for an order"
        case "tell" | "say":
            return "what is told, or whether it is told"
        case "question":
            return phrase("the question ‘{0}’, or whether it is asked", name)
        case "asked":
            return phrase("whether ‘{0}’ is asked", name)
        case "offered":
            return phrase("whether ‘{0}’ is offered, and with what", name)
        case "hint":
            return phrase("the hint of ‘{0}’", name)
        case "event":
            return phrase("whether ‘{0}’ happens, and to whom", name)
        case "hook":
            return phrase("whether ‘{0}’ applies", name)
        case "agenda":
            return phrase("whether ‘{0}’ runs, and how often", name)
        case "result":
            return phrase("the result of ‘{0}’", name)
        case "outcome":
            return phrase("whether the order ‘{0}’ succeeds", name)
        case "ending":
            return "the end of the match"
        case "create":
            return phrase("whether a {0} comes into play, and its number", name)
        case "discard":
            return phrase("whether a {0} leaves play", name)
        case "publish":
            return "when the state is published"
        case "awaited":
            return phrase("whether ‘{0}’ is asked, since the match waits for the answer", name)
        case "listed":
            return phrase("the order of the options of ‘{0}’", name)
    return "the order in which things happen"


def tell_needless(bound: Bound, used: set[tuple[Place, str]], said: core.Reveal) -> None:
    """A line that reveals what does not show, or what is no secret."""
    known = secrets_of(bound.program)
    for name in said.names:
        if (said.place, name) in used:
            continue
        if name in known and spoken(bound.program, said, name):
            bound.messages.add("V03", said.place, phrase("‘reveals’ does not make ‘says’ show ‘{0}’ to those who may not see it", name),
                               "A ‘says’ that names what is hidden reaches those who see it, nobody else; to tell all of them: "
                               "‘tell everyone en \"...\"’.")  # fmt: skip
        elif name in known:
            bound.messages.add("V03", said.place, phrase("‘{0}’ cannot be inferred here: there is nothing to reveal", name),
                               "Remove it, so that a later leak is not hidden.")  # fmt: skip
        else:
            bound.messages.add("V03", said.place, phrase("there is no secret called ‘{0}’", name), did_you_mean(name, sorted(known)))


def spoken(program: core.Program, said: core.Reveal, name: str) -> bool:
    """Does a ‘says’ beside the line name the secret, or what is computed of it?"""
    columns = {column.index for column in program.fields if name in (column.name, f"{program.domains[column.domain].name}.{column.name}")}
    for p in program.procedures:
        every = [s for body in bodies_of(p) for s in statements_of(body)]
        if any(s.place == said.place for s in every):
            sentences = [p.says, *(s.parts for s in every if isinstance(s, core.Say))]
            return any(columns & columns_in(parts, asked_by(program)) for parts in sentences)
    return False


def secrets_of(program: core.Program) -> set[str]:
    """What can be revealed, by name."""
    out = {"orders"} if program.orders is not None else set()
    for column in program.fields:
        if column.seen:
            out |= {column.name, f"{program.domains[column.domain].name}.{column.name}"}
    out |= {kind.name for kind in program.domains if kind.seen}
    for p in program.procedures:
        for body in bodies_of(p):
            for s in statements_of(body):
                if isinstance(s, (core.Choose, core.ChooseBranch)) and s.secret:
                    out.add(program.decisions[s.decision].name)
                elif isinstance(s, (core.Roll, core.RollCount, core.Draw)) and s.seen is not None:
                    out.add(s.label)
                elif isinstance(s, core.Invoke) and s.seen is not None:
                    out.add(program.procedures[s.procedure].name)
        if p.seen is not None:
            out.add(p.name)
    return out
