/* The page that plays by itself: static files, an engine in a worker, nothing sent anywhere. */
// @ts-check
import { language } from "./app.js";
import { Refusal } from "./host.js";

/** @import { Carrier } from "./types.js" */
/** @import { ArbitreApp } from "./app.js" */

const PATIENCE = 60_000; // milliseconds of one message, after which its rules are ended

/** Messages to a worker; one that does not answer is ended, and the next goes on with the matches as they stood.
 * @param {string} lang @param {Record<string, string>} words @param {(step: string) => void} loading @returns {Carrier} */
export function worker(lang, words, loading) {
  /** @type {Worker | null} */ let thread = null;
  /** @type {Promise<void> | null} */ let ready = null;
  /** @type {((data: any) => void) | null} */ let waiting = null;
  /** @type {Record<string, unknown>} */ let kept = {};

  /** @param {Record<string, unknown>} data @param {number} patience @returns {Promise<any>} */
  function sent(data, patience) {
    return new Promise((done, failed) => {
      const late = setTimeout(() => { waiting = null; failed(new Error("late")); }, patience);
      waiting = answer => { clearTimeout(late); waiting = null; done(answer); };
      thread?.postMessage(data);
    });
  }

  async function begin() {
    thread = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    thread.onmessage = ({ data }) => data.loading ? loading(data.loading) : waiting?.(data);
    thread.onerror = error => waiting?.({ failed: error.message });
    const answer = await sent({ begin: lang }, 10 * PATIENCE);
    if (answer.failed) throw new Refusal({ code: "engine", text: `${words.no_engine} (${answer.failed.trim().slice(-300)})` });
    if (Object.keys(kept).length) await sent({ text: JSON.stringify({ do: "restore", kept }) }, PATIENCE);
  }

  return {
    async send(message) {
      ready ??= begin().catch(error => { ready = null; throw error; });
      await ready;
      /** @type {any} */ let answer;
      try {
        answer = await sent({ text: JSON.stringify(message) }, PATIENCE);
        if (answer.failed) throw new Error(answer.failed);
      } catch (error) {
        thread?.terminate();
        ready = null;
        console.warn(error);
        return { id: message.id, error: { code: "ended", text: message.table ? words.ended : words.ended_whole } };
      }
      const found = JSON.parse(answer.answer);
      if (found.kept) kept = found.kept;
      delete found.kept;
      return found;
    },
    close() { thread?.terminate(); },
  };
}

async function begin() {
  const place = document.querySelector("#app[data-host=page]");
  if (!place) return;
  const lang = language();
  const words = await (await fetch(new URL(`words.${lang}.json`, import.meta.url))).json();
  const known = await (await fetch(new URL(`games.${lang}.json`, import.meta.url))).json();
  const app = /** @type {ArbitreApp} */ (document.createElement("arbitre-app"));
  app.shareable = true;
  app.stored = true;
  const clauses = await fetch(new URL("clauses.json", import.meta.url)).then(answer => answer.json()).catch(() => ({}));
  app.handbook = (game, clause) => clauses[game]?.[clause] ? `../${lang}/${game}/${clauses[game][clause]}/#clause-${clause}` : "";
  app.starts = async game => {
    const answer = await fetch(new URL(`starts/${game}.${lang}.json`, import.meta.url));
    return answer.ok ? answer.json() : null;
  };
  place.replaceChildren(app);
  app.words = words;
  await app.begin(worker(lang, words, step => { app.loading = app.loading ? words[`loading_${step}`] ?? app.loading : ""; }), lang, words, known);
  if ("serviceWorker" in navigator) navigator.serviceWorker.register(new URL("offline.js", import.meta.url)).catch(() => undefined);
}

begin();
