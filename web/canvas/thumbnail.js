/** Draws a whole board as a thumbnail, without its clues. */

import { draw } from "./board.js";
import { layout } from "./layout.js";

/** @import {Scene} from "../core/types.js" */

const RIM = 4; // in px; the margin that the layout adds around small cells
const NONE = { left: 0, top: 0, right: 0, bottom: 0 };

/** @typedef {Pick<Scene, "puzzle" | "document" | "palette" | "marks" | "tone" | "second">} Board */

/**
 * Draws a whole board.
 * @param {HTMLCanvasElement} canvas
 * @param {Board} board
 * @param {number} side side of the square that it must fit in, in px
 */
export const thumbnail = (canvas, board, side) => draw(canvas, sceneOf(board, side));

/**
 * Returns the scene of a thumbnail.
 * @param {Board} board
 * @param {number} side side of the square that it must fit in, in px
 * @returns {Scene}
 */
export function sceneOf(board, side) {
  const bare = {
    ...board.puzzle,
    bands: () => NONE,
    rowNotes: undefined,
    columnNotes: undefined,
    rowClues: undefined,
    columnClues: undefined,
  };
  const { width, height } = bare.size(board.document);
  const exact = (side - 2 * RIM) / Math.max(width, height); // may be fractional for a large board
  const placed = layout(bare, board.document, { width: side, height: side }, exact < 3 ? exact : 0);
  return { ...board, puzzle: bare, layout: placed };
}
