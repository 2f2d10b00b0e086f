/** Handles the move that solves the board: records the game and starts the animation. */

import { lastMarked } from "../../core/game.js";
import { isSolved } from "../../core/last-marks.js";
import { placeOf } from "../../core/lattice.js";
import { addSolved } from "../../shell/record.js";
import { paintSoon } from "../../shell/board.js";
import { change } from "../../shell/session.js";
import { nextTask, part, state } from "../../shell/state.js";
import { keepForGood } from "../../shell/storage.js";
import { announce } from "../../ui/text.js";
import { solvedText } from "./solved.js";

/** @import {Game, Place, PuzzleKind} from "../../core/types.js" */

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {{id: string, from: Place, began: number, wave: typeof import("../../canvas/finish.js")} | null} finish the
 *   running animation
 * @property {Game | null} moved  the game after the last move, if the engine has not yet found that it is solved
 */

/** @type {Own} */
const local = part("modes/play/finish", { finish: null, moved: null });

/**
 * Handles the end of the game if a move has solved the board, at once or when the engine has checked the rules.
 * Returns whether the board is known to be solved.
 * @param {Game} game the game after the move
 * @param {PuzzleKind} puzzle
 */
export function finishIfSolved(game, puzzle) {
  const solved = isSolved(game, puzzle);
  if (solved) finished(game, puzzle);
  local.moved = puzzle.asks && !solved ? game : null;
  return solved;
}

/**
 * Handles the end of the game if the engine has found that the last move solved the board. Called after every change.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 */
export function finishLate({ id, marks }, puzzle) {
  const { moved } = local;
  if (moved?.id === id && moved.marks === marks && isSolved(moved, puzzle))
    nextTask().then(() => local.moved === moved && finishIfSolved(moved, puzzle));
}

/** @param {Game} game the solved one @param {PuzzleKind} puzzle */
async function finished(game, puzzle) {
  enter(game, puzzle);
  announce(solvedText(game, puzzle).join(""));
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const from = placeOf(puzzle, puzzle.size(game.document), lastMarked(game) ?? 0);
  const wave = await import("../../canvas/finish.js").catch(() => null);
  if (!wave) return; // offline, or the person has already left the page
  local.finish = { id: game.id, from, began: performance.now(), wave };
  paintSoon();
}

/** Records a game when it is solved for the first time. @param {Game} game @param {PuzzleKind} puzzle */
function enter(game, puzzle) {
  const now = state.game; // it may have other marks already
  if (!now || now.finished) return;
  const at = Date.now();
  const { id, kind, time, hints: asked } = game;
  keepForGood();
  addSolved({ id, kind, ...puzzle.size(game.document), time: Math.round(time), hints: asked, at });
  change({ ...now, finished: at });
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
