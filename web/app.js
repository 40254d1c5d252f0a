/* The page: a shelf of games, what is chosen before a match, the match. */
// @ts-check
import { LitElement, html, nothing } from "./vendor/lit.js";
import "./match.js";
import { Host, Refusal, program } from "./host.js";
import { unpacked, upload } from "./share.js";

/** @import { Game, Match, Carrier } from "./types.js" */
/** @import { ArbitreMatch } from "./match.js" */

const LARGEST = 20_000_000; // bytes of a saved match
const KINDS = ["human", "level1", "level2", "level3", "level4", "level5", "random"];

export class ArbitreApp extends LitElement {
  static properties = { games: { state: true }, game: { state: true }, match: { state: true }, message: { state: true }, loading: { state: true }, behind: { state: true }, scenario: { state: true }, place: { state: true }, early: { state: true }, writing: { state: true } };

  constructor() {
    super();
    /** @type {Host | null} */ this.host = null;
    /** @type {Record<string, string>} */ this.words = {};
    /** @type {{ name: string, title: string }[]} */ this.games = [];
    /** @type {Game | null} */ this.game = null;
    /** @type {Match | null} */ this.match = null;
    /** @type {Promise<void>} */ this.arriving = Promise.resolve();
    /** The match from a moment of which the one that is shown goes on. @type {{ match: Match, viewer: string } | null} */ this.behind = null;
    /** The board of the match that is about to begin, while the engine still loads. @type {import("./types.js").Start | null} */ this.early = null;
    /** Where that board comes from. @type {(game: string) => Promise<import("./types.js").Start | null>} */ this.starts = async () => null;
    this.message = "";
    this.loading = "…";
    this.place = "shelf";
    /** The scenario that a match begins with, in place of the setup. */ this.scenario = "";
    this.spoken = "en";
    /** Where a clause stands in the pages of its game. @type {(game: string, clause: string) => string} */ this.handbook = () => "";
    this.shareable = false;
    /** Are files kept in this browser? */ this.stored = false;
    this.writing = false;
  }

  createRenderRoot() { return this; }

  /** Where games are chosen before the host is there: what can be chosen of each. @type {Game[]} */ known = [];

  /** @param {Carrier} carrier @param {string} lang @param {Record<string, string>} [words] @param {Game[]} [known] */
  async begin(carrier, lang, words, known) {
    this.host = new Host(carrier);
    this.spoken = lang;
    document.documentElement.lang = lang;
    try {
      const ready = this.host.ask("hello", { lang });
      if (known) { this.known = known; ready.catch(error => this.refused(error)); } else await ready;
      this.words = words ?? await this.host.ask("words", { lang });
      this.games = known ?? (await this.host.ask("games")).games;
      this.loading = "";
      await this.arrive();
      addEventListener("hashchange", () => this.arrive());
    } catch (error) {
      this.refused(error);
    }
  }

  /** @param {unknown} error */
  refused(error) {
    this.loading = "";
    this.message = error instanceof Error ? error.message : String(error);
    if (!(error instanceof Refusal)) console.error(error);
  }

  /** Goes where the address says, one address after the other: what takes longer to load must not overwrite what came later. */
  arrive() {
    this.arriving = this.arriving.catch(() => undefined).then(() => this.visit());
    return this.arriving;
  }

  async visit() {
    const asked = new URLSearchParams(location.hash.slice(1));
    const shared = asked.get("match"), game = asked.get("game");
    const rules = asked.get("rules");
    if (rules) {
      const held = await unpacked(rules);
      /** @type {{ path?: unknown, text?: unknown } | null} */ let file = null;
      try { file = held === null ? null : JSON.parse(held); } catch { /* damaged */ }
      if (!file || typeof file.path !== "string" || typeof file.text !== "string") { this.message = this.words.bad_rules; return; }
      history.replaceState(null, "", location.pathname + location.search);
      await this.write();
      await this.editor?.receive(file.path, file.text);
    } else if (asked.has("change")) {
      const [file, line] = (asked.get("at") ?? "").split(/:(?=\d+$)/);
      history.replaceState(null, "", location.pathname + location.search);
      if (!this.writing) await this.write();
      await this.editor?.change(asked.get("change") ?? "", file, Number(line));
    } else if (asked.has("write")) await this.write();
    else if (shared) {
      const save = await unpacked(shared);
      if (save === null) this.message = this.words.bad_link;
      else await this.load(save);
    } else if (game) { await this.choose(game); this.scenario = asked.get("from") ?? ""; this.called = asked.get("called") ?? this.scenario.replace(/@\d+$/, ""); }
    else this.shelf();
  }

