// Makes the page start sooner, when it is built: `node warm.mjs FOLDER GAME...`. The engine runs here once, as it will in the browser:
// modules are compiled (what was compiled needs no source), and what rulebooks become is kept, a file for each game.
// @ts-nocheck
import { loadPyodide } from "./node_modules/pyodide/pyodide.mjs";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const [folder, ...games] = process.argv.slice(2);
const file = name => `${folder}/${name}`;
const started = async () => {
  const python = await loadPyodide({ indexURL: `${folder}/pyodide/`, env: { ARBITRE_CACHE: "/cache", HOME: "/files", PYTHONDONTWRITEBYTECODE: "1" }, stdout: () => undefined });
  python.unpackArchive(new Uint8Array(readFileSync(file("python.zip"))), "zip", { extractDir: "/lib/arbitre" });
  python.runPython(readFileSync(new URL("worker.js", import.meta.url), "utf8").match(/runPython\(`([^`]*)`/)[1]);
  return python;
};

const used = `
import io, json, os, sys, zipfile
from arbitre.studio.host import StudioHost
host = StudioHost("/files", "en")
def played(game):
    start = host.handle({"do": "start", "game": game, "seed": 3})["ok"]
    viewer = start["seats"][0]["name"]
    assert "ok" in host.handle({"do": "view", "table": start["table"], "as": viewer})
    host.handle({"do": "close", "table": start["table"]})
def packed(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, name in sorted(files.items(), key=lambda one: one[1]):
            info = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            with open(path, "rb") as file:
                archive.writestr(info, file.read())
    return out.getvalue()
`;

process.on("uncaughtException", error => { console.error(String(error.message).slice(-1500)); process.exit(1); });
const first = await started();
first.runPython(used);
first.runPython(`
import py_compile
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
mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
HERE = "/lib/arbitre/"
imported = sorted({m.__file__ for m in list(sys.modules.values()) if (getattr(m, "__file__", None) or "").startswith(HERE) and m.__file__.endswith(".py")})
files = {os.path.join(d, n): os.path.join(d, n)[len(HERE):] for d, _, names in os.walk(HERE) for n in names if not n.endswith(".pyc")}
for path in imported:
    made = "/tmp/" + path.replace("/", "_") + "c"
    name = path[len(HERE):]
    del files[path]
    files[made] = name + "c"
    py_compile.compile(path, made, name, doraise=True, optimize=2, invalidation_mode=mode)
`);
writeFileSync(file("python.zip"), first.runPython("packed(files)").toJs());

const second = await started();
second.runPython(used);
second.runPython("seen = {}");
mkdirSync(file("kept"), { recursive: true });
for (const game of ["", ...games]) {
  if (game) second.runPython(`played(${JSON.stringify(game)})`);
  else second.runPython("from arbitre.dsl.modules.loader import load\nload('" + games[0] + "')");
  const bytes = second.runPython(`
now = {os.path.join(d, n): os.path.join(d, n)[1:] for d, _, names in os.walk("/cache") for n in names}
fresh = {path: name for path, name in now.items() if path not in seen}
seen.update(fresh)
packed(fresh)
`).toJs();
  writeFileSync(file(`kept/${game || "all"}.zip`), bytes);
}
