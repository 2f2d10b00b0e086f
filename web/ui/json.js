/** Loads the site's JSON tables: strings, examples, puzzles. */

/**
 * Fetches a JSON file. Also rejects if the file is missing and the host returns an error page.
 * @param {URL} address
 * @returns {Promise<any>}
 */
export async function readJson(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} ${address}`);
  return response.json();
}
