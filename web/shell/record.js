/** The record of solved puzzles, with one entry per solve; stored on this device, and erased on request. */

import { part } from "./state.js";
import { choose, readList } from "./storage.js";

/** @import {ReadList} from "./storage.js" */

/**
 * @typedef {object} SolvedPuzzle
 * @property {string} id  id of the game
 * @property {string} kind
 * @property {number} width  in cells
 * @property {number} height
 * @property {number} time  playing time in ms
 * @property {number} hints
 * @property {number} at  time of the solve, in ms since 1970
 */

const NAME = "record";
const MAX_ENTRIES = 4000; // maximum number of entries; the oldest are dropped

/** @param {any} entry @returns {entry is SolvedPuzzle} */
const isSolved = (entry) =>
  typeof entry?.id === "string" &&
  typeof entry.kind === "string" &&
  ["width", "height", "time", "hints", "at"].every((name) => Number.isFinite(entry[name]) && entry[name] >= 0);

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {ReadList<SolvedPuzzle>} read
 */

/** @type {Own} */
const local = part("shell/record", { read: { text: "", entries: [] } });

/** Returns all entries, oldest first. @returns {readonly SolvedPuzzle[]} */
export function record() {
  local.read = readList(NAME, local.read, isSolved);
  return local.read.entries;
}

/** @param {SolvedPuzzle} entry */
export const addSolved = (entry) => choose(NAME, JSON.stringify([...record(), entry].slice(-MAX_ENTRIES)));

export const eraseRecord = () => choose(NAME, "[]");

/**
 * Returns the best time of each game in ms, by its id. @returns {Map<string, number>}
 */
export function bestTimes() {
  const best = new Map();
  for (const { id, time } of record()) best.set(id, Math.min(time, best.get(id) ?? Infinity));
  return best;
}