  shelf() {
    this.place = "shelf";
    this.match = null;
    this.early = null;
    this.behind = null;
    this.game = null;
  }

  /** @param {string} game */
  async choose(game) {
    if (game !== this.path) this.path = undefined;
    this.scenario = "";
    this.message = "";
    this.match = null;
    this.early = null;
    this.behind = null;
    this.loading = this.words.loading;
    try {
      this.game = this.known.find(one => one.name === game) ?? await this.host?.ask("game", { game });
      this.place = "setup";
    } catch (error) {
      this.refused(error);
    }
    this.loading = "";
  }

  /** Opens the editor beside the board. */
  async write() {
    this.message = "";
    if (this.writing) { this.writing = false; return; }
    await import("./editor.js");
    this.writing = true;
    await this.updateComplete;
    const editor = this.editor;
    if (!editor || !this.host) return;
    editor.games = this.games;
    editor.stored = this.stored;
    editor.table = () => this.place === "match" ? this.match?.table : undefined;
    editor.plays = what => this.plays(what);
    await editor.begin(this.host, this.words);
  }

  /** @returns {import("./editor.js").ArbitreEditor | null} */
  get editor() { return this.querySelector("arbitre-editor"); }

  /** Plays what is written. @param {{ path?: string, match?: Match }} what */
  async plays(what) {
    if (what.match) {
      this.match = what.match;
      this.behind = null;
      this.place = "match";
      await this.updateComplete;
      await this.show();
    } else if (what.path && this.host) {
      const { folder } = await this.host.ask("files");
      this.path = `${folder}/${what.path}`;
      await this.choose(this.path);
    }
    this.editor?.requestUpdate();
  }

  /** @param {Record<string, unknown>} parts */
  async start(parts) {
    this.loading = this.words.loading;
    this.message = "";
    const asked = this.host?.ask("start", parts);
    this.foreshow(parts).catch(() => undefined);
    try {
      this.match = await asked;
      this.place = "match";
      this.loading = "";
      await this.updateComplete;
      await this.show();
    } catch (error) {
      if (this.early) this.place = "setup";
      this.refused(error);
    }
    this.early = null;
    this.editor?.requestUpdate();
  }

  /** Shows the board of a match as it begins, if nothing was chosen that changes it. @param {Record<string, any>} parts */
  async foreshow(parts) {
    if (this.path || parts.scenario || Object.keys(parts.options).length) return;
    const before = this.place, early = await this.starts(parts.game);
    if (!early?.scene.boards.length || !this.loading || this.place !== before) return;
    this.early = early;
    this.place = "match";
    await this.updateComplete;
    /** @type {ArbitreMatch | null} */ (this.querySelector("arbitre-match"))?.foreshow(early, this.words);
  }

  /** @param {string} save @param {string} [name] */
  async load(save, name) {
    this.loading = this.words.loading;
    this.message = "";
    try {
      this.behind = null;
      this.match = await this.host?.ask("load", { save, ...(name ? { name } : {}) });
      this.place = "match";
      this.loading = "";
      this.message = this.match?.since ?? "";
      await this.updateComplete;
      await this.show();
    } catch (error) {
      this.refused(error);
    }
  }

  /** A match goes on from a moment of the one that was shown, which stays open behind it. @param {CustomEvent} event */
  async branched(event) {
    if (this.match) this.behind = { match: this.match, viewer: event.detail.viewer };
    this.match = event.detail.match;
    await this.show(event.detail.viewer);
  }

  /** Back to the match behind the one that is shown. */
  async back() {
    const behind = this.behind;
    if (!behind) return;
    this.behind = null;
    this.match = behind.match;
    await this.show(behind.viewer);
  }

  /** @param {string} [viewer] */
  async show(viewer) {
    const element = /** @type {ArbitreMatch | null} */ (this.querySelector("arbitre-match"));
    if (!element || !this.match || !this.host) return;
    const { game } = this.match;
    element.handbook = clause => this.handbook(game, clause);
    element.shareable = this.shareable;
    await element.open(this.host, this.match, this.words, viewer);
  }

  async open() {
    const file = await upload(".json,application/json");
    if (!file) return;
    if (file.size > LARGEST) { this.message = this.words.save_too_large; return; }
    await this.load(await file.text(), file.name);
  }

