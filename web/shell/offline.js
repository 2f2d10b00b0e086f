/**
 * The versions of the site: the one that this page is of, which is kept on the device, so that it works without a
 * network from the second visit on; and a newer one, which a reload brings, never the middle of a game.
 */

import { update } from "./state.js";

const PAUSE = 2000; // ms
const BETWEEN_LOOKS = 3_600_000; // ms between two looks for a newer version

/** The folder of this version, "" if the sources run without a build. */
const [VERSION] = new URL("..", import.meta.url).pathname.match(/app-\w+\/$/) ?? [""];

/** Return whether the site is of another version than this page by now, so that its files may be gone. */
export async function outdated() {
  try {
    const page = await fetch(document.baseURI, { cache: "no-cache" });
    const [now] = (await page.text()).match(/app-\w+\//) ?? [VERSION];
    return VERSION !== "" && now !== VERSION;
  } catch {
    return false; // no connection
  }
}

/** Return the problem to show if a file of the page could not be loaded. @returns {Promise<{kind: string}>} */
export const notLoaded = async () => ({ kind: (await outdated()) ? "outdated" : "not-loaded" });

/**
 * Asks the browser to keep the whole site on this device, some time after the solver has started: the first visit
 * belongs to the visitor, and keeping the site costs half as much of the machine as starting Python.
 * @param {Promise<void>} started
 */
export async function keepOffline(started) {
  if (!("serviceWorker" in navigator) || !location.protocol.startsWith("http")) return;
  await started;
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
  try {
    const script = new URL("service-worker.js", document.baseURI);
    tellOfUpdates(await navigator.serviceWorker.register(script, { updateViaCache: "none" }));
  } catch (error) {
    console.warn(error);
  }
}

/**
 * Announces, once, that a newer version is ready; checks for one periodically.
 * @param {ServiceWorkerRegistration} registration
 */
function tellOfUpdates(registration) {
  const tell = () => registration.waiting && navigator.serviceWorker.controller && update({ updated: true });
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", tell));
  tell();
  let looked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - looked < BETWEEN_LOOKS) return;
    looked = Date.now();
    registration.update().catch(() => {}); // no connection
  });
}
