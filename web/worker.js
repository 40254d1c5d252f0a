/* The engine in the page: Python in WebAssembly, in a thread of its own that can be ended. It is sent messages and answers each. */
// @ts-check

/** @type {any} */ let host = null;
/** @type {any} */ let python = null;
/** @type {Set<string>} */ const brought = new Set();
const at = (/** @type {string} */ name) => new URL(name, import.meta.url).href;

/** Brings what was kept of a game when the page was built, so that its rules need not be read anew; without it they are. @param {string} name */
async function bring(name) {
  if (brought.has(name)) return;
  brought.add(name);
  try {
    const answer = await fetch(at(`kept/${name}.zip`));
    if (answer.ok) python.unpackArchive(await answer.arrayBuffer(), "zip", { extractDir: "/" });
  } catch { /* it goes without */ }
}

/** The library games that a message is about. @param {any} message @returns {string[]} */
function games(message) {
  const saves = message.do === "load" ? [message.save] : [];
  const named = [message.game, ...saves.map(save => { try { return (typeof save === "string" ? JSON.parse(save) : save)?.game; } catch { return undefined; } })];
  return named.filter(name => typeof name === "string" && /^[a-z][a-z0-9_]*$/.test(name));
}

/** @param {string} lang */
async function begin(lang) {
  const say = (/** @type {string} */ step) => postMessage({ loading: step });
  say("engine");
  const { loadPyodide } = await import(at("pyodide/pyodide.mjs"));
  const archive = fetch(at("python.zip")).then(answer => answer.arrayBuffer());
  python = await loadPyodide({ indexURL: at("pyodide/"), env: { ARBITRE_CACHE: "/cache", HOME: "/files", PYTHONDONTWRITEBYTECODE: "1" } });
  say("rules");
  python.unpackArchive(await archive, "zip", { extractDir: "/lib/arbitre" });
  await bring("all");
  python.runPython(`
import os, sys
sys.path.insert(0, "/lib/arbitre")
os.makedirs("/cache", exist_ok=True)
os.chmod("/cache", 0o700)
os.makedirs("/files", exist_ok=True)
os.chdir("/files")
from arbitre.studio.host import StudioHost
from arbitre.studio.worker import answered
def _begin(lang):
    global _host
    _host = StudioHost("/files", lang)
    return lambda text: answered(_host, text)
`);
  host = python.globals.get("_begin")(lang);
}

onmessage = async event => {
  const { begin: lang, text } = event.data;
  try {
    if (lang !== undefined) {
      await begin(lang);
      postMessage({ ready: true });
    } else {
      for (const game of games(JSON.parse(text))) await bring(game);
      postMessage({ answer: host(text) });
    }
  } catch (error) {
    postMessage({ failed: String(error) });
  }
};
