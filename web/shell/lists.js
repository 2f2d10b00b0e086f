/** A text with a puzzle on each line, which goes to the samples of the census instead of the board. */

import { openPanel } from "./panels.js";
import { part } from "./state.js";

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {string[] | null} lines  that nobody has taken yet
 */

/** @type {Own} */
const local = part("shell/lists", { lines: null });

/** Opens the samples with a text of JSON lines; whether it is one. @param {string} text */
export function openList(text) {
  const lines = text.trim().split(/\s*\n\s*/);
  if (lines.length < 2 || !lines.every((line) => /^\{.*\}$/.test(line))) return false;
  local.lines = lines;
  openPanel("census");
  return true;
}

/** Return the lines, once. */
export function takeList() {
  const { lines } = local;
  local.lines = null;
  return lines;
}
