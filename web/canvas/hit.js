/** What lies under a point of the canvas: a cell, an edge, a corner. */

import { targetAt } from "../core/lattice.js";

/** @import {Layout, Place, PuzzleKind} from "../core/types.js" */

/**
 * The target under a point of the canvas, -1 where there is none.
 * @param {PuzzleKind} puzzle
 * @param {Layout} layout
 * @param {number} x
 * @param {number} y
 */
export function hit(puzzle, { size, cell, origin, window }, x, y) {
  if (x < window.x || y < window.y || x >= window.x + window.width || y >= window.y + window.height) return -1;
  const [across, down] = [(x - origin.x) / cell, (y - origin.y) / cell];
  return puzzle.targets === "cells"
    ? targetAt(puzzle, size, { r: 2 * Math.floor(down) + 1, c: 2 * Math.floor(across) + 1 })
    : targetAt(puzzle, size, nearestEdge(across, down));
}

/**
 * The edge whose middle is nearest, within the diamond round it; the middle of a cell belongs to none.
 * @param {number} across
 * @param {number} down
 * @returns {Place}
 */
function nearestEdge(across, down) {
  const [column, row] = [Math.floor(across), Math.floor(down)];
  const sides = [
    { r: 2 * row, c: 2 * column + 1, far: down - row },
    { r: 2 * row + 2, c: 2 * column + 1, far: row + 1 - down },
    { r: 2 * row + 1, c: 2 * column, far: across - column },
    { r: 2 * row + 1, c: 2 * column + 2, far: column + 1 - across },
  ];
  const nearest = sides.reduce((best, side) => (side.far < best.far ? side : best));
  return nearest.far < 0.42 ? nearest : { r: -1, c: -1 };
}

/**
 * The corner within reach of a point, null where there is none.
 * @param {Layout} layout
 * @param {number} x
 * @param {number} y
 * @param {number} [reach] in cells
 * @returns {Place | null}
 */
export function cornerAt({ size, cell, origin }, x, y, reach = 0.4) {
  const [across, down] = [(x - origin.x) / cell, (y - origin.y) / cell];
  const [column, row] = [Math.round(across), Math.round(down)];
  const near = Math.hypot(across - column, down - row) <= reach;
  return near && column >= 0 && row >= 0 && column <= size.width && row <= size.height
    ? { r: 2 * row, c: 2 * column }
    : null;
}
