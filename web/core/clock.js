/** Measures the playing time of a puzzle. The clock runs while the board is visible and not solved. */

/** @import {Game} from "./types.js" */

let since = 0; // from performance.now(), or 0 while stopped

/** @param {boolean} runs */
export function run(runs) {
  if (runs === since > 0) return;
  since = runs ? performance.now() : 0;
}

/** Returns the playing time of the game so far, in ms. @param {Game} game */
export const elapsed = ({ time }) => time + (since ? performance.now() - since : 0);

/**
 * Returns the game with its playing time up to now; the clock continues from there. @param {Game} game @returns {Game}
 */
export function clocked(game) {
  const time = elapsed(game);
  if (since) since = performance.now();
  return { ...game, time };
}

/** Formats a time as 4:12 or 1:02:03. @param {number} ms */
export function clockText(ms) {
  const all = Math.floor(ms / 1000);
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
