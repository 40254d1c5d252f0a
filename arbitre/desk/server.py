"""``arbitre lsp``: the desk in the language server protocol.  The only file here that knows of editors.

An edit is answered at once for the declarations it touches (:func:`arbitre.desk.analysis.at_once`); the rulebook is read again, and
looked through, in a thread of its own when nothing was typed for a moment.  What is asked meanwhile is answered from what is known.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, default_converter
from pygls.protocol.language_server import lsp_method

from arbitre import __version__
from arbitre.desk import protocol as say
from arbitre.desk.texts import SORTS, Span, Text
from arbitre.words.phrases import LANGUAGES, language, of

if TYPE_CHECKING:
    from arbitre.desk.answers import Answers
    from arbitre.desk.desk import Desk
    from arbitre.desk.lookup import Sight
    from arbitre.dsl.diagnostics.message import Message

QUIET = 0.35  # seconds without typing before a rulebook is read again
IDLE = 5.0  # seconds without typing before memory is swept
WATCH = 5.0  # seconds between looks at whether the editor is still there
RUN = "arbitre.run"
Given = TypeVar("Given")


class _Utf16(LanguageServerProtocol):
    """Positions are counted in UTF-16, which every editor must be able to."""

    @lsp_method(lsp.INITIALIZE)
    def lsp_initialize(self, params: lsp.InitializeParams) -> Generator[Any, Any, lsp.InitializeResult]:
        if params.capabilities.general is not None:
            params.capabilities.general.position_encodings = None
        return (yield from super().lsp_initialize(params))


class Server(LanguageServer):
    """The desk of one editor."""

    def __init__(self) -> None:
        super().__init__("arbitre", __version__, protocol_cls=_Utf16, converter_factory=default_converter)
        self.lang = language()
        self.made: Desk | None = None
        self.making = Lock()
        self.worker = ThreadPoolExecutor(1, "rulebooks")
        self.helper = ThreadPoolExecutor(1, "answers")
        self.due: dict[Path, asyncio.Task[None]] = {}
        self.versions: dict[Path, int | None] = {}
        self.shown: dict[Path, list[tuple[Message, lsp.Diagnostic]]] = {}
        self.asks_hints = False

    @property
    def desk(self) -> Desk:
        """What is open and known; made when it is first asked for."""
        with self.making:
            if self.made is None:
                self.made = ask().desk(self.lang)
        return self.made

    # ------------------------------------------------------------------------------------ files

    def put(self, uri: str) -> Path:
        """A file as the editor has it now."""
        document = self.workspace.get_text_document(uri)
        path = say.path_of(uri)
        self.desk.put(path, document.source)
        self.versions[path.resolve()] = document.version
        return path

    def edited(self, path: Path, wait: float) -> None:
        """Tells at once what can be told, and has the rulebook read again soon."""
        told = self.safely(lambda: self.desk.at_once(path))
        if told is not None:
            self.publish(path.resolve(), told)
        before = self.due.pop(path.resolve(), None)
        if before is not None:
            before.cancel()
        self.due[path.resolve()] = asyncio.get_running_loop().create_task(self.reread(path, wait))

    async def reread(self, path: Path, wait: float) -> None:
        """Reads the rulebook of a file and looks it through; what was typed meanwhile makes that worthless."""
        await asyncio.sleep(wait)
        loop = asyncio.get_running_loop()
        version = self.versions.get(path.resolve())
        found = await loop.run_in_executor(self.worker, lambda: self.safely(lambda: self.desk.read(path)))
        if found is None:
            return
        self.publish_all(path, version)
        await loop.run_in_executor(self.worker, lambda: self.safely(lambda: self.desk.look_through(found)))
        self.publish_all(path, version)
        self.look_again()
        await asyncio.sleep(IDLE)
        await loop.run_in_executor(self.worker, self.desk.tidy)

    def look_again(self) -> None:
        """Asks the editor to draw lenses and colours anew, if it can be asked."""
        can = self.client_capabilities.workspace
        if can is not None and can.code_lens is not None and can.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)
        if can is not None and can.semantic_tokens is not None and can.semantic_tokens.refresh_support:
            self.workspace_semantic_tokens_refresh(None)

    def publish_all(self, path: Path, version: int | None) -> None:
        """What is wrong in every file of a rulebook that is open or was told of; not of one that has been edited since."""
        found = self.desk.known.get(self.desk.home(path))
        if found is None or self.versions.get(path.resolve()) != version:
            return
        for real in {*found.told, *(p for p in self.shown if p in found.texts), path.resolve()}:
            text = self.desk.open.get(real)
            if text is None or "\n".join(text.read) == found.texts.get(real, "\n".join(text.read)):
                self.publish(real, found.told.get(real, []))

    def publish(self, path: Path, told: list[Message]) -> None:
        text = self.desk.open.get(path)
        if text is None:  # faults of files that are not open are told where they are found: in those of the same game
            found = next((a for a in self.desk.known.values() if path in a.texts), None)
            if found is None:
                return
            text = Text(found.texts[path])
        self.shown[path] = [(message, say.diagnostic(message, text, self.lang)) for message in told]
        self.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(say.uri_of(path), [given for _, given in self.shown[path]], self.versions.get(path))
        )

    # ------------------------------------------------------------------------------------ questions

    def safely(self, ask: Callable[[], Given]) -> Given | None:
        """The answer; None, and a line in the editor's log, where a fault of ours stands in the way: typing goes on."""
        try:
            return ask()
        except Exception as error:  # an editor must never lose its server over one question
            self.window_log_message(lsp.LogMessageParams(lsp.MessageType.Error, f"{type(error).__name__}: {error}"))
            return None

    async def aside(self, uri: str, ask: Callable[[Sight], Given]) -> Given | None:
        """An answer that takes a while, found beside the typing."""

        def found() -> Given | None:
            sight = self.desk.sight(say.path_of(uri))
            return ask(sight) if sight is not None else None

        return await asyncio.get_running_loop().run_in_executor(self.helper, lambda: self.safely(found))

    async def outlive(self) -> None:
        """Ends when the editor that began this is gone."""
        while True:
            await asyncio.sleep(WATCH)
            if self.process_id and not alive(self.process_id):
                os._exit(1)  # threads may be in the midst of a rulebook: nobody is left to wait for them


