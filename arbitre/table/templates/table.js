"use strict";
// A page of a table waits until the match has gone on.  If nothing was written meanwhile, it shows how things stand now; else it says so.
const news = document.getElementById("news");
const fields = () => [...document.querySelectorAll("main form textarea, main form input:not([type=hidden])")];
const written = () => fields().some((field) => field.value !== field.defaultValue) || document.activeElement?.closest("main form");

let leaving = false; // somebody is on the way to another page: that goes on
addEventListener("beforeunload", () => { leaving = true; });

function tell() {
  if (leaving) return;
  if (written() || document.querySelector(".ok, .fault, .link code")) news.hidden = false;
  else location.replace(news.firstElementChild.href);
}

async function wait() {
  let pause = 1000;
  for (;;) {
    try {
      const answer = await fetch(`${news.dataset.news}?after=${news.dataset.position}`);
      if (answer.ok && String((await answer.json()).position) !== news.dataset.position) return tell();
      if (!answer.ok && answer.status !== 429 && answer.status < 500) return; // signed out, or nothing that he may see any more
      pause = answer.ok ? 1000 : Math.min(2 * pause, 60000);
    } catch {
      pause = Math.min(2 * pause, 60000);
    }
    await new Promise((done) => setTimeout(done, pause));
  }
}

wait();
