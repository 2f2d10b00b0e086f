/** The site is kept on the device, so that it works without a network from the second visit on. */

const PAUSE = 2000; // ms

/**
 * Asks the browser to keep the whole site on this device, some time after the solver has started: the first visit
 * belongs to the visitor, and keeping the site costs half as much of the machine as starting Python.
 * @param {Promise<void>} started
 */
export async function keepOffline(started) {
  if (!("serviceWorker" in navigator) || !location.protocol.startsWith("http")) return;
  await started;
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
  const script = new URL("service-worker.js", document.baseURI);
  navigator.serviceWorker.register(script, { updateViaCache: "none" }).catch((error) => console.warn(error));
}
