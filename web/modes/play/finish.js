/** Handles the move that solves the board: records the game and starts the animation. */

import { lastMarked } from "../../core/game.js";
import { placeOf } from "../../core/lattice.js";
import { addSolved } from "../../shell/record.js";
import { paintSoon } from "../../shell/board.js";
import { change } from "../../shell/session.js";
import { part, state } from "../../shell/state.js";
import { keepForGood } from "../../shell/storage.js";
import { announce } from "../../ui/text.js";
import { solvedText } from "./solved.js";

/** @import {Game, Place, PuzzleKind} from "../../core/types.js" */

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {{id: string, from: Place, began: number, wave: typeof import("../../canvas/finish.js")} | null} finish the
 *   running animation
 */

/** @type {Own} */
const local = part("modes/play/finish", { finish: null });

/** @param {Game} game the current one @param {PuzzleKind} puzzle */
export async function finished(game, puzzle) {
  enter(puzzle);
  announce(solvedText(/** @type {Game} */ (state.game), puzzle).join(""));
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const from = placeOf(puzzle, puzzle.size(game.document), lastMarked(game) ?? 0);
  const wave = await import("../../canvas/finish.js").catch(() => null);
  if (!wave) return; // offline, or the person has already left the page
  local.finish = { id: game.id, from, began: performance.now(), wave };
  paintSoon();
}

/** Records the current game when it is solved for the first time. @param {PuzzleKind} puzzle */
function enter(puzzle) {
  const { game } = state;
  if (!game || game.finished) return;
  const at = Date.now();
  const { id, kind, time, hints: asked } = game;
  keepForGood();
  addSolved({ id, kind, ...puzzle.size(game.document), time: Math.round(time), hints: asked, at });
  change({ ...game, finished: at });
  import("../../shell/practice.js").then(
    ({ learnFrom }) => learnFrom({ ...game, finished: at }, puzzle),
    () => {}, // the game is stored all the same
  );
}

/** Returns the animation for the scene, or null. @param {Game} game */
export function waveNow({ id }) {
  if (!local.finish || local.finish.id !== id) return null;
  const at = (performance.now() - local.finish.began) / local.finish.wave.LENGTH;
  if (at >= 1) return (local.finish = null);
  requestAnimationFrame(paintSoon);
  return { from: local.finish.from, at, paint: local.finish.wave.wave };
}
