/* The search of the theme, with three things more: words are found whatever their accents (é as e, œ as oe), in the language of the
   page alone, and what belongs to the game that is being read comes first. The theme's own worker does the work: its name is put
   in for WORKER below, the language and the game stand in this script's address. */
"use strict";
const asked = new URLSearchParams(self.location.search);
const NEAR = 100; /* how much more a find in this game counts */
const fold = text => text.normalize("NFD").replace(/\p{M}/gu, "").replace(/œ/g, "oe").replace(/Œ/g, "Oe").replace(/æ/g, "ae");
const BETWEEN = "[\\s\\-,;:.!?()\\[\\]«»“”\"'’/·]+"; /* words end at marks too: l’attaque is found by attaque */
const elided = text => text.replace(/(?<!\p{L})(?:[cdjlmnst]|qu)['’]/giu, "");

addEventListener("message", async message => {
  if (!message.isTrusted) return; /* handed on below: now it is the theme's turn */
  message.stopImmediatePropagation();
  let { type, data } = message.data;
  if (typeof data === "string") data = fold(elided(data)); /* what is looked for */
  else if (data && data.docs) {
    const lang = asked.get("lang"), near = asked.get("near");
    const found = await (await fetch(new URL(`../../../search/${lang}.json`, self.location))).json();
    for (const doc of found.docs)
      if (near && (doc.location.startsWith(near + "/") || doc.location.startsWith(near + "-"))) doc.boost = NEAR * (doc.boost || 1);
    data = { ...data, config: { ...data.config, lang: [lang], separator: BETWEEN }, docs: found.docs };
  }
  dispatchEvent(new MessageEvent("message", { data: { type, data } }));
});
importScripts("WORKER");
const run = lunr.Pipeline.prototype.run;
lunr.Pipeline.prototype.run = function (tokens) {
  return run.call(this, tokens.map(token => token.update ? token.update(fold) : fold(token)));
};
