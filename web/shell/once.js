/** Things that are loaded once. */

/** @type {Map<string, Promise<any>>} */
const loading = new Map();

/**
 * Loads something at the first request. A load that failed is repeated at the next request.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} load
 * @returns {Promise<T>}
 */
export function once(name, load) {
  const known = loading.get(name);
  if (known) return known;
  const reading = load();
  loading.set(name, reading);
  reading.catch(() => loading.delete(name));
  return reading;
}
