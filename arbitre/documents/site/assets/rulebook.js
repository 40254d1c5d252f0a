/* What pages of rulebooks can do where scripts run; without any they show the same.  Nothing is loaded from elsewhere. */
"use strict";
(() => {
  /* The other language opens at the place that is being read. */
  const twin = document.querySelector("a.twin");
  const place = () => {
    const above = [...document.querySelectorAll(".md-content [id]")]
      .filter(one => /^H[2-6]$/.test(one.tagName) && one.getBoundingClientRect().top < 130);
    return window.scrollY < 50 ? "" : above.length ? `#${above[above.length - 1].id}` : location.hash;
  };
  for (const when of ["pointerdown", "click", "focus"])
    twin?.addEventListener(when, () => { twin.hash = place(); });
})();

(() => {
  /* The search is called as its field is. */
  const search = document.querySelector(".md-search[role=dialog]:not([aria-label])"), field = search?.querySelector("input[aria-label]");
  if (field) search.setAttribute("aria-label", field.getAttribute("aria-label"));
})();

(() => {
  /* Odds with other values: the chances are in the page, this finds those that are asked for. */
  const lang = document.documentElement.lang;
  const one = new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 1 });
  const said = share => share > 0 && share < .0005 ? `< ${one.format(.001)}` : share < 1 && share > .9995 ? `> ${one.format(.999)}` : one.format(share);
  for (const form of document.querySelectorAll("form.ask")) {
    const whole = Number(form.dataset.of), names = form.dataset.results.split("|");
    const chances = form.dataset.chances.split(";").map(row => row.split(",").map(number => Number(number) / whole));
    const selects = [...form.querySelectorAll("select")], box = form.querySelector("input"), told = form.querySelector("output");
    const answer = () => {
      const row = chances[selects.reduce((at, select) => at * select.length + select.selectedIndex, 0)];
      const failed = Number(form.dataset.again), again = box && box.checked;
      const shares = row.map((share, n) => again ? (n === failed ? 0 : share) + row[failed] * row[n] : share);
      told.replaceChildren(...names.map((name, n) => {
        const line = document.createElement("span"), bar = document.createElement("span"), part = document.createElement("span");
        bar.className = "bar"; bar.setAttribute("aria-hidden", "true"); part.style.width = `${100 * shares[n]}%`; bar.append(part);
        line.append(bar, `${said(shares[n])} `, name);
        return line;
      }));
    };
    form.addEventListener("input", answer);
    form.addEventListener("submit", event => event.preventDefault());
    answer();
    form.hidden = false;
  }
})();

(() => {
  /* Pictures that follow each other are stepped through, one at a time; without scripts, and in print, they stand below each other. */
  const french = document.documentElement.lang === "fr";
  const words = french ? { back: "Image précédente", on: "Image suivante", all: "Toutes les images", one: "Une à la fois", steps: "Étapes" }
                       : { back: "Previous picture", on: "Next picture", all: "All pictures", one: "One at a time", steps: "Steps" };
  for (const steps of document.querySelectorAll(".steps")) {
    const figures = [...steps.querySelectorAll(":scope > figure")];
    if (figures.length < 2) continue;
    const button = (inside, label, deed) => {
      const out = document.createElement("button");
      out.type = "button"; out.textContent = inside; out.title = label; out.setAttribute("aria-label", label); out.onclick = deed;
      return out;
    };
    let at = 0, whole = false;
    const told = document.createElement("output");
    const back = button("◀", words.back, () => show(at - 1)), on = button("▶", words.on, () => show(at + 1));
    const all = button(words.all, words.all, () => { whole = !whole; show(at); });
    const bar = document.createElement("div");
    bar.className = "stepping"; bar.setAttribute("role", "group"); bar.setAttribute("aria-label", words.steps);
    bar.append(back, told, on, all);
    const show = to => {
      at = Math.min(figures.length - 1, Math.max(0, to));
      steps.classList.toggle("one", !whole);
      figures.forEach((figure, n) => { figure.classList.toggle("now", n === at); });
      back.disabled = whole || at === 0; on.disabled = whole || at === figures.length - 1;
      told.textContent = whole ? "" : `${at + 1} / ${figures.length}`;
      all.textContent = whole ? words.one : words.all; all.title = all.textContent; all.setAttribute("aria-label", all.textContent);
    };
    steps.addEventListener("keydown", event => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by || whole) return;
      event.preventDefault(); show(at + by);
    });
    steps.prepend(bar);
    show(0);
  }
})();

