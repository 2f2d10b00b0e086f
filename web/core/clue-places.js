/** Where a clue of the engine is: in a cell or between cells, next to a line, or next to the board. */

/** @import {Overlay} from "./types.js" */

const SIDES = /** @type {const} */ (["left", "right", "top", "bottom"]);

/** Returns whether a clue is in a cell or between cells. @param {any} at */
export const isPlace = (at) => ("row" in at && "column" in at) || Array.isArray(Object.values(at)[0]);

/** Returns the side of a clue next to a line, if lines may have clues on both sides. @param {any} at */
export const sideOf = (at) => SIDES.find((one) => Number.isInteger(at[one]));

/**
 * Returns the line of a clue next to it, with its side if lines may have clues on both sides.
 * @param {Record<string, number>} at
 * @returns {Pick<Overlay, "row" | "column" | "side">}
 */
export function lineFrom(at) {
  const side = sideOf(at);
  return side ? { [side === "left" || side === "right" ? "row" : "column"]: at[side], side } : at;
}
