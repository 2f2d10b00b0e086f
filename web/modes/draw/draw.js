/**
 * Draw: the setter's board. Every stroke changes the puzzle, and the engine immediately checks whether it is unique.
 */

import { set } from "../../core/game.js";
import { layerOf } from "../../core/drawn.js";
import { isLine, parityOf, targetAt } from "../../core/lattice.js";
import { digitOf, valueOf } from "../../core/marks.js";
import { redo, undo } from "../../core/sketch.js";
import { solve } from "../../shell/solver.js";
import { state, update, updateView } from "../../shell/state.js";
import { byId } from "../../ui/dom.js";
import { editor, settled, take, tool, unfinished } from "./drawing.js";
import { setDrawing, stroke } from "./editing.js";
import { render } from "./findings.js";
import { scene, surface } from "./layers.js";
import { checkSoon, isNearlyUnique, isWaiting, propose, stopAsking } from "./live.js";
import { build } from "./tools.js";

/** @import {Edit, Sketch} from "../../core/sketch.js" */
/** @import {Mode} from "../../core/types.js" */

export { newBoard } from "./editing.js";
export { fromPicture } from "./tools.js";

/** @type {Omit<Mode, "name" | "order" | "icon">} */
export default {
  build,
  render,
  scene,
  heading: (game, puzzle) => ({ ...heading(game), calm: !isNearlyUnique(game, puzzle) }),
  /**
   * Digits are written into the cell under the cursor regardless of the focus and the selected tool, and select the
   * tool for digits.
   */
  onKey({ key }) {
    const { edit, drawing, thinning } = editor;
    const { layer: now } = edit ? tool(edit) : { layer: "" };
    if (edit?.numbers?.[now] && drawing && !thinning && /^\d$/.test(key))
      return writeFigure(edit, drawing.now, Number(key));
    const layer = edit && [now, ...Object.keys(edit.keys)].find((name) => key in (edit.keys[name] ?? {}));
    const erases = key === "Backspace" || key === "Delete";
    if (!edit || !drawing || thinning || !layer || isLine(edit.layers[layer])) return false;
    if (key.length > 1 && !erases) return false;
    if (layer !== now) editor.pencil = edit.tools.findIndex((one) => one.layer === layer);
    return write(edit, drawing.now, layer, edit.keys[layer][key]);
  },
  editable(_, puzzle) {
    const { edit, drawing, thinning } = editor;
    if (!edit || !drawing || thinning) return null;
    return { puzzle: surface(puzzle, edit, drawing.now), marks: drawing.now.layers[tool(edit).layer], tool: 0 };
  },
  commit(marks) {
    const { edit, drawing } = editor;
    if (edit && drawing) stroke(settled(edit, drawing.now, tool(edit).layer, marks));
  },
  /**
   * Handles a tap inside a cell while edges are drawn: puts the cursor there. If nothing is drawn yet, it selects the
   * tool for cells as well and uses it.
   */
  jot({ place }) {
    const { edit, drawing, thinning } = editor;
    if (!place || !edit || !drawing || thinning) return;
    updateView({ cursor: place, keyboard: true });
    const other = edit.tools.findIndex(({ layer }) => edit.layers[layer] === "cell");
    if (other < 0 || /[1-9]/.test(drawing.now.layers[tool(edit).layer])) return;
    editor.pencil = other;
    const { layer, cycle } = tool(edit);
    const { target } = underCursor(edit, drawing.now, layer);
    write(edit, drawing.now, layer, cycle[valueOf(drawing.now.layers[layer][target])] ?? 0);
  },
  history: () => ({ undo: Boolean(editor.drawing?.past.length), redo: Boolean(editor.drawing?.future.length) }),
  undo: () => editor.drawing?.past.length && setDrawing(undo(editor.drawing)),
  redo: () => editor.drawing?.future.length && setDrawing(redo(editor.drawing)),
  enter,
  leave,
};

/**
 * Returns the place under the cursor, a cell or a clue next to the board, and its target in a layer.
 * @param {Edit} edit
 * @param {Sketch} now
 * @param {string} layer
 */
function underCursor(edit, now, layer) {
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
function write(edit, now, layer, value) {
  const { place, target } = underCursor(edit, now, layer);
  updateView({ cursor: place, keyboard: true });
  stroke(settled(edit, now, layer, set(now.layers[layer], [target], digitOf(value))));
  return true;
}

const SAME_NUMBER = 1500; // maximum time between two digits of one number, in ms

/**
 * Appends a digit to the number just typed in the same place, if the board allows a number that large; otherwise
 * replaces it.
 * @param {Edit} edit
 * @param {Sketch} now
 * @param {number} figure
 */
function writeFigure(edit, now, figure) {
  const { layer } = tool(edit);
  const { least, most } = edit.numbers?.[layer] ?? { least: 1, most: () => 0 };
  const [{ target }, at] = [underCursor(edit, now, layer), performance.now()];
  const { typed } = editor;
  const digit = typed.cell === target && at - typed.at < SAME_NUMBER ? valueOf(now.layers[layer][target]) : 0;
  const number = 10 * (digit && digit + least - 1) + figure;
  editor.typed = { cell: target, at };
  return write(edit, now, layer, Math.max(0, (number <= most(now) ? number : figure) - least + 1));
}

/** @param {import("../../core/types.js").Game} game */
const heading = ({ result }) => ({
  result: editor.thinning || unfinished() ? null : result,
  checking: !result && (Boolean(state.work) || isWaiting()),
  fact: result?.verdict === "multiple" ? "" : undefined,
});

async function enter() {
  const { puzzle, game } = state;
  if (!puzzle || !game) return;
  Object.assign(editor, { edit: null, drawing: null, of: game.id });
  const edit = await puzzle.edit?.();
  if (!edit || state.game?.id !== game.id || state.mode !== "draw") return;
  if (editor.kind !== puzzle.kind) Object.assign(editor, { pencil: 0, kind: puzzle.kind });
  editor.edit = edit;
  take(state.game, puzzle);
  update({ show: "mine" });
  if (!state.game.result) checkSoon();
  else propose();
}

function leave() {
  stopAsking();
  if (state.work?.name === "thin") state.work.controller.abort();
  Object.assign(editor, { edit: null, drawing: null, thinning: null });
  byId("image-box")?.replaceChildren();
  queueMicrotask(() => state.game && !state.game.result && solve(false));
}
