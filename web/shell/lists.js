/** Text with one puzzle per line, which is opened in the samples of the census instead of on the board. */

import { openPanel } from "./panels.js";
import { part } from "./state.js";

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {string[] | null} lines  the lines, until they are taken
 */

/** @type {Own} */
const local = part("shell/lists", { lines: null });

/** Opens the samples with a text of JSON lines. Returns whether the text is one. @param {string} text */
export function openList(text) {
  const lines = text.trim().split(/\s*\n\s*/);
  if (lines.length < 2 || !lines.every((line) => /^\{.*\}$/.test(line))) return false;
  local.lines = lines;
  openPanel("census");
  return true;
}

/** Returns the lines, and clears them. */
export function takeList() {
  const { lines } = local;
  local.lines = null;
  return lines;
}
