/** Remembers which game is the puzzle of a day, and opens the library at a day. */

import { openPanel } from "./panels.js";
import { part } from "./state.js";
import { choice, choose } from "./storage.js";

const NAME = "daily"; // the stored choice that identifies the last puzzle of a day

/** @param {string} id id of the game @param {number} day */
export const rememberDay = (id, day) => choose(NAME, JSON.stringify({ id, day }));

/** Returns the day whose puzzle this game is, or null. @param {{id: string}} game */
export function dayOf({ id }) {
  try {
    const opened = JSON.parse(choice(NAME, "null"));
    return opened?.id === id && Number.isInteger(opened.day) ? opened.day : null;
  } catch {
    return null;
  }
}

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {number | undefined} day  the day at which the library opens next; undefined for today
 */

/** @type {Own} */
const local = part("shell/daily", { day: undefined });

/** Opens the library at a day. @param {number} [day] */
export function openLibraryAt(day) {
  local.day = day;
  openPanel("library");
}

/** Returns the day at which the library should open, and resets it. */
export function wantedDay() {
  const { day } = local;
  local.day = undefined;
  return day;
}
