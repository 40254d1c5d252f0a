/* Keeps the page for when there is no net: every file that was fetched once is there again, as long as the page is the same. */
// @ts-check

const NAME = "arbitre-VERSION";
const scope = /** @type {any} */ (self);

scope.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil((async () => {
    const files = await (await fetch("files.json", { cache: "no-cache" })).json();
    const cache = await caches.open(NAME);
    await cache.addAll(files.map((/** @type {string} */ name) => new Request(name, { cache: "no-cache" }))); // not what the browser has of another build
    await scope.skipWaiting();
  })());
});

scope.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("arbitre-") && !name.endsWith("VERSION")) await caches.delete(name);
    await scope.clients.claim();
  })());
});

scope.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== scope.location.origin) return;
  event.respondWith((async () => {
    return await caches.match(event.request, { cacheName: NAME, ignoreSearch: true }) ?? fetch(event.request);
  })());
});
