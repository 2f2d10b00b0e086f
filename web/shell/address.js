/** The address of the page, which contains the current puzzle. */

import { remember, state } from "./state.js";

/** Returns whether the address has changed since the last call. */
export function isNewAddress() {
  const { hash } = location;
  if (hash === state.address) return false;
  remember({ address: hash });
  return true;
}

/**
 * Writes a puzzle to the address: as a new history entry, replacing the current entry, or not at all.
 * @param {string} packed  the fragment of the puzzle without progress
 * @param {"push" | "replace" | "keep"} entry
 */
export function writeAddress(packed, entry) {
  if (entry === "push" && location.hash !== packed) history.pushState(null, "", packed);
  if (entry === "replace") history.replaceState(null, "", packed);
  remember({ address: location.hash });
}
