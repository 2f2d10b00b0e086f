/** Clues of Draw that are written under the cursor: by keys, or by the buttons with figures. */

import { set } from "../../core/game.js";
import { layerOf } from "../../core/drawn.js";
import { isLine, parityOf, targetAt } from "../../core/lattice.js";
import { digitOf } from "../../core/marks.js";
import { typedClue } from "../../core/sketch.js";
import { state, updateView } from "../../shell/state.js";
import { editor, settled, tool } from "./drawing.js";
import { stroke } from "./editing.js";

/** @import {Edit, Sketch} from "../../core/sketch.js" */

/**
 * Writes the clue of a key into the cell under the cursor, regardless of the focus and the selected tool, and selects
 * the tool for it. Returns whether the key has a clue.
 * @param {string} key
 */
export function type(key) {
  const { edit, drawing, thinning } = editor;
  if (!edit || !drawing || thinning) return false;
  const { layer: now } = tool(edit);
  if (edit.typed?.[now] && /^\d$/.test(key)) return writeFigure(edit, drawing.now, key);
  const layer = [now, ...Object.keys(edit.keys)].find((name) => key in (edit.keys[name] ?? {}));
  const erases = key === "Backspace" || key === "Delete";
  if (!layer || isLine(edit.layers[layer]) || (key.length > 1 && !erases)) return false;
  if (layer !== now) editor.pencil = edit.tools.findIndex((one) => one.layer === layer);
  return write(edit, drawing.now, layer, edit.keys[layer][key]);
}

/**
 * Returns the place under the cursor, a cell or a clue next to the board, and its target in a layer.
 * @param {Edit} edit
 * @param {Sketch} now
 * @param {string} layer
 */
export function underCursor(edit, now, layer) {
  const first = parityOf(edit.layers[layer]);
  const { r, c } = state.cursor ?? { r: first, c: 1 };
  const keep = (/** @type {number} */ at, /** @type {number} */ length) =>
    Math.min(Math.max(at | 1, first), 2 * length - first);
  const place = { r: keep(r, now.height), c: keep(c, now.width) };
  return { place, target: targetAt(layerOf(edit, layer), now, place) };
}

/**
 * Writes a digit of a layer under the cursor.
 * @param {Edit} edit
 * @param {Sketch} now
 * @param {string} layer
 * @param {number} value
 */
export function write(edit, now, layer, value) {
  const { place, target } = underCursor(edit, now, layer);
  updateView({ cursor: place, keyboard: true });
  stroke(settled(edit, now, layer, set(now.layers[layer], [target], digitOf(value))));
  return true;
}

const SAME_CLUE = 1500; // maximum time between two figures of one clue, in ms

/**
 * Adds a figure to the clue just typed in the same place, if the board allows that clue; otherwise begins another one.
 * @param {Edit} edit
 * @param {Sketch} now
 * @param {string} figure
 */
function writeFigure(edit, now, figure) {
  const { layer } = tool(edit);
  const [{ target }, at] = [underCursor(edit, now, layer), performance.now()];
  const { typed } = editor;
  const before = typed.cell === target && at - typed.at < SAME_CLUE ? typed.figures : "";
  const { figures, digit } = typedClue(edit.typed?.[layer]?.(now) ?? [], before, figure);
  editor.typed = { cell: target, at, figures };
  return write(edit, now, layer, digit);
}
