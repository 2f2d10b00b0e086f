/** The state of the page. `update` is the only way to change it; who wants to know of a change says so with `watch`. */

import { choice } from "./storage.js";
import { preferred } from "../ui/i18n.js";

/** @import {State} from "../core/types.js" */

/** @type {State} */
export const state = {
  language: choice("language", preferred(navigator.languages ?? [navigator.language])),
  spoken: false,
  theme: choice("theme", "auto"),
  palette: {},
  catalog: [],
  mode: "play",
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
  zoom: null,
  pan: { x: 0, y: 0 },
  message: null,
  engine: "starting",
  engineSince: 0,
  engineAgain: false,
  work: null,
  stopped: false,
  why: "",
  arriving: location.hash.length > 1,
  latest: null,
};

/** @type {(() => void)[]} */
const watchers = [];

/** Calls back after every change, in the order in which they came here. @param {() => void} changed */
export const watch = (changed) => void watchers.push(changed);

/** @param {Partial<State>} changes */
export function update(changes) {
  Object.assign(state, changes);
  if (state.spoken) for (const changed of watchers) changed();
}
