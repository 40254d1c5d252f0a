/* The engine in the page: Python in WebAssembly, in a thread of its own that can be ended. It is sent messages and answers each.
   Once it has begun, its memory is kept in this browser, for this build alone: a later visit goes on from there. */
// @ts-check
import { put, unzipped } from "./archive.js";

const BUILD = "VERSION"; // of the page, when it is built
const KEPT = `arbitre-memory-${BUILD}`;
const LATER = 3000; // milliseconds after the beginning until the memory is written: what was asked for comes first
const THINKING = ["bots", "hint"]; // messages for which answers are played on
const SPARE = 64_000_000; // bytes that stay free for the files of the page itself

/** @type {any} */ let host = null;
/** @type {any} */ let python = null;
const engine = { /** Did it go on from a memory that was kept? */ recalled: false,
  /** What Python makes of a text. */ run: (/** @type {string} */ text) => python.runPython(text) };
Object.assign(globalThis, { engine }); // to be looked at, by tests
/** @type {Set<string>} */ const brought = new Set();
/** @type {Promise<void>[]} */ const coming = []; // compiled rules of games that have begun; bots wait for them, nobody else
const at = (/** @type {string} */ name) => new URL(name, import.meta.url).href;
const own = (/** @type {string} */ name) => `${at(name)}?${BUILD}`; // never what a browser still has of another build

/** @param {string} name @returns {Promise<Uint8Array>} */
async function fetched(name) {
  const answer = await fetch(own(name));
  if (!answer.ok) throw new Error(`${answer.status} ${name}`);
  return unzipped(new Uint8Array(await answer.arrayBuffer()));
}

/** Brings what was kept of a game when the page was built, so that its rules need not be read anew; without it they are. @param {string} name */
async function bring(name) {
  if (brought.has(name)) return;
  brought.add(name);
  try { put(python.FS, await fetched(`kept/${name}.tar.gz`), ""); } catch { /* it goes without */ }
}

/** Brings the compiled rules of a game meanwhile; without them they are compiled here. @param {string} name */
function bringCompiled(name) { coming.push(bring(`${name}.compiled`)); }

/** The library games that a message is about. @param {any} message @returns {string[]} */
function games(message) {
  const saves = message.do === "load" ? [message.save] : [];
  const named = [message.game, ...saves.map(save => { try { return (typeof save === "string" ? JSON.parse(save) : save)?.game; } catch { return undefined; } })];
  return named.filter(name => typeof name === "string" && /^[a-z][a-z0-9_]*$/.test(name));
}

/** The memory of the engine of this build, if an earlier visit kept it. @returns {Promise<Uint8Array | undefined>} */
async function memory() {
  try {
    const answer = await caches.match(at("memory"), { cacheName: KEPT });
    return answer && new Uint8Array(await answer.arrayBuffer());
  } catch { return undefined; } // storage is refused
}

/** Keeps it for later visits, unless the browser has no room for it. @param {Uint8Array} bytes */
async function keep(bytes) {
  try {
    const { quota = 0, usage = 0 } = await navigator.storage.estimate();
    for (const name of await caches.keys()) if (name.startsWith("arbitre-memory-") && name !== KEPT) await caches.delete(name);
    if (quota - usage > bytes.length + SPARE) await (await caches.open(KEPT)).put(at("memory"), new Response(/** @type {BodyInit} */ (bytes)));
  } catch { await forget(); }
}

async function forget() { try { await caches.delete(KEPT); } catch { /* nothing is kept */ } }

/** A module whose memory is as large as the one that is put into it. @param {any} settings */
async function roomy(settings) {
  const module = await (await import(at("pyodide/pyodide.asm.mjs"))).default(settings);
  if (!module._emscripten_resize_heap(settings.INITIAL_MEMORY)) throw new Error("no memory");
  return module;
}

/** The engine, from the memory that was kept or from its beginning. @param {Uint8Array | undefined} from @param {Promise<Uint8Array>} files */
async function started(from, files) {
  const { loadPyodide } = await import(at("pyodide/pyodide.mjs"));
  python = await loadPyodide({ indexURL: at("pyodide/"), stdLibURL: own("pyodide/python_stdlib.zip"), env: { ARBITRE_CACHE: "/cache", HOME: "/files", PYTHONDONTWRITEBYTECODE: "1" },
    ...(from ? { _loadSnapshot: from, createPyodideModule: roomy } : { _makeSnapshot: true }) });
  postMessage({ loading: "rules" });
  put(python.FS, await files, "/lib/arbitre");
  brought.clear();
  await bring("all");
  for (const folder of ["/cache", "/files"]) python.FS.mkdirTree(folder);
  python.FS.chmod("/cache", 0o700);
  python.FS.chdir("/files");
  if (from) return;
  python.runPython(`
import sys
sys.path.insert(0, "/lib/arbitre")
from arbitre.studio.host import StudioHost
from arbitre.studio.worker import answered, imported
imported()
def _begin(lang):
    global _host
    _host = StudioHost("/files", lang)
    return lambda text: answered(_host, text)
`);
}

/** @param {string} lang */
async function begin(lang) {
  postMessage({ loading: "engine" });
  const files = fetched("python.tar.gz");
  files.catch(() => undefined); // said where it is waited for
  const from = await memory();
  engine.recalled = from !== undefined;
  try {
    await started(from, files);
  } catch (error) {
    if (!from) throw error;
    engine.recalled = false;
    await forget();
    await started(undefined, files);
  }
  if (!engine.recalled) {
    const bytes = python.makeMemorySnapshot();
    setTimeout(() => keep(bytes), LATER);
  }
  const beginning = python.globals.get("_begin");
  host = beginning(lang);
}

onmessage = async event => {
  const { begin: lang, text } = event.data;
  try {
    if (lang !== undefined) {
      await begin(lang);
      postMessage({ ready: true });
    } else {
      const message = JSON.parse(text);
      for (const game of games(message)) {
        await bring(game);
        bringCompiled(game);
      }
      if (THINKING.includes(message.do)) await Promise.all(coming.splice(0));
      postMessage({ answer: host(text) });
    }
  } catch (error) {
    if (engine.recalled) await forget(); // the next one begins anew
    postMessage({ failed: String(error) });
  }
};
