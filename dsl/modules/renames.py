"""Former names: what files still say by an old name is read by the one it has now, with a warning.

The pass runs on the trees of all files before ``replace``, ``remove`` and ``insert`` are carried out.  A word is taken for a former name
where nothing of the namespaces that may stand at its place has that name, so names in use are never touched.  Fields of equal names
on several kinds are told apart later, by type (:func:`arbitre.dsl.resolve.fields.field_called`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from arbitre.dsl import tree as t
from arbitre.dsl.diagnostics.message import Messages, folded
from arbitre.dsl.diagnostics.position import Place
from arbitre.dsl.diagnostics.said import in_all_languages, phrase
from arbitre.dsl.modules.names import OWNED, SPACES, Names, Rename, names_of

_ANYTHING = ("member", "value", "option", "plural", "condition", "rule", "step", "field", "kind", "map")
_ANY_RULE = ("rule", "step")
# Which namespaces a word is looked up in, by the node and the part of it where it stands.  Words of other parts are no references.
LOOKED_UP: dict[tuple[type, str], tuple[str, ...]] = {
    (t.Name, "word"): ("member", "value", "option", "plural", "condition", "rule", "step", "kind", "field", "map"),
    (t.Dot, "word"): ("field", "value", "condition", "step", "row", "member"),
    (t.Apply, "word"): ("value", "rule"),
    (t.ChanceOf, "word"): ("rule",),
    (t.Related, "word"): ("condition",),
    (t.Call, "word"): ("rule", "step"),
    (t.Parameter, "name"): ("kind", "member"),
    (t.OfKind, "kind"): ("kind",),
    (t.Subset, "kind"): ("kind",),
    (t.Bounded, "low"): ("option",),
    (t.Bounded, "high"): ("option",),
    (t.Span, "low"): ("option", "member"),
    (t.Span, "high"): ("option", "member"),
    (t.Extends, "name"): ("game",),
    (t.Translation, "name"): ("game",),
    (t.Game, "extends"): ("game",),
    (t.Game, "plays"): ("rule",),
    (t.Game, "then"): ("rule",),
    (t.InTurn, "kind"): ("kind",),
    (t.Kind, "bearer"): ("kind",),
    (t.Kind, "entry_cost"): ("value",),
    (t.Kind, "moved_by"): ("value", "condition"),
    (t.Kind, "owned_by"): ("value",),
    (t.Field, "added_to"): ("kind",),
    (t.Member, "kind"): ("kind",),
    (t.DataTable, "kind"): ("kind",),
    (t.Grid, "row"): ("kind",),
    (t.Grid, "column"): ("kind",),
    (t.Ranking, "kind"): ("kind",),
    (t.Condition, "subject"): ("kind", "member"),
    (t.Adjust, "name"): ("value", "condition", "rule"),
    (t.Hook, "name"): ("rule", "step", "member"),
    (t.Hook, "dotted"): ("rule", "member"),
    (t.Action, "form_of"): ("rule",),
    (t.RuleLines, "during"): _ANY_RULE,
    (t.RuleLines, "instead_of"): ("rule",),
    (t.Limit, "period"): ("rule",),
    (t.Step, "of"): ("kind", "rule"),
    (t.Agenda, "each"): ("kind",),
    (t.Due, "steps"): ("step",),
    (t.Lasting, "agenda"): ("rule",),
    (t.At, "agenda"): ("rule",),
    (t.Gains, "what"): ("field", "member"),
    (t.Acts, "step"): _ANY_RULE,
    (t.GivesOrders, "step"): _ANY_RULE,
    (t.Perform, "action"): ("rule",),
    (t.Create, "kind"): ("kind",),
    (t.Proceed, "values"): ("parameter",),
    (t.Asks, "name"): ("parameter",),
    (t.Mark, "members"): ("member",),
    (t.Mark, "values"): ("field",),
    (t.Link, "kind"): ("kind",),
    (t.PlacePart, "part"): ("map",),
    (t.Always, "period"): ("rule",),
    (t.Assert, "period"): ("rule",),
    (t.Because, "word"): _ANYTHING,
    (t.Look, "name"): ("kind", "member"),
    (t.ChapterPart, "word"): _ANYTHING,
    (t.Tabled, "kind"): ("kind",),
    (t.Tabled, "columns"): ("field",),
    (t.ChapterPart, "told"): _ANY_RULE,
}  # fmt: skip
# The same for the lines of scenarios, by what each line holds.
OF_SCENES = {"kind": ("kind",), "agenda": ("rule",), "contest": ("rule",), "throws": ("rule",)}
_PATHS = {t.Remove, t.ReplaceRow, t.Insert, t.Beside, t.Reorder}  # changes that speak of something by its path
_OF_PATH = ("rule", "value", "condition", "kind", "member", "option", "map"), ("step", "row", "field", "rule", "member")
_BINDS = {(t.Let, "name"), (t.Roll, "name"), (t.Draw, "name"), (t.ForEach, "name"), (t.Where, "name"), (t.Create, "name"),
          (t.Keeps, "name"), (t.Call, "result"), (t.Proceed, "name")}  # fmt: skip


_BRACES = re.compile(r"\{[^{}]*\}")
_IN_BRACES = re.compile(r"\.?(?:[a-z][a-z0-9_-]*/[a-z][a-z0-9_-]*:)?[^\W\d]\w*")


@dataclass(frozen=True, slots=True)
class Renamed:
    """A word of a file that is read by another name: where it stands, as it is written, and the name it is read by."""

    place: Place
    old: str
    new: str


def read_by_new_names(files: list[t.File], decls: list[t.Decl], messages: Messages) -> tuple[Names, list[Renamed]]:
    """Replaces former names by those of now, in the trees of all files; tells of each, and of names that are gone."""
    names = names_of(decls)
    _check(names, messages)
    out: list[Renamed] = []
    if names.former or names.gone:
        words = names.words
        said = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(words)))})\b")
        for file in files:
            if said.search(file.text):
                found = Messages()
                reader = Reader(names, words, file, found, out)
                for decl in file.decls:
                    reader.declaration(decl)
                messages.take(folded(found.items, {"F01": 2, "F03": 2}))  # the same name over and over is told once
    return names, out


def tell_former(messages: Messages, place: Place, rename: Rename) -> None:
    """The warning that a name is a former one."""
    messages.add("F01", place, phrase("‘{0}’ is now called ‘{1}’", rename.old, rename.new), phrase("Write ‘{0}’.", rename.new),
                 [(rename.word.place, "renamed here")])  # fmt: skip


def _check(names: Names, messages: Messages) -> None:
    """A former name must stay free: who wrote it before would be understood to say something else."""
    for (space, old), renames in names.former.items():
        for rename in renames:
            taken = names.of.get((space, rename.owner), set()) if space in OWNED else names.current.get(space, set())
            if old in taken and space != "plural":
                messages.add("F02", rename.word.place, phrase("‘{0}’ is now the name of something else", old),
                             "Older files would be taken to mean that one: give the other a different name.")  # fmt: skip


class Reader:
    """Reads one file by the names of now."""

    def __init__(self, names: Names, words: set[str], file: t.File, messages: Messages, out: list[Renamed]) -> None:
        self.names, self.words, self.file, self.messages, self.out = names, words, file, messages, out
        self.bound: set[str] = set()  # names that the declaration at hand gives to something of its own

    def declaration(self, decl: t.Decl) -> None:
        self.bound = set(_bound_in(decl))
        if isinstance(decl, t.Replace):
            self.replaced(decl.decl)
        self.node(decl)

    def replaced(self, decl: t.Decl) -> None:
        """What ``replace`` names, by its own name."""
        space = SPACES.get(type(decl))
        if space and isinstance(getattr(decl, "name", None), t.Word):
            decl.name = self.word(decl.name, (space,), str(decl.kind) if isinstance(decl, t.Member) else "")  # type: ignore[attr-defined]

    def node(self, node: Any) -> None:
        """Goes through the parts of a node, and puts the words of now in place."""
        kind = type(node)
        if kind is t.Former:
            return
        if kind in _PATHS:
            node.path = self.path(node.path, node.place)
        if kind is t.Hook and node.over:
            node.over = self.path(node.over, node.place)
        if kind is t.Remove or kind is t.Gone:
            return
        self.fields_named(node)
        for part in fields(node):
            value = getattr(node, part.name)
            if value is None or isinstance(value, (int, Place)) or type(value) is str:
                continue
            spaces = LOOKED_UP.get((kind, part.name), ())
            if kind is t.Scene and part.name == "parts":
                node.parts = {name: self.value(one, self.of_scene(node, name)) for name, one in value.items()}
            else:
                found = self.value(value, spaces)
                if found is not value:
                    setattr(node, part.name, found)

    def of_scene(self, scene: t.Scene, part: str) -> tuple[str, ...]:
        if part == "name" and scene.form == "option":
            return ("option",)
        return OF_SCENES.get(part, ())

    def value(self, value: Any, spaces: tuple[str, ...]) -> Any:
        """A part of a node, with the names of now."""
        if isinstance(value, t.Word):
            return self.word(value, spaces) if spaces else value
        if isinstance(value, t.Text):
            self.texts(value)
            return value
        if isinstance(value, list):
            for number, one in enumerate(value):
                found = self.value(one, spaces)
                if found is not one:
                    value[number] = found
        elif isinstance(value, tuple) and any(isinstance(one, (t.Word, t.Node, list, tuple)) for one in value):
            made = tuple(self.value(one, spaces) for one in value)
            return made if any(a is not b for a, b in zip(made, value, strict=True)) else value
        elif isinstance(value, t.Node) or (is_dataclass(value) and isinstance(value, t.RuleLines)):
            self.node(value)
        return value

    def texts(self, pair: t.Text) -> None:
        """What is filled into a text, in braces, in every language."""
        done: set[tuple[int, int]] = set()
        pair.said = tuple((code, _BRACES.sub(lambda braces: self.filled(braces[0], pair.place, done), said)) for code, said in pair.said)

    def filled(self, braces: str, place: Place, done: set[tuple[int, int]]) -> str:
        """``done``: where words of this text were found before; each is looked for behind those."""

        def now(found: re.Match[str]) -> str:
            dotted = found[0].startswith(".")
            old = found[0].lstrip(".")
            if old not in self.words:
                return found[0]
            at = self.in_braces(old, place, done)
            spaces = LOOKED_UP[(t.Dot, "word") if dotted else (t.Name, "word")]
            return ("." if dotted else "") + str(self.word(t.Word(old, at), spaces))

        return _IN_BRACES.sub(now, braces)

    def in_braces(self, name: str, place: Place, done: set[tuple[int, int]]) -> Place:
        """Where a name stands within the braces of a text, looked for from ``place`` on."""
        lines = self.file.text.split("\n")
        for number in range(place.line, min(place.end_line or place.line, len(lines)) + 1):
            line = lines[number - 1]
            for braces in _BRACES.finditer(line):
                for found in re.finditer(rf"\b{re.escape(name)}\b", braces[0]):
                    column = braces.start() + found.start() + 1
                    if (number, column) not in done:
                        done.add((number, column))
                        return Place(place.file, number, column, number, column + len(name))
        return place

    def fields_named(self, node: t.Node) -> None:
        """Words that can be nothing but fields of a kind that stands beside them."""
        match node:
            case t.DataTable():
                for cell in node.lines[0].cells if node.lines else []:
                    if isinstance(cell, t.Name):
                        cell.word = self.word(cell.word, ("field",), str(node.kind))
            case t.Member():
                for line in node.properties:
                    line.name = self.word(line.name, ("field",), str(node.kind))
            case t.Create() | t.Link():
                node.values = self.valued(node.values, node.kind)
            case t.Scene() if node.form == "given":
                node.parts["values"] = self.valued(node.parts["values"], node.parts["kind"])

    def valued(self, values: list[tuple[t.Word, t.Expr]], kind: t.Word) -> list[tuple[t.Word, t.Expr]]:
        """``cell A4, life 2``: fields of a kind with their values."""
        owner = str(self.word(kind, ("kind",)))
        return [(self.word(word, ("field",), owner), value) for word, value in values]

    def word(self, word: t.Word, spaces: Iterable[str], owner: str = "") -> t.Word:
        """The name of now of what a word stands for; the word itself if it is no former name, or not surely one.

        ``owner``: of what kind, agenda or table it is a part, where that is known.
        """
        if "." in word:  # what happened in a scenario: ``lists.meal``
            return t.Word(self.path(str(word), word.place), word.place)
        if word not in self.words or word in self.bound:
            return word
        owner = self.names.kind_of.get(owner, owner)
        found: list[Rename] = []
        for space in spaces:
            if str(word) in (self.names.of.get((space, owner), ()) if owner and space in OWNED else self.names.current.get(space, ())):
                return word
            found += [one for one in self.names.former.get((space, str(word)), ()) if not owner or one.owner in ("", owner)]
        if len({one.new for one in found}) == 1:
            return self.renamed(word, found[0])
        if not found:
            self.missing(str(word), word.place)
        return word

    def renamed(self, word: t.Word, rename: Rename) -> t.Word:
        tell_former(self.messages, word.place, rename)
        self.out.append(Renamed(word.place, str(word), rename.new))
        return t.Word(rename.new, word.place)

    def path(self, path: str, place: Place) -> str:
        """A path by which a change speaks of something: ``turn.bells``."""
        made: list[str] = []
        for number, part in enumerate(path.split(".")):
            at = self.place_of(part, place)
            made.append(str(self.word(t.Word(part, at), _OF_PATH[bool(number)], made[-1] if number else "")))
        return ".".join(made)

    def place_of(self, part: str, place: Place) -> Place:
        """Where a part of a path stands, in the line that it is written in."""
        lines = self.file.text.split("\n")
        line = lines[place.line - 1] if 0 < place.line <= len(lines) else ""
        found = re.search(rf"\b{re.escape(part)}\b", line[place.column - 1 :])
        column = place.column + found.start() if found else place.column
        return Place(place.file, place.line, column, place.line, column + len(part))

    def missing(self, name: str, place: Place) -> None:
        """A name that stands for nothing any more: why, told in the words of who took it away."""
        gone = [one for path, one in self.names.gone.items() if path.rpartition(".")[2] == name]
        if gone:
            because = in_all_languages(gone[0].because.said)
            self.messages.add("F03", place, phrase("‘{0}’ no longer exists", name), because, [(gone[0].place, "said here")])
            self.file.lost.words.add(name)


def _bound_in(decl: t.Decl) -> Iterable[str]:
    """Names that a declaration gives to something of its own: its variables, and parameters whose type is written."""
    found: list[str] = []

    def look(node: Any) -> None:
        if isinstance(node, t.Parameter) and node.type is not None:
            found.append(str(node.name))
        if isinstance(node, t.Scene) and node.form in ("let", "given"):
            found.append(str(node.parts["name"]))
        for part in fields(node):
            value = getattr(node, part.name)
            if (type(node), part.name) in _BINDS and value is not None:
                found.append(str(value))
            _each(value, look)

    look(decl)
    return found


def _each(value: Any, look: Callable[[Any], None]) -> None:
    if isinstance(value, (t.Node, t.RuleLines)):
        look(value)
    elif isinstance(value, (list, tuple)):
        for one in value:
            _each(one, look)
    elif isinstance(value, dict):
        for one in value.values():
            _each(one, look)
