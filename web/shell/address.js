/** The address of the page, which names the puzzle on the board. */

import { toFragment } from "../core/share-link.js";
import { remember, state } from "./state.js";

/** @import {PuzzleDocument} from "../core/types.js" */

/** Return whether the address has changed since the last call. */
export function isNewAddress() {
  const { hash } = location;
  if (hash === state.address) return false;
  remember({ address: hash });
  return true;
}

/**
 * Writes a puzzle into the address: as a new entry of the history, in the place of the current one, or not at all.
 * @param {PuzzleDocument} document the puzzle alone
 * @param {"push" | "replace" | "keep"} entry
 */
export async function writeAddress(document, entry) {
  const packed = await toFragment(document);
  if (entry === "push" && location.hash !== packed) history.pushState(null, "", packed);
  if (entry === "replace") history.replaceState(null, "", packed);
  remember({ address: location.hash });
}
