/* A match on the screen: the board, what is asked, the story beside it. All it knows comes from a host in messages; what a rule is it
   does not know. */
// @ts-check
import { LitElement, html, nothing, repeat, live } from "./vendor/lit.js";
import "./board.js";
import { reasons } from "./dice.js";
import { Host, Refusal } from "./host.js";
import { download, packed } from "./share.js";

/** @import { View, Layout, Option, Piece, Action, Target, Mark, Arrow, Turn, Scene, Why, Match, Sentence, Meaning, Question } from "./types.js" */
/** @import { ArbitreBoard } from "./board.js" */

const PAUSE = 380; // milliseconds between what bots do
const MANY = 14; // answers above which a list that stands on the board is folded

export class ArbitreMatch extends LitElement {
  static properties = {
    view: { state: true }, shown: { state: true }, why: { state: true }, message: { state: true }, busy: { state: true }, chosen: { state: true },
    actions: { state: true }, several: { state: true }, cover: { state: true }, lines: { state: true }, confirm: { state: true }, playing: { state: true },
    foreseen: { state: true }, thinking: { state: true }, waits: { state: true },
  };

  constructor() {
    super();
    /** @type {Host | null} */ this.host = null;
    /** @type {Record<string, string>} */ this.words = {};
    /** @type {Match | null} */ this.match = null;
    /** @type {View | null} */ this.view = null;
    /** @type {Map<string, Layout>} */ this.layouts = new Map();
    /** @type {Turn[]} */ this.turns = [];
    this.viewer = "";
    /** The sentence whose board is shown, by its place in the story; -1 for now. */
    this.shown = -1;
    /** @type {Scene | null} */ this.then = null;
    /** @type {Why | null} */ this.why = null;
    this.message = "";
    this.busy = false;
    /** The piece that was chosen, and what it can do. */
    this.chosen = "";
    /** @type {Action[]} */ this.actions = [];
    /** What a click may mean. @type {{ title: string, beside?: string, does: () => void }[]} */ this.several = [];
    /** @type {{ seat: string, title: string } | null} */ this.cover = null;
    /** @type {string[]} */ this.lines = [];
    /** @type {{ line: string, asks: string } | null} */ this.confirm = null;
    this.playing = false;
    this.thinking = "";
    /** @type {Map<number, Option>} */ this.foreseen = new Map();
    /** Where a clause stands in the handbook. @type {(clause: string) => string} */ this.handbook = () => "";
    this.shareable = false;
    this.closed = false;
    this.hovered = -1;
    /** What is waited for, as long as only the board of the start is shown. */ this.waits = "";
  }

