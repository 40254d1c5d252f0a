/* Dice drawn as dice, and why something happened. */
// @ts-check
import { html, svg, nothing } from "./vendor/lit.js";

/** @import { Account, Throw, Why } from "./types.js" */

const SPOTS = /** @type {Record<number, [number, number][]>} */ ({
  1: [[12, 12]], 2: [[6, 6], [18, 18]], 3: [[6, 6], [12, 12], [18, 18]], 4: [[6, 6], [18, 6], [6, 18], [18, 18]],
  5: [[6, 6], [18, 6], [12, 12], [6, 18], [18, 18]], 6: [[6, 5], [18, 5], [6, 12], [18, 12], [6, 19], [18, 19]],
});

/** One die: a cube with its spots, or its number. @param {number} face @param {number} size */
export function die(face, size) {
  const spots = size === 6 ? SPOTS[face] : undefined;
  return html`<svg class="die" viewBox="0 0 24 24" role="img" aria-label=${String(face)}>
    <rect x="1" y="1" width="22" height="22" rx="4" class="die-body"></rect>
    ${spots ? spots.map(([x, y]) => svg`<circle cx=${x} cy=${y} r="2.2" class="die-spot"></circle>`)
    : svg`<text x="12" y="16.5" text-anchor="middle" font-size="12" class="die-text">${face}</text>`}</svg>`;
}

/** @param {Throw} one */
function thrown(one) {
  const added = (one.added ?? []).filter(part => part.amount);
  return html`<p class="throw"><span class="throw-name">${one.title}</span>
    ${one.faces.map((face, n) => die(face, one.sizes[n] ?? 6))}
    ${added.map(part => html`<span class="term" title=${part.title}>${part.amount > 0 ? "+" : "−"}${Math.abs(part.amount)} ${part.title}</span>`)}
    ${one.with_added !== undefined && added.length ? html`<b>= ${one.with_added}</b>` : nothing}
    ${one.result_word ? html`<b class="result">${one.result_word}</b>` : nothing}</p>`;
}

/** Every throw of an account. @param {Account} account @returns {Throw[]} */
function throws(account) {
  const known = new Set();
  return [account, ...account.because].flatMap(one => one.throws ?? []).filter(one => !known.has(one.event) && known.add(one.event));
}

/** Why something happened. @param {Why} why @param {Record<string, string>} words @param {(clause: string) => string} link */
export function reasons(why, words, link) {
  const clauses = new Map([why.account, ...why.account.because].flatMap(one => one.clauses).map(one => [one.name, one]));
  return html`<section class="why" aria-label=${words.why}>
    ${throws(why.account).map(thrown)}
    <div class="why-lines">${why.lines.map(line => html`<p class="in-${Math.min(3, Math.floor(line.search(/\S/) / 2))}">${line.trim()}</p>`)}</div>
    ${clauses.size ? html`<dl>${[...clauses.values()].map(one => html`<dt>${link(one.name) ? html`<a href=${link(one.name)}>${one.name}</a>` : one.name}</dt><dd>${one.text}</dd>`)}</dl>` : nothing}
  </section>`;
}
