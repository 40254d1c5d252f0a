"""``replace``, ``remove`` and ``insert`` carried out on the declarations of all files."""

from __future__ import annotations

from pathlib import Path

from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.message import Messages
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import phrase
from arbitre.dsl.diagnostics.suggest import did_you_mean
from arbitre.dsl.modules.inserts import Inserts

_CARRIED_OUT = (t.Replace, t.Remove, t.Gone, t.ReplaceRow, t.Insert, t.Reorder, t.Scenario, t.Setting, t.Translation)


def key_of(decl: t.Decl) -> str:
    """The path by which ``replace`` and ``remove`` speak of a declaration."""
    match decl:
        case t.Member():
            return f"{decl.name}"
        case t.DataTable():
            return phrase("table of {0}", decl.kind)
        case t.Step():
            return str(decl.name)
        case t.Chapter():
            return f"chapter {decl.name}"
        case t.Sheet():
            return f"{decl.form} in {decl.name}"
        case t.Hook():
            stem = Path(decl.place.file).stem
            return f"{decl.owner or stem}.{decl.name}"
        case (
            t.Game()
            | t.Extends()
            | t.Translation()
            | t.Adjust()
            | t.Scenario()
            | t.Setting()
            | t.Remove()
            | t.Gone()
            | t.Replace()
            | t.ReplaceRow()
            | t.Insert()
            | t.Reorder()
        ):
            return ""
        case _:
            name = str(getattr(decl, "name", ""))
            return f"{decl.owner}.{name}" if decl.owner else name


def key_of_adjustment(decl: t.Adjust) -> str:
    """The path by which ``remove`` speaks of what a member or a file adjusts about something: all of it together."""
    return f"adjust {decl.owner or Path(decl.place.file).stem}.{decl.name}"


def flat(files: list[t.File]) -> list[t.Decl]:
    """Declarations in file order, the rules of a member right after it."""
    out: list[t.Decl] = []
    for file in files:
        for decl in file.decls:
            out.append(decl)
            inner = decl.decl if isinstance(decl, t.Replace) else decl
            if isinstance(inner, t.Member):
                out += inner.rules
    return out


def merge(files: list[t.File], messages: Messages) -> list[t.Decl]:
    """The effective declarations: what the changes of all files leave."""
    decls = flat(files)
    changed: dict[str, Place] = {}

    def claim(path: str, place: Place) -> bool:
        before = changed.get(path)
        if before is not None:
            messages.add("N06", place, phrase("‘{0}’ is changed here and elsewhere", path),
                         "Two files cannot replace or remove the same thing.", [(before, "the other change")])  # fmt: skip
            return False
        changed[path] = place
        return True

    inserts = Inserts(messages)
    for change in [d for d in decls if isinstance(d, (t.Replace, t.Remove, t.ReplaceRow, t.Insert))]:
        if isinstance(change, t.Replace):
            _replace(decls, change, claim, messages)
        elif isinstance(change, t.Remove):
            _remove(decls, change, claim, inserts)
        elif isinstance(change, t.ReplaceRow):
            _replace_row(decls, change, claim, messages)
        elif not inserts.add(decls, change):
            _missing(change.path, change.place, decls, messages)
    for path, place in inserts.settle(decls, [d for d in decls if isinstance(d, t.Reorder) and not order_of_hooks(decls, d)]):
        _missing(path, place, decls, messages)
    return [d for d in decls if not isinstance(d, _CARRIED_OUT)]


def order_of_hooks(decls: list[t.Decl], change: t.Reorder) -> bool:
    """Does a line say the order of two hooks?  Then the first is told of it."""
    hooks = [d for d in decls if isinstance(d, t.Hook)]
    first = [hook for hook in hooks if key_of(hook) == change.path]
    if not first or not any(key_of(hook) == change.beside.path for hook in hooks):
        return False
    for hook in first:
        hook.orders = [*hook.orders, change.beside]
    return True


def _known(decls: list[t.Decl]) -> list[str]:
    out = [key_of_adjustment(d) if isinstance(d, t.Adjust) else key_of(d) for d in decls]
    out += [f"{form} in {d.name}" for d in decls if isinstance(d, t.Chapter) for form in ("sheet", "turn") if has_lines(d, form)]
    for d in decls:
        if isinstance(d, t.Agenda):
            out += [f"{d.name}.{s.name}" for s in d.steps]
        if isinstance(d, t.Table):
            out += [f"{d.name}.{r.name}" for r in d.rows if r.name]
        if isinstance(d, t.Ranking):
            out += [f"{d.name}.{r.name}" for r in d.ranks]
    return [k for k in out if k]


def _lines(table: t.DataTable) -> list[t.Word]:
    """The members that a table has a line about."""
    first = (line.cells[0] for line in table.lines[1:] if line.cells)
    return [cell.word for cell in first if isinstance(cell, t.Name)]


def _missing(path: str, place: Place, decls: list[t.Decl], messages: Messages) -> None:
    known = _known(decls)
    owner = path.rpartition(".")[0]
    parts = [name for name in known if name.rpartition(".")[0] == owner and owner]
    table = next((d for d in decls if isinstance(d, t.DataTable) and any(str(key) == path for key in _lines(d))), None)
    hint = phrase("‘{0}’ is a line of a table: write ‘replace table of {1}:’ with all its lines.", path, table.kind) if table else ""
    hint = hint or did_you_mean(path, known) or (phrase("‘{0}’ has: {1}.", owner, ", ".join(parts[:8])) if parts else "")
    messages.add(
        "N07",
        place,
        phrase("there is no ‘{0}’ to change", path),
        hint or "Use its name, or OWNER.NAME for a part of something.",
    )


