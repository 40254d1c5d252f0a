/* Keeps the page for when there is no net: every file that was fetched once is there again, as long as the page is the same. */
// @ts-check

const NAME = "arbitre-VERSION";
const scope = /** @type {any} */ (self);

scope.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil((async () => {
    const files = await (await fetch("files.json", { cache: "no-cache" })).json();
    const cache = await caches.open(NAME);
    await cache.addAll(files);
    await scope.skipWaiting();
  })());
});

scope.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("arbitre-") && name !== NAME) await caches.delete(name);
    await scope.clients.claim();
  })());
});

scope.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== scope.location.origin) return;
  event.respondWith((async () => {
    const cache = await caches.open(NAME);
    return await cache.match(event.request, { ignoreSearch: true }) ?? fetch(event.request);
  })());
});
