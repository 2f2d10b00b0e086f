/** Finds the differences between two scenes of a board, so that a drag repaints only what has changed. */

import { placeOf } from "../core/lattice.js";
import { labelAt } from "./cursor.js";

/** @import {Scene} from "../core/types.js" */
/** @import {Region} from "./board.js" */

const MAX_BOXES = 90; // with more boxes, drawing everything is faster

/**
 * Returns the regions in which two scenes of the same board differ during a stroke: the marks, the bands of the
 * crosshair with their clues, the counter and the cursor.
 * @param {Scene} before
 * @param {Scene} now
 * @returns {Region[] | null} null if so much differs that everything should be redrawn
 */
export function changes(before, now) {
  const { layout, puzzle } = now;
  const { cell, origin, window, width, height, size } = layout;
  if (before.names || now.names) return null; // they follow the pointer
  const boxes = [];
  const near = 1.6 * cell; // the distance within which a mark can turn a number grey
  for (let target = 0; target < now.marks.length; target++) {
    if (before.marks[target] === now.marks[target]) continue;
    if (boxes.length > MAX_BOXES) return null;
    const { r, c } = placeOf(puzzle, size, target);
    const [x, y] = [origin.x + (c / 2) * cell, origin.y + (r / 2) * cell];
    boxes.push({ left: x - near, top: y - near, right: x + near, bottom: y + near });
    // A mark affects the clues of its row and column, the counters next to them, and the cells that it lights.
    if (puzzle.rowClues || puzzle.rowNotes || puzzle.spreads)
      boxes.push(
        { left: 0, top: y - cell, right: width, bottom: y + cell },
        { left: x - cell, top: 0, right: x + cell, bottom: height },
      );
  }
  const stays = (/** @type {"r" | "c"} */ along) => before.crosshair?.[along] === now.crosshair?.[along];
  for (const { crosshair, counter: label, cursor: place } of [before, now]) {
    if (crosshair && puzzle.border !== false) {
      const [x, y] = [origin.x + (crosshair.c >> 1) * cell, origin.y + (crosshair.r >> 1) * cell];
      if (!stays("r")) boxes.push({ left: 0, top: y - 1, right: width, bottom: y + cell + 1 });
      if (!stays("c")) boxes.push({ left: x - 1, top: 0, right: x + cell + 1, bottom: height });
    }
    if (place && (before.cursor !== now.cursor || before.pen !== now.pen)) {
      const [x, y] = [origin.x + (place.c / 2) * cell, origin.y + (place.r / 2) * cell];
      const reach = 0.5 * cell + 4; // the ring is just outside the cell
      boxes.push({ left: x - reach, top: y - reach, right: x + reach, bottom: y + reach });
    }
    if (label) {
      const { x, y } = labelAt(layout, label.place);
      boxes.push({ left: x, top: y, right: x + 26, bottom: y + 22 });
    }
  }
  return merged(boxes).map(({ left, top, right, bottom }) => {
    const [x, y] = [Math.floor(Math.max(0, left)) - 1, Math.floor(Math.max(0, top)) - 1];
    return {
      x,
      y,
      width: Math.ceil(Math.min(right, Math.max(width, window.x + window.width))) + 1 - x,
      height: Math.ceil(Math.min(bottom, height)) + 1 - y,
    };
  });
}

/**
 * Merges boxes with the same rows or columns, so that nothing is drawn twice.
 * @param {{left: number, top: number, right: number, bottom: number}[]} boxes
 */
function merged(boxes) {
  /** @type {typeof boxes} */
  const all = [];
  for (const box of boxes) {
    const same = all.find(
      (other) =>
        (other.left === box.left && other.right === box.right && box.top <= other.bottom && box.bottom >= other.top) ||
        (other.top === box.top && other.bottom === box.bottom && box.left <= other.right && box.right >= other.left),
    );
    if (same)
      Object.assign(same, {
        left: Math.min(same.left, box.left),
        top: Math.min(same.top, box.top),
        right: Math.max(same.right, box.right),
        bottom: Math.max(same.bottom, box.bottom),
      });
    else all.push({ ...box });
  }
  return all;
}
