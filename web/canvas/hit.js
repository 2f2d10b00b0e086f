/** Finds the variable or node under a point of the canvas: a cell, an edge, a corner. */

import { parityOf, targetAt } from "../core/lattice.js";

/** @import {Layout, Place, PuzzleKind, Shape} from "../core/types.js" */

const VERTEX_REACH = 0.5; // in cells

/**
 * Returns the variable under a point of the canvas, or -1.
 * @param {PuzzleKind} puzzle
 * @param {Layout} layout
 * @param {number} x
 * @param {number} y
 * @param {Shape} [shape] shape of the variable; default: that of the first block
 */
export function hit(puzzle, layout, x, y, shape = puzzle.blocks[0].shape) {
  const { size, cell, origin, window } = layout;
  if (shape === "side") return targetAt(puzzle, size, { ...besideAt(layout, x, y), shape });
  if (x < window.x || y < window.y || x >= window.x + window.width || y >= window.y + window.height) return -1;
  const [across, down] = [(x - origin.x) / cell, (y - origin.y) / cell];
  const place =
    shape === "cell"
      ? { r: 2 * Math.floor(down) + 1, c: 2 * Math.floor(across) + 1 }
      : shape === "vertex"
        ? nodeAt(layout, x, y, VERTEX_REACH, shape)
        : nearestEdge(across, down);
  return place ? targetAt(puzzle, size, { ...place, shape }) : -1;
}

/** Returns the place of a clue next to the board. @param {Layout} layout @param {number} x @param {number} y @returns {Place} */
function besideAt({ size, cell, origin, window }, x, y) {
  const right = x < window.x ? -1 : x >= window.x + window.width ? 2 * size.width + 1 : 0;
  const down = y < window.y ? -1 : y >= window.y + window.height ? 2 * size.height + 1 : 0;
  if (right && down) return { r: -1, c: -1 };
  const along = (/** @type {number} */ at) => 2 * Math.floor(at / cell) + 1;
  return { r: down || along(y - origin.y), c: right || along(x - origin.x) };
}

/**
 * Returns the edge whose middle is nearest, if the point is within the diamond around it. The middle of a cell belongs
 * to no edge.
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
  return nearest.far < 0.42 ? { r: nearest.r, c: nearest.c } : { r: -1, c: -1 };
}

/**
 * Returns the vertex or cell centre near a point that lines of this shape can join, or null.
 * @param {Layout} layout
 * @param {number} x
 * @param {number} y
 * @param {number} reach in cells
 * @param {Shape} shape
 * @returns {Place | null}
 */
export function nodeAt({ size, cell, origin }, x, y, reach, shape) {
  const first = parityOf(shape);
  const [across, down] = [(x - origin.x) / cell - first / 2, (y - origin.y) / cell - first / 2];
  const [column, row] = [Math.round(across), Math.round(down)];
  const near = Math.hypot(across - column, down - row) <= reach;
  return near && column >= 0 && row >= 0 && column <= size.width - first && row <= size.height - first
    ? { r: 2 * row + first, c: 2 * column + first }
    : null;
}
