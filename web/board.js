/* One board: what lies still, the cells to be pointed at, what stands there. It is drawn by the host; here it is shown, moved about in,
   clicked, dragged over and walked through by keys. Nothing here knows a game. */
// @ts-check

/** @import { Board, Layout, Mark, Arrow, Piece } from "./types.js" */

const SVG = "http://www.w3.org/2000/svg";
const FAR = 6; // pixels a finger moves before it drags
const LEGIBLE = 6; // pixels of letters below which nobody reads them: they are left out until one looks closer
const SMALL = 26; // pixels of a cell below which a finger misses it
const STEP = 320; // milliseconds a piece takes to move
const KEYS = new Map(Object.entries({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }));

/** The nodes of a piece of SVG. @param {string} text @returns {Node[]} */
export function drawn(text) {
  const root = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${text}</svg>`, "image/svg+xml").documentElement;
  return root.nodeName === "svg" ? [...root.childNodes].map(node => document.importNode(node, true)) : [];
}

/** @param {string} name @param {Record<string, string | number>} [attributes] */
function make(name, attributes = {}) {
  const out = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) out.setAttribute(key, String(value));
  return out;
}

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class ArbitreBoard extends HTMLElement {
  /** @type {Board | null} */ board = null;
  /** @type {Layout | null} */ layout = null;
  /** @type {Map<number, Mark>} */ marks = new Map();
  /** @type {Record<string, string>} */ words = {};
  /** May pieces be dragged? @type {(piece: Piece) => boolean} */ drags = () => false;
  #floor = /** @type {number | null} */ (null);
  #follows = true; // shows the floor, and on small screens the part of it, where something may be done
  #zoom = 1;
  #at = { x: 0, y: 0 };
  #focused = -1;
  #cells = /** @type {SVGElement[]} */ ([]);
  #labels = /** @type {string[]} */ ([]);
  #pieces = new Map(/** @type {[string, { group: SVGElement, piece: Piece }][]} */ ([]));
  #pointers = new Map(/** @type {[number, PointerEvent][]} */ ([]));
  #drag = /** @type {{ piece: Piece, group: SVGElement, x: number, y: number, moved: boolean } | null} */ (null);
  #panned = false;
  #texts = /** @type {{ text: SVGTextElement, size: number, seen: boolean }[]} */ ([]); // what is written on the board
  #held = { width: 0, height: 0 }; // the frame while the picture is moved in it

  constructor() {
    super();
    this.view = document.createElement("div");
    this.view.className = "board-view";
    this.tabs = document.createElement("div");
    this.tabs.className = "board-tabs";
    this.tools = document.createElement("div");
    this.tools.className = "board-tools";
    this.root = make("svg", { class: "board-svg" });
    this.ground = make("g", { class: "ground", "aria-hidden": "true" });
    this.under = make("g", { class: "marks", "aria-hidden": "true" });
    this.over = make("g", { class: "pieces", "aria-hidden": "true" });
    this.notes = make("g", { class: "notes", "aria-hidden": "true" });
    this.lines = make("g", { class: "arrows", "aria-hidden": "true" });
    this.field = make("g", { class: "cells" });
    this.root.append(this.ground, this.under, this.lines, this.over, this.notes, this.field);
    this.view.append(this.root);
  }

  connectedCallback() {
    if (this.childElementCount) return;
    const bar = document.createElement("div");
    bar.className = "board-bar";
    bar.append(this.tabs, this.tools);
    this.append(bar, this.view);
    this.view.addEventListener("pointerdown", event => this.#down(event));
    this.view.addEventListener("pointermove", event => this.#moved(event));
    for (const name of ["pointerup", "pointercancel"]) this.view.addEventListener(name, event => this.#up(/** @type {PointerEvent} */ (event)));
    this.view.addEventListener("wheel", event => { if (event.ctrlKey || event.metaKey || this.#zoom > 1) { event.preventDefault(); this.#zoomTo(this.#zoom * (event.deltaY < 0 ? 1.15 : 1 / 1.15), event.clientX, event.clientY); } }, { passive: false });
    this.field.addEventListener("keydown", event => this.#key(/** @type {KeyboardEvent} */ (event)));
    this.field.addEventListener("focusin", event => this.#focus(Number(/** @type {SVGElement} */ (event.target).dataset.cell), false));
    this.field.addEventListener("pointerover", event => this.#hover(/** @type {SVGElement} */ (event.target).dataset.cell));
    this.addEventListener("pointerleave", () => this.#hover(undefined));
    new ResizeObserver(() => this.#write(this.box[2])).observe(this.view);
  }

  // ------------------------------------------------------------------------------------ what is shown

  /** Shows a board; pieces that stood elsewhere move there. @param {Board} board @param {Layout} layout @param {boolean} [animate] */
  show(board, layout, animate = true) {
    if (layout !== this.layout) this.#lay(layout, board);
    this.board = board;
    this.#stand(board.pieces, animate && !still());
    this.#label();
  }

  /** @param {Layout} layout @param {Board} board */
  #lay(layout, board) {
    const same = this.layout !== null && this.layout.cells.length === layout.cells.length;
    this.layout = layout;
    this.ground.replaceChildren(...drawn(layout.svg));
    this.#texts = [...this.ground.querySelectorAll("text")].map(text => ({ text, size: Number(text.getAttribute("font-size")) || LEGIBLE, seen: true }));
    const focused = same ? this.#focused : -1;
    this.field.setAttribute("role", "group");
    this.field.setAttribute("aria-label", board.title || this.words.board || board.name);
    if (!same || this.#cells.length !== layout.cells.length) {
      this.#cells = layout.cells.map(cell => make("polygon", { "data-cell": cell.id, role: "button", tabindex: -1 }));
      this.field.replaceChildren(...this.#cells);
      this.#labels = [];
    }
    layout.cells.forEach((cell, n) => this.#cells[n].setAttribute("points", cell.corners.map(spot => spot.join(",")).join(" ")));
    if (!same) {
      this.#pieces.clear();
      this.over.replaceChildren();
      this.#zoom = 1;
      this.#at = { x: 0, y: 0 };
      const wide = Math.max(...layout.floors.map(floor => floor.box[2]));
      this.#follows = true;
      const first = layout.cells[board.pieces[0]?.cell ?? 0]?.floor;
      this.#floor = layout.floors.length > 1 && Math.max(layout.box[2], layout.box[3]) > 1.7 * wide ? first ?? layout.floors[0].id : null;
    }
    this.#focused = focused >= 0 ? focused : 0;
    this.#cells[this.#focused]?.setAttribute("tabindex", "0");
    this.#buttons();
    this.#frame();
  }

  #buttons() {
    const { layout, words } = this;
    if (!layout) return;
    /** @param {string} text @param {string} label @param {() => void} does @param {boolean} [on] */
    const button = (text, label, does, on) => {
      const out = document.createElement("button");
      out.type = "button"; out.textContent = text; out.title = label; out.setAttribute("aria-label", label);
      if (on !== undefined) out.setAttribute("aria-pressed", String(on));
      out.addEventListener("click", does);
      return out;
    };
    /** @param {number | null} floor */
    const go = floor => { this.#follows = false; this.#floor = floor; this.#zoom = 1; this.#at = { x: 0, y: 0 }; this.#buttons(); this.#frame(); };
    this.tabs.replaceChildren(...(layout.floors.length > 1 ? [
      button(words.all_floors ?? "∗", words.all_floors ?? "∗", () => go(null), this.#floor === null),
      ...layout.floors.map(floor => button(floor.title, floor.title, () => go(floor.id), this.#floor === floor.id)),
    ] : []));
    this.tools.replaceChildren(
      button("−", words.smaller ?? "−", () => { this.#follows = false; this.#zoomTo(this.#zoom / 1.4); }),
      button("+", words.larger ?? "+", () => { this.#follows = false; this.#zoomTo(this.#zoom * 1.4); }),
      button("⤢", words.whole_board ?? "⤢", () => { this.#follows = false; this.#zoom = 1; this.#at = { x: 0, y: 0 }; this.#frame(); }),
    );
  }

  /** The part of the picture that is shown. @returns {import("./types.js").Box} */
  get box() {
    const { layout } = this;
    if (!layout) return [0, 0, 1, 1];
    const floor = layout.floors.find(one => one.id === this.#floor);
    return floor ? floor.box : layout.box;
  }

  #frame() {
    const [x, y, wide, high] = this.box, box = `${x} ${y} ${wide} ${high}`;
    if (this.root.getAttribute("viewBox") !== box) {
      this.root.setAttribute("viewBox", box);
      this.view.style.setProperty("--shape", `${wide} / ${high}`);
      this.view.style.setProperty("--wide", `${Math.max(460, wide * 1.6)}px`);
      this.view.style.setProperty("--ratio", String(wide / high));
    }
    this.view.classList.toggle("zoomed", this.#zoom > 1);
    this.#place();
    this.#write(wide);
  }

  /** Leaves out what is written too small to be read. @param {number} wide what the frame shows across */
  #write(wide) {
    const scale = this.view.clientWidth / wide * this.#zoom;
    if (!scale) return;
    for (const one of this.#texts) {
      const seen = one.size * scale >= LEGIBLE;
      if (seen !== one.seen) { one.seen = seen; one.text.style.display = seen ? "" : "none"; }
    }
  }

  /** Where the picture lies in its frame; while it is moved, a frame costs nothing else. */
  #place() {
    this.root.style.transform = this.#zoom > 1 ? `translate(${this.#at.x}px, ${this.#at.y}px) scale(${this.#zoom})` : "";
  }

  /** @param {number} zoom @param {number} [x] @param {number} [y] */
  #zoomTo(zoom, x, y) {
    const frame = this.view.getBoundingClientRect();
    const [px, py] = [(x ?? frame.x + frame.width / 2) - frame.x, (y ?? frame.y + frame.height / 2) - frame.y];
    const next = Math.min(8, Math.max(1, zoom));
    this.#at = { x: px - (px - this.#at.x) * next / this.#zoom, y: py - (py - this.#at.y) * next / this.#zoom };
    this.#zoom = next;
    this.#within();
  }

  #within() {
    this.#bound(this.view.getBoundingClientRect());
    this.#frame();
  }

  /** Keeps the picture over its whole frame. @param {{ width: number, height: number }} frame */
  #bound({ width, height }) {
    this.#at.x = Math.min(0, Math.max(width * (1 - this.#zoom), this.#at.x));
    this.#at.y = Math.min(0, Math.max(height * (1 - this.#zoom), this.#at.y));
  }

  /** @param {Piece[]} pieces @param {boolean} animate */
  #stand(pieces, animate) {
    const cells = this.layout?.cells ?? [];
    const left = new Map(this.#pieces);
    for (const piece of pieces) {
      const before = left.get(piece.id);
      left.delete(piece.id);
      let group = before?.group;
      if (!group || before?.piece.svg !== piece.svg) {
        const fresh = make("g", { "data-piece": piece.id });
        fresh.append(...drawn(piece.svg));
        if (group) group.replaceWith(fresh);
        group = fresh;
      }
      this.over.append(group);
      this.#pieces.set(piece.id, { group, piece });
      if (animate && before && before.piece.cell !== piece.cell && !piece.sign && cells[before.piece.cell]) {
        const [from, to] = [cells[before.piece.cell].at, cells[piece.cell].at];
        group.animate([{ transform: `translate(${from[0] - to[0]}px, ${from[1] - to[1]}px)` }, { transform: "none" }], { duration: STEP, easing: "ease-in-out" });
      } else if (animate && !before) group.animate([{ opacity: 0 }, { opacity: 1 }], { duration: STEP });
    }
    for (const [id, { group }] of left) {
      this.#pieces.delete(id);
      group.remove();
    }
  }

  /** What stands on a cell. @param {number} cell @returns {Piece[]} */
  there(cell) {
    return (this.board?.pieces ?? []).filter(piece => piece.cell === cell && !piece.sign);
  }

  /** Marks cells. @param {Map<number, Mark>} marks */
  mark(marks) {
    this.marks = marks;
    const { layout } = this;
    if (!layout) return;
    const across = layout.cells[0]?.corners.map(spot => spot[0]) ?? [0, 40];
    const size = (Math.max(...across) - Math.min(...across)) / 2;
    /** @type {SVGElement[]} */ const fields = [];
    /** @type {SVGElement[]} */ const notes = [];
    for (const [id, mark] of marks) {
      const cell = layout.cells[id];
      if (!cell) continue;
      fields.push(make("polygon", { points: cell.corners.map(spot => spot.join(",")).join(" "), class: `mark ${mark.kind}` }));
      if (mark.chance) {
        const text = make("text", { x: cell.at[0], y: cell.at[1] + size * 0.3, class: "chance", "font-size": size * 0.6, "text-anchor": "middle" });
        text.textContent = mark.chance.replace(/\s/g, "");
        notes.push(text);
      }
    }
    this.under.replaceChildren(...fields);
    this.notes.replaceChildren(...notes);
    this.#label();
    if (marks.size) this.#attend([...marks].filter(([, mark]) => mark.kind !== "actor" || ![...marks.values()].some(one => one.kind !== "actor")).map(([id]) => id), size);
  }

  /** Shows where something may be done, unless somebody looks elsewhere. @param {number[]} ids @param {number} size half of a cell */
  #attend(ids, size) {
    const { layout } = this, cells = ids.map(id => layout?.cells[id]).filter(cell => cell !== undefined);
    if (!layout || !cells.length || !this.#follows) return;
    const floors = new Set(cells.map(cell => cell.floor));
    if (this.#floor !== null && floors.size === 1 && !floors.has(this.#floor)) { this.#floor = cells[0].floor; this.#zoom = 1; this.#buttons(); this.#frame(); }
    const frame = this.view.getBoundingClientRect(), [left, top, wide, high] = this.box;
    const scale = frame.width / wide, seen = cells.filter(cell => this.#floor === null || cell.floor === this.#floor);
    if (!frame.width || 2 * size * scale >= SMALL || !seen.length) return;
    const xs = seen.map(cell => cell.at[0]), ys = seen.map(cell => cell.at[1]);
    const spread = Math.max(Math.max(...xs) - Math.min(...xs) + 6 * size, (Math.max(...ys) - Math.min(...ys) + 6 * size) * wide / high);
    this.#zoom = Math.min(6, Math.max(1, Math.min(SMALL / (2 * size * scale) * 1.2, wide / spread)));
    const [x, y] = [(Math.min(...xs) + Math.max(...xs)) / 2 - left, (Math.min(...ys) + Math.max(...ys)) / 2 - top];
    this.#at = { x: frame.width / 2 - x * scale * this.#zoom, y: frame.height / 2 - y * scale * this.#zoom };
    this.#within();
  }

  /** Draws arrows from cell to cell. @param {Arrow[]} arrows */
  arrows(arrows) {
    const cells = this.layout?.cells ?? [];
    this.lines.replaceChildren(...arrows.filter(one => cells[one.from] && cells[one.to] && one.from !== one.to).flatMap(({ from, to, kind }) => {
      const [[x1, y1], [x2, y2]] = [cells[from].at, cells[to].at];
      const far = Math.hypot(x2 - x1, y2 - y1) || 1, [ux, uy] = [(x2 - x1) / far, (y2 - y1) / far];
      const [ex, ey] = [x2 - ux * 10, y2 - uy * 10];
      const line = make("path", { d: `M${x1},${y1} L${ex},${ey}`, class: `arrow ${kind}` });
      const head = make("path", { d: `M${x2},${y2} L${ex - ux * 3 - uy * 7},${ey - uy * 3 + ux * 7} L${ex - ux * 3 + uy * 7},${ey - uy * 3 - ux * 7} z`, class: `head ${kind}` });
      return [line, head];
    }));
  }

  #label() {
    const { layout, board, words } = this;
    if (!layout || !board) return;
    /** @type {Map<number, Piece[]>} */ const there = new Map();
    for (const piece of board.pieces) if (!piece.sign) there.set(piece.cell, [...(there.get(piece.cell) ?? []), piece]);
    layout.cells.forEach((cell, n) => {
      const mark = this.marks.get(cell.id);
      const pieces = (there.get(cell.id) ?? []).map(piece => [piece.name, ...(piece.about ?? [])].join(", "));
      const said = [cell.name, cell.ground, ...(cell.zones ?? []), ...pieces, mark ? [words[`mark_${mark.kind}`], mark.said].filter(Boolean).join(" ") : ""];
      const label = said.filter(Boolean).join(". ");
      if (this.#labels[n] !== label) {
        this.#labels[n] = label;
        this.#cells[n].setAttribute("aria-label", label);
      }
      const kind = mark ? `cell ${mark.kind}` : "cell";
      if (this.#cells[n].getAttribute("class") !== kind) this.#cells[n].setAttribute("class", kind);
    });
  }

  // ------------------------------------------------------------------------------------ keys

  /** @param {number} cell @param {boolean} move */
  #focus(cell, move = true) {
    if (!this.#cells[cell]) return;
    this.#cells[this.#focused]?.setAttribute("tabindex", "-1");
    this.#focused = cell;
    this.#cells[cell].setAttribute("tabindex", "0");
    if (move) {
      const floor = this.layout?.cells[cell].floor;
      if (this.#floor !== null && floor !== undefined && floor !== this.#floor) { this.#floor = floor; this.#buttons(); this.#frame(); }
      this.#cells[cell].focus({ preventScroll: this.#zoom > 1 });
    }
  }

  /** Puts the keyboard on a cell. @param {number} [cell] */
  enter(cell) {
    this.#focus(cell ?? [...this.marks.keys()][0] ?? this.#focused);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const way = KEYS.get(event.key);
    if (way && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      const next = this.#beside(way);
      if (next >= 0) this.#focus(next);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#say("cell", { cell: this.#focused });
    } else if (event.key === "Escape") this.#say("leave", {});
    else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      const marked = [...this.marks.keys()];
      if (marked.length) this.#focus(marked[(marked.indexOf(this.#focused) + (event.key === "Home" ? 1 : marked.length - 1 + Number(!marked.includes(this.#focused)))) % marked.length]);
    }
  }

  /** The nearest cell in a direction. @param {number[]} way */
  #beside(way) {
    const cells = this.layout?.cells ?? [], here = cells[this.#focused];
    let best = -1, least = Infinity;
    for (const cell of cells) {
      if (cell === here || (this.#floor !== null && cell.floor !== this.#floor)) continue;
      const [dx, dy] = [cell.at[0] - here.at[0], cell.at[1] - here.at[1]];
      const along = dx * way[0] + dy * way[1], aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
      if (along > 1 && aside <= along * 1.8 + 1 && along + 2 * aside < least) [best, least] = [cell.id, along + 2 * aside];
    }
    return best;
  }

  // ------------------------------------------------------------------------------------ pointers

  /** @param {string} name @param {object} detail */
  #say(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail: { board: this.board?.name, ...detail }, bubbles: true }));
  }

  /** @param {string | undefined} cell */
  #hover(cell) {
    if (this.view.classList.contains("panning")) return;
    this.#say("over", { cell: cell === undefined ? -1 : Number(cell) });
  }

  /** The cell below a place of the screen. @param {number} x @param {number} y */
  #cellAt(x, y) {
    const found = document.elementsFromPoint(x, y).find(one => one.parentNode === this.field);
    return found ? Number(/** @type {SVGElement} */ (found).dataset.cell) : -1;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button) return;
    this.#pointers.set(event.pointerId, event);
    this.#panned = false;
    const cell = this.#cellAt(event.clientX, event.clientY);
    const piece = this.there(cell).find(one => this.drags(one));
    const held = piece ? this.#pieces.get(piece.id) : undefined;
    if (piece && held && this.#pointers.size === 1) {
      this.#drag = { piece, group: held.group, x: event.clientX, y: event.clientY, moved: false };
      this.view.setPointerCapture(event.pointerId);
    } else this.#drag = null;
  }

  /** @param {PointerEvent} event */
  #moved(event) {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    if (this.#drag) {
      const drag = this.#drag, [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
      if (!drag.moved && Math.hypot(dx, dy) < FAR) return;
      if (!drag.moved) { drag.moved = true; this.#say("lift", { piece: drag.piece }); this.over.append(drag.group); drag.group.classList.add("lifted"); }
      const scale = this.root.getBoundingClientRect().width / this.box[2];
      drag.group.style.transform = `translate(${dx / scale}px, ${dy / scale}px)`;
      return;
    }
    const others = [...this.#pointers].filter(([id]) => id !== event.pointerId).map(([, one]) => one);
    if (others.length === 1) {
      const other = others[0];
      const was = Math.hypot(before.clientX - other.clientX, before.clientY - other.clientY), is = Math.hypot(event.clientX - other.clientX, event.clientY - other.clientY);
      this.#panned = true;
      this.#follows = false;
      if (was > 0) this.#zoomTo(this.#zoom * is / was, (event.clientX + other.clientX) / 2, (event.clientY + other.clientY) / 2);
    } else if (this.#zoom > 1) {
      const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
      if (!this.#panned && Math.hypot(dx, dy) < FAR) return;
      if (!this.#panned) { // a layer of its own is moved, not drawn again, as long as the finger is down
        this.#panned = true;
        this.#follows = false;
        this.#held = this.view.getBoundingClientRect();
        this.view.classList.add("panning");
      }
      this.#at.x += dx; this.#at.y += dy;
      this.#bound(this.#held);
      this.#place();
    } else return;
    this.#pointers.set(event.pointerId, event);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const known = this.#pointers.delete(event.pointerId);
    if (!this.#pointers.size) this.view.classList.remove("panning");
    const drag = this.#drag;
    this.#drag = null;
    if (!known) return;
    const cell = this.#cellAt(event.clientX, event.clientY);
    if (drag?.moved) {
      drag.group.style.transform = "";
      drag.group.classList.remove("lifted");
      if (event.type === "pointerup" && cell >= 0 && cell !== drag.piece.cell) this.#say("drop", { piece: drag.piece, cell });
      else this.#say("leave", {});
      return;
    }
    if (event.type === "pointerup" && !this.#panned && cell >= 0 && !this.#pointers.size) {
      this.#focus(cell, false);
      this.#say("cell", { cell });
    }
  }
}

customElements.define("arbitre-board", ArbitreBoard);