def alive(process: int) -> bool:
    """Is there still a process of that number?"""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def ask() -> type[Answers]:
    """Whatever answers questions: reading those modules takes longer than all that a server does before the first."""
    from arbitre.desk.answers import Answers

    return Answers


def make() -> Server:
    """The server with all it answers."""
    server = Server()

    @server.feature(lsp.INITIALIZE)
    def begin(params: lsp.InitializeParams) -> None:
        chosen = params.initialization_options if isinstance(params.initialization_options, dict) else {}
        asked = str(chosen.get("language") or params.locale or "")[:2].lower()
        server.lang = asked if asked in LANGUAGES else server.lang
        server.asks_hints = bool(chosen.get("odds"))

    @server.feature(lsp.INITIALIZED)
    async def begun(_: lsp.InitializedParams) -> None:
        asyncio.get_running_loop().run_in_executor(server.worker, lambda: server.desk)  # a file will be opened in a moment
        if server.process_id:
            server.watcher = asyncio.get_running_loop().create_task(server.outlive())  # type: ignore[attr-defined]

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        server.edited(server.put(params.text_document.uri), 0)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        server.edited(server.put(params.text_document.uri), QUIET)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    async def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        server.edited(server.put(params.text_document.uri), 0)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        path = say.path_of(params.text_document.uri)
        server.desk.close(path)
        waiting = server.due.pop(path.resolve(), None)
        if waiting is not None:  # nobody is left to be told
            waiting.cancel()
        server.shown.pop(path.resolve(), None)
        server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(params.text_document.uri, []))

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def elsewhere(_: lsp.DidChangeWatchedFilesParams) -> None:
        for path in list(server.desk.open):
            server.edited(path, QUIET)

    _words(server)
    _names(server)
    _shape(server)
    _commands(server)
    return server


