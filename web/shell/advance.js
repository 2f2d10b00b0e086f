/**
 * Generates the puzzle that the player will probably ask for next, while the engine is idle, so that the player need
 * not wait.
 */

import { engine } from "./solver.js";
import { part, state } from "./state.js";

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {{call: string, made: Record<string, any> | null, idle: AbortController} | null} ready  the latest
 *   arguments of "generate", the result, and what aborts the call
 */

/** @type {Own} */
const local = part("shell/advance", { ready: null });

const PAUSE = 300; // in ms
const ATTEMPTS = 3;

/**
 * Generates a puzzle that may be wanted next, instead of the one before. A call that somebody waits for stops this one,
 * which begins again afterwards, up to a number of attempts.
 * @param {Record<string, any>} args the arguments of "generate"
 */
export async function generateInAdvance(args) {
  const call = JSON.stringify(args);
  if (local.ready?.call === call) return;
  local.ready?.idle.abort();
  const mine = { call, made: /** @type {Record<string, any> | null} */ (null), idle: new AbortController() };
  local.ready = mine;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    do await new Promise((resolve) => setTimeout(resolve, PAUSE));
    while (state.work || ["starting", "working"].includes(state.engine));
    if (local.ready !== mine || state.engine === "failed") break;
    mine.idle = new AbortController();
    const made = await engine.call("generate", args, { idle: mine.idle }).catch(() => null);
    if (made?.document) mine.made = made;
    if (!mine.idle.signal.aborted) break;
  }
  if (local.ready === mine && !mine.made) local.ready = null;
}

/**
 * Returns what has been generated in advance with these arguments, once; null if it is not ready. A call with the same
 * arguments then takes over the one that runs.
 * @param {Record<string, any>} args
 */
export function takeGenerated(args) {
  const { ready } = local;
  local.ready = null;
  return ready?.call === JSON.stringify(args) ? ready.made : null;
}
