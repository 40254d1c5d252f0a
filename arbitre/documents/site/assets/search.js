/* The search of the theme, with three things more: words are found whatever their accents (é as e, œ as oe), in the language of the
   page alone, and what belongs to the game that is being read comes first. The theme's own worker does the work: its name is put
   in for WORKER below, the language and the game stand in this script's address. */
"use strict";
const asked = new URLSearchParams(self.location.search);
const NEAR = 100; /* how much more a find in this game counts */
/* What teaches comes before what is looked up, and that before what changes and what proves it. */
const WORTH = [[/\/learn-[^/]*\//, 8], [/\/sheet\//, 4], [/\/guide\/|\/design\//, .3], [/\/changes[^/]*\/|\/examples[^/]*\/|\/questions[^/]*\//, .2]];
const worth = place => WORTH.reduce((sum, [shape, times]) => shape.test(place) ? sum * times : sum, 1);
const STOP = { /* words that every page has */
  fr: "a à au aux avec ce ces cet cette comment dans de des du elle en est et il ils je l la le les leur ma mes mon ne on ou où par pas pour qu que quel quelle qui quoi sa se ses si son sont sur un une vous y",
  en: "a an and are as at be by can do does for from has have how i if in into is it its may my of on or that the their them there they this to was what when where which who why with you",
};
const fold = text => text.normalize("NFD").replace(/\p{M}/gu, "").replace(/œ/g, "oe").replace(/Œ/g, "Oe").replace(/æ/g, "ae");
const BETWEEN = "[\\s\\-,;:.!?()\\[\\]«»“”\"'’/·]+"; /* words end at marks too: l’attaque is found by attaque */
const elided = text => text.replace(/(?<!\p{L})(?:[cdjlmnst]|qu)['’]/giu, "");

/* Words that say something, every one of them wanted; a question of small words alone is left as it is. */
const meant = text => {
  if (/["+:~^]/.test(text)) return text;
  const small = new Set(fold(STOP[asked.get("lang")] || "").split(" "));
  const words = text.split(/\s+/).filter(Boolean), said = words.filter(word => !small.has(word.replace(/\*$/, "").toLowerCase()));
  return said.length < 2 ? said.join(" ") || text : said.map(word => `+${word}`).join(" ");
};

addEventListener("message", async message => {
  if (!message.isTrusted) return; /* handed on below: now it is the theme's turn */
  message.stopImmediatePropagation();
  let { type, data } = message.data;
  if (typeof data === "string") data = meant(fold(elided(data))); /* what is looked for */
  else if (data && data.docs) {
    const lang = asked.get("lang"), near = asked.get("near");
    const found = await (await fetch(new URL(`../../../search/${lang}.json`, self.location))).json();
    for (const doc of found.docs)
      doc.boost = (doc.boost || 1) * worth(doc.location) * (near && (doc.location.startsWith(near + "/") || doc.location.startsWith(near + "-")) ? NEAR : 1);
    data = { ...data, config: { ...data.config, lang: [lang], separator: BETWEEN }, docs: found.docs };
  }
  dispatchEvent(new MessageEvent("message", { data: { type, data } }));
});
importScripts("WORKER");
const run = lunr.Pipeline.prototype.run;
lunr.Pipeline.prototype.run = function (tokens) {
  return run.call(this, tokens.map(token => token.update ? token.update(fold) : fold(token)));
};
