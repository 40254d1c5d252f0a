// Makes the files of this folder from the packages in package.json: `npm run vendor`.
import { build } from "esbuild";
import { readFileSync, writeFileSync } from "node:fs";

const at = name => new URL(name, import.meta.url).pathname;
const licence = names => names.map(name => {
  const { version, license } = JSON.parse(readFileSync(at(`../node_modules/${name}/package.json`), "utf8"));
  return `${name} ${version} (${license})`;
}).join(", ");

async function bundle(contents, out, names) {
  await build({
    stdin: { contents, resolveDir: at("..") }, outfile: at(out), bundle: true, format: "esm", minify: true, target: "es2022",
    legalComments: "none", define: { "process.env.NODE_ENV": '"production"' }, conditions: ["production"],
    banner: { js: `/* ${licence(names)}: see LICENCES.txt */` },
  });
}

const lit = ["lit", "lit-html", "lit-element", "@lit/reactive-element"];
await bundle('export { LitElement, html, svg, nothing } from "lit"; export { repeat } from "lit/directives/repeat.js"; export { live } from "lit/directives/live.js";', "lit.js", lit);

const mirror = ["@codemirror/state", "@codemirror/view", "@codemirror/commands", "@codemirror/language", "@codemirror/autocomplete",
  "@codemirror/lint", "@codemirror/search", "@lezer/common", "@lezer/highlight", "@lezer/lr", "style-mod", "w3c-keyname", "crelt",
  "@marijn/find-cluster-break"];
await bundle(`
export { EditorState, StateEffect, StateField, Compartment, RangeSetBuilder } from "@codemirror/state";
export { EditorView, keymap, lineNumbers, highlightActiveLine, highlightActiveLineGutter, drawSelection, hoverTooltip, gutter, GutterMarker, Decoration } from "@codemirror/view";
export { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
export { StreamLanguage, HighlightStyle, syntaxHighlighting, indentUnit, bracketMatching } from "@codemirror/language";
export { autocompletion, completionKeymap } from "@codemirror/autocomplete";
export { setDiagnostics, lintGutter, lintKeymap } from "@codemirror/lint";
export { searchKeymap, highlightSelectionMatches } from "@codemirror/search";
export { tags } from "@lezer/highlight";
`, "codemirror.js", mirror);

const texts = [...lit, ...mirror].map(name => {
  for (const file of ["LICENSE", "LICENSE.md", "LICENCE", "license"])
    try { return `${name}\n${"=".repeat(name.length)}\n\n${readFileSync(at(`../node_modules/${name}/${file}`), "utf8").trim()}\n`; } catch { /* another name */ }
  throw new Error(`${name} has no licence`);
});
writeFileSync(at("LICENCES.txt"), texts.join("\n\n"));
