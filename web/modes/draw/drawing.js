/** The drawing on the board: its content, how its kind is edited, and the current tool. */

import { solutionsOf } from "../../core/results.js";
import { sketchOf, withLayer } from "../../core/sketch.js";

/** @import {Drawing, Edit, Pencil, Sketch} from "../../core/sketch.js" */
/** @import {Game, Marks, PuzzleKind} from "../../core/types.js" */

/**
 * @typedef {object} Editor
 * @property {Edit | null} edit  how the kind on the board is edited; null until that is loaded
 * @property {Drawing | null} drawing
 * @property {string} of  id of the game that the drawing is of
 * @property {number} pencil  the tool that draws
 * @property {string} kind  that the pencil is of
 * @property {string} shown  id of the game whose answer the player has asked to see here
 * @property {{cell: number, at: number}} typed  the cell of the last figure that was typed, and when, in ms
 * @property {{tried: number, of: number, gone: number} | null} thinning  while givens are being taken away
 */

/** @type {Editor} */
export const editor = {
  edit: null,
  drawing: null,
  of: "",
  pencil: 0,
  kind: "",
  shown: "",
  typed: { cell: -1, at: 0 },
  thinning: null,
};

/** The tool that draws. @param {Edit} edit @returns {Pencil} */
export const tool = (edit) => edit.tools[editor.pencil] ?? edit.tools[0];

/**
 * Return whether the drawing of a puzzle would give away the answer that its player is looking for.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 */
export function spoils(game, puzzle) {
  const tells = editor.edit?.needsSolution || Boolean(puzzle.hides?.(game.document));
  return (
    tells &&
    !game.drawing &&
    game.result?.verdict !== "none" &&
    editor.shown !== game.id &&
    !puzzle.solved(game.document, game.marks)
  );
}

/**
 * The game's own drawing, or the one that its document is; none while that would give the answer away.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 */
export function take(game, puzzle) {
  const { edit } = editor;
  if (!edit) return;
  editor.of = game.id;
  if (spoils(game, puzzle)) return void (editor.drawing = null);
  editor.drawing = game.drawing ?? {
    now: sketchOf(edit, game.document, puzzle.size(game.document), knownSolution(game, puzzle)),
    past: [],
    future: [],
  };
}

/** A complete board of this puzzle, null if none is known. @param {Game} game @param {PuzzleKind} puzzle */
function knownSolution(game, puzzle) {
  if (puzzle.solved(game.document, game.marks)) return game.marks;
  if (editor.shown !== game.id) return null;
  return game.result?.verdict === "unique" || editor.edit?.needsSolution
    ? (solutionsOf(game, puzzle)[0] ?? null)
    : null;
}

/**
 * Returns a sketch with other digits in a layer, and the resulting puzzle.
 * @param {Edit} edit
 * @param {Sketch} now
 * @param {string} layer
 * @param {Marks} digits
 */
export function settled(edit, now, layer, digits) {
  const next = withLayer(now, layer, digits);
  return edit.settle?.(next, layer, now) ?? next;
}
