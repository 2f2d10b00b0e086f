/**
 * Versions of the site: stores the current version on the device, so that it works offline from the second visit on,
 * and announces newer versions, which take effect on reload and never during a game.
 */

import { update } from "./state.js";

const PAUSE = 2000; // in ms
const BETWEEN_LOOKS = 3_600_000; // time between two checks for a newer version, in ms

/** The folder of this version, or "" when running from the sources without a build. */
const [VERSION] = new URL("..", import.meta.url).pathname.match(/app-\w+\/$/) ?? [""];

/** Returns whether the site has been updated since this page was loaded, so its files may no longer exist. */
export async function outdated() {
  try {
    const page = await fetch(document.baseURI, { cache: "no-cache" });
    const [now] = (await page.text()).match(/app-\w+\//) ?? [VERSION];
    return VERSION !== "" && now !== VERSION;
  } catch {
    return false; // no connection
  }
}

/**
 * Returns the problem to report if a file of the page could not be loaded.
 * @returns {Promise<{kind: string}>}
 */
export const notLoaded = async () => ({ kind: (await outdated()) ? "outdated" : "not-loaded" });

/**
 * Has the browser store the whole site on this device. This waits until some time after the solver has started, because
 * it takes half as much CPU time as starting Python.
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
 * Announces a newer version once it is ready, and checks for one periodically.
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
