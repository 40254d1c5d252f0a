"""The server as editors meet it: a process of its own, spoken to in the protocol."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from lsprotocol import types as lsp
from pytest_lsp import ClientServerConfig, LanguageClient
from pytest_lsp import fixture as lsp_fixture

from arbitre.desk.texts import SORTS
from arbitre.dsl.modules.library import folder_of, names
from tests.arbitre.desk.conftest import DEMO

PATIENCE = 60  # seconds until a test gives up: machines may be busy


@lsp_fixture(config=ClientServerConfig(server_command=[sys.executable, "-m", "arbitre", "lsp"]))
async def client(lsp_client: LanguageClient) -> AsyncIterator[None]:  # type: ignore[misc]
    await lsp_client.initialize_session(lsp.InitializeParams(capabilities=lsp.ClientCapabilities(), process_id=os.getpid(), locale="fr"))
    yield
    await lsp_client.shutdown_session()


def opened(client: LanguageClient, path: Path, text: str) -> str:
    uri = path.as_uri()
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri, "rules", 1, text)))
    return uri


async def told(client: LanguageClient, uri: str, code: str, there: bool = True) -> list[lsp.Diagnostic]:
    """Waits until a fault of a sort is told of a file, or no longer is."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        found = [d for d in client.diagnostics.get(uri, []) if d.code == code]
        if bool(found) is there and uri in client.diagnostics:
            return found
        await asyncio.sleep(0.02)
    raise AssertionError(f"{code}: {client.diagnostics}")


@pytest.mark.asyncio
async def test_typing_mending_running(client: LanguageClient, tmp_path: Path) -> None:
    path = tmp_path / "demo.rules"
    path.write_text(DEMO, encoding="utf-8")
    uri = opened(client, path, DEMO)
    document = lsp.TextDocumentIdentifier(uri)
    line = DEMO[: DEMO.index("loses 1 life")].count("\n")
    column = DEMO.split("\n")[line].index("life")
    word = lsp.Range(lsp.Position(line, column), lsp.Position(line, column + 4))
    await told(client, uri, "N01", there=False)
    client.text_document_did_change(
        lsp.DidChangeTextDocumentParams(lsp.VersionedTextDocumentIdentifier(2, uri), [lsp.TextDocumentContentChangePartial(word, "lief")])
    )
    faults = await told(client, uri, "N01")
    assert "Vouliez-vous dire" in faults[0].message and faults[0].range == word
    actions = await client.text_document_code_action_async(lsp.CodeActionParams(document, word, lsp.CodeActionContext(diagnostics=faults)))
    assert actions
    best = actions[0]
    assert isinstance(best, lsp.CodeAction) and best.is_preferred and best.edit is not None and best.edit.changes is not None
    assert [(edit.range, edit.new_text) for edit in best.edit.changes[uri]] == [(word, "life")]
    client.text_document_did_change(
        lsp.DidChangeTextDocumentParams(lsp.VersionedTextDocumentIdentifier(3, uri), [lsp.TextDocumentContentChangePartial(word, "life")])
    )
    await told(client, uri, "N01", there=False)
    lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(document)) or []
    run = next(lens.command for lens in lenses if lens.command is not None and lens.command.command == "arbitre.run")
    await client.workspace_execute_command_async(lsp.ExecuteCommandParams(run.command, run.arguments))
    assert any("réussi" in message.message for message in client.messages)


def named(symbols: list[lsp.DocumentSymbol]) -> lsp.DocumentSymbol:
    """A declaration that others speak of, as the outline of a file has it."""
    wanted = (lsp.SymbolKind.Event, lsp.SymbolKind.Method, lsp.SymbolKind.Class, lsp.SymbolKind.Variable)
    return next(one for kind in wanted for one in symbols if one.kind == kind)


def in_order(data: list[int], text: str) -> bool:
    """Are semantic tokens words of the text, one behind the other, each of a known sort?"""
    lines = [len(line.encode("utf-16-le")) // 2 for line in text.split("\n")]
    line = column = end = 0
    for down, right, length, sort, _ in zip(*(data[n::5] for n in range(5)), strict=True):
        line, column, end = line + down, right if down else column + right, 0 if down else end
        if line >= len(lines) or not end <= column < column + length <= lines[line] or sort >= len(SORTS):
            return False
        end = column + length
    return True


@pytest.mark.more
@pytest.mark.asyncio
async def test_every_question_has_an_answer_on_every_rulebook(client: LanguageClient) -> None:
    """One server for all of them: what it knows of one does not get between it and the next."""
    for game in names():
        path = folder_of(game) / f"{game}.rules"
        text = path.read_text(encoding="utf-8")
        uri = opened(client, path, text)
        document = lsp.TextDocumentIdentifier(uri)
        symbols = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
        assert symbols
        chosen = named([one for one in symbols if isinstance(one, lsp.DocumentSymbol)])
        spot = chosen.selection_range.start
        hover = await client.text_document_hover_async(lsp.HoverParams(document, spot))
        assert (
            hover is not None and isinstance(hover.contents, lsp.MarkupContent) and chosen.name in hover.contents.value.replace("\\", "")
        ), game
        where = await client.text_document_definition_async(lsp.DefinitionParams(document, spot))
        assert [(one.uri, one.range.start.line) for one in where] == [(uri, spot.line)], game  # type: ignore[union-attr]
        found = await client.text_document_references_async(lsp.ReferenceParams(lsp.ReferenceContext(True), document, spot)) or []
        assert uri in {one.uri for one in found}, game
        assert await client.workspace_symbol_async(lsp.WorkspaceSymbolParams(chosen.name)), game
        assert await client.text_document_folding_range_async(lsp.FoldingRangeParams(document)), game
        tokens = await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(document))
        assert tokens is not None and len(tokens.data) > 100 and in_order(list(tokens.data), text), game
        offered = await client.text_document_completion_async(lsp.CompletionParams(document, lsp.Position(spot.line, 0)))
        assert isinstance(offered, lsp.CompletionList) and any(item.label == "event" for item in offered.items), game
        assert await client.text_document_prepare_rename_async(lsp.PrepareRenameParams(document, spot)), game
        told_before = len(client.messages)
        renamed = await client.text_document_rename_async(lsp.RenameParams(document, spot, "zorglub"))
        if renamed is None:  # it says why not
            assert len(client.messages) == told_before + 1, game
        else:
            assert renamed.changes and {edit.new_text for edit in renamed.changes[uri]} <= {"zorglub", "zorglubs"}, game
        assert not await client.text_document_formatting_async(lsp.DocumentFormattingParams(document, lsp.FormattingOptions(4, True))), game
        assert not await client.text_document_inlay_hint_async(lsp.InlayHintParams(document, lsp.Range(lsp.Position(0, 0), spot))), game
        assert list(client.diagnostics.get(uri, [])) == [], game
        client.text_document_did_close(lsp.DidCloseTextDocumentParams(document))


@pytest.mark.asyncio
async def test_a_server_without_its_editor_ends(tmp_path: Path) -> None:
    from pygls.lsp.client import LanguageClient as Plain

    editor = await asyncio.create_subprocess_exec(sys.executable, "-c", "import time; time.sleep(600)")
    plain = Plain("test", "1")
    await plain.start_io(sys.executable, "-m", "arbitre", "lsp")
    await plain.initialize_async(lsp.InitializeParams(capabilities=lsp.ClientCapabilities(), process_id=editor.pid))
    plain.initialized(lsp.InitializedParams())
    editor.kill()
    await editor.wait()
    server = plain._server
    assert server is not None
    assert await asyncio.wait_for(server.wait(), PATIENCE) == 1
