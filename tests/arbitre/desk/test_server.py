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

from dsl.modules.library import LIBRARY
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


@pytest.mark.asyncio
async def test_every_question_has_an_answer_on_a_library_game(client: LanguageClient) -> None:
    path = LIBRARY / "tsewnart" / "tsewnart.rules"
    text = path.read_text(encoding="utf-8")
    uri = opened(client, path, text)
    document = lsp.TextDocumentIdentifier(uri)
    line = text[: text.index("\nevent ") + 1].count("\n")
    spot = lsp.Position(line, 8)
    assert await client.text_document_hover_async(lsp.HoverParams(document, spot))
    assert await client.text_document_definition_async(lsp.DefinitionParams(document, spot))
    found = await client.text_document_references_async(lsp.ReferenceParams(lsp.ReferenceContext(True), document, spot))
    assert found
    assert await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
    assert await client.workspace_symbol_async(lsp.WorkspaceSymbolParams("turn"))
    assert await client.text_document_folding_range_async(lsp.FoldingRangeParams(document))
    tokens = await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(document))
    assert tokens is not None and len(tokens.data) % 5 == 0 and len(tokens.data) > 100
    offered = await client.text_document_completion_async(lsp.CompletionParams(document, lsp.Position(line, 0)))
    assert isinstance(offered, lsp.CompletionList) and any(item.label == "event" for item in offered.items)
    assert await client.text_document_prepare_rename_async(lsp.PrepareRenameParams(document, spot))
    assert not await client.text_document_formatting_async(lsp.DocumentFormattingParams(document, lsp.FormattingOptions(4, True)))
    assert not await client.text_document_inlay_hint_async(lsp.InlayHintParams(document, lsp.Range(lsp.Position(0, 0), spot)))


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
