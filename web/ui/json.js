/** The tables of the site that are fetched: strings, examples, puzzles. */

/**
 * Also rejects if the file is missing, for which a host returns an error page.
 * @param {URL} address
 * @returns {Promise<any>}
 */
export async function readJson(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} ${address}`);
  return response.json();
}