  render() {
    const { words } = this;
    const waiting = html`<p class="notice" role="status"><span class="dots" aria-hidden="true"></span>${this.loading}</p>`;
    if (this.loading && !this.writing && !this.early) return waiting;
    return html`
      <nav class="bar" aria-label=${words.menu}><a href="#" @click=${() => this.shelf()}>${words.games}</a>
        ${this.match && this.behind ? html`<button type="button" @click=${() => this.back()}>${words.match_before}</button>` : nothing}
        ${this.match ? html`<button type="button" @click=${() => this.choose(this.match?.game ?? "")}>${words.new_match}</button>` : nothing}
        <button type="button" @click=${() => this.open()}>${words.load}</button>
        <button type="button" aria-pressed=${String(this.writing)} @click=${() => this.write()}>${words.studio}</button></nav>
      ${this.message ? html`<p class="refusal" role="alert">${this.message}</p>` : nothing}
      <div class=${this.writing ? "with-editor" : ""}>${this.writing ? html`<arbitre-editor></arbitre-editor>` : nothing}
        <div>${this.loading && !this.early ? waiting : this.place === "shelf" ? this.shelved() : this.place === "setup" ? this.setup() : html`<arbitre-match .waits=${this.early ? this.loading : ""} @branch=${(/** @type {CustomEvent} */ event) => this.branched(event)}></arbitre-match>`}</div></div>`;
  }

  shelved() {
    const { words } = this;
    return html`<h1>${words.games}</h1><ul class="shelf">${this.games.map(game => html`<li><a href=${`#game=${encodeURIComponent(game.name)}`}>${game.title}</a></li>`)}</ul>`;
  }

  setup() {
    const { words, game } = this;
    if (!game) return nothing;
    return html`<h1>${game.title}</h1>${game.text ? html`<p>${game.text}</p>` : nothing}
      ${this.scenario ? html`<p class="notice">${words.begins_with} ${this.called}${(/@(\d+)$/.exec(this.scenario) ?? []).slice(1).map(n => ` · ${words.picture} ${n}`)}</p>` : nothing}
      <form class="setup" @submit=${(/** @type {SubmitEvent} */ event) => { event.preventDefault(); this.started(/** @type {HTMLFormElement} */ (event.target), game); }}>
        <fieldset><legend>${words.who_plays}</legend>${game.sides.map((side, n) => html`<label>${side.title}
          <select name=${`side:${side.name}`}>${KINDS.map(kind => html`<option value=${kind} ?selected=${kind === (n ? "level3" : "human")}>${words[`kind_${kind}`]}</option>`)}</select></label>`)}</fieldset>
        <details><summary>${words.options}</summary>${game.options.map(option => html`<label>${option.title}
          ${option.choices ? html`<select name=${`option:${option.name}`}>${option.choices.map(choice => html`<option value=${choice.value} ?selected=${choice.value === option.default}>${choice.value === "true" ? words.yes : choice.value === "false" ? words.no : choice.title}</option>`)}</select>`
            : html`<input type="number" name=${`option:${option.name}`} min=${option.low ?? nothing} max=${option.high ?? nothing} step=${option.step ?? nothing} value=${option.default}>`}</label>`)}
          <label>${words.seed} <input type="number" name="seed" placeholder=${words.by_lot}></label></details>
        <button type="submit" class="primary">${words.play}</button></form>`;
  }

  /** @param {HTMLFormElement} form @param {Game} game */
  started(form, game) {
    /** @type {Record<string, string>} */ const sides = {};
    /** @type {Record<string, string>} */ const options = {};
    for (const [name, value] of new FormData(form)) {
      const [what, key] = name.split(":");
      if (what === "side") sides[key] = String(value);
      if (what === "option" && String(value) !== game.options.find(one => one.name === key)?.default) options[key] = String(value);
    }
    const seed = String(new FormData(form).get("seed") ?? "");
    this.start({ game: this.path ?? game.name, sides, options, ...(this.scenario ? { scenario: this.scenario } : {}), ...(seed ? { seed: Number(seed) } : {}) });
  }

  /** @type {string | undefined} */ path;
  /** What that scenario is called in the language of whoever reads. */ called = "";
}

customElements.define("arbitre-app", ArbitreApp);

/** The language of whoever reads. */
export function language() {
  const asked = new URLSearchParams(location.search).get("lang") ?? navigator.language;
  return asked.startsWith("fr") ? "fr" : "en";
}

/** @param {string} token */
export function beginProgram(token) {
  const app = /** @type {ArbitreApp} */ (document.createElement("arbitre-app"));
  document.querySelector("#app")?.replaceChildren(app);
  return app.begin(program(token), language());
}

if (document.querySelector("#app:not([data-host])")) {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given) {
    sessionStorage.setItem("arbitre-token", given);
    history.replaceState(null, "", location.pathname + location.search);
  }
  beginProgram(sessionStorage.getItem("arbitre-token") ?? "");
}