(() => {
  /* Pictures open in their own size, to be moved about in. */
  const french = document.documentElement.lang === "fr";
  const words = french ? { open: "Agrandir", close: "Fermer", more: "Plus grand", less: "Plus petit" }
                       : { open: "Enlarge", close: "Close", more: "Larger", less: "Smaller" };
  const make = (tag, inside, label) => { const out = document.createElement(tag); out.textContent = inside; if (label) { out.title = label; out.setAttribute("aria-label", label); } return out; };
  const box = make("dialog", ""); box.className = "enlarged"; box.setAttribute("aria-label", words.open);
  const bar = make("div", ""), field = make("div", ""); field.className = "field"; field.tabIndex = 0;
  const buttons = [make("button", "−", words.less), make("button", "+", words.more), make("button", "✕", words.close)];
  bar.append(...buttons); box.append(bar, field); document.body.append(box);
  let picture = null, size = 1;
  const show = by => { size = Math.min(6, Math.max(.25, size * by)); picture.style.width = `${picture.dataset.wide * size}px`; };
  buttons[0].onclick = () => show(1 / 1.4); buttons[1].onclick = () => show(1.4); buttons[2].onclick = () => box.close();
  box.addEventListener("click", event => { if (event.target === box) box.close(); });
  for (const shown of document.querySelectorAll("figure.board img, .positions img, .zones img, .home-games img")) {
    if (shown.closest("a")) continue;
    const button = make("button", "⤢", words.open); button.className = "enlarge"; button.type = "button";
    const frame = make("span", ""); frame.className = "framed"; shown.before(frame); frame.append(shown, button);
    button.onclick = () => {
      picture = shown.cloneNode(); picture.removeAttribute("width"); picture.removeAttribute("height");
      const wide = shown.naturalWidth || shown.width;
      picture.dataset.wide = wide; size = Math.max(1, .94 * innerWidth / wide > 1 ? Math.min(2.5, .94 * innerWidth / wide) : 1);
      field.replaceChildren(picture); show(1); box.showModal(); field.focus();
    };
  }
})();

(() => {
  /* The options that a table plays with: what waits for them is unfolded; the choice stands in the address, and goes along with links. */
  const forms = [...document.querySelectorAll("form.choice")], game = forms[0]?.dataset.game;
  const taken = new Set((new URLSearchParams(location.search).get("o") || "").split(",").filter(Boolean));
  const folds = [...document.querySelectorAll("details.optional[data-option]")];
  if (!forms.length && !taken.size) return;
  const home = location.pathname.replace(/[^/]*\/?$/, ""); /* pages of the game lie side by side */
  const ours = link => link.origin === location.origin && (link.pathname.startsWith(home) || (game && link.pathname.includes(`/${game}/`)));
  const show = () => {
    const said = [...taken].join(",");
    for (const fold of folds) { const on = taken.has(fold.dataset.option); fold.open = on; fold.classList.toggle("taken", on); }
    for (const link of document.querySelectorAll("a[href]")) {
      if (!ours(link) || link.pathname.includes("/source/")) continue;
      const asked = new URLSearchParams(link.search);
      if (said) asked.set("o", said); else asked.delete("o");
      link.search = asked.toString().replaceAll("%2C", ",");
    }
    for (const form of forms) {
      for (const box of form.elements) if (box.type === "checkbox") box.checked = taken.has(box.name);
      form.querySelector("output").textContent = said ? `arbitre play ${game} ${[...taken].map(name => `-o ${name}=true`).join(" ")}` : "";
      form.hidden = false;
    }
  };
  for (const form of forms) form.addEventListener("change", event => {
    if (event.target.checked) taken.add(event.target.name); else taken.delete(event.target.name);
    const now = new URLSearchParams(location.search);
    if (taken.size) now.set("o", [...taken].join(",")); else now.delete("o");
    const query = now.toString().replaceAll("%2C", ",");
    history.replaceState(null, "", location.pathname + (query ? `?${query}` : "") + location.hash);
    show();
  });
  show();
})();
