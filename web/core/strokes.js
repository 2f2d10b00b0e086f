/**
 * Strokes on a board. The first cell determines the new value, and which value is overwritten. The game changes only
 * when the pointer is lifted.
 */

import { between, placeOf, targetAt } from "./lattice.js";
import { set } from "./game.js";
import { UNDECIDED, digitOf, valueOf } from "./marks.js";

/** @import {Marks, Place, PuzzleDocument, PuzzleKind, Size, Tool} from "./types.js" */

/**
 * @typedef {object} Stroke
 * @property {PuzzleKind} puzzle
 * @property {PuzzleDocument} document
 * @property {Size} size
 * @property {Marks} marks  the marks before the stroke
 * @property {Tool} tool
 * @property {number} first  the variable on which the stroke began
 * @property {number[]} cells  the variables, in the order of the drag
 * @property {string} from  the mark that is overwritten
 * @property {string} to
 * @property {Place[]} corners  the corners of a line drawn from dot to dot
 */

/**
 * Starts a stroke on a target.
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @param {Marks} marks
 * @param {Tool} tool
 * @param {number} target
 * @returns {Stroke}
 */
export function begin(puzzle, document, marks, tool, target) {
  const from = marks[target] ?? UNDECIDED;
  const size = puzzle.size(document);
  const cells = target < 0 ? [] : (tool.cover?.(size, marks, target, target) ?? [target]);
  return {
    puzzle,
    document,
    size,
    marks,
    tool,
    first: target,
    cells,
    from,
    to: digitOf((tool.tap ?? tool.cycle)[valueOf(from)]),
    corners: [],
  };
}

/**
 * Extends the stroke to another target.
 * @param {Stroke} stroke
 * @param {number} target
 * @returns {Stroke}
 */
export function extend(stroke, target) {
  const { puzzle, size, cells } = stroke;
  if (target < 0 || !cells.length || target === cells.at(-1) || stroke.tool.single) return stroke;
  if (stroke.tool.cover) return { ...stroke, cells: stroke.tool.cover(size, stroke.marks, stroke.first, target) };
  if (puzzle.lock) return { ...stroke, cells: between(puzzle, size, cells[0], onAxis(puzzle, size, cells[0], target)) };
  const way = between(puzzle, size, /** @type {number} */ (cells.at(-1)), target);
  const to = digitOf(stroke.tool.cycle[valueOf(stroke.from)]);
  return { ...stroke, to, cells: [...cells, ...way.filter((cell) => !cells.includes(cell))] };
}

/**
 * Returns the variable nearest to `target` in the row or column of `first`.
 * @param {PuzzleKind} puzzle
 * @param {Size} size
 * @param {number} first
 * @param {number} target
 */
function onAxis(puzzle, size, first, target) {
  const [from, to] = [placeOf(puzzle, size, first), placeOf(puzzle, size, target)];
  const across = Math.abs(to.c - from.c) >= Math.abs(to.r - from.r);
  return targetAt(puzzle, size, across ? { ...to, r: from.r } : { ...to, c: from.c });
}

/**
 * Extends a line to another corner in the same row or column. Going back removes the last edge.
 * @param {Stroke} stroke
 * @param {Place} corner
 * @returns {Stroke}
 */
export function reach(stroke, corner) {
  const { corners, cells, marks, tool, size, puzzle } = stroke;
  const [before, last] = [corners.at(-2), corners.at(-1)];
  if (!last) return { ...stroke, corners: [corner], cells: [] };
  const [down, across] = [corner.r - last.r, corner.c - last.c];
  if ((down !== 0) === (across !== 0)) return stroke;
  if (Math.abs(down + across) > 2) {
    const next = { r: last.r + 2 * Math.sign(down), c: last.c + 2 * Math.sign(across) };
    return reach(reach(stroke, next), corner);
  }
  if (before && same(before, corner)) return { ...stroke, corners: corners.slice(0, -1), cells: cells.slice(0, -1) };
  const { shape } = blockFor(puzzle, tool);
  const edge = targetAt(puzzle, size, { r: (last.r + corner.r) / 2, c: (last.c + corner.c) / 2, shape });
  const painted = paintOf(tool);
  const to = cells.length ? stroke.to : marks[edge] === painted ? UNDECIDED : painted;
  return { ...stroke, to, corners: [...corners, corner], cells: [...cells, edge] };
}

/** Returns the block that a tool marks. @param {PuzzleKind} puzzle @param {Tool} tool */
export const blockFor = ({ blocks }, { block = 0 }) => blocks[block];

/** Returns the mark that this tool draws lines with. @param {Tool} tool */
const paintOf = ({ cycle }) => digitOf(cycle[0]);

/** @param {Place} a @param {Place} b */
const same = (a, b) => a.r === b.r && a.c === b.c;

/** Returns the marks after lifting the pointer here. @param {Stroke} stroke @returns {Marks} */
export function painted({ puzzle, document, marks, tool, cells, from, to, corners }) {
  // Erasing a line keeps the marks of other tools along it.
  const isMine = (/** @type {number} */ cell) =>
    corners.length < 2
      ? tool.over || marks[cell] === from
      : to !== UNDECIDED || [UNDECIDED, marks[cell]].includes(paintOf(tool));
  const mine = cells.filter((cell) => !puzzle.fixed(document, cell) && isMine(cell));
  return mine.length ? set(marks, mine, to) : marks;
}
