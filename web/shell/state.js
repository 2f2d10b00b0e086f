/**
 * The state of the page. It is changed by `update`, `updateView` and `remember`, and in the parts owned by modules
 * (`part`). Functions registered with `watch` and `watchView` are called after a change.
 */

import { choice } from "./storage.js";
import { preferred } from "../ui/i18n.js";

/** @import {State} from "../core/types.js" */

/** The turn of the puzzle in the address when the page was opened. */
export const FIRST_TURN = 1;

/** @type {State} */
const current = {
  language: choice("language", preferred(navigator.languages ?? [navigator.language])),
  translated: false,
  theme: choice("theme", "auto"),
  palette: {},
  catalog: [],
  mode: "play",
  install: null,
  panel: null,
  puzzle: null,
  game: null,
  show: "mine",
  tool: 0,
  cursor: null,
  keyboard: false,
  pen: null,
  hover: null,
  stroke: null,
  magnified: false,
  zoom: null,
  pan: { x: 0, y: 0 },
  message: null,
  offer: null,
  others: [],
  engine: "starting",
  engineSince: 0,
  engineAgain: false,
  work: null,
  stopped: false,
  updated: false,
  why: "",
  reading: 0,
  arriving: location.hash.length > 1,
  latest: null,
  address: "",
  reads: FIRST_TURN,
  parts: {},
};

/** The current state. @type {Readonly<State>} */
export const state = current;

/** @type {(() => void)[]} */
const watchers = [];
/** @type {(() => void)[]} */
const viewWatchers = [];

/**
 * Registers a function that is called after every `update`, in the order of registration. @param {() => void} changed
 */
export const watch = (changed) => void watchers.push(changed);

/** Registers a function that is called after every change, including `updateView`. @param {() => void} changed */
export const watchView = (changed) => void viewWatchers.push(changed);

/**
 * Changes state that the page does not display; listeners are not called.
 * @param {Partial<State>} changes
 */
export const remember = (changes) => void Object.assign(current, changes);

/**
 * Returns a part of the state that belongs to one module: `state.parts` has it under this name, and only its owner
 * changes it. No listeners are called; to have the page rendered, the owner calls `update`.
 * @template {object} Part
 * @param {string} name
 * @param {Part} initial
 * @returns {Part}
 */
export function part(name, initial) {
  current.parts[name] = initial;
  return initial;
}

/** Resolves in a separate task, so that the browser can handle input between two parts of a long change. */
export const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** The timer of the next rendering. @type {{soon: number | undefined}} */
const local = part("shell/state", { soon: undefined });

/**
 * Changes state like `update`, but has the page rendered in a separate task, so that a key or a stroke ends before it.
 * The board is drawn in between.
 * @param {Partial<State>} changes
 */
export function updateSoon(changes) {
  updateView(changes);
  local.soon ??= window.setTimeout(() => update({}));
}

/** @param {Partial<State>} changes */
export function update(changes) {
  clearTimeout(local.soon);
  local.soon = undefined;
  Object.assign(current, changes);
  if (!state.translated) return;
  for (const changed of watchers) changed();
  for (const changed of viewWatchers) changed();
}

/**
 * Changes state that only the canvas shows (cursor, hover, stroke, pan). The rest of the page is not rendered, because
 * this happens on every mouse move.
 * @param {Partial<State>} changes
 */
export function updateView(changes) {
  Object.assign(current, changes);
  if (state.translated) for (const changed of viewWatchers) changed();
}
