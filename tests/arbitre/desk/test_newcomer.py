"""A newcomer's way at the desk, from the first file to what it changes: every step is asked of a server in a process of its own.

The pictures of the guide (``docs/images/desk``) are drawn of its answers; ``ARBITRE_UPDATE_GOLDEN=1`` writes them anew.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

from arbitre.cli.main import cli
from tests.arbitre.desk.pane import Pane, drawn

ROOT = Path(__file__).resolve().parents[3]
PICTURES = ROOT / "docs" / "images" / "desk"
PATIENCE = 60  # seconds until a test gives up: machines may be busy
BONUS = "    adjust blow_bonus(attacker, defender): +1 when attacker.profiel is gallus and defender.profile.net\n"
PROOF = """
scenario "A long sword against a net"
    title fr "Une longue épée contre un filet"
    given gladiator gaul: lanista red, profile gallus, hex (0, 0), facing 0, life 5
    given gladiator fisher: lanista blue, profile retiarius, hex (1, 0), facing 3, life 4
    expect blow_bonus(gaul, fisher) is 1
"""
TITLES = {
    "en": ["A new file, as it was written", "A name that is not there", "What mends it", "A colon was forgotten", "The scenario holds"],
    "fr": ["Un nouveau fichier, tel qu’il a été écrit", "Un nom qui n’existe pas", "De quoi y remédier", "Un deux-points oublié",
           "Le scénario tient"],
}  # fmt: skip


class Editor:
    """An editor with one file open, which shows what the server tells."""

    def __init__(self, path: Path) -> None:
        self.path, self.uri = path, path.as_uri()
        self.text = path.read_text(encoding="utf-8")
        self.version = 1
        self.known: int | None = 0  # the version that the faults are of
        self.faults: list[lsp.Diagnostic] = []
        self.messages: list[str] = []
        self.read = 0  # how often the rulebook was read and looked through
        self.client = LanguageClient("editor", "1")
        self.document = lsp.TextDocumentIdentifier(self.uri)

        @self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def told(params: lsp.PublishDiagnosticsParams) -> None:
            if params.uri == self.uri:
                self.faults, self.known = list(params.diagnostics), params.version

        @self.client.feature(lsp.WORKSPACE_CODE_LENS_REFRESH)
        def anew(_: None) -> None:
            self.read += 1

        @self.client.feature(lsp.WINDOW_SHOW_MESSAGE)
        def shown(params: lsp.ShowMessageParams) -> None:
            self.messages.append(params.message)

        @self.client.feature(lsp.WINDOW_LOG_MESSAGE)
        def logged(params: lsp.LogMessageParams) -> None:
            assert params.type != lsp.MessageType.Error, params.message

    async def begin(self, lang: str) -> None:
        await self.client.start_io(sys.executable, "-m", "arbitre", "lsp")
        can = lsp.WorkspaceClientCapabilities(code_lens=lsp.CodeLensWorkspaceClientCapabilities(refresh_support=True))
        able = lsp.ClientCapabilities(workspace=can)
        await self.client.initialize_async(lsp.InitializeParams(capabilities=able, process_id=os.getpid(), locale=lang))
        self.client.initialized(lsp.InitializedParams())
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(self.uri, "rules", 1, self.text)))

    async def end(self) -> None:
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await self.client.stop()

    def edit(self, range_: lsp.Range, new: str) -> None:
        lines = self.text.split("\n")
        start, end = range_.start, range_.end
        before = "\n".join([*lines[: start.line], lines[start.line][: start.character]])
        after = "\n".join([lines[end.line][end.character :], *lines[end.line + 1 :]])
        self.text, self.version = before + new + after, self.version + 1
        change = lsp.TextDocumentContentChangePartial(range_, new)
        self.client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(lsp.VersionedTextDocumentIdentifier(self.version, self.uri), [change])
        )

    def type(self, line: int, said: str) -> lsp.Position:
        """Types letter by letter from the beginning of a line; where the cursor is then."""
        column = 0
        for letter in said:
            at = lsp.Position(line, column)
            self.edit(lsp.Range(at, at), letter)
            line, column = (line + 1, 0) if letter == "\n" else (line, column + 1)
        return lsp.Position(line, column)

    async def rest(self) -> None:
        """Waits until the server has read all that was typed, and told what it thinks of it."""
        await self.client.text_document_folding_range_async(lsp.FoldingRangeParams(self.document))  # it has seen the last letter
        before = self.read
        await self.until(lambda: self.read > before and self.known == self.version)

    async def until(self, holds: Callable[[], bool]) -> None:
        until = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < until, self.faults
            await asyncio.sleep(0.02)

    async def fixes(self, fault: lsp.Diagnostic) -> list[lsp.CodeAction]:
        asked = lsp.CodeActionParams(self.document, fault.range, lsp.CodeActionContext(diagnostics=[fault]))
        found = await self.client.text_document_code_action_async(asked) or []
        return [one for one in found if isinstance(one, lsp.CodeAction)]

    def apply(self, fix: lsp.CodeAction) -> None:
        assert fix.edit is not None and fix.edit.changes is not None
        for edit in sorted(fix.edit.changes[self.uri], key=lambda edit: (edit.range.start.line, edit.range.start.character), reverse=True):
            self.edit(edit.range, edit.new_text)

    async def lenses(self) -> list[lsp.CodeLens]:
        return list(await self.client.text_document_code_lens_async(lsp.CodeLensParams(self.document)) or [])

    async def lens(self, line: int) -> lsp.Command:
        """The lens that runs the scenario at a line."""
        found = [lens.command for lens in await self.lenses() if lens.range.start.line == line and lens.command is not None]
        return next(command for command in found if command.command == "arbitre.run")

    async def pane(self, first: int, last: int, **more: Any) -> Pane:
        tokens = await self.client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(self.document))
        assert tokens is not None
        more.setdefault("faults", [fault for fault in self.faults if first <= fault.range.start.line <= last])
        return Pane(self.path.name, self.text, list(tokens.data), first, last, **more)


async def walked(editor: Editor, lang: str) -> list[Pane]:
    """The way itself; what was seen at each step."""
    await editor.begin(lang)
    lines = editor.text.split("\n")
    head = next(n for n, line in enumerate(lines) if line.startswith("profile gallus"))
    below = next(n for n, line in enumerate(lines) if n > head and not line.strip())
    await editor.rest()
    assert editor.faults == []
    out = [await editor.pane(0, len(lines) - 2, lenses=await editor.lenses())]

    editor.type(below, BONUS)
    await editor.rest()
    (fault,) = editor.faults
    assert fault.code == "N01"
    out.append(await editor.pane(below - 4, below + 1))
    fixes = await editor.fixes(fault)
    assert fixes[0].is_preferred
    out.append(await editor.pane(below - 1, below + 1, menu=[fix.title for fix in fixes], cursor=fault.range.start, faults=[]))
    editor.apply(fixes[0])
    await editor.rest()
    assert editor.faults == []

    last = editor.text.count("\n")
    editor.type(last, PROOF)
    await editor.rest()
    (fault,) = editor.faults
    assert fault.code == "S03"
    fixes = await editor.fixes(fault)
    out.append(await editor.pane(last + 1, last + 5, menu=[fix.title for fix in fixes], cursor=fault.range.start))
    editor.apply(fixes[0])
    await editor.rest()
    assert editor.faults == []

    run = await editor.lens(last + 1)
    await editor.client.workspace_execute_command_async(lsp.ExecuteCommandParams(run.command, run.arguments))
    await editor.until(lambda: bool(editor.messages))
    out.append(await editor.pane(last + 1, last + 5, lenses=await editor.lenses(), message=editor.messages[-1]))
    return out


@pytest.mark.asyncio
@pytest.mark.parametrize("lang", ["en", "fr"])
async def test_the_way(lang: str, tmp_path: Path) -> None:
    made = CliRunner().invoke(cli, ["new", "role", "gallus", "--of", "coliseum", "--folder", str(tmp_path)])
    assert made.exit_code == 0, made.output
    editor = Editor(tmp_path / "gallus.rules")
    panes = await walked(editor, lang)
    await editor.end()
    assert ("réussi" if lang == "fr" else "passed") in editor.messages[-1]
    assert editor.text.endswith(PROOF.replace('net"\n', 'net":\n', 1)) and "attacker.profile is gallus" in editor.text
    page = (ROOT / "docs" / lang / "guide" / "at-the-desk.md").read_text(encoding="utf-8")
    assert f'```rules title="{editor.path.name}"\n{editor.text}```' in page  # the guide ends where the way does
    PICTURES.mkdir(exist_ok=True)
    for number, (pane, title) in enumerate(zip(panes, TITLES[lang], strict=True), 1):
        path = PICTURES / f"{lang}-{number}.svg"
        if os.environ.get("ARBITRE_UPDATE_GOLDEN"):
            path.write_text(drawn(pane, title), encoding="utf-8")
        assert path.read_text(encoding="utf-8") == drawn(pane, title), f"{path.name}: look at it, and write it anew"
