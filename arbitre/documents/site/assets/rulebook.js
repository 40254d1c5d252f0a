/* What pages of rulebooks can do where scripts run; without any they show the same.  Nothing is loaded from elsewhere. */
"use strict";
(() => {
  /* The other language opens at the place that is being read. */
  const twin = document.querySelector("a.twin");
  const place = () => {
    const above = [...document.querySelectorAll(".md-content [id]")]
      .filter(one => /^H[2-6]$/.test(one.tagName) && one.getBoundingClientRect().top < innerHeight / 3);
    return window.scrollY < 50 ? "" : above.length ? `#${above[above.length - 1].id}` : location.hash;
  };
  for (const when of ["pointerdown", "click", "focus"])
    twin?.addEventListener(when, () => { twin.hash = place(); });
})();