  createRenderRoot() { return this; }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.closed = true;
    if (this.host && this.match) this.host.ask("close", { table: this.match.table }).catch(() => undefined);
  }

  /** Shows the board of a match that is about to begin. @param {import("./types.js").Start} start @param {Record<string, string>} words */
  foreshow(start, words) {
    if (this.match) return;
    this.words = words;
    this.layouts = new Map(Object.entries(start.layouts));
    this.view = { ...start, version: 2, viewer: "", story: { from: 0, turns: [] }, questions: [], waiting: [], sheet: {}, undo: false, next: {}, bots: false };
  }

  /** Begins to show a match that a host has opened. @param {Host} host @param {Match} match @param {Record<string, string>} words
   * @param {string} [viewer] who sits at the screen already */
  async open(host, match, words, viewer) {
    const layouts = this.match ? new Map() : this.layouts; // those of the board that was shown before it began
    Object.assign(this, { host, match, words, turns: [], layouts, shown: -1, closed: false, busy: false, lines: [], why: null, then: null, cover: null });
    this.viewer = viewer ?? match.seats.find(seat => seat.plays === "human")?.name ?? "referee";
    await this.go("view", {});
  }

  // ------------------------------------------------------------------------------------ messages

  /** @param {string} what @param {Record<string, unknown>} parts */
  tell(what, parts) {
    if (!this.host || !this.match) throw new Error("no match is open");
    return this.host.ask(what, { table: this.match.table, as: this.viewer, have: [...this.layouts.keys()], ...parts });
  }

  /** Does something that changes the match, and shows what came of it. @param {string} what @param {Record<string, unknown>} parts */
  async go(what, parts) {
    if (this.busy) return;
    const { match } = this; // another may be opened meanwhile: what is answered about this one is then of no use
    this.busy = true;
    this.several = [];
    this.confirm = null;
    const since = what === "undo" || what === "line" ? 0 : Math.max(0, this.turns.length - 1);
    try {
      const view = await this.tell(what, { since, ...parts });
      if (match !== this.match) return;
      this.take(view);
      this.message = "";
    } catch (error) {
      if (match !== this.match) return;
      this.refused(error);
      if (error instanceof Refusal && ["ended", "unknown", "illegal"].includes(error.code)) {
        try { this.take(await this.tell("view", { since: 0 })); } catch (again) { this.refused(again); }
      }
    } finally {
      if (match === this.match) this.busy = false;
    }
    await this.follow();
  }

  /** @param {unknown} error */
  refused(error) {
    this.message = error instanceof Error ? error.message : String(error);
    if (!(error instanceof Refusal)) console.error(error);
  }

  /** @param {View} view */
  take(view) {
    for (const [key, layout] of Object.entries(view.layouts)) this.layouts.set(key, layout);
    this.turns.splice(view.story.from, this.turns.length, ...view.story.turns);
    this.view = view;
    this.viewer = view.viewer;
    this.chosen = "";
    this.choosing = null;
    this.actions = [];
    this.foreseen = new Map();
    if (this.shown >= 0) { this.shown = -1; this.then = null; this.why = null; }
    if (view.said) {
      this.lines = view.said.lines;
      if (view.said.asks) this.confirm = { line: this.typed, asks: view.said.asks };
      else if (!view.said.lines.length) this.typed = "";
    }
  }

  typed = "";

  /** The piece whose actions are being asked for. @type {{ piece: string, done: Promise<void> } | null} */
  choosing = null;

  /** What comes by itself: bots, whoever is next at the screen, what stands beside the answers. */
  async follow() {
    const view = this.view;
    if (!view || this.closed) return;
    if (view.bots) {
      this.thinking = view.waiting.find(one => one.plays !== "human")?.title ?? "";
      if (!matchMedia("(prefers-reduced-motion: reduce)").matches) await new Promise(done => setTimeout(done, PAUSE));
      if (!this.closed && view === this.view) await this.go("bots", { seconds: 0.15 });
      return;
    }
    this.thinking = "";
    const { seat, title, hide } = view.next;
    if (seat && seat !== this.viewer) {
      if (hide) this.cover = { seat, title: title ?? seat };
      else { this.viewer = seat; await this.go("view", { since: 0 }); }
      return;
    }
    await this.foresee();
  }

  async foresee() {
    const asked = this.question;
    if (!asked) return;
    const actors = new Set(asked.options.flatMap(option => (option.actors ?? []).map(one => one.piece)));
    const only = asked.acts && actors.size === 1 ? [...actors][0] : undefined;
    try {
      if (only) await this.choose(only, false);
      const found = await this.tell("foresee", {});
      if (found.options && found.question === this.question?.id) this.foreseen = new Map(found.options.map((/** @type {Option} */ one) => [one.n, one]));
    } catch (error) {
      this.refused(error);
    }
  }

  async reveal() {
    if (!this.cover) return;
    this.viewer = this.cover.seat;
    this.cover = null;
    this.turns = [];
    await this.go("reveal", { since: 0 });
  }

  // ------------------------------------------------------------------------------------ what is asked

  /** @returns {Question | undefined} */
  get question() { return this.cover ? undefined : this.view?.questions[0]; }

  /** @param {Option} option */
  answer(option) {
    const asked = this.question;
    if (asked) this.go("answer", { answers: [[asked.decision, option.key]] });
  }

  /** @param {Action} action @param {Target} [target] */
  act(action, target) {
    this.go("answer", { answers: [...action.answers, ...(target ? [[target.decision, target.key]] : [])] });
  }

  /** Chooses a piece, to see what it can do. @param {string} piece @param {boolean} [again] whether a second choice lets it go */
  async choose(piece, again = true) {
    if (again && this.chosen === piece) { this.leave(); return; }
    // Who clicks on a piece that is being chosen already, as the only one that may act is, does not let it go.
    if (this.choosing?.piece !== piece) this.choosing = { piece, done: this.reach(piece) };
    await this.choosing.done;
  }

  /** @param {string} piece */
  async reach(piece) {
    try {
      const found = await this.tell("reach", { piece });
      this.chosen = found.actions.length ? piece : "";
      this.actions = found.actions;
    } catch (error) {
      this.refused(error);
    } finally {
      if (this.choosing?.piece === piece) this.choosing = null;
    }
  }

  leave() {
    this.several = [];
    if (this.chosen) { this.chosen = ""; this.actions = []; }
  }

  /** @param {Meaning} what @param {string} board @param {number} cell */
  stands(what, board, cell) {
    if (what.cell !== undefined) return what.board === board && what.cell === cell;
    return what.piece !== undefined && this.scene?.boards.some(one => one.name === board && one.pieces.some(piece => piece.id === what.piece && piece.cell === cell));
  }

  /** What a click on a cell may mean. @param {string} board @param {number} cell */
  meanings(board, cell) {
    const asked = this.question;
    /** @type {{ title: string, beside?: string, does: () => void }[]} */ const out = [];
    if (!asked) return out;
    for (const action of this.actions)
      for (const target of action.targets)
        if (this.stands(target, board, cell)) out.push({ title: action.title || target.title, beside: target.beside, does: () => this.act(action, target) });
    if (out.length) return out;
    if (!asked.acts) {
      for (const option of asked.options)
        if (this.stands(option, board, cell)) out.push({ title: option.title, beside: this.foreseen.get(option.n)?.beside, does: () => this.answer(option) });
      if (out.length) return out;
    } else {
      const actors = new Set(asked.options.flatMap(option => (option.actors ?? []).map(one => one.piece)));
      for (const piece of this.scene?.boards.find(one => one.name === board)?.pieces ?? [])
        if (piece.cell === cell && actors.has(piece.id)) out.push({ title: piece.name, does: () => { this.several = []; this.choose(piece.id); } });
    }
    return out;
  }

  /** @param {CustomEvent} event */
  clicked(event) {
    if (this.shown >= 0 || this.busy) return;
    const found = this.meanings(event.detail.board, event.detail.cell);
    if (found.length === 1) found[0].does();
    else if (found.length) this.several = found;
    else this.leave();
  }

  /** @param {CustomEvent} event */
  async dropped(event) {
    const { piece, cell, board } = event.detail;
    const asked = this.question;
    if (!asked || this.busy) return;
    if (this.chosen !== piece.id) await this.choose(piece.id, false);
    const found = this.meanings(board, cell);
    if (found.length === 1) found[0].does();
    else if (found.length) this.several = found;
    else {
      const place = this.layoutOf(board)?.cells[cell]?.name ?? "";
      this.line(`${piece.name} ${place}`);
    }
  }

  /** @param {string} board */
  layoutOf(board) {
    const found = this.scene?.boards.find(one => one.name === board);
    return found ? this.layouts.get(found.layout) : undefined;
  }

  /** Carries out a typed line. @param {string} line @param {string} [reply] */
  line(line, reply) {
    this.typed = line;
    this.lines = [];
    return this.go("line", { line, ...(reply ? { reply } : {}) });
  }

  // ------------------------------------------------------------------------------------ the story

  /** @returns {Sentence[]} */
  get sentences() { return this.turns.flatMap(turn => turn.sentences.filter(one => one.events.length)); }

  /** @returns {Scene | null} */
  get scene() { return this.shown >= 0 && this.then ? this.then : this.view?.scene ?? null; }

  /** Shows the board after a sentence, and why. @param {number} at @param {boolean} [ask] */
  async look(at, ask = true) {
    const sentence = this.sentences[at];
    if (!sentence || at < 0) { this.now(); return; }
    try {
      const found = await this.tell("at", { event: sentence.events.at(-1) });
      for (const [key, layout] of Object.entries(found.layouts)) this.layouts.set(key, layout);
      this.then = found.scene;
      this.shown = at;
      this.why = ask ? await this.tell("why", { event: sentence.number }) : null;
    } catch (error) {
      this.refused(error);
    }
  }

  now() {
    this.shown = -1;
    this.then = null;
    this.why = null;
    this.playing = false;
  }

  /** Another match goes on from the moment that is shown. */
  async branch() {
    const sentence = this.sentences[this.shown];
    if (!sentence) return;
    try {
      const match = await this.tell("branch", { event: sentence.events.at(-1) });
      this.dispatchEvent(new CustomEvent("branch", { detail: { match, viewer: this.viewer } }));
    } catch (error) {
      this.refused(error);
    }
  }

  async play() {
    this.playing = !this.playing;
    let at = this.shown >= 0 ? this.shown : -1;
    while (this.playing && ++at < this.sentences.length) {
      await this.look(at, false);
      await new Promise(done => setTimeout(done, 700));
    }
    this.playing = false;
  }

  // ------------------------------------------------------------------------------------ keeping

  async keep() {
    const { save } = await this.tell("save", {});
    download(`${this.match?.game ?? "match"}.json`, save);
  }

  async share() {
    const { save } = await this.tell("save", {});
    const link = new URL(location.href);
    link.hash = `match=${await packed(save)}`;
    try {
      await navigator.clipboard.writeText(link.href);
      this.message = this.words.copied;
    } catch {
      this.message = link.href;
    }
  }

  async hint() {
    this.busy = true;
    this.thinking = this.words.thinking_hint;
    try { this.lines = (await this.tell("hint", {})).lines; } catch (error) { this.refused(error); }
    this.thinking = "";
    this.busy = false;
  }

  // ------------------------------------------------------------------------------------ what is drawn

  updated() {
    const scene = this.scene;
    if (!scene) return;
    const told = this.querySelector(".sentences");
    if (told && this.shown < 0 && this.lengthTold !== this.sentences.length) told.scrollTop = told.scrollHeight;
    this.lengthTold = this.sentences.length;
    for (const swatch of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll(".swatch")))
      swatch.style.backgroundColor = scene.sides[Number(swatch.dataset.side)]?.colour ?? "";
    for (const board of scene.boards) {
      const element = /** @type {ArbitreBoard | null} */ (this.querySelector(`arbitre-board[data-board="${CSS.escape(board.name)}"]`));
      const layout = this.layouts.get(board.layout);
      if (!element || !layout) continue;
      element.words = this.words;
      element.drags = piece => this.shown < 0 && !this.busy && this.movable(piece);
      element.show(board, layout);
      element.mark(this.shown < 0 ? this.marks(board.name) : new Map());
      element.arrows(this.arrows(board.name));
    }
  }

  /** @param {Piece} piece */
  movable(piece) {
    const asked = this.question;
    if (!asked) return false;
    if (this.chosen === piece.id) return true;
    const who = asked.acts ? asked.options.flatMap(option => option.actors ?? []) : asked.options;
    return who.some(one => one.piece === piece.id);
  }

  /** What is marked of a board. @param {string} board @returns {Map<number, Mark>} */
  marks(board) {
    /** @type {Map<number, Mark>} */ const out = new Map();
    const asked = this.question;
    const pieces = this.scene?.boards.find(one => one.name === board)?.pieces ?? [];
    const where = new Map(pieces.map(piece => [piece.id, piece.cell]));
    /** @param {Meaning} what */
    const at = what => what.board === board ? what.cell : what.piece !== undefined ? where.get(what.piece) : undefined;
    if (!asked) return out;
    if (asked.acts)
      for (const actor of asked.options.flatMap(option => option.actors ?? [])) {
        const cell = at(actor);
        if (cell !== undefined) out.set(cell, { kind: "actor" });
      }
    else if (!this.actions.length)
      for (const option of asked.options) {
        const cell = at(option);
        const more = this.foreseen.get(option.n);
        if (cell !== undefined) out.set(cell, { kind: "offer", chance: more?.chance, said: more?.beside });
      }
    for (const action of this.actions)
      for (const target of action.targets) {
        const cell = at(target);
        const said = [out.get(cell ?? -1)?.kind === "target" ? out.get(cell ?? -1)?.said : "", `${action.title} ${target.beside ?? ""}`.trim()].filter(Boolean).join("; ");
        if (cell !== undefined) out.set(cell, { kind: "target", chance: target.chance, said });
      }
    const chosen = this.chosen ? where.get(this.chosen) : undefined;
    if (chosen !== undefined) out.set(chosen, { kind: "chosen" });
    return out;
  }

  /** Arrows of orders that are written down, else of what the sentence that is shown moved. @param {string} board @returns {Arrow[]} */
  arrows(board) {
    const where = new Map((this.scene?.boards.find(one => one.name === board)?.pieces ?? []).map(piece => [piece.id, piece.cell]));
    if (this.shown >= 0) {
      const moves = (this.sentences[this.shown]?.moves ?? []).filter(move => move.board === board);
      return moves.flatMap((move, n) => {
        const before = moves.slice(0, n).findLast(one => one.piece === move.piece)?.to;
        return before === undefined ? [] : [{ from: before, to: move.to, kind: /** @type {const} */ ("moved") }];
      });
    }
    return (this.view?.sheet.orders ?? []).flatMap(order => {
      const spots = order.said.map(one => one.board === board ? one.cell : one.piece ? where.get(one.piece) : undefined).filter(spot => spot !== undefined);
      return spots.slice(1).map((to, n) => ({ from: /** @type {number} */ (spots[n]), to: /** @type {number} */ (to), kind: /** @type {const} */ ("ordered") }));
    });
  }

  render() {
    const { view, words } = this;
    if (!view) return html`<p class="notice" role="status">${this.message || words.loading}</p>`;
    if (this.cover) return html`<div class="cover" role="dialog" aria-modal="true" aria-label=${words.hand_over}>
      <p>${words.only_you.replace("{who}", this.cover.title)}</p>
      <button type="button" class="primary" autofocus @click=${() => this.reveal()}>${words.show}</button></div>`;
    const scene = /** @type {Scene} */ (this.scene);
    return html`<div class="match ${this.shown >= 0 ? "past" : ""}">
      <div class="match-board">
        <header class="match-head">
          <h1>${view.title}</h1>
          <ul class="sides">${scene.sides.map((side, n) => html`<li><span class="swatch" data-side=${n}></span>${side.title}</li>`)}</ul>
        </header>
        ${scene.counts.length ? html`<ul class="counts">${scene.counts.map(one => html`<li>${one.of ? html`<b>${one.of}</b> ` : nothing}${one.said}</li>`)}</ul>` : nothing}
        ${repeat(scene.boards, board => board.name, board => html`<arbitre-board data-board=${board.name}
          @cell=${(/** @type {CustomEvent} */ event) => this.clicked(event)} @drop=${(/** @type {CustomEvent} */ event) => this.dropped(event)}
          @lift=${(/** @type {CustomEvent} */ event) => { if (this.chosen !== event.detail.piece.id) this.choose(event.detail.piece.id, false); }}
          @over=${(/** @type {CustomEvent} */ event) => this.over(event)} @leave=${() => this.leave()}></arbitre-board>`)}
        <p class="under-board" aria-hidden="true"></p>
        <details class="legend"><summary>${words.legend}</summary>${scene.boards.map(board => this.legend(board.layout))}</details>
      </div>
      <div class="match-side">
        <div class="asked" aria-live="polite" aria-atomic="false">${this.asked()}</div>
        ${this.sheet()}
        ${this.typing()}
        ${this.told()}
      </div></div>`;
  }

  hoverSaid = "";
  lengthTold = 0;

  /** @param {CustomEvent} event */
  over(event) {
    const layout = this.layoutOf(event.detail.board), cell = layout?.cells[event.detail.cell];
    this.hovered = event.detail.cell;
    const pieces = cell ? (this.scene?.boards.find(one => one.name === event.detail.board)?.pieces ?? []).filter(piece => piece.cell === cell.id && piece.name) : [];
    const mark = cell && this.shown < 0 ? this.marks(event.detail.board).get(cell.id) : undefined;
    this.hoverSaid = cell ? [cell.name, cell.ground, ...(cell.zones ?? []), ...pieces.map(piece => [piece.name, ...(piece.about ?? [])].join(", ")), mark?.said].filter(Boolean).join(" · ") : "";
    const line = this.querySelector(".under-board");
    if (line) line.textContent = this.hoverSaid;
  }

  /** @param {string} key */
  legend(key) {
    const found = this.layouts.get(key)?.legend;
    return found?.svg ? html`<img alt="" src=${`data:image/svg+xml;utf8,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${found.box.join(" ")}" width="${found.box[2]}" height="${found.box[3]}" font-family="DejaVu Sans, Verdana, sans-serif">${found.svg}</svg>`)}`}>` : nothing;
  }

  asked() {
    const { words, view, message } = this, asked = this.question;
    const scene = /** @type {Scene} */ (view?.scene);
    if (!this.match) return html`<p class="notice" role="status"><span class="dots" aria-hidden="true"></span>${this.waits}</p>`;
    return html`
      ${message ? html`<p class="refusal" role="alert">${message}</p>` : nothing}
      ${this.shown >= 0 ? html`<p class="notice">${words.past} <button type="button" @click=${() => this.now()}>${words.now}</button> <button type="button" @click=${() => this.branch()}>${words.play_on}</button></p>` : nothing}
      ${scene.over ? html`<p class="ending">${scene.ending}</p>` : nothing}
      ${this.thinking ? html`<p class="notice thinking"><span class="dots" aria-hidden="true"></span>${words.thinking.replace("{who}", this.thinking)}</p>` : nothing}
      ${this.shown < 0 && asked ? this.options(asked) : nothing}
      ${!asked && !scene.over && !this.thinking && view?.waiting.length ? html`<p class="notice">${words.waiting.replace("{who}", view.waiting.map(one => one.title).join(", "))}</p>` : nothing}
      <p class="does">
        ${view?.undo ? html`<button type="button" ?disabled=${this.busy} @click=${() => this.go("undo", {})}>${words.undo}</button>` : nothing}
        ${asked ? html`<button type="button" ?disabled=${this.busy} @click=${() => this.hint()}>${words.hint}</button>` : nothing}
        <button type="button" @click=${() => this.keep()}>${words.save}</button>
        ${this.shareable ? html`<button type="button" @click=${() => this.share()}>${words.share}</button>` : nothing}
      </p>`;
  }

  /** @param {Question} asked */
  options(asked) {
    const { words } = this;
    const onBoard = asked.options.filter(option => option.cell !== undefined || option.piece !== undefined);
    const shown = new Set(this.actions.map(action => action.action)); // they stand below the piece that is chosen
    const others = asked.options.filter(option => option.cell === undefined && option.piece === undefined && !(asked.acts && shown.has(option.key)));
    const list = (/** @type {Option[]} */ options) => html`<ul class="options">${repeat(options, option => option.key, option => this.option(asked, option))}</ul>`;
    return html`<p class="says">${asked.says}</p>
      ${asked.secret ? html`<p class="aside">${words.secret}</p>` : nothing}
      ${this.several.length ? html`<div class="several" role="group" aria-label=${words.which}><p>${words.which}</p><ul class="options">
        ${this.several.map(one => html`<li><button type="button" @click=${one.does}>${one.title}${one.beside ? html` <small>${one.beside}</small>` : nothing}</button></li>`)}</ul></div>` : nothing}
      ${this.actions.length ? this.chosenActions() : nothing}
      ${others.length ? list(others) : nothing}
      ${onBoard.length > MANY ? html`<p class="aside">${words.on_board}</p><details><summary>${words.all_answers.replace("{n}", String(onBoard.length))}</summary>${list(onBoard)}</details>` : onBoard.length ? list(onBoard) : nothing}`;
  }

  chosenActions() {
    const { words } = this;
    const name = this.scene?.boards.flatMap(board => board.pieces).find(piece => piece.id === this.chosen)?.name ?? "";
    return html`<div class="chosen"><p><b>${name}</b> ${this.actions.some(action => action.targets.some(target => target.cell !== undefined || target.piece !== undefined)) ? words.choose_target : ""}</p>
      <ul class="options">${this.actions.map(action => action.whole
        ? html`<li><button type="button" ?disabled=${this.busy} @click=${() => this.act(action)}>${action.title}</button></li>`
        : action.targets.length > MANY ? html`<li><details><summary>${action.title} (${action.targets.length})</summary><ul class="options">${action.targets.map(target => this.target(action, target))}</ul></details></li>`
          : action.targets.map(target => this.target(action, target, true)))}</ul></div>`;
  }

  /** @param {Action} action @param {Target} target @param {boolean} [named] */
  target(action, target, named) {
    const { words } = this;
    return html`<li><button type="button" ?disabled=${this.busy} @click=${() => this.act(action, target)}>${named && action.title ? html`${action.title}${words.colon}` : nothing}${target.title}${target.beside ? html` <small>${target.beside}</small>` : nothing}</button></li>`;
  }

  /** @param {Question} asked @param {Option} option */
  option(asked, option) {
    const beside = this.foreseen.get(option.n)?.beside;
    const who = asked.acts && (option.actors?.length ?? 0) > 1 ? html` <small>× ${option.actors?.length}</small>` : nothing;
    return html`<li><button type="button" class=${option.done || asked.default === option.n ? "usual" : ""} ?disabled=${this.busy} title=${option.text ?? ""} @click=${() => this.answer(option)}>
      ${option.label && option.label !== option.title ? html`<span class="label">${option.label}</span> ` : nothing}${option.done && this.view?.sheet.open ? this.words.send : option.title}${option.place ? html` <small>${option.place}</small>` : nothing}${beside ? html` <small>${beside}</small>` : nothing}${who}</button></li>`;
  }

  sheet() {
    const { words } = this, sheet = this.view?.sheet ?? {};
    if (!sheet.open && !sheet.sent) return nothing;
    return html`<section class="sheet" aria-label=${words.sheet}><h2>${words.sheet}</h2>
      ${sheet.orders?.length ? html`<ol>${sheet.orders.map((order, n) => html`<li>${order.title}${order.said.length ? html`${words.colon}${order.said.map(one => one.title).join(", ")}` : nothing}
        ${sheet.open ? html`<button type="button" class="small" aria-label=${`${words.strike}${words.colon}${order.title}`} @click=${() => this.go("strike", { order: n })}>✕</button>` : nothing}</li>`)}</ol>` : html`<p class="aside">${words.sheet_empty}</p>`}
      ${sheet.sent ? html`<p>${words.sent} <button type="button" @click=${() => this.go("withdraw", {})}>${words.withdraw}</button></p>` : nothing}</section>`;
  }

  typing() {
    const { words } = this;
    if (!this.question && !this.lines.length) return nothing;
    return html`<form class="typing" @submit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      const said = /** @type {HTMLInputElement} */ (this.querySelector(".typing input")).value.trim();
      if (said) this.line(said);
    }}>
      ${this.confirm ? html`<p class="confirm">${this.confirm.asks} <button type="button" @click=${() => this.line(this.confirm?.line ?? "", words.yes)}>${words.yes}</button> <button type="button" @click=${() => { this.confirm = null; }}>${words.no}</button></p>` : nothing}
      <label><span class="hidden">${words.line}</span><input type="text" autocomplete="off" spellcheck="false" placeholder=${words.line} .value=${live(this.typed)} ?disabled=${!this.question} @input=${(/** @type {InputEvent} */ event) => { this.typed = /** @type {HTMLInputElement} */ (event.target).value; }}></label>
      ${this.lines.length ? html`<div class="answer-lines" role="status">${this.lines.map(line => html`<p>${line.trim()}</p>`)}</div>` : nothing}</form>`;
  }

  timeline() {
    const { words } = this, every = this.sentences;
    if (every.length < 2) return nothing;
    const at = this.shown < 0 ? every.length - 1 : this.shown;
    return html`<div class="timeline">
      <button type="button" aria-label=${words.back} title=${words.back} @click=${() => this.look(Math.max(0, at - 1))}>◀</button>
      <input type="range" min="0" max=${every.length - 1} .value=${live(String(at))} aria-label=${words.timeline} aria-valuetext=${every[at]?.text ?? ""}
        @change=${(/** @type {Event} */ event) => { const to = Number(/** @type {HTMLInputElement} */ (event.target).value); if (to === every.length - 1) this.now(); else this.look(to); }}>
      <button type="button" aria-label=${words.forth} title=${words.forth} @click=${() => at + 1 >= every.length ? this.now() : this.look(at + 1)}>▶</button>
      <button type="button" aria-pressed=${String(this.playing)} @click=${() => this.play()}>${this.playing ? words.stop : words.replay}</button></div>`;
  }

  told() {
    const { words } = this;
    let at = -1;
    const told = this.turns.some(turn => turn.heading || turn.sentences.length);
    return html`<section class=${told ? "story" : "story untold"} aria-label=${words.story}><h2>${words.story}</h2>
      ${this.timeline()}
      <div class="sentences" tabindex="0" role="log" aria-label=${words.story}>${this.turns.map(turn => html`
        ${turn.heading ? html`<h3>${turn.heading}</h3>` : nothing}
        ${turn.sentences.map(sentence => {
          if (!sentence.events.length) return html`<p class="step">${sentence.text}</p>`;
          const mine = ++at;
          return html`<button type="button" class="sentence ${sentence.kind} depth-${Math.min(3, sentence.depth)}" aria-current=${this.shown === mine ? "true" : "false"}
            @click=${() => this.shown === mine ? this.now() : this.look(mine)}>${sentence.text}</button>
            ${this.shown === mine && this.why ? reasons(this.why, words, this.handbook) : nothing}`;
        })}`)}</div></section>`;
  }
}

customElements.define("arbitre-match", ArbitreMatch);
