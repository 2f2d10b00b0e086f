/**
 * The page's connection to the engine. The status line shows one call at a time, with Stop; calls for the board have
 * priority.
 */

import { createEngine } from "../engine/client.js";
import { outdated } from "./offline.js";
import { change } from "./session.js";
import { nextTask, part, remember, state, update } from "./state.js";
import { choice } from "./storage.js";

/** @import {Progress} from "../engine/messages.js" */
/** @import {PuzzleDocument, Result} from "../core/types.js" */

/** The time limits to choose from for a call, in seconds. */
export const LIMITS = [10, 30, 60, 180, 600];

/** Returns the chosen time limit. */
export const timeLimit = () => {
  const kept = Number(choice("limit", "60"));
  return LIMITS.includes(kept) ? kept : 60;
};

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {string[]} known  the calls that the engine supports, once it has started
 * @property {{id: string, done: Promise<void>} | null} solving  the running solve
 */

/** @type {Own} */
const local = part("shell/solver", { known: [], solving: null });

export const engine = createEngine({
  lazy: true, // app.js starts it
  onState: (next, { again, ready, lost } = {}) => {
    if (ready) local.known = ready.calls;
    if (next === "failed") outdated().then((gone) => gone && update({ message: { kind: "outdated" } }));
    const changes = {
      engine: next,
      engineSince: performance.now(),
      engineAgain: again ?? (next === "starting" && state.engineAgain),
      ...(lost ? { message: { kind: "lost", params: { call: lost } } } : {}),
    };
    if (next === "working" || (next === "ready" && state.work))
      remember(changes); // the status line updates at intervals, and `ask` has the end of its call rendered
    else update(changes);
  },
});

/**
 * Calls the engine in the background. Returns null if the call fails or was cancelled.
 * @param {string} name
 * @param {Record<string, any>} args
 * @param {AbortSignal} signal
 */
export const tryCall = (name, args, signal) => engine.call(name, args, { signal }).catch(() => null);

/**
 * Returns how many solutions a puzzle has: the verdict of the engine, or "unknown" if it gives none.
 * @param {PuzzleDocument} document
 * @param {number} timeout  in s
 * @param {AbortSignal} signal
 * @returns {Promise<Result["verdict"]>}
 */
export const verdictOf = async (document, timeout, signal) =>
  (await tryCall("solve", { document, limit: 2, timeout }, signal))?.verdict ?? "unknown";

/** Returns whether the engine supports a call; true until it is ready. @param {string} name */
export const knows = (name) => !local.known.length || local.known.includes(name);

/** The call that reads a text. */
export const READING = "convert";

/** The error of a call that was cancelled in favour of another one. */
export const SUPERSEDED = { kind: "superseded", message: "something else was asked meanwhile" };

/**
 * Runs a call and shows it in the status line, with Stop. A running call is cancelled, because only one call at a time
 * works on the board. The reading of a text has priority over all other calls, so no text is lost.
 * Resolves with the result, or with a partial one after Stop. Rejects with a CallError, or with SUPERSEDED if another
 * call has replaced it or has priority.
 * @param {string} name
 * @param {Record<string, any>} args
 * @param {{reveal?: boolean, onProgress?: (progress: Progress) => void}} [options]
 */
export async function ask(name, args, { reveal = true, onProgress } = {}) {
  if (state.work?.name === READING && name !== READING) throw SUPERSEDED;
  state.work?.controller.abort(SUPERSEDED);
  const controller = new AbortController();
  const id = state.game?.id ?? "";
  const mine = () => state.work?.controller === controller;
  update({ work: { id, name, controller, since: performance.now(), reveal, progress: null }, stopped: false });
  try {
    const result = await engine.call(name, args, {
      signal: controller.signal,
      onProgress: (progress) => {
        if (!mine() || !state.work) return;
        remember({ work: { ...state.work, progress } }); // the status line shows it at its next update
        onProgress?.(progress);
      },
    });
    await nextTask(); // reading a long result takes a task of its own
    if (controller.signal.reason === SUPERSEDED) throw SUPERSEDED;
    update({ work: null, stopped: Boolean(result.stopped) });
    return result;
  } catch (error) {
    if (controller.signal.reason === SUPERSEDED) throw SUPERSEDED;
    if (mine()) update({ work: null, stopped: controller.signal.aborted });
    throw error;
  }
}

/**
 * Reports a failed call, unless its board was closed, it was superseded, or it was lost with the solver (which is
 * reported separately).
 * @param {any} error
 */
export function fail(error) {
  const kind = error?.kind;
  if (["stopped", "superseded", "failed", "fatal"].includes(kind)) return;
  const broken = kind === "internal" || typeof kind !== "string";
  if (broken) console.warn(error);
  update({ message: broken ? { kind: "engine" } : error });
}

/**
 * Solves the current puzzle, once. Returns whether there is a result to show.
 * @param {boolean} reveal the player is waiting for it
 * @returns {Promise<boolean>}
 */
export async function solve(reveal) {
  const { game, work } = state;
  if (!game) return false;
  if (game.result && (game.result.verdict !== "unknown" || !reveal)) return true;
  const { id } = game;
  if (local.solving?.id === id && work?.name === "solve" && !work.controller.signal.aborted)
    update({ work: { ...work, reveal: work.reveal || reveal } });
  else local.solving = { id, done: settle(id, game.document, reveal) };
  await local.solving.done;
  return state.game?.id === id && Boolean(state.game.result);
}

/** Shows a verdict while the rest of the result is still being computed. @param {string} id @param {Result} result */
function showEarly(id, result) {
  if (state.game?.id === id && !state.game.result) change({ ...state.game, result });
}

/** @param {string} id @param {PuzzleDocument} document @param {boolean} reveal */
async function settle(id, document, reveal) {
  try {
    const options = { reveal, onProgress: (/** @type {Progress} */ { result }) => result && showEarly(id, result) };
    /** @type {Result} */
    const result = await ask("solve", { document, limit: 2, thorough: true, timeout: timeLimit() }, options);
    if (state.game?.id === id) change({ ...state.game, result });
  } catch (error) {
    fail(error);
  }
}
