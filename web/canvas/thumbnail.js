/** Draws a whole board as a thumbnail, without its clues. */

import { draw } from "./board.js";
import { changes } from "./changes.js";
import { layout } from "./layout.js";

/** @import {Scene} from "../core/types.js" */

const RIM = 4; // in px; the margin that the layout adds around small cells
const NONE = { left: 0, top: 0, right: 0, bottom: 0 };

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Pick<Scene, "puzzle" | "document" | "palette" | "marks" | "tone" | "second">} scene
 * @param {number} side side of the square that it must fit in, in px
 * @param {Scene | null} [before] what the canvas shows, if only the marks have changed since then
 * @returns {Scene} what it shows now
 */
export function thumbnail(canvas, scene, side, before = null) {
  const bare = {
    ...scene.puzzle,
    bands: () => NONE,
    rowNotes: undefined,
    columnNotes: undefined,
    rowClues: undefined,
    columnClues: undefined,
  };
  const { width, height } = bare.size(scene.document);
  const exact = (side - 2 * RIM) / Math.max(width, height); // may be fractional for a large board
  const placed = layout(bare, scene.document, { width: side, height: side }, exact < 3 ? exact : 0);
  const now = { ...scene, puzzle: bare, layout: placed };
  draw(canvas, now, undefined, before && changes(before, now));
  return now;
}
