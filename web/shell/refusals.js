/** What cannot be opened, and who is told. */

import { state } from "./state.js";

/** @import {Problem} from "../core/types.js" */

/** @type {((problem: any, text?: string) => void)[]} */
const refusals = [];

/** Calls back with what cannot be opened, and why. @param {(problem: any, text?: string) => void} listener */
export const onRefusal = (listener) => void refusals.push(listener);

/** What is said where the solver did not read a text, by what became of the call. @type {Record<string, Problem>} */
const UNREAD = {
  failed: { kind: "no-solver" },
  stopped: { kind: "engine" },
  internal: { kind: "engine" },
  fatal: { kind: "lost", params: { call: "convert" } },
};

/** Says why something cannot be opened; the board stays. @param {any} problem @param {string} [text] */
export function refuse(problem, text = "") {
  const known = typeof problem?.kind === "string";
  if (!known) console.error(problem);
  if (problem?.kind === "outdated" && !state.game) dispatchEvent(new Event("tesuji-reload")); // fallback.js listens
  const shown = known ? { ...problem, ...UNREAD[problem.kind] } : { kind: "unreadable" };
  for (const refusal of refusals) refusal(shown, text);
}
