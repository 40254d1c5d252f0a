// Makes the page start sooner, when it is built: `node warm.mjs FOLDER GAME...`. The engine runs here once, as it will in the browser:
// modules are compiled (what was compiled needs no source), of the standard library only what is imported is kept, and what rulebooks
// become is kept: a file for each game, and another with its compiled rules, which bots play by.
// @ts-nocheck
import { loadPyodide } from "./node_modules/pyodide/pyodide.mjs";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { put, unzipped } from "./archive.js";

const [folder, ...games] = process.argv.slice(2);
const file = name => `${folder}/${name}`;
const started = async () => {
  const python = await loadPyodide({ indexURL: `${folder}/pyodide/`, env: { ARBITRE_CACHE: "/cache", HOME: "/files", PYTHONDONTWRITEBYTECODE: "1" }, stdout: () => undefined });
  put(python.FS, await unzipped(new Uint8Array(readFileSync(file("python.tar.gz")))), "/lib/arbitre");
  for (const one of ["/cache", "/files"]) python.FS.mkdirTree(one);
  python.FS.chmod("/cache", 0o700);
  python.FS.chdir("/files");
  python.runPython(readFileSync(new URL("worker.js", import.meta.url), "utf8").match(/runPython\(`([^`]*)`/)[1]);
  return python;
};

const used = `
import os, sys
from arbitre.studio.host import StudioHost
from arbitre.studio.packing import archived, packed
host = StudioHost("/files", "en")
def played(game):
    start = host.handle({"do": "start", "game": game, "seed": 3})["ok"]
    viewer = start["seats"][0]["name"]
    assert "ok" in host.handle({"do": "view", "table": start["table"], "as": viewer})
    host.handle({"do": "close", "table": start["table"]})
def compiled(game):
    from arbitre.dsl.lower.compiled import program_of
    from arbitre.interpreter.wasm.run import hosts, loader
    from arbitre.interpreter.wasm.run.browser_host import BrowserHost
    hosts.host = BrowserHost  # what it prepares is for browsers, whatever this engine knows of WebAssembly
    assert loader.handed(program_of(game), has_bots=True)
def below(folder, inside):
    found = (os.path.join(d, n) for d, _, names in os.walk(folder) for n in names if not n.endswith(".pyc"))
    return {path[len(inside):]: open(path, "rb").read() for path in found}
`;

process.on("uncaughtException", error => { console.error(String(error.message).slice(-1500)); process.exit(1); });
const first = await started();
first.runPython(used);
first.runPython(`
for game in ${JSON.stringify(games)}:
    played(game)
import importlib, pkgutil, networkx, arbitre.desk, arbitre.session
for folder in (arbitre.session, arbitre.desk):  # what is only imported once somebody asks for it
    for one in pkgutil.walk_packages(folder.__path__, folder.__name__ + "."):
        try:
            importlib.import_module(one.name)
        except ModuleNotFoundError as error:  # what speaks to editors of their own stands on a library that is not here
            if error.name.startswith("arbitre"):
                raise
standard = next(path for path in sys.path if path.endswith(".zip"))
ours, library = packed(below("/lib/arbitre", "/lib/arbitre/"), list(sys.modules), standard)
`);
writeFileSync(file("python.tar.gz"), first.globals.get("ours").toJs());
writeFileSync(file("pyodide/python_stdlib.zip"), first.globals.get("library").toJs());

const second = await started();
second.runPython(used);
second.runPython("seen = set()");
mkdirSync(file("kept"), { recursive: true });
const fresh = name => writeFileSync(file(`kept/${name}.tar.gz`), second.runPython(`
now = below("/cache", "/")
fresh = {name: data for name, data in now.items() if name not in seen}
seen.update(fresh)
archived(fresh)
`).toJs());
for (const game of ["", ...games]) {
  if (game) second.runPython(`played(${JSON.stringify(game)})`);
  else second.runPython("from arbitre.dsl.modules.loader import load\nload('" + games[0] + "')");
  fresh(game || "all");
  if (game) {
    second.runPython(`compiled(${JSON.stringify(game)})`);
    fresh(`${game}.compiled`);
  }
}
