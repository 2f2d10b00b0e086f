/**
 * Stores the whole site on the device, so that it works offline after one visit. Files are cached by the hash of their
 * content, so a new version fetches only the files that changed. It takes over when a page is loaded; open pages
 * continue with the files of their own version, which have different addresses.
 */

/** Maps each path to its sha256; filled in by the build. @type {Record<string, string>} */
const FILES = {};

/** The same for rarely used files, which are cached when first requested. @type {Record<string, string>} */
const SPARE = {};

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const SCOPE = new URL(worker.registration.scope);
const PREFIX = `tesuji ${SCOPE.pathname} `; // several copies of Tesuji may share a host
const version = digest(new TextEncoder().encode(JSON.stringify([FILES, SPARE])));

/** @param {string} path */
const hash = (path) => FILES[path] ?? SPARE[path];

/** @param {string} path */
const key = (path) => new URL(`${path}?sha256=${hash(path)}`, SCOPE).href;

/** @param {BufferSource} bytes */
async function digest(bytes) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const openCache = async () => caches.open(PREFIX + (await version));

/** Returns the names of the caches of other versions. */
async function oldCaches() {
  const own = PREFIX + (await version);
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== own);
}

/**
 * Returns the cached files by the hash of their content, because their paths may have changed.
 * @returns {Promise<Map<string, () => Promise<Response | undefined>>>}
 */
async function keptBefore() {
  /** @type {Map<string, () => Promise<Response | undefined>>} */
  const kept = new Map();
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX)) continue;
    const cache = await caches.open(name);
    for (const request of await cache.keys())
      kept.set(new URL(request.url).searchParams.get("sha256") ?? "", () => cache.match(request));
  }
  return kept;
}

/**
 * Returns a file of this version, from a cache or else from the server. The content must match the hash.
 * @param {string} path
 * @param {Awaited<ReturnType<typeof keptBefore>>} before
 */
async function obtain(path, before) {
  const kept = await before.get(hash(path))?.();
  if (kept) return kept;
  const response = await fetch(new URL(path, SCOPE), { cache: "no-cache" });
  const body = await response.arrayBuffer();
  if (!response.ok || (await digest(body)) !== hash(path)) throw new Error(`${path}: not what this version needs`);
  return new Response(body, { headers: { "Content-Type": response.headers.get("Content-Type") ?? "" } });
}

async function install() {
  const [cache, before] = await Promise.all([openCache(), keptBefore()]);
  await Promise.all(Object.keys(FILES).map(async (path) => cache.put(key(path), await obtain(path, before))));
}

/** Returns a rarely used file and caches it. @param {string} path */
async function obtainSpare(path) {
  const [cache, before] = await Promise.all([openCache(), keptBefore()]);
  await cache.put(key(path), await obtain(path, before));
  return cache.match(key(path));
}

const PAUSE = 5000; // time in ms until the page whose load activated this version is listed among the clients

async function activate() {
  await worker.clients.claim();
  setTimeout(dropOldFiles, PAUSE); // not awaited, because no request would be answered until then
}

/** Deletes old versions when no page can be using them any more. */
async function dropOldFiles() {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.length <= 1) for (const name of await oldCaches()) await caches.delete(name);
}

/** Returns the path within the site that is requested, or undefined. @param {Request} request */
function pathOf({ url, method }) {
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== SCOPE.origin || !pathname.startsWith(SCOPE.pathname)) return undefined;
  return pathname.slice(SCOPE.pathname.length) || "index.html";
}

/** @param {string} path @param {Request} request */
async function respond(path, request) {
  if (request.mode === "navigate" && path in FILES && makeWay()) return reload();
  const kept = hash(path) ? await (await openCache()).match(key(path)) : await keptOf(path);
  const spare = !kept && path in SPARE ? await obtainSpare(path).catch(() => undefined) : undefined;
  return kept ?? spare ?? fetch(request);
}

/** Returns a file that exists only in an older version, for a page of that version. @param {string} path */
async function keptOf(path) {
  for (const name of await oldCaches()) {
    const kept = await (await caches.open(name)).match(new URL(path, SCOPE).href, { ignoreSearch: true });
    if (kept) return kept;
  }
  return undefined;
}

/** Activates a new version when a page is loaded. Open pages continue with the files of this version. */
function makeWay() {
  const { waiting } = worker.registration;
  waiting?.postMessage("take over");
  return Boolean(waiting);
}

const SHARED = `tesuji shared ${SCOPE.pathname}`; // also used by shell/arrival.js

/** Returns whether another app shares content with this one. @param {Request} request */
const isShare = ({ url, method }) => method === "POST" && url === new URL("share", SCOPE).href;

/** Stores the shared data and opens a page that reads it. @param {Request} request */
async function takeShared(request) {
  await caches.delete(SHARED);
  const [form, cache] = await Promise.all([request.formData(), caches.open(SHARED)]);
  for (const [name, part] of form) {
    if (typeof part === "string" ? !part : !part.size) continue;
    const named = typeof part === "string" ? "" : encodeURIComponent(part.name);
    await cache.put(new URL(name, SCOPE), new Response(part, { headers: { "X-Name": named } }));
  }
  return Response.redirect(new URL("./#shared", SCOPE), 303);
}

/** Returns a page that reloads itself, with its fragment, from the new version. */
const reload = () =>
  new Response("<!doctype html><script>location.reload()</script>", { headers: { "Content-Type": "text/html" } });

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("message", ({ data }) => data === "take over" && worker.skipWaiting());
worker.addEventListener("fetch", (event) => {
  if (isShare(event.request)) return event.respondWith(takeShared(event.request));
  const path = pathOf(event.request);
  if (path !== undefined) event.respondWith(respond(path, event.request));
});
