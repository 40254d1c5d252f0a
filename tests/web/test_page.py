"""The page that plays by itself, from static files: it plays without the net, and answers as the program does."""

from __future__ import annotations

import functools
import http.server
import importlib.util
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from arbitre.studio.host import StudioHost
from tests.web.browser import screen

ROOT = Path(__file__).resolve().parent.parent.parent
BUILT = ROOT / "build" / "site" / "play"  # by `make test`, with the site


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="module")
def page_at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the page on a server that knows nothing but files."""
    folder, stamp = BUILT, BUILT / ".stamp"
    if not stamp.is_file() or stamp.read_text(encoding="utf-8") != of_these_sources():
        if not (ROOT / "web" / "node_modules" / "pyodide").is_dir():
            pytest.skip("the engine of the page is not installed: npm ci in web/")
        from arbitre.studio.page import build

        folder = tmp_path_factory.mktemp("page")
        build(folder, warm=False)
    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


def of_these_sources() -> str:
    """What the page says it is made of, if it is made of the sources as they are."""
    spec = importlib.util.spec_from_file_location("site_play", ROOT / "site_play.py")
    assert spec is not None and spec.loader is not None
    hook = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(hook)
    found: str = hook.fingerprint()
    return found


def plain(data: Any) -> Any:
    """Without the names that matches happen to have."""
    if isinstance(data, dict):
        return {key: plain(value) for key, value in data.items() if key not in ("id", "table", "kept")}
    return [plain(one) for one in data] if isinstance(data, list) else data


MEMORIES = "(await caches.keys()).filter(name => name.startsWith('arbitre-memory-'))"
KEPT = f"""async () => {{ for (;;) {{ const all = {MEMORIES};
if (all.length === 1 && (await (await caches.open(all[0])).keys()).some(one => one.url.endsWith('/memory'))) return;
await new Promise(done => setTimeout(done, 100)); }} }}"""
SPOILT = f"""async () => {{ for (const name of {MEMORIES}) {{
const cache = await caches.open(name);
for (const one of await cache.keys()) await cache.put(one, new Response(new Uint8Array(4096))); }} }}"""
REFUSES = {  # what stands before the engine's own script in a browser that does so
    "refused": "const caches = { match() { throw new Error('refused'); }, keys: async () => [], delete: async () => false };",
    "full": "const navigator = { storage: { estimate: async () => ({ quota: 50000000, usage: 40000000 }) } };",
}


def begun(page: Page, address: str) -> None:
    """A match is under way on a page that was opened anew."""
    page.goto("about:blank")
    page.goto(f"{address}?lang=en#game=tictactoe")
    page.click("form.setup button[type=submit]")
    page.wait_for_function("() => document.querySelector('arbitre-match')?.question")


@pytest.mark.more
def test_a_memory_of_another_build_or_a_spoilt_one_is_not_used(browser: Browser, page_at: str) -> None:
    with screen(browser) as shown:
        page = shown.page
        page.set_default_timeout(180_000)
        page.goto(page_at)
        page.evaluate("async () => (await caches.open('arbitre-memory-0123456789abcdef')).put('other', new Response('old'))")
        begun(page, page_at)
        assert page.workers[-1].evaluate("engine.recalled") is False
        page.evaluate(KEPT)
        assert page.evaluate(f"async () => {MEMORIES}[0].endsWith('abcdef')") is False
        begun(page, page_at)
        assert page.workers[-1].evaluate("engine.recalled") is True
        page.evaluate(SPOILT)
        begun(page, page_at)
        assert page.workers[-1].evaluate("engine.recalled") is False


@pytest.mark.more
@pytest.mark.parametrize("how", sorted(REFUSES))
def test_storage_that_is_full_or_refused_costs_the_memory_alone(browser: Browser, page_at: str, how: str) -> None:
    def altered(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=f"{REFUSES[how]}\n{answer.text()}")

    with screen(browser, service_workers="block") as shown:
        page = shown.page
        page.set_default_timeout(180_000)
        page.context.route("**/worker.js", altered)
        begun(page, page_at)
        page.wait_for_timeout(4000)
        assert page.evaluate(f"async () => {MEMORIES}") == []
        assert page.workers[-1].evaluate("engine.recalled") is False


COMPILED = """
import json
from arbitre import api
from arbitre.interpreter.play.bots.kinds import choose
from arbitre.interpreter.play.simulate import simulate
from arbitre.interpreter.state.lots import Lots

