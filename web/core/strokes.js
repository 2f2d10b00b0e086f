/**
 * What a drag does to the marks: the first cell decides what is painted and what is painted over. Plain functions;
 * nothing is written into the game before the pointer is lifted.
 */

import { between, targetAt } from "./lattice.js";
import { set } from "./game.js";

/** @import {Marks, Place, PuzzleDocument, PuzzleKind, Size, Tool} from "./types.js" */

/**
 * @typedef {object} Stroke
 * @property {PuzzleKind} puzzle
 * @property {PuzzleDocument} document
 * @property {Size} size
 * @property {Marks} marks  before it
 * @property {Tool} tool
 * @property {number} first  the target that it began on
 * @property {number[]} cells  in the order of the drag
 * @property {string} from  the mark that it paints over
 * @property {string} to
 * @property {Place[]} corners  of a line drawn from dot to dot
 */

/**
 * A stroke that starts on a target.
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @param {Marks} marks
 * @param {Tool} tool
 * @param {number} target
 * @returns {Stroke}
 */
export function begin(puzzle, document, marks, tool, target) {
  const from = marks[target] ?? "0";
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
    to: String((tool.tap ?? tool.cycle)[+from]),
    corners: [],
  };
}

/**
 * The stroke after the pointer has moved to another target.
 * @param {Stroke} stroke
 * @param {number} target
 * @returns {Stroke}
 */
export function extend(stroke, target) {
  const { puzzle, size, cells } = stroke;
  if (target < 0 || !cells.length || target === cells.at(-1) || stroke.tool.single) return stroke;
  if (stroke.tool.cover) return { ...stroke, cells: stroke.tool.cover(size, stroke.marks, stroke.first, target) };
  if (puzzle.lock) return { ...stroke, cells: between(puzzle, size, cells[0], onAxis(size, cells[0], target)) };
  const way = between(puzzle, size, /** @type {number} */ (cells.at(-1)), target);
  return { ...stroke, cells: [...cells, ...way.filter((cell) => !cells.includes(cell))] };
}

/**
 * The cell of the first one's row or column that is nearest to another.
 * @param {Size} size
 * @param {number} first
 * @param {number} target
 */
function onAxis({ width }, first, target) {
  const [row, column] = [Math.floor(first / width), first % width];
  const [down, across] = [Math.floor(target / width), target % width];
  return Math.abs(across - column) >= Math.abs(down - row) ? row * width + across : down * width + column;
}

/**
 * The stroke after a line has reached another corner in its row or column; going back takes the last edge away again.
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
  const edge = targetAt(puzzle, size, { r: (last.r + corner.r) / 2, c: (last.c + corner.c) / 2 });
  const painted = String(tool.cycle[0]);
  const to = cells.length ? stroke.to : marks[edge] === painted ? "0" : painted;
  return { ...stroke, to, corners: [...corners, corner], cells: [...cells, edge] };
}

/** @param {Place} a @param {Place} b */
const same = (a, b) => a.r === b.r && a.c === b.c;

/** The marks as they are when the pointer is lifted here. @param {Stroke} stroke @returns {Marks} */
export function painted({ puzzle, document, marks, cells, from, to, corners }) {
  const mine = cells.filter(
    (cell) =>
      !puzzle.fixed(document, cell) && (corners.length > 1 ? to !== "0" || marks[cell] !== "2" : marks[cell] === from),
  );
  return mine.length ? set(marks, mine, to) : marks;
}
