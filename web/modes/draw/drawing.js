/** The current drawing: its content, its editor, and the selected tool. */

import { solutionsOf } from "../../core/results.js";
import { sketchOf, withLayer } from "../../core/sketch.js";

/** @import {Drawing, Edit, Pencil, Sketch} from "../../core/sketch.js" */
/** @import {Game, Marks, PuzzleKind} from "../../core/types.js" */

/**
 * @typedef {object} Editor
 * @property {Edit | null} edit  the editor of the current kind; null until it is loaded
 * @property {Drawing | null} drawing
 * @property {string} of  id of the game that the drawing belongs to
 * @property {number} pencil  index of the selected tool
 * @property {string} kind  the kind that the tool belongs to
 * @property {string} shown  id of the game whose solution the player has agreed to see here
 * @property {{cell: number, at: number, figures: string}} typed  the target of the clue that is being typed, the time
 *   of its last figure, in ms, and its figures
 * @property {{tried: number, of: number, gone: number} | null} thinning  progress of thinning out, or null
 */

/** @type {Editor} */
export const editor = {
  edit: null,
  drawing: null,
  of: "",
  pencil: 0,
  kind: "",
  shown: "",
  typed: { cell: -1, at: 0, figures: "" },
  thinning: null,
};

/** Returns the selected tool. @param {Edit} edit @returns {Pencil} */
export const tool = (edit) => edit.tools[editor.pencil] ?? edit.tools[0];

/** Returns parameters of the sentence about a drawing that is not a puzzle yet, or null. */
export const unfinished = () => (editor.drawing && editor.edit?.unfinished?.(editor.drawing.now)) ?? null;

/**
 * Returns whether showing the drawing of a puzzle would reveal the solution to its player.
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
 * Returns the drawing of a game, or one derived from its document. Returns null if it would reveal the solution.
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

/** Returns a complete board of this puzzle, or null if none is known. @param {Game} game @param {PuzzleKind} puzzle */
function knownSolution(game, puzzle) {
  if (puzzle.solved(game.document, game.marks)) return game.marks;
  if (editor.shown !== game.id) return null;
  return game.result?.verdict === "unique" || editor.edit?.needsSolution
    ? (solutionsOf(game, puzzle)[0] ?? null)
    : null;
}

/**
 * Returns a sketch with new digits in a layer, and the resulting puzzle.
 * @param {Edit} edit
 * @param {Sketch} now
 * @param {string} layer
 * @param {Marks} digits
 */
export function settled(edit, now, layer, digits) {
  const next = withLayer(now, layer, digits);
  return edit.settle?.(next, layer, now) ?? next;
}
