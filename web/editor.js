/* Rules written beside the board: the editor, what is wrong and how it is mended, scenarios, the same match under new rules, balance. The
   host knows the language; here is only where things are shown. */
// @ts-check
import { LitElement, html, nothing } from "./vendor/lit.js";
import * as cm from "./vendor/codemirror.js";
import { Host, Refusal } from "./host.js";
import { download, packed, upload } from "./share.js";

const QUIET = 500; // milliseconds without a key before the whole rulebook is looked through
const LONGEST_LINK = 30_000;
const STORE = "arbitre-file:";

/** @typedef {{ from: [number, number], to: [number, number] }} Span */
/** @typedef {Span & { code: string, severity: string, text: string, hint: string, fixes?: { title: string, edits: (Span & { text: string })[] }[] }} Message */
/** @typedef {{ sort: string, name: string, line: number, scenarios: number, played: boolean }} Rule */
/** @typedef {{ name: string, line: number, ok: boolean, failures: { line: number, text: string }[] }} Scenario */

const colours = cm.HighlightStyle.define([
  { tag: cm.tags.keyword, color: "var(--tok-keyword)", fontWeight: "600" }, { tag: cm.tags.string, color: "var(--tok-string)" },
  { tag: cm.tags.comment, color: "var(--tok-comment)", fontStyle: "italic" }, { tag: cm.tags.number, color: "var(--tok-number)" },
  { tag: cm.tags.labelName, color: "var(--tok-clause)" },
]);
/** In a shadow tree of its own the editor's styles need no leave of the page's policy. */
const look = cm.EditorView.theme({
  "&": { maxHeight: "60vh", minHeight: "16rem", fontSize: ".9rem", color: "var(--ink)", backgroundColor: "var(--card)" },
  ".cm-scroller": { overflow: "auto", fontFamily: '"DejaVu Sans Mono", ui-monospace, monospace' },
  ".cm-gutters": { backgroundColor: "var(--shade)", color: "var(--soft)", border: "0" }, ".cm-content": { caretColor: "var(--ink)" },
  ".cm-activeLine": { backgroundColor: "#8882" }, ".cm-tooltip": { backgroundColor: "var(--card)", color: "var(--ink)", border: "1px solid var(--line)" },
  ".hover-text": { whiteSpace: "pre-wrap", maxWidth: "34rem", padding: ".4rem .6rem", fontSize: ".85rem" },
  ".cm-diagnosticAction": { backgroundColor: "var(--accent)", color: "var(--accent-ink)" }, ".cm-diagnostic": { whiteSpace: "pre-wrap" },
});
const WORDS = /^(?:game|extends|translation|kind|seats|option|define|condition|event|action|agenda|test|table|contest|scenario|always|when|if|otherwise|for|each|expect|given|dice|play|do|title|text|says|[a-z]{2,3}(?= *")|is|in|of|by|to|and|or|not|none|with|where|adjust|replace|remove|look|chapter|because|chooses|orders)\b/;

/** A light colouring by the shape of the text; what words mean the host tells. */
const language = cm.StreamLanguage.define({
  /** @param {any} stream */
  token(stream) {
    if (stream.sol() && stream.match(/\s*#.*/)) return "comment";
    if (stream.match(/"(?:[^"\\]|\\.)*"?/)) return "string";
    if (stream.match(/\[(?:[a-z][a-z0-9_-]*\/[a-z][a-z0-9_-]*:)?[A-Z][A-Z0-9]*-[^\]]*\]/)) return "labelName";
    if (stream.match(/\d+/)) return "number";
    if (stream.match(WORDS)) return "keyword";
    if (!stream.match(/[\p{L}_]\w*/u)) stream.next();
    return null;
  },
});

export class ArbitreEditor extends LitElement {
  static properties = {
    files: { state: true }, path: { state: true }, state: { state: true }, messages: { state: true }, elsewhere: { state: true }, scenarios: { state: true }, rules: { state: true },
    note: { state: true }, found: { state: true }, outline: { state: true }, balance: { state: true }, creating: { state: true },
  };

  constructor() {
    super();
    /** @type {Host | null} */ this.host = null;
    /** @type {Record<string, string>} */ this.words = {};
    /** @type {{ path: string, stamp: string }[]} */ this.files = [];
    this.path = "";
    this.stamp = "";
    /** @type {"" | "unsaved" | "saved" | "checking"} */ this.state = "";
    /** @type {Message[]} */ this.messages = [];
    /** @type {string[]} */ this.elsewhere = [];
    /** @type {Scenario[]} */ this.scenarios = [];
    /** What scenarios and the match reach. @type {Rule[]} */ this.rules = [];
    this.note = "";
    /** @type {any} */ this.found = null;
    /** @type {{ name: string, sort: string, from: [number, number] }[]} */ this.outline = [];
    /** @type {{ n: number, variant: any, base: any, clear: boolean, going: boolean } | null} */ this.balance = null;
    this.creating = false;
    /** The games that new files may belong to. @type {{ name: string, title: string }[]} */ this.games = [];
    /** The match beside the editor. @type {() => string | undefined} */ this.table = () => undefined;
    /** Plays a rulebook, or shows a match that the host has opened. @type {(what: { path?: string, match?: any }) => void} */ this.plays = () => undefined;
    /** Are files kept in this browser, and nowhere else? */ this.stored = false;
    this.version = 0;
    /** @type {cm.EditorView | null} */ this.view = null;
  }

  createRenderRoot() { return this; }

  /** @param {Host} host @param {Record<string, string>} words */
  async begin(host, words) {
    this.host = host;
    this.words = words;
    await this.updateComplete;
    const place = /** @type {HTMLElement} */ (this.querySelector(".editor-text"));
    const root = place.shadowRoot ?? place.attachShadow({ mode: "open" });
    this.view = new cm.EditorView({
      parent: root, root, state: cm.EditorState.create({ doc: "", extensions: this.extensions() }),
    });
    addEventListener("beforeunload", event => { if (this.state === "unsaved") event.preventDefault(); });
    addEventListener("focus", () => this.outside());
    addEventListener("storage", event => { if (event.key === STORE + this.path && event.newValue !== null && event.newValue !== this.text) this.note = this.words.other_tab; });
    if (this.stored) await this.restore();
    await this.list();
    if (this.files.length) await this.open(this.files[0].path);
  }

  /** @returns {any[]} */
  extensions() {
    const words = this.words;
    return [
      look, cm.lineNumbers(), cm.highlightActiveLine(), cm.history(), cm.bracketMatching(), cm.lintGutter(), language, cm.syntaxHighlighting(colours), cm.indentUnit.of("    "),
      cm.EditorView.contentAttributes.of({ "aria-label": words.editor }), cm.EditorView.lineWrapping,
      cm.autocompletion({ override: [context => this.completions(context)] }), cm.hoverTooltip((view, at) => this.hover(view, at)),
      cm.keymap.of([
        { key: "Mod-s", run: () => { this.save(); return true; } }, { key: "F12", run: () => { this.go(); return true; } }, { key: "F2", run: () => { this.rename(); return true; } },
        { key: "Shift-Alt-f", run: () => { this.tidy(); return true; } },
        ...cm.defaultKeymap, ...cm.historyKeymap, ...cm.completionKeymap, ...cm.searchKeymap, ...cm.lintKeymap, cm.indentWithTab,
      ]),
      cm.EditorView.updateListener.of(update => { if (update.docChanged) this.edited(); }),
    ];
  }

  /** @returns {string} */
  get text() { return this.view?.state.doc.toString() ?? ""; }

  /** @param {[number, number]} at */
  offset([line, column]) {
    const doc = /** @type {cm.EditorView} */ (this.view).state.doc;
    const found = doc.line(Math.min(doc.lines, line + 1));
    return Math.min(found.to, found.from + column);
  }

  /** @param {number} offset @returns {[number, number]} */
  place(offset) {
    const line = /** @type {cm.EditorView} */ (this.view).state.doc.lineAt(offset);
    return [line.number - 1, offset - line.from];
  }

  /** @param {string} what @param {Record<string, unknown>} [parts] @returns {Promise<any>} */
  ask(what, parts = {}) {
    return /** @type {Host} */ (this.host).ask(what, { path: this.path, text: this.text, ...parts });
  }

  /** @param {unknown} error */
  refused(error) {
    this.note = error instanceof Error ? error.message : String(error);
    if (!(error instanceof Refusal)) console.error(error);
  }

  /** @template T @param {() => Promise<T>} work */
  async trying(work) {
    try { return await work(); } catch (error) { this.refused(error); return undefined; }
  }

  // ------------------------------------------------------------------------------------ files

  async list() {
    this.files = (await this.host?.ask("files"))?.files ?? [];
  }

  /** What this browser keeps is put before the host. */
  async restore() {
    for (let n = 0; n < localStorage.length; n++) {
      const key = localStorage.key(n) ?? "";
      if (key.startsWith(STORE)) await this.trying(() => /** @type {Host} */ (this.host).ask("write", { path: key.slice(STORE.length), text: localStorage.getItem(key) ?? "", stamp: "" }));
    }
  }

  /** @param {string} path */
  async open(path) {
    if (this.state === "unsaved" && !confirm(this.words.leave)) return;
    const found = await this.trying(() => /** @type {Host} */ (this.host).ask("open", { path }));
    if (!found) return;
    this.path = found.path;
    this.stamp = found.stamp;
    this.put(found.text);
    this.state = "saved";
    await this.check();
  }

  /** @param {string} text */
  put(text) {
    const view = /** @type {cm.EditorView} */ (this.view);
    this.quiet = true;
    view.setState(cm.EditorState.create({ doc: text, extensions: this.extensions() }));
    this.quiet = false;
    this.version++;
    this.scenarios = [];
    this.rules = [];
    this.note = "";
    this.found = null;
  }

  quiet = false;

  async save() {
    const text = this.text;
    const made = await this.trying(() => this.ask("write", { stamp: this.stamp }));
    if (!made) return false;
    this.stamp = made.stamp;
    if (this.text === text) this.state = "saved";
    if (this.stored) {
      try { localStorage.setItem(STORE + this.path, text); } catch { this.note = this.words.storage_full; return false; }
    }
    await this.list();
    return true;
  }

  /** Sees what was changed outside, when one comes back. */
  async outside() {
    if (!this.host || !this.path || this.stored) return;
    const now = (await this.trying(() => /** @type {Host} */ (this.host).ask("files")))?.files;
    if (!now) return;
    this.files = now;
    const mine = this.files.find(file => file.path === this.path);
    if (mine && mine.stamp !== this.stamp && this.state !== "unsaved") await this.open(this.path);
  }

  /** @param {SubmitEvent} event */
  async create(event) {
    event.preventDefault();
    const said = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const made = await this.trying(() => /** @type {Host} */ (this.host).ask("new", Object.fromEntries([...said].map(([key, value]) => [key, String(value)]))));
    if (!made) return;
    this.creating = false;
    await this.list();
    await this.open(made.path);
    if (this.stored) await this.save();
  }

  /** A variant of a game in which one of its rules stands, to be changed. @param {string} game @param {string} file @param {number} line */
  async change(game, file, line) {
    const made = await this.trying(() => /** @type {Host} */ (this.host).ask("change", { game, file, line }));
    if (!made) return;
    await this.list();
    await this.open(made.path);
    if (this.stored) await this.save();
    this.select([made.line - 1, 0]);
    this.note = this.words.changing;
  }

  async pack() {
    const { zip } = await /** @type {Host} */ (this.host).ask("pack");
    download("arbitre.zip", Uint8Array.from(atob(zip), sign => sign.charCodeAt(0)), "application/zip");
  }

  async unpack() {
    const file = await upload(".zip,application/zip");
    if (!file) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    let signs = "";
    for (let n = 0; n < bytes.length; n += 0x8000) signs += String.fromCharCode(...bytes.subarray(n, n + 0x8000));
    const made = await this.trying(() => /** @type {Host} */ (this.host).ask("unpack", { zip: btoa(signs) }));
    if (!made) return;
    await this.list();
    for (const path of made.paths) { await this.open(path); if (this.stored) await this.save(); }
  }

  async share() {
    const link = new URL(location.href);
    link.hash = `rules=${await packed(JSON.stringify({ path: this.path, text: this.text }))}`;
    if (link.href.length > LONGEST_LINK) { this.note = this.words.storage_full; return; }
    try { await navigator.clipboard.writeText(link.href); this.note = this.words.file_copied; } catch { this.note = link.href; }
  }

  /** A file that came in a link. @param {string} path @param {string} text */
  async receive(path, text) {
    let free = path, number = 1;
    while (this.files.some(file => file.path === free)) free = path.replace(/\.rules$/, `_${++number}.rules`);
    const made = await this.trying(() => /** @type {Host} */ (this.host).ask("write", { path: free, text, stamp: "" }));
    if (!made) return;
    await this.list();
    await this.open(made.path);
    if (this.stored) await this.save();
  }

  // ------------------------------------------------------------------------------------ writing

  /** @type {ReturnType<typeof setTimeout> | undefined} */ waiting;

  edited() {
    if (this.quiet) return;
    this.state = "unsaved";
    const version = ++this.version;
    clearTimeout(this.waiting);
    this.trying(async () => {
      const told = await this.ask("edit");
      if (version === this.version && told.known) this.show(told.messages);
    });
    this.waiting = setTimeout(() => this.check(), QUIET);
  }

  async check() {
    const version = this.version;
    const told = await this.trying(() => this.ask("check"));
    if (!told || version !== this.version) return;
    this.show(told.messages);
    this.elsewhere = told.elsewhere;
    const outline = await this.trying(() => this.ask("outline"));
    if (outline && version === this.version) this.outline = outline.entries;
    if (!told.errors) await this.test();
  }

  /** @param {Message[]} messages */
  show(messages) {
    const view = /** @type {cm.EditorView} */ (this.view);
    this.messages = messages;
    const failed = this.scenarios.flatMap(one => one.failures.map(fault => ({ ...fault, name: one.name })));
    const doc = view.state.doc;
    view.dispatch(cm.setDiagnostics(view.state, [
      ...messages.map(one => {
        const from = this.offset(one.from);
        return {
          from, to: Math.max(from, this.offset(one.to)), severity: /** @type {"error" | "warning"} */ (one.severity === "error" ? "error" : "warning"),
          message: [one.text, one.hint].filter(Boolean).join("\n"), source: one.code,
          actions: (one.fixes ?? []).map(fix => ({ name: fix.title, apply: () => this.edits(fix.edits) })),
        };
      }),
      ...failed.filter(fault => fault.line <= doc.lines).map(fault => ({ from: doc.line(fault.line).from, to: doc.line(fault.line).to, severity: /** @type {const} */ ("error"), message: `${fault.name}: ${fault.text}`, source: this.words.fails })),
    ]));
  }

  /** @param {(Span & { text: string })[]} edits */
  edits(edits) {
    const changes = edits.map(one => ({ from: this.offset(one.from), to: this.offset(one.to), insert: one.text }));
    this.view?.dispatch({ changes });
  }

  /** @param {import("@codemirror/autocomplete").CompletionContext} context @returns {Promise<any>} */
  async completions(context) {
    const word = context.matchBefore(/[\p{L}_][\w]*/u);
    if (!word && !context.explicit) return null;
    const found = await this.trying(() => this.ask("complete", { at: this.place(context.pos) }));
    if (!found) return null;
    return {
      from: word?.from ?? context.pos, validFor: /^[\p{L}_]\w*$/u,
      options: found.offers.map((/** @type {any} */ one) => ({ label: one.label.replace(/ …$/, ""), detail: one.detail, type: one.sort, apply: one.insert ? one.insert.replace(/\$\{?\d+:?([^}]*)\}?/g, "$1") : undefined })),
    };
  }

  /** @param {cm.EditorView} view @param {number} at */
  async hover(view, at) {
    const found = await this.trying(() => this.ask("hover", { at: this.place(at) }));
    if (!found?.text) return null;
    return { pos: this.offset(found.from), end: this.offset(found.to), create: () => {
      const dom = document.createElement("div");
      dom.className = "hover-text";
      dom.textContent = found.text.replace(/```\w*\n?|\*\*/g, "").replace(/^#+ /gm, "");
      return { dom };
    } };
  }

  get cursor() { return this.place(/** @type {cm.EditorView} */ (this.view).state.selection.main.head); }

  async go() {
    const found = (await this.trying(() => this.ask("definition", { at: this.cursor })))?.places[0];
    if (!found) return;
    if (found.library) { this.note = `${found.path}:${found.from[0] + 1}`; return; }
    if (found.path !== this.path) await this.open(found.path);
    this.select(found.from);
  }

  /** @param {[number, number]} at */
  select(at) {
    const view = /** @type {cm.EditorView} */ (this.view);
    view.dispatch({ selection: { anchor: this.offset(at) }, scrollIntoView: true });
    view.focus();
  }

  async rename() {
    const name = prompt(this.words.rename_to);
    if (!name) return;
    const made = await this.trying(() => this.ask("rename", { at: this.cursor, name }));
    if (made?.refused) this.note = made.refused;
    for (const file of made?.edits ?? []) {
      if (file.path === this.path) this.edits(file.edits);
      else this.note = file.path;
    }
  }

  async tidy() {
    const made = await this.trying(() => this.ask("format"));
    if (made) this.edits(made.edits);
  }

  // ------------------------------------------------------------------------------------ trying out

  async test() {
    const version = this.version;
    const found = await this.trying(() => this.ask("scenarios", { table: this.table() ?? "" }));
    if (!found || version !== this.version) return;
    this.scenarios = found.scenarios;
    this.rules = found.rules;
    this.show(this.messages);
  }

  async tryOut() {
    if (await this.save()) this.plays({ path: this.path });
  }

  async playAgain() {
    if (!await this.save()) return;
    this.found = await this.trying(() => /** @type {Host} */ (this.host).ask("again", { table: this.table(), path: this.path }));
  }

  /** @param {string} [name] */
  async record(name = prompt(this.words.record_name) ?? "") {
    if (!name) return;
    const made = await this.trying(() => /** @type {Host} */ (this.host).ask("record", { table: this.table(), name }));
    if (!made) return;
    const doc = /** @type {cm.EditorView} */ (this.view).state.doc, end = doc.length;
    const gap = this.text.endsWith("\n\n") || !end ? "" : this.text.endsWith("\n") ? "\n" : "\n\n";
    this.view?.dispatch({ changes: { from: end, insert: gap + made.text }, selection: { anchor: end }, scrollIntoView: true });
    this.note = this.words.recorded;
  }

  async weigh() {
    if (this.balance?.going) { this.balance = { ...this.balance, going: false }; return; }
    if (!await this.save()) return;
    const base = /^(?:game \w+ )?extends (\w+)/m.exec(this.text)?.[1] ?? "";
    this.balance = { n: 0, variant: { wins: {}, draws: 0, lost: 0 }, base: base ? { wins: {}, draws: 0, lost: 0 } : null, clear: false, going: true };
    for (let seed = 0; this.balance.going && seed < 4000;) {
      const found = await this.trying(() => /** @type {Host} */ (this.host).ask("balance", { path: this.path, base, seed, matches: seed ? 100 : 20 }));
      if (!found) break;
      const now = /** @type {NonNullable<typeof this.balance>} */ (this.balance);
      for (const side of /** @type {const} */ (["variant", "base"])) {
        if (!found[side] || !now[side]) continue;
        now[side].draws += found[side].draws;
        now[side].lost += found[side].lost;
        for (const [who, n] of Object.entries(found[side].wins)) now[side].wins[who] = (now[side].wins[who] ?? 0) + n;
      }
      const n = now.n + found.variant.matches;
      const apart = now.base && Object.keys({ ...now.base.wins, ...now.variant.wins }).some(who => {
        const [a, b] = [(now.variant.wins[who] ?? 0) / n, (now.base.wins[who] ?? 0) / n];
        return Math.abs(a - b) > 1.96 * Math.sqrt((a * (1 - a) + b * (1 - b)) / n) && n >= 200;
      });
      this.balance = { ...now, n, clear: Boolean(apart), going: now.going && !apart };
      seed = n;
    }
    if (this.balance) this.balance = { ...this.balance, going: false };
  }

  // ------------------------------------------------------------------------------------ what is drawn

  render() {
    const { words } = this, errors = this.messages.filter(one => one.severity === "error").length;
    return html`<section class="editor" aria-label=${words.studio}>
      <div class="editor-bar">
        <label><span class="hidden">${words.files}</span><select @change=${(/** @type {Event} */ event) => this.open(/** @type {HTMLSelectElement} */ (event.target).value)}>
          ${this.files.map(file => html`<option value=${file.path} ?selected=${file.path === this.path}>${file.path}</option>`)}</select></label>
        <button type="button" aria-expanded=${String(this.creating)} @click=${() => { this.creating = !this.creating; }}>${words.new_file}</button>
        <button type="button" ?disabled=${!this.path} @click=${() => this.save()}>${words.save_file}</button>
        <button type="button" ?disabled=${!this.path} @click=${() => this.tidy()}>${words.format}</button>
        <button type="button" class="primary" ?disabled=${!this.path || errors > 0} @click=${() => this.tryOut()}>${words.try_out}</button>
        <span class="aside">${this.state ? words[this.state] : ""}</span>
      </div>
      ${this.creating ? html`<form class="editor-new" @submit=${(/** @type {SubmitEvent} */ event) => this.create(event)}>
        <select name="sort" aria-label=${words.new_file}>${["game", "variant", "role", "room", "scenario"].map(sort => html`<option value=${sort}>${words[`sort_${sort}`]}</option>`)}</select>
        <label>${words.name} <input name="name" required></label>
        <label>${words.of_game} <select name="game"><option value=""></option>${this.games.map(game => html`<option value=${game.name}>${game.title}</option>`)}</select></label>
        <button type="submit">${words.create}</button></form>` : nothing}
      <div class="editor-text"></div>
      ${this.note ? html`<p class=${[words.changing, words.recorded, words.file_copied].includes(this.note) ? "notice" : "refusal"} role="alert">${this.note}</p>` : nothing}
      <div class="editor-told" aria-live="polite">
        ${this.path ? html`<p class=${errors ? "refusal" : "aside"}>${this.messages.length ? words.wrong.replace("{n}", String(this.messages.length)) : words.right}</p>` : nothing}
        ${this.messages.slice(0, 8).map(one => html`<div class="editor-message"><button type="button" class="sentence" @click=${() => this.select(one.from)}>${one.from[0] + 1} · ${one.text} ${one.hint}</button>
          ${(one.fixes ?? []).map(fix => html`<button type="button" class="small" @click=${() => this.edits(fix.edits)}>${words.fix}${words.colon}${fix.title}</button>`)}</div>`)}
        ${this.elsewhere.length ? html`<p class="aside">${words.elsewhere}</p>${this.elsewhere.map(said => html`<p class="aside">${said}</p>`)}` : nothing}
        ${this.scenarios.length ? html`<ul class="scenarios">${this.scenarios.map(one => html`<li class=${one.ok ? "holds" : "fails"}>
          <button type="button" class="sentence" @click=${() => this.select([(one.failures[0]?.line ?? one.line) - 1, 0])}><b>${one.ok ? `✓ ${words.holds}` : `✗ ${words.fails}`}</b> ${one.name}${one.failures.map(fault => html`<br><small>${fault.line}: ${fault.text}</small>`)}</button></li>`)}</ul>` : nothing}
        ${this.rules.length ? this.covered() : nothing}
      </div>
      <div class="editor-bar">
        ${this.table() ? html`<button type="button" @click=${() => this.playAgain()}>${words.play_again}</button><button type="button" @click=${() => this.record()}>${words.record}</button>` : nothing}
        <button type="button" ?disabled=${!this.path} @click=${() => this.weigh()}>${this.balance?.going ? words.balance_stop : words.balance}</button>
        <button type="button" ?disabled=${!this.path} @click=${() => this.share()}>${words.share_file}</button>
        <button type="button" @click=${() => this.pack()}>${words.export}</button><button type="button" @click=${() => this.unpack()}>${words.import}</button>
      </div>
      ${this.found ? html`<div class="again" role="status"><p>${(this.found.same ? words.again_same : words.again_differs).replace("{of}", this.found.of).replace("{taken}", this.found.taken)}</p>
        ${this.found.was ? html`<p>${words.was} ${this.found.was}</p>` : nothing}${this.found.now ? html`<p>${words.now_told} ${this.found.now}</p>` : nothing}
        <button type="button" @click=${() => { this.plays({ match: this.found.match }); this.found = null; }}>${words.keep_new}</button>
        ${this.found.same ? nothing : html`<button type="button" @click=${() => { this.found = null; this.record(); }}>${words.keep_old}</button>`}</div>` : nothing}
      ${this.balance ? this.weighed(this.balance) : nothing}
      ${this.outline.length ? html`<details><summary>${words.outline}</summary><ul class="outline">${this.outline.map(one => html`<li><button type="button" class="sentence" @click=${() => this.select(one.from)}><small>${one.sort}</small> ${one.name}</button></li>`)}</ul></details>` : nothing}
    </section>`;
  }

  /** Which rules no scenario reaches, and how many reach the others. */
  covered() {
    const { words, rules } = this, missed = rules.filter(one => !one.scenarios);
    return html`<details class="coverage"><summary>${words.coverage.replace("{n}", String(rules.length - missed.length)).replace("{of}", String(rules.length))}</summary>
      <ul class="scenarios">${[...missed, ...rules.filter(one => one.scenarios)].map(one => html`<li class=${one.scenarios ? "holds" : "fails"}><button type="button" class="sentence" @click=${() => this.select([one.line - 1, 0])}>
        <b>${one.scenarios ? `✓ ${one.scenarios}` : `✗ ${one.played ? words.only_played : words.not_reached}`}</b> <small>${one.sort}</small> ${one.name}</button></li>`)}</ul></details>`;
  }

  /** @param {{ n: number, variant: any, base: any, clear: boolean, going: boolean }} found */
  weighed(found) {
    const { words } = this, n = Math.max(1, found.n);
    /** @param {number} wins */
    const said = wins => {
      const share = wins / n, wide = 1.96 * Math.sqrt(share * (1 - share) / n);
      return `${(100 * share).toFixed(1)} % ± ${(100 * wide).toFixed(1)}`;
    };
    const sides = Object.keys({ ...(found.base?.wins ?? {}), ...found.variant.wins });
    return html`<table class="balance"><caption>${words.matches.replace("{n}", String(found.n))}${found.base ? ` · ${found.clear ? words.clear : words.not_clear}` : ""}</caption>
      ${sides.map(who => html`<tr><th scope="row">${words.wins.replace("{who}", who)}</th><td>${said(found.variant.wins[who] ?? 0)}</td>${found.base ? html`<td>${said(found.base.wins[who] ?? 0)}</td>` : nothing}</tr>`)}
      <tr><th scope="row">${words.draws}</th><td>${said(found.variant.draws)}</td>${found.base ? html`<td>${said(found.base.draws)}</td>` : nothing}</tr>
      ${found.variant.lost || found.base?.lost ? html`<tr><th scope="row">${words.lost}</th><td>${said(found.variant.lost)}</td>${found.base ? html`<td>${said(found.base.lost)}</td>` : nothing}</tr>` : nothing}</table>`;
  }
}

customElements.define("arbitre-editor", ArbitreEditor);
