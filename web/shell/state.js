/**
 * The state of the page. It changes by `update`, `updateView` and `remember`, and in the parts that modules own
 *   (`part`);
 * `watch` and `watchView` call back after a change.
 */

import { choice } from "./storage.js";
import { preferred } from "../ui/i18n.js";

/** @import {State} from "../core/types.js" */

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
  engine: "starting",
  engineSince: 0,
  engineAgain: false,
  work: null,
  stopped: false,
  updated: false,
  why: "",
  reading: false,
  arriving: location.hash.length > 1,
  latest: null,
  address: "",
  reads: 0,
  parts: {},
};

/** The state as it is now. @type {Readonly<State>} */
export const state = current;

/** @type {(() => void)[]} */
const watchers = [];
/** @type {(() => void)[]} */
const viewWatchers = [];

/** Calls back after every `update`, in the order of registration. @param {() => void} changed */
export const watch = (changed) => void watchers.push(changed);

/** Calls back after every change, of `updateView` too. @param {() => void} changed */
export const watchView = (changed) => void viewWatchers.push(changed);

/**
 * Changes state that the page does not display; listeners are not called.
 * @param {Partial<State>} changes
 */
export const remember = (changes) => void Object.assign(current, changes);

/**
 * A part of the state that one module owns: it lies in `state.parts` under this name, and its owner sets its members.
 * Nobody is called back: an owner that wants the page rendered calls `update`.
 * @template {object} Part
 * @param {string} name
 * @param {Part} initial
 * @returns {Part}
 */
export function part(name, initial) {
  current.parts[name] = initial;
  return initial;
}

/** Resolves in a task of its own, so that the browser can answer input between two parts of a long change. */
export const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** @param {Partial<State>} changes */
export function update(changes) {
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
