/** The tables of the site that are fetched: strings, examples, puzzles. */

/**
 * Rejects if there is no such file, too: a host answers with a page that states so.
 * @param {URL} address
 * @returns {Promise<any>}
 */
export async function readJson(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} ${address}`);
  return response.json();
}
