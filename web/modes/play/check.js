/** Finds mistakes, on request or after every move, and undoes moves back to before the first one. */

import "../../canvas/overlays.js";
import { lastMove, undoUntil } from "../../core/game.js";
import { placeOf } from "../../core/lattice.js";
import { oncePer } from "../../core/last-marks.js";
import { mistakes } from "../../core/mistakes.js";
import { statesOf } from "../../shell/explanation.js";
import { change } from "../../shell/session.js";
import { nextTask, part, state, update } from "../../shell/state.js";
import { has, t } from "../../ui/i18n.js";
import { announce } from "../../ui/text.js";
import { settings } from "./settings.js";

/** @import {Game, Marks, Overlay, Place, PuzzleKind} from "../../core/types.js" */
/** @import {Mistakes} from "../../core/mistakes.js" */

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {Marks | null} looked  the board that was checked on request
 */

/** @type {Own} */
const local = part("modes/play/check", { looked: null });

/** Checks the current board, in a task of its own. */
export async function lookNow() {
  const { game, puzzle } = state;
  if (!game || !puzzle) return;
  mistakes(game, puzzle);
  await nextTask();
  const now = state.game; // it may have a result by now
  if (now?.id !== game.id || now.marks !== game.marks) return;
  local.looked = now.marks;
  update({});
  announceMistakes(now, puzzle);
}

/** Hides the mistakes that were shown on request. */
export const forgetMistakes = () => void (local.looked = null);

/** Announces the mistakes if they are shown. @param {Game} game @param {PuzzleKind} puzzle */
export function announceMistakes(game, puzzle) {
  const wrong = wrongNow(game, puzzle);
  if (wrong) announce(t(...wrong));
}

/** Returns whether mistakes are shown at present. @param {Game} game */
const showsMistakes = ({ marks }) =>
  settings.check === "always" || (settings.check === "ask" && local.looked === marks);

/** Returns whether there are mistakes to show at present. @param {Game} game @param {PuzzleKind} puzzle */
export function seesMistakes(game, puzzle) {
  if (!showsMistakes(game)) return false;
  const { cells, breaks } = mistakes(game, puzzle);
  return cells.length + breaks.length > 0;
}

/**
 * Returns the sentence about mistakes, or null.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @returns {[string, Record<string, any>] | null}
 */
export function wrongNow(game, puzzle) {
  if (!showsMistakes(game)) return null;
  const { cells, breaks, sure, checked } = mistakes(game, puzzle);
  if (breaks.length) return [has(breaks[0].key) ? breaks[0].key : "wrong.rule", breaks[0].params];
  if (cells.length) return ["wrong.marks", { n: cells.length }];
  if (local.looked !== game.marks || settings.check !== "ask") return null;
  return [sure ? "check.ok" : checked ? "check.rules" : "check.later", {}];
}

/** @param {Game} game @param {PuzzleKind} puzzle @returns {Overlay[]} */
export const wrongOverlays = (game, puzzle) =>
  showsMistakes(game) ? overlaysOf(mistakes(game, puzzle), game, puzzle) : [];

/**
 * Returns the overlays of mistakes; the board is drawn faster if they are the same array as before.
 * @type {(found: Mistakes, game: Game, puzzle: PuzzleKind) => Overlay[]}
 */
const overlaysOf = oncePer(({ overlays }, game, puzzle) => [...overlays, ...lastWrong(game, puzzle, overlays)]);

/**
 * Returns the cells of the last move that are part of a mistake.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @param {Overlay[]} found
 * @returns {Overlay[]}
 */
function lastWrong(game, puzzle, found) {
  const brackets = found.filter(({ to }) => to);
  const moved = new Set(lastMove(game)?.cells ?? []);
  const size = puzzle.size(game.document);
  return [...moved]
    .map((cell) => placeOf(puzzle, size, cell))
    .filter((place) => brackets.some((bracket) => within(place, bracket)))
    .map((place) => ({ role: /** @type {const} */ ("wrong"), place }));
}

/** @param {Place} place @param {Overlay} bracket */
const within = ({ r, c }, { place: from, to }) =>
  Boolean(from && to) &&
  r >= /** @type {Place} */ (from).r &&
  r <= /** @type {Place} */ (to).r &&
  c >= /** @type {Place} */ (from).c &&
  c <= /** @type {Place} */ (to).c;

/**
 * Undoes moves until there are no mistakes. The moves can be redone.
 * @param {any[]} hinted  the marks that a hint reported as wrong
 */
export function undoWrong(hinted) {
  const { game, puzzle } = state;
  if (!game || !puzzle) return;
  const named = stillWrong(game, puzzle, hinted);
  const fine = (/** @type {Game} */ before) => {
    const { cells, breaks } = mistakes({ ...before, trial: null }, puzzle);
    return !cells.length && !breaks.length && named.every((cell) => before.marks[cell] !== game.marks[cell]);
  };
  change(undoUntil(game, fine));
}

/** Returns which of these marks are on the board. @param {Game} game @param {PuzzleKind} puzzle @param {any[]} cells */
function stillWrong(game, puzzle, cells) {
  const key = (/** @type {Place} */ { r, c }) => `${r},${c}`;
  const bad = new Map(statesOf(puzzle, cells).map(({ place, state: mark }) => [key(place), String(mark)]));
  const size = puzzle.size(game.document);
  return [...game.marks].flatMap((mark, cell) => (bad.get(key(placeOf(puzzle, size, cell))) === mark ? [cell] : []));
}
