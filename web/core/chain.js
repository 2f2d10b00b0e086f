/** A chain of inferences in which cases may be opened and refuted. */

/**
 * Returns the state at a link of a chain: the links of the open cases, and the assumptions refuted within them.
 * @template {{case?: boolean, broken?: boolean}} Link
 * @param {Link[]} chain
 * @param {number} last
 */
export function standing(chain, last) {
  /** @type {{links: Link[], refuted: Link[]}[]} */
  const open = [{ links: [], refuted: [] }];
  for (const [index, link] of chain.slice(0, last + 1).entries()) {
    if (link.case) open.push({ links: [], refuted: [] });
    open[open.length - 1].links.push(link);
    if (!link.broken || index === last || open.length === 1) continue;
    const [supposed] = open.splice(-1)[0].links;
    open[open.length - 1].refuted.push(supposed);
  }
  return { links: open.flatMap(({ links }) => links), refuted: open.flatMap(({ refuted }) => refuted) };
}
