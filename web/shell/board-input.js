/** What gestures and keys on the board read of the state, and what they do to it. */

import { hit, nodeAt } from "../canvas/hit.js";
import { isLine, placeOf } from "../core/lattice.js";
import { blockFor } from "../core/strokes.js";
import { byId } from "../ui/dom.js";
import { modeOf } from "./registry.js";
import { part, state, updateView } from "./state.js";
import { boardLayout, layOut, panBy, panToSee, zoomStep, zoomTo } from "./viewport.js";

/** @import {View, Surface} from "../input/gestures.js" */

/** @returns {View | null} */
function read() {
  const { game, puzzle, cursor, pen, tool } = state;
  if (!game || !puzzle || !boardLayout()) return null;
  const target = modeOf(state.mode).editable?.(game, puzzle);
  const board = { id: game.id, puzzle, document: game.document, marks: game.marks, tool, ...target };
  const layout = layoutOf(board);
  if (!layout) return null;
  return {
    ...board,
    layout,
    editable: Boolean(target),
    cursor,
    pen,
    hit: (x, y, shape) => hit(board.puzzle, layout, x, y, shape),
    nodeAt: (x, y, reach, shape) => nodeAt(layout, x, y, reach, shape),
  };
}

/**
 * The layout of this board: a key may come before a new one is drawn.
 * @param {Pick<View, "puzzle" | "document">} board
 */
function layoutOf({ puzzle, document }) {
  const [drawn, size] = [boardLayout()?.size, puzzle.size(document)];
  if (drawn?.width !== size.width || drawn.height !== size.height) layOut(puzzle, document);
  return boardLayout();
}

/** A tap where nothing can be marked: on a place, or on the clue of a line. @param {number} x @param {number} y */
function tap(x, y) {
  const { puzzle } = state;
  const layout = boardLayout();
  if (!layout || !puzzle) return;
  const { origin, cell, size, window } = layout;
  const [row, column] = [Math.floor((y - origin.y) / cell), Math.floor((x - origin.x) / cell)];
  const target = hit(puzzle, layout, x, y);
  const beside = x < window.x || x > window.x + window.width;
  const above = y < window.y || y > window.y + window.height;
  const mode = modeOf(state.mode);
  if (target >= 0) mode.tap?.({ place: placeOf(puzzle, size, target) });
  else if (row >= 0 && row < size.height && beside) mode.tap?.({ row });
  else if (column >= 0 && column < size.width && above) mode.tap?.({ column });
}

/** A tap beside what can be marked: on the number of a clue, or inside a cell. @param {number} x @param {number} y */
function jot(x, y) {
  const layout = boardLayout();
  const { jot: write } = modeOf(state.mode);
  if (!layout || !write) return;
  const { origin, cell, size, window } = layout;
  const [row, column] = [Math.floor((y - origin.y) / cell), Math.floor((x - origin.x) / cell)];
  const inside = [row >= 0 && row < size.height, column >= 0 && column < size.width];
  if (x < window.x && inside[0]) write({ row, away: window.x - x });
  else if (y < window.y && inside[1]) write({ column, away: window.y - y });
  else if (inside[0] && inside[1]) write({ place: { r: 2 * row + 1, c: 2 * column + 1 } });
}

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {Promise<typeof import("../input/loupe.js")> | null} loupe  the loupe, once a finger was on small cells
 */

/** @type {Own} */
const local = part("shell/board-input", { loupe: null });

/** @type {Surface} */
export const boardInput = {
  read,
  tap,
  jot,
  preview(stroke) {
    const tapped = stroke && isLine(blockFor(stroke.puzzle, stroke.tool).shape) && stroke.corners.length < 2;
    updateView({ stroke: tapped ? null : stroke });
  },
  commit: (marks, stroke) => modeOf(state.mode).commit?.(marks, stroke),
  magnify(at) {
    const layout = boardLayout();
    const { stroke, puzzle } = state;
    if (state.magnified !== Boolean(at)) updateView({ magnified: Boolean(at) });
    const count = stroke && puzzle?.lock && stroke.cells.length > 1 ? String(stroke.cells.length) : "";
    local.loupe ??= import("../input/loupe.js");
    local.loupe.then(
      ({ magnify, putAway }) => (at && layout ? magnify(byId("canvas"), at, layout.cell, count) : putAway()),
      () => (local.loupe = null), // it did not come; the next touch asks again
    );
  },
  hover(place) {
    if (state.hover?.r === place?.r && state.hover?.c === place?.c) return;
    updateView({ hover: place, ...(place ? { keyboard: false } : {}) });
    modeOf(state.mode).point?.(place);
  },
  moveCursor(cursor, keyboard) {
    updateView({ cursor, keyboard, pan: keyboard ? panToSee(cursor) : state.pan });
    modeOf(state.mode).point?.(cursor);
  },
  pen: (tool) => updateView({ pen: tool }),
  panBy,
  zoomTo,
  zoomStep,
};