def _words(server: Server) -> None:
    """What is told of a word, and what may be written."""

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    async def hovered(params: lsp.HoverParams) -> lsp.Hover | None:
        found = await server.aside(params.text_document.uri, lambda sight: ask().hover(sight, say.spot_of(params.position), server.lang))
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, found[0]), say.range_of(found[1])) if found else None

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[".", "[", "("]))
    async def completed(params: lsp.CompletionParams) -> lsp.CompletionList:
        found = (
            await server.aside(params.text_document.uri, lambda sight: ask().offers(sight, say.spot_of(params.position), server.lang)) or []
        )
        return lsp.CompletionList(False, [say.completion(offer, number) for number, offer in enumerate(found)])

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix]))
    async def mended(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        path = say.path_of(params.text_document.uri).resolve()
        wanted = [(m, d) for m, d in server.shown.get(path, ()) if touches(d.range, params.range)]

        def find(sight: Sight) -> list[lsp.CodeAction]:
            out = []
            for message, given in wanted:
                found = ask().fixes(sight, message, server.lang)
                out += [say.action(fix, given) for fix in found]
                why = ask().reason(message.code, server.lang)
                if not found and why:
                    title = of(server.lang).say("desk.fix.explain", code=message.code)
                    out.append(lsp.CodeAction(title, lsp.CodeActionKind.QuickFix, [given], disabled=lsp.CodeActionDisabled(why)))
            return out

        return await server.aside(params.text_document.uri, find) or []

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    async def hinted(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        if not server.asks_hints:
            return []
        found = await server.aside(params.text_document.uri, lambda sight: ask().hints(sight, server.desk.results, server.lang)) or []
        return [lsp.InlayHint(say.position(span.end), shown) for span, shown in found]


def _names(server: Server) -> None:
    """Where things are, and other names for them."""

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    async def declared(params: lsp.DefinitionParams) -> list[lsp.Location]:
        found = await server.aside(params.text_document.uri, lambda sight: ask().definition(sight, say.spot_of(params.position))) or []
        return [say.location(path, span) for path, span in found]

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    async def spoken_of(params: lsp.ReferenceParams) -> list[lsp.Location]:
        declared_too = params.context.include_declaration
        found = await server.aside(
            params.text_document.uri, lambda sight: ask().references(sight, say.spot_of(params.position), declared_too)
        )
        return [say.location(path, span) for path, span in found or []]

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    async def may_rename(params: lsp.PrepareRenameParams) -> lsp.Range | None:
        found = await server.aside(params.text_document.uri, lambda sight: sight.symbol_at(say.spot_of(params.position)))
        return say.range_of(found[1]) if found else None

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    async def renaming(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        made = await server.aside(
            params.text_document.uri, lambda sight: ask().renamed(sight, say.spot_of(params.position), params.new_name, server.lang)
        )
        if made is None:
            return None
        if made.refused:
            server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Warning, made.refused))
            return None
        return say.workspace_edit((path, span, new) for path, edits in made.edits.items() for span, new in edits)

    @server.feature(lsp.WORKSPACE_SYMBOL)
    async def anywhere(params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
        found = {(path, entry.name, entry.name_span): entry for known in list(server.desk.known.values())
                 for path, entry in ask().found_anywhere(known, params.query, server.lang)}  # fmt: skip
        return [say.workspace_symbol(path, entry) for (path, _, _), entry in found.items()]


def _shape(server: Server) -> None:
    """What a file holds, how it is coloured, its one form."""

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def held(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        found = await server.aside(params.text_document.uri, lambda sight: ask().outline(sight.text, sight.shown, server.lang)) or []
        return [say.document_symbol(entry) for entry in found]

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    async def folded(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        text = server.desk.open.get(say.path_of(params.text_document.uri).resolve())
        kinds = {"comment": lsp.FoldingRangeKind.Comment}
        return [lsp.FoldingRange(first, last, kind=kinds.get(kind)) for first, last, kind in (ask().folds(text) if text else [])]

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, lsp.SemanticTokensLegend(list(SORTS), []))
    async def coloured(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        found = await server.aside(params.text_document.uri, lambda sight: ask().tokens(sight)) or []
        return lsp.SemanticTokens(say.semantic(found))

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    async def formed(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        return await edits_of(params.text_document.uri, None)

    @server.feature(lsp.TEXT_DOCUMENT_RANGE_FORMATTING)
    async def part_formed(params: lsp.DocumentRangeFormattingParams) -> list[lsp.TextEdit]:
        return await edits_of(params.text_document.uri, Span(say.spot_of(params.range.start), say.spot_of(params.range.end)))

    async def edits_of(uri: str, within: Span | None) -> list[lsp.TextEdit]:
        found = await server.aside(uri, lambda sight: ask().formatted(sight.text, sight.shown, within)) or []
        return [lsp.TextEdit(say.range_of(span), new) for span, new in found]


def _commands(server: Server) -> None:
    """Lenses, and what they run."""

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    async def above(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        uri = params.text_document.uri
        found = await server.aside(uri, lambda sight: ask().lenses(sight, server.desk.results, server.lang)) or []
        out = []
        for lens in found:
            command = RUN if lens.command == "run" else ""
            place = say.position(lens.span.start)
            shown = lsp.Command(lens.text, command, None, [uri, lens.argument, place.line, place.character] if command else None)
            out.append(lsp.CodeLens(say.range_of(lens.span), shown))
        return out

    @server.command(RUN)
    async def run(uri: str, name: str, *_: Any) -> None:
        """Runs a scenario and tells what came of it."""
        said = await server.aside(uri, lambda sight: ask().run_scenario(sight.found, name, server.desk.results, server.lang))
        words = of(server.lang)
        if said is not None:
            kind = lsp.MessageType.Warning if said[1] else lsp.MessageType.Info
            shown = words.say("desk.lens.failed", why=words.tell(said[1])) if said[1] else words.say("desk.lens.passed")
            server.window_show_message(lsp.ShowMessageParams(kind, f"{said[0]}{words.say('colon')}{shown}"))
        server.look_again()


def touches(one: lsp.Range, two: lsp.Range) -> bool:
    """Do two ranges have a line in common?"""
    return one.start.line <= two.end.line and one.end.line >= two.start.line


def serve(lang: str | None = None) -> None:
    """Speaks with an editor over standard input and output until it ends."""
    server = make()
    server.lang = lang or server.lang
    server.start_io()