def told(game):
    found = simulate(game, 30, 1, bots={"": "random"}, cores=1)
    match = api.start(api.load(game), seed=7).match
    thought = [choose(match, match.requests[0], kind, Lots(5)) for kind in ("greedy", "thinker")]
    return [found["compiled"], found["wins"], found["decisions"], thought]

json.dumps([told(game) for game in ("connect_four", "coliseum", "whist")])
"""


def test_the_browser_runs_compiled_rules_as_the_program_does(browser: Browser, page_at: str) -> None:
    here: dict[str, Any] = {}
    *body, last = COMPILED.strip().splitlines()
    exec("\n".join(body), here)
    with screen(browser, service_workers="block") as shown:
        page = shown.page
        page.set_default_timeout(180_000)
        begun(page, page_at)
        found = json.loads(page.workers[-1].evaluate(f"engine.run({json.dumps(COMPILED)})"))
    assert found == json.loads(eval(last, here))
    assert [compiled for compiled, *_ in found] == [30, 30, 30]


CONVERSATION: list[dict[str, Any]] = [
    {"do": "hello", "lang": "fr"},
    {"do": "games"},
    {"do": "start", "game": "breakthrough", "seed": 7, "sides": {"white": "human", "black": "greedy"}},
    {"do": "view", "table": "m1", "as": "white"},
    {"do": "reach", "table": "m1", "as": "white", "piece": "man:0"},
    {"do": "answer", "table": "m1", "as": "white", "answers": [["man", "man_1"], ["square", "(1, 6)"]]},
    {"do": "bots", "table": "m1", "as": "white", "seconds": 0},
    {"do": "line", "table": "m1", "as": "white", "line": "man 2 3,6"},
    {"do": "undo", "table": "m1", "as": "white"},
    {"do": "at", "table": "m1", "as": "white", "event": 36},
    {"do": "start", "game": "coliseum", "seed": 5, "sides": {"everyone": "human"}},
    {"do": "view", "table": "m2", "as": "red"},
    {"do": "answer", "table": "m2", "as": "red", "answers": [["nonsense", "x"]]},
    {"do": "save", "table": "m2"},
]


def test_both_hosts_answer_alike_and_the_page_needs_no_net(browser: Browser, page_at: str) -> None:
    host = StudioHost("")
    wanted = [plain(json.loads(host.handle_text(json.dumps(message)))) for message in CONVERSATION]
    with screen(browser) as shown:
        page = shown.page
        page.set_default_timeout(180_000)
        page.goto(f"{page_at}?lang=en")
        page.wait_for_selector(".shelf a")
        found = page.evaluate(
            """async messages => { const host = document.querySelector('arbitre-app').host, out = [];
            for (const { do: what, ...parts } of messages)
              out.push(await host.ask(what, parts).then(ok => ({ ok }), error => ({ error: { code: error.code, text: error.message } })));
            return out; }""",
            CONVERSATION,
        )
        for one, other, message in zip(found, wanted, CONVERSATION, strict=True):
            assert plain(one) == other, message
        page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
        page.wait_for_function("() => navigator.serviceWorker.controller")
        page.evaluate(KEPT)  # a little later
        page.context.set_offline(True)
        page.goto(f"{page_at}?lang=fr#game=tictactoe")
        page.reload()
        page.wait_for_selector("form.setup")
        page.click("form.setup button[type=submit]")
        page.wait_for_selector("arbitre-board .cell", state="attached")
        shown.idle()
        assert page.workers[-1].evaluate("engine.recalled") is True
        page.locator("arbitre-board .cell").nth(4).click()
        page.wait_for_selector(".sentence")
        shown.idle()
        with_link = page.evaluate(
            """async () => { const match = document.querySelector('arbitre-match'); const { save } = await match.tell('save', {});
            const { packed } = await import('./share.js'); return packed(save); }"""
        )
        page.goto(f"{page_at}?lang=fr#match={with_link}")
        page.wait_for_selector(".sentence")
        # A damaged link follows before the match is there: what is said of it is not overwritten when it is.
        page.evaluate("links => { for (const link of links) location.hash = `match=${link}`; }", [with_link, with_link[:40]])
        page.wait_for_selector(".refusal")
        shown.idle()
        assert page.locator(".refusal").is_visible()
        shown.errors = [said for said in shown.errors if "Failed to load resource" not in said]  # what is kept for a game, without the net
