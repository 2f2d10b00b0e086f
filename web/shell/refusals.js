/** Reports puzzles and files that cannot be opened. */

import { state } from "./state.js";

/** @import {Problem} from "../core/types.js" */

/** @type {((problem: any, text?: string) => void)[]} */
const refusals = [];

/**
 * Registers a listener for content that cannot be opened, with the reason.
 * @param {(problem: any, text?: string) => void} listener
 */
export const onRefusal = (listener) => void refusals.push(listener);

/**
 * The problem to report if the solver could not read a text, by the error of the call. @type {Record<string, Problem>}
 */
const UNREAD = {
  failed: { kind: "no-solver" },
  stopped: { kind: "engine" },
  internal: { kind: "engine" },
  fatal: { kind: "lost", params: { call: "convert" } },
};

/** Reports why something cannot be opened. The board is unchanged. @param {any} problem @param {string} [text] */
export function refuse(problem, text = "") {
  const known = typeof problem?.kind === "string";
  if (!known) console.error(problem);
  if (problem?.kind === "outdated" && !state.game) dispatchEvent(new Event("tesuji-reload")); // see fallback.js
  const shown = known ? { ...problem, ...UNREAD[problem.kind] } : { kind: "unreadable" };
  for (const refusal of refusals) refusal(shown, text);
}
