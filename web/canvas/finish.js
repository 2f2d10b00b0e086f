/**
 * The animation of a solved board: a wave of cell colour spreads from the last move, or the loop is traced once. It
 * blocks no input and ends by itself.
 */

import { count, endsOf, isLine, placeOf } from "../core/lattice.js";
import { UNDECIDED, YES } from "../core/marks.js";
import { fill, middleOf, stroke } from "./ink.js";

/** @import {Marks, Pen, Place, PuzzleKind, Scene, Size} from "../core/types.js" */

/** The duration of the wave, in ms. */
export const LENGTH = 600;

/** @param {Pen} pen @param {Scene} scene */
export function wave(pen, { finish, puzzle, marks }) {
  if (!finish) return;
  if (isLine(puzzle.blocks[0].shape)) trace(pen, finish.at, loopFrom(puzzle, pen.size, marks));
  else ripple(pen, finish.from, finish.at, marks);
}

/** @param {Pen} pen @param {Place} from @param {number} at @param {Marks} marks */
function ripple(pen, from, at, marks) {
  const { c, ctx, colour, size, x, y, range } = pen;
  const far = Math.hypot(Math.max(from.r, 2 * size.height - from.r), Math.max(from.c, 2 * size.width - from.c)) / 2;
  const front = at * (far + 3);
  for (let row = range.row; row < range.rowEnd; row++) {
    for (let column = range.column; column < range.columnEnd; column++) {
      const behind = front - Math.hypot(row + 0.5 - from.r / 2, column + 0.5 - from.c / 2);
      if (behind < 0 || behind > 3 || marks[row * size.width + column] === UNDECIDED) continue;
      ctx.globalAlpha = 0.55 * (1 - behind / 3);
      fill(pen, colour.forced, () => ctx.rect(x(column), y(row), c, c));
    }
  }
  ctx.globalAlpha = 1;
}

/** @param {Pen} pen @param {number} at @param {Place[]} corners */
function trace(pen, at, corners) {
  const { ctx, c, colour, layout } = pen;
  const shown = Math.ceil(Math.min(1, at * 1.25) * corners.length);
  ctx.globalAlpha = at > 0.8 ? (1 - at) / 0.2 : 1;
  stroke(pen, colour.forced, Math.max(3, 0.13 * c), () => {
    for (const [index, corner] of corners.slice(0, shown + 1).entries())
      ctx[index ? "lineTo" : "moveTo"](...middleOf(layout, corner));
  });
  ctx.globalAlpha = 1;
}

/**
 * Returns the nodes of a loop in order; the first one is repeated at the end.
 * @param {PuzzleKind} puzzle its first block must be the pieces of the loop
 * @param {Size} size
 * @param {Marks} marks
 * @returns {Place[]}
 */
function loopFrom(puzzle, size, marks) {
  /** @type {Map<string, Place[]>} */
  const ways = new Map();
  const key = (/** @type {Place} */ { r, c }) => `${r},${c}`;
  const [{ shape }] = puzzle.blocks;
  [...marks].slice(0, count({ blocks: [{ shape }] }, size)).forEach((mark, target) => {
    if (mark !== YES) return;
    const [a, b] = endsOf(placeOf(puzzle, size, target), shape);
    ways.set(key(a), [...(ways.get(key(a)) ?? []), b]);
    ways.set(key(b), [...(ways.get(key(b)) ?? []), a]);
  });
  const [first] = ways.keys();
  if (!first) return [];
  const [r, c] = first.split(",").map(Number);
  const corners = [{ r, c }];
  for (let before = "", at = first; ;) {
    const next = (ways.get(at) ?? []).find((way) => key(way) !== before) ?? corners[0];
    corners.push(next);
    [before, at] = [at, key(next)];
    if (at === first || corners.length > marks.length) return corners;
  }
}
