"""From what the desk knows to what the language server protocol sends."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types as lsp
from pygls.uris import from_fs_path, to_fs_path

from arbitre.desk.texts import SORTS, Span, Spot, Text
from arbitre.words.phrases import of

if TYPE_CHECKING:
    from arbitre.desk.features.bench import Fix
    from arbitre.desk.features.completion import Offer
    from arbitre.desk.features.outline import Entry
    from arbitre.dsl.diagnostics.message import Message

_OFFERED = {
    "keyword": lsp.CompletionItemKind.Keyword, "snippet": lsp.CompletionItemKind.Snippet, "field": lsp.CompletionItemKind.Field,
    "member": lsp.CompletionItemKind.EnumMember, "value": lsp.CompletionItemKind.Function, "condition": lsp.CompletionItemKind.Function,
    "kind": lsp.CompletionItemKind.Class, "option": lsp.CompletionItemKind.Constant, "local": lsp.CompletionItemKind.Variable,
    "clause": lsp.CompletionItemKind.Reference,
}  # fmt: skip
_DRAWN = {
    "event": lsp.SymbolKind.Event, "action": lsp.SymbolKind.Method, "agenda": lsp.SymbolKind.Module, "test": lsp.SymbolKind.Function,
    "table": lsp.SymbolKind.Array, "kind": lsp.SymbolKind.Class, "field": lsp.SymbolKind.Field, "member": lsp.SymbolKind.EnumMember,
    "option": lsp.SymbolKind.Constant, "define": lsp.SymbolKind.Variable, "condition": lsp.SymbolKind.Boolean,
    "scenario": lsp.SymbolKind.Object, "clause": lsp.SymbolKind.Key, "chapter": lsp.SymbolKind.String, "map": lsp.SymbolKind.Namespace,
}  # fmt: skip
SOURCE = "arbitre"


def path_of(uri: str) -> Path:
    """The file of an address; files that are not on a disk go by their name alone."""
    return Path(to_fs_path(uri) or uri.rpartition("/")[2] or "untitled.rules")


def uri_of(path: Path) -> str:
    """The address of a file."""
    return from_fs_path(str(path)) or path.as_uri()


def position(spot: Spot) -> lsp.Position:
    """A position as the protocol has it."""
    return lsp.Position(spot.line, spot.column)


def spot_of(place: lsp.Position) -> Spot:
    """A position of the protocol."""
    return Spot(place.line, place.character)


def range_of(span: Span) -> lsp.Range:
    """What an editor marks."""
    return lsp.Range(position(span.start), position(span.end))


def location(path: Path, span: Span) -> lsp.Location:
    """A place in a file."""
    return lsp.Location(uri_of(path), range_of(span))


def diagnostic(message: Message, text: Text, lang: str) -> lsp.Diagnostic:
    """A message, with its hint below it and the other places it speaks of."""
    from arbitre.dsl.lint.own import located  # by then the rulebook was read: nobody waits for these modules

    words = of(lang)
    hint = words.tell(message.hint)
    related = []
    for place, note in message.related:
        path = located(place.file)
        if path.is_file():
            spot = lsp.Position(max(0, place.line - 1), max(0, place.column - 1))
            related.append(lsp.DiagnosticRelatedInformation(lsp.Location(uri_of(path), lsp.Range(spot, spot)), words.tell(note)))
    return lsp.Diagnostic(
        range=range_of(text.span(message.place)),
        message=words.tell(message.text) + (f"\n{hint}" if hint else ""),
        severity=lsp.DiagnosticSeverity.Error if message.severity == "error" else lsp.DiagnosticSeverity.Warning,
        code=message.code, source=SOURCE, related_information=related or None,
        tags=[lsp.DiagnosticTag.Unnecessary] if message.code in ("U01", "U02") else None,
    )  # fmt: skip


def completion(offer: Offer, order: int) -> lsp.CompletionItem:
    """One thing that may be written; ``order``: where it stands in the list."""
    snippet = bool(offer.insert)
    return lsp.CompletionItem(
        label=offer.label, kind=_OFFERED.get(offer.sort, lsp.CompletionItemKind.Event), detail=offer.detail or None,
        insert_text=offer.insert or None, insert_text_format=lsp.InsertTextFormat.Snippet if snippet else None,
        filter_text=offer.label.removesuffix(" …") if offer.label.endswith(" …") else None, sort_text=f"{order:05}",
    )  # fmt: skip


def action(fix: Fix, given: lsp.Diagnostic | None) -> lsp.CodeAction:
    """A fix, and what it mends."""
    return lsp.CodeAction(
        title=fix.title, kind=lsp.CodeActionKind.QuickFix, diagnostics=[given] if given is not None else None,
        edit=workspace_edit(fix.edits), is_preferred=fix.sure or None,
    )  # fmt: skip


def workspace_edit(edits: Iterable[tuple[Path, Span, str]]) -> lsp.WorkspaceEdit:
    """What is written in which files."""
    changes: dict[str, list[lsp.TextEdit]] = {}
    for path, span, new in edits:
        changes.setdefault(uri_of(path), []).append(lsp.TextEdit(range_of(span), new))
    return lsp.WorkspaceEdit(changes=changes)


def document_symbol(entry: Entry) -> lsp.DocumentSymbol:
    """A declaration in the outline of its file, with its parts."""
    return lsp.DocumentSymbol(
        name=entry.name or "?", kind=_DRAWN.get(entry.sort, lsp.SymbolKind.Property), range=range_of(entry.whole),
        selection_range=range_of(Span(max(entry.whole.start, entry.name_span.start), min(entry.whole.end, entry.name_span.end))),
        detail=entry.detail or None, children=[document_symbol(part) for part in entry.parts] or None,
    )  # fmt: skip


def workspace_symbol(path: Path, entry: Entry) -> lsp.WorkspaceSymbol:
    """A declaration in the list of the whole rulebook."""
    return lsp.WorkspaceSymbol(
        location=location(path, entry.name_span), name=entry.name, kind=_DRAWN.get(entry.sort, lsp.SymbolKind.Property),
        container_name=path.stem,
    )  # fmt: skip


def semantic(tokens: list[tuple[int, int, int, str]]) -> list[int]:
    """Five numbers a word, each relative to the word before."""
    out: list[int] = []
    line = column = 0
    for at, start, length, sort in sorted(tokens):
        out += [at - line, start - column if at == line else start, length, SORTS.index(sort), 0]
        line, column = at, start
    return out