def _replace(decls: list[t.Decl], change: t.Replace, claim, messages: Messages) -> None:  # type: ignore[no-untyped-def]
    new = change.decl
    path = key_of(new)
    if isinstance(new, t.Sheet):
        _replace_sheet(decls, new, claim, messages)
        return
    found = next((d for d in decls if type(d) is type(new) and key_of(d) == path), None)
    if found is None:
        found = next((d for d in decls if type(d) is type(new) and str(getattr(d, "name", "")) == path), None)
    if found is None:
        _missing(path, change.place, decls, messages)
        return
    if isinstance(new, t.Kind):
        kinds = [d for d in decls if isinstance(d, t.Kind) and key_of(d) == path]
        alike = [d for d in kinds if bool(d.shape) == bool(new.shape)]
        found = next((d for d in alike if bool(d.capacity) == bool(new.capacity)), alike[0] if alike else found)
    if claim(path, change.place):
        if isinstance(new, t.Kind) and isinstance(found, t.Kind):
            _keep_rest(new, found)
        new.owner = found.owner
        decls[decls.index(found)] = new
        if isinstance(found, t.Member):
            for rule in found.rules:
                if rule in decls:
                    decls.remove(rule)
        if not new.title:
            new.title = found.title


def _replace_sheet(decls: list[t.Decl], new: t.Sheet, claim, messages: Messages) -> None:  # type: ignore[no-untyped-def]
    """Other lines of the quick reference, or of the turn, in place of those of a chapter, where the first of them stood."""
    found = next((d for d in decls if isinstance(d, t.Chapter) and d.name == new.name), None)
    if found is None:
        _missing(key_of(new), new.name.place, decls, messages)
    elif not has_lines(found, new.form):
        text = (
            "the chapter ‘{0}’ has no ‘sheet’ line to replace" if new.form == "sheet" else "the chapter ‘{0}’ has no ‘turn’ line to replace"
        )
        messages.add("N07", new.name.place, phrase(text, new.name),
                     "A chapter of your own can have some.", [(found.name.place, "the chapter")])  # fmt: skip
    elif claim(key_of(new), new.place):
        first = next(n for n, part in enumerate(found.parts) if part.form == new.form)
        found.parts = [*found.parts[:first], *new.parts, *(p for p in found.parts[first:] if p.form != new.form)]


def has_lines(chapter: t.Chapter, form: str) -> bool:
    """Has a chapter lines of the quick reference, or of the turn?"""
    return any(part.form == form for part in chapter.parts)


def _keep_rest(new: t.Kind, old: t.Kind) -> None:
    """A kind replaced: what the new one leaves out (nouns, fields, plural ...) stays as it was."""
    new.nouns = new.nouns or old.nouns
    new.members = new.members or old.members
    named = {str(f.name) for f in new.fields}
    new.fields = [*(f for f in old.fields if str(f.name) not in named), *new.fields]
    new.seen = new.seen or old.seen
    new.plural, new.bearer = new.plural or old.plural, new.bearer or old.bearer
    new.shape, new.capacity = new.shape or old.shape, new.capacity or old.capacity
    new.seats, new.kept, new.links = new.seats or old.seats, new.kept or old.kept, new.links or old.links
    new.entry_cost = new.entry_cost or old.entry_cost
    new.moved_by = new.moved_by or old.moved_by
    new.owned_by = new.owned_by or old.owned_by


def _remove(decls: list[t.Decl], change: t.Remove, claim, inserts: Inserts) -> None:  # type: ignore[no-untyped-def]
    path = change.path
    if not claim(path, change.place):
        return
    if adjustments := [d for d in decls if isinstance(d, t.Adjust) and key_of_adjustment(d) == path]:
        decls[:] = [d for d in decls if not any(d is one for one in adjustments)]
        return
    for decl in list(decls):
        if key_of(decl) == path and not isinstance(decl, t.Clause):
            decls.remove(decl)
            if isinstance(decl, t.Member):
                for rule in decl.rules:
                    if rule in decls:
                        decls.remove(rule)
            return
        parts = getattr(decl, "steps", None) or getattr(decl, "rows", None) or getattr(decl, "ranks", None) or []
        for part in parts:
            if f"{getattr(decl, 'name', '')}.{part.name}" == path:
                if isinstance(part, t.Step):
                    inserts.gone.append(part)
                else:
                    parts.remove(part)
                return
    for decl in decls:
        if isinstance(decl, t.DataTable):
            for line in decl.lines[1:]:
                first = line.cells[0]
                if isinstance(first, t.Name) and str(first.word) == path:
                    decl.lines.remove(line)
                    return
        if isinstance(decl, t.Kind) and path in decl.members:
            decl.members.remove(t.Word(path))
            return
    _missing(path, change.place, decls, inserts.messages)


def _replace_row(decls: list[t.Decl], change: t.ReplaceRow, claim, messages: Messages) -> None:  # type: ignore[no-untyped-def]
    owner, _, name = change.path.rpartition(".")
    for decl in decls:
        if isinstance(decl, t.Table) and str(decl.name) == owner:
            for row in decl.rows:
                if row.name and str(row.name) == name:
                    if not claim(change.path, change.place):
                        return
                    row.body, row.place, row.clauses = change.body, change.place, list(change.clauses)
                    row.span = change.span or row.span
                    row.title = change.title or row.title
                    return
        if isinstance(decl, t.Agenda) and str(decl.name) == owner:
            for step in decl.steps:
                if str(step.name) == name:
                    if not claim(change.path, change.place):
                        return
                    step.body, step.place = change.body, change.place
                    return
    _missing(change.path, change.place, decls, messages)
