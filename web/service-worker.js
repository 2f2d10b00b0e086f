/**
 * Keeps the whole site on the device, so that it works without a network after one visit. Every file is kept under the
 * hash of its content: a new version fetches only what has changed, and never mixes with the old one.
 */

/** path -> sha256; the build fills this in. @type {Record<string, string>} */
const FILES = {};

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const SCOPE = new URL(worker.registration.scope);
const PREFIX = `tesuji ${SCOPE.pathname} `; // several Tesujis may live on one host
const version = digest(new TextEncoder().encode(JSON.stringify(FILES)));

/** @param {string} path */
const key = (path) => new URL(`${path}?sha256=${FILES[path]}`, SCOPE).href;

/** @param {BufferSource} bytes */
async function digest(bytes) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const openCache = async () => caches.open(PREFIX + (await version));

/** Our caches of other versions. */
async function oldCaches() {
  const own = PREFIX + (await version);
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== own);
}

/**
 * A file of this version: from a cache that has it, else from the server, which must send just this content.
 * @param {string} path
 */
async function obtain(path) {
  const kept = await caches.match(key(path));
  if (kept) return kept;
  const response = await fetch(new URL(path, SCOPE), { cache: "no-cache" });
  const body = await response.arrayBuffer();
  if (!response.ok || (await digest(body)) !== FILES[path]) throw new Error(`${path}: not what this version needs`);
  return new Response(body, { headers: { "Content-Type": response.headers.get("Content-Type") ?? "" } });
}

async function install() {
  const cache = await openCache();
  await Promise.all(Object.keys(FILES).map(async (path) => cache.put(key(path), await obtain(path))));
}

async function activate() {
  for (const name of await oldCaches()) await caches.delete(name);
  await worker.clients.claim();
}

/** The path of a file of ours that a request is for, "" where it is not. @param {Request} request */
function pathOf({ url, method }) {
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== SCOPE.origin || !pathname.startsWith(SCOPE.pathname)) return "";
  const path = pathname.slice(SCOPE.pathname.length) || "index.html";
  return path in FILES ? path : "";
}

/** @param {string} path @param {Request} request */
async function respond(path, request) {
  if (request.mode === "navigate" && (await makeWay())) return reload();
  return (await (await openCache()).match(key(path))) ?? fetch(request);
}

/** A new version waits until nobody uses this one; a reload of the only page is such a moment. */
async function makeWay() {
  const { waiting } = worker.registration;
  if (!waiting || (await worker.clients.matchAll({ type: "window" })).length > 1) return false;
  waiting.postMessage("take over");
  return true;
}

/** A page that loads itself once more, with its fragment, from the new version. */
const reload = () =>
  new Response("<!doctype html><script>location.reload()</script>", { headers: { "Content-Type": "text/html" } });

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("message", ({ data }) => data === "take over" && worker.skipWaiting());
worker.addEventListener("fetch", (event) => {
  const path = pathOf(event.request);
  if (path) event.respondWith(respond(path, event.request));
});
