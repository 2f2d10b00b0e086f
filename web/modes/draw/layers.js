/** The scene of Draw, and the layer that gestures draw on. */

import { documentOf, layerOf } from "../../core/drawn.js";
import { MAX_VALUES } from "../../core/marks.js";
import { isBlank } from "../../core/sketch.js";
import { placeOf } from "../../core/lattice.js";
import { painted } from "../../core/strokes.js";
import { overlayFrom } from "../../shell/explanation.js";
import { state } from "../../shell/state.js";
import { editor, settled, tool } from "./drawing.js";
import { clashOf, isNearlyUnique, pair, refusal } from "./live.js";
import { marksNeeded, qualityOf } from "./quality.js";

/** @import {Edit, Sketch} from "../../core/sketch.js" */
/** @import {Game, Marks, Overlay, PuzzleDocument, PuzzleKind, Scene} from "../../core/types.js" */

/**
 * Disables the keys that write or zoom, so that Draw receives digits and can build numbers of several digits.
 * @type {any}
 */
const FIGURES = Object.fromEntries([..."0123456789"].map((figure) => [figure, undefined]));

/**
 * Returns the kind in the form that gestures on a layer need.
 * @param {PuzzleKind} puzzle
 * @param {Edit} edit
 * @param {Sketch} now
 * @returns {PuzzleKind}
 */
export function surface(puzzle, edit, now) {
  const typed = edit.typed?.[tool(edit).layer];
  const most = typed ? typed(now).length - 1 : MAX_VALUES;
  const used = { ...tool(edit), cycle: tool(edit).cycle.map((value) => (value > most ? 0 : value)) };
  const eraser = { ...used, cycle: used.cycle.map(() => 0) };
  return {
    ...puzzle,
    blocks: [{ shape: edit.layers[used.layer], values: MAX_VALUES, letters: "" }],
    size: () => now,
    fixed: () => false,
    lock: false,
    tools: [used, eraser],
    keys: typed ? { ...edit.keys[used.layer], ...FIGURES } : edit.keys[used.layer],
  };
}

/**
 * Returns the scene of the board.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @returns {Partial<Scene> & {marks: Marks}}
 */
export function scene(game, puzzle) {
  const { edit, drawing, of, thinning } = editor;
  if (!edit || !drawing || of !== game.id) return { marks: game.marks, tone: "own" };
  const { stroke: held } = state;
  const now = held ? settled(edit, drawing.now, tool(edit).layer, painted(held)) : drawing.now;
  const document = held ? documentOf(puzzle.kind, edit, now) : game.document;
  const own = edit.marks(now);
  const longest = edit.forLayout?.(game.document) ?? game.document;
  const shown = {
    puzzle: {
      ...puzzle,
      bands: (/** @type {PuzzleDocument} */ _, /** @type {number} */ cell) => puzzle.bands(longest, cell),
    },
    document,
    tone: edit.tone,
  };
  if (held || thinning || isBlank(now) || !isNearlyUnique(game, puzzle))
    return { ...shown, marks: own, overlays: held ? [] : [...clashes(game, puzzle), ...needed(game, edit, now)] };
  const [a, b] = pair(game, puzzle, own);
  const only = (/** @type {Marks} */ marks) =>
    [...marks].map((digit, target) => (a[target] === b[target] ? own[target] : digit)).join("");
  return { ...shown, marks: only(a), second: only(b) };
}

/**
 * Returns the overlays of clues that cannot be removed, if the player wants to see them.
 * @param {Game} game
 * @param {Edit} edit
 * @param {Sketch} now
 * @returns {Overlay[]}
 */
const needed = (game, edit, now) =>
  ((marksNeeded() && qualityOf(game)?.needed) || []).map(({ layer, target }) => ({
    role: "needed",
    place: placeOf(layerOf(edit, layer), now, target),
  }));

/**
 * Returns the overlays of the contradiction in a puzzle without solution, or of the place at which it is not a puzzle.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @returns {Overlay[]}
 */
function clashes(game, puzzle) {
  const clash = clashOf(game);
  if (clash) return overlayFrom(puzzle, game.document, clash.overlay, clash.because);
  const { result } = game;
  const at = result ? result.verdict === "none" && result.reason?.at : refusal()?.at;
  if (!at) return [];
  if (at.row && at.column) return [{ role: "conflict", place: { r: 2 * at.row - 1, c: 2 * at.column - 1 } }];
  return [at.row ? { role: "conflict", row: at.row - 1 } : { role: "conflict", column: (at.column ?? 1) - 1 }];
}
