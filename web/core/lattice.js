/**
 * The lattice of half steps that every board lies on, and the variables on it. In a place {r, c}, odd/odd is a cell,
 * even/odd the edge above a cell, odd/even the edge to its left, and even/even a vertex. A link joins the centres of
 * two neighbouring cells; its place is that of the edge which it crosses, with `shape: "link"`. Clues next to the board,
 * which only Draw marks, have the places of cells around it; their layer has unused places on the board itself.
 *
 * Variables are numbered from 0: block by block, within a block part by part, and within a part row by row. Horizontal
 * edges come before vertical ones, and links to the right before links down.
 */

import { UNDECIDED, digitOf, isBinary, valueOf, withoutNo } from "./marks.js";

/** @import {Block, Marks, Place, Shape, Size} from "./types.js" */

/** @typedef {{blocks: readonly Pick<Block, "shape">[]}} Blocks  the members of a kind that these functions use */

/**
 * @typedef {object} Part  a rectangular array of places, two half steps apart
 * @property {string} name  the name of its rows in a document; "" if the member itself is the list of rows
 * @property {number} r  row of its first place
 * @property {number} c
 * @property {number} wider  number of columns in addition to those of the board
 * @property {number} higher
 */

/** @type {Record<Shape, readonly Part[]>} */
const PARTS = {
  cell: [{ name: "", r: 1, c: 1, wider: 0, higher: 0 }],
  edge: [
    { name: "h", r: 0, c: 1, wider: 0, higher: 1 },
    { name: "v", r: 1, c: 0, wider: 1, higher: 0 },
  ],
  link: [
    { name: "right", r: 1, c: 2, wider: -1, higher: 0 },
    { name: "down", r: 2, c: 1, wider: 0, higher: -1 },
  ],
  vertex: [{ name: "", r: 0, c: 0, wider: 1, higher: 1 }],
  side: [{ name: "", r: -1, c: -1, wider: 2, higher: 2 }],
};

/** @param {Part} part @param {Size} size */
const countIn = ({ wider, higher }, { width, height }) => (width + wider) * (height + higher);

/** Returns the number of variables of one shape. @param {Shape} shape @param {Size} size */
const countOf = (shape, size) => PARTS[shape].reduce((all, part) => all + countIn(part, size), 0);

/** Returns the number of variables on a board of this size. @param {Blocks} puzzle @param {Size} size */
export const count = ({ blocks }, size) => blocks.reduce((all, { shape }) => all + countOf(shape, size), 0);

/**
 * Returns the blocks of a board with the variables of each, from `start` up to but not including `end`.
 * @template {Pick<Block, "shape">} B
 * @param {{blocks: readonly B[]}} puzzle
 * @param {Size} size
 * @returns {{block: B, start: number, end: number}[]}
 */
export function blockRanges({ blocks }, size) {
  let end = 0;
  return blocks.map((block) => ({ block, start: end, end: (end += countOf(block.shape, size)) }));
}

/**
 * Returns the block that contains a variable.
 * @template {Pick<Block, "shape">} B
 * @param {{blocks: readonly B[]}} puzzle
 * @param {Size} size
 * @param {number} index
 * @returns {B}
 */
export function blockOf({ blocks }, size, index) {
  let rest = index;
  for (const block of blocks) {
    rest -= countOf(block.shape, size);
    if (rest < 0) return block;
  }
  return blocks[blocks.length - 1];
}

/**
 * Returns the place of a variable, or {r: -1, c: -1} if the board has fewer variables.
 * @param {Blocks} puzzle
 * @param {Size} size
 * @param {number} index
 * @returns {Place}
 */
export function placeOf({ blocks }, size, index) {
  let rest = index;
  for (const { shape } of blocks) {
    for (const part of PARTS[shape]) {
      const length = countIn(part, size);
      if (rest < length) {
        const width = size.width + part.wider;
        const [r, c] = [part.r + 2 * Math.floor(rest / width), part.c + 2 * (rest % width)];
        return shape === "link" ? { r, c, shape } : { r, c };
      }
      rest -= length;
    }
  }
  return { r: -1, c: -1 };
}

/**
 * Returns the variable at a place, or -1. If the place has no shape, returns the first variable there.
 * @param {Blocks} puzzle
 * @param {Size} size
 * @param {Place} place
 */
export function targetAt({ blocks }, size, { r, c, shape: wanted }) {
  let start = 0;
  for (const { shape } of blocks) {
    const asked = !wanted || wanted === shape;
    for (const part of PARTS[shape]) {
      const [row, column] = [(r - part.r) / 2, (c - part.c) / 2];
      const [width, height] = [size.width + part.wider, size.height + part.higher];
      const inside = row >= 0 && column >= 0 && row < height && column < width;
      if (asked && inside && Number.isInteger(row) && Number.isInteger(column)) return start + row * width + column;
      start += width * height;
    }
  }
  return -1;
}

/**
 * Returns the marks that are required for this solution. A "no" may also be undecided.
 * @param {{blocks: readonly Pick<Block, "shape" | "values" | "text">[]}} puzzle
 * @param {Size} size
 * @param {Marks} solution
 */
export const essential = (puzzle, size, solution) =>
  blockRanges(puzzle, size)
    .map(({ block, start, end }) =>
      isBinary(block) ? withoutNo(solution.slice(start, end)) : solution.slice(start, end),
    )
    .join("");

// ---- lines

/** Returns whether variables of this shape form lines. @param {Shape} shape */
export const isLine = (shape) => shape === "edge" || shape === "link";

/**
 * Returns the shape of the variable between two cells: a link if the place is one or if the kind has no edges.
 * @param {Blocks} puzzle
 * @param {Place} place
 * @returns {"edge" | "link"}
 */
export const lineShape = ({ blocks }, { shape }) =>
  shape === "link" || (!shape && !blocks.some((block) => block.shape === "edge")) ? "link" : "edge";

/**
 * Returns the block of the variable at a place.
 * @template {Pick<Block, "shape">} B
 * @param {{blocks: readonly B[]}} puzzle
 * @param {Place} place
 * @returns {B}
 */
export function blockAt(puzzle, place) {
  const { r, c } = place;
  const shape = r & c & 1 ? "cell" : (r | c) & 1 ? lineShape(puzzle, place) : "vertex";
  return puzzle.blocks.find((block) => block.shape === shape) ?? puzzle.blocks[0];
}

/** Returns whether marks of this block are drawn as lines. Others are symbols or letters. @param {Block} block */
export const hasStrokes = (block) => isLine(block.shape) && (isBinary(block) || Boolean(block.strokes));

/**
 * Returns the number of parallel lines for a mark of a block whose marks are lines.
 * @param {Block} block @param {string} mark
 */
export const strokesOf = ({ strokes = [1, 0] }, mark) => (mark === UNDECIDED ? 0 : strokes[valueOf(mark) - 1]);

/**
 * Returns the first row of the places that lines of this shape join, and between which its cursor moves: 0 for vertices,
 * 1 for cells, -1 for clues next to the board.
 * @param {Shape} shape
 * @returns {-1 | 0 | 1}
 */
export const parityOf = (shape) => (shape === "side" ? -1 : shape === "edge" || shape === "vertex" ? 0 : 1);

/** Returns whether a place is next to the board. @param {Size} size @param {Place} place */
export const isBeside = ({ width, height }, { r, c }) => r < 0 || c < 0 || r > 2 * height || c > 2 * width;

/**
 * Returns the two places that an edge or link joins.
 * @param {Place} place
 * @param {Shape} shape
 * @returns {[Place, Place]}
 */
export function endsOf({ r, c }, shape) {
  const upright = Boolean(r & 1) === (shape === "edge");
  return upright
    ? [
        { r: r - 1, c },
        { r: r + 1, c },
      ]
    : [
        { r, c: c - 1 },
        { r, c: c + 1 },
      ];
}

/**
 * Returns the variables of the four edges of a cell: above, below, left, right.
 * @param {Size} size
 * @param {number} row
 * @param {number} column
 */
export function edgesAround({ width, height }, row, column) {
  const vertical = (height + 1) * width + row * (width + 1) + column;
  return [row * width + column, (row + 1) * width + column, vertical, vertical + 1];
}

/**
 * Returns the variables on the straight line between two variables of the same shape, both included.
 * @param {Blocks} puzzle
 * @param {Size} size
 * @param {number} from
 * @param {number} to
 */
export function between(puzzle, size, from, to) {
  const [a, b] = [placeOf(puzzle, size, from), placeOf(puzzle, size, to)];
  const { shape } = blockOf(puzzle, size, from);
  const steps = Math.max(Math.abs(b.r - a.r), Math.abs(b.c - a.c)) / 2;
  const way = [];
  for (let step = 0; step <= steps; step++) {
    const along = (/** @type {number} */ start, /** @type {number} */ end) =>
      start + 2 * Math.round(((end - start) / 2 / (steps || 1)) * step);
    way.push(targetAt(puzzle, size, { r: along(a.r, b.r), c: along(a.c, b.c), shape }));
  }
  return way;
}

// ---- boards in documents

/**
 * Returns the parts of a block with the letters of each.
 * @param {Pick<Block, "shape" | "letters">} block
 * @param {Size} size
 * @returns {{name: string, width: number, height: number, letters: string}[]}
 */
export const partsOf = ({ shape, letters }, { width, height }) =>
  PARTS[shape].map(({ name, wider, higher }) => ({
    name,
    width: width + wider,
    height: height + higher,
    letters: typeof letters === "string" ? letters : letters[name],
  }));

/**
 * Converts marks to their form in a document: rows of letters for cells and vertices, {h, v} for edges, {right, down}
 * for links. If a board has several blocks, the result is an object with one member per shape.
 * @param {{blocks: readonly Pick<Block, "shape" | "letters">[]}} puzzle
 * @param {Size} size
 * @param {Marks} marks
 */
export function spell(puzzle, size, marks) {
  const written = blockRanges(puzzle, size).map(({ block, start }) => [block.shape, rowsOf(block, size, marks, start)]);
  return written.length === 1 ? written[0][1] : Object.fromEntries(written);
}

/**
 * @param {Pick<Block, "shape" | "letters">} block
 * @param {Size} size
 * @param {Marks} marks
 * @param {number} start the first variable of the block
 */
function rowsOf(block, size, marks, start) {
  let at = start;
  const parts = partsOf(block, size).map(({ name, width, height, letters }) => [
    name,
    Array.from({ length: height }, () =>
      [...marks.slice(at, (at += width))].map((mark) => letters[valueOf(mark)]).join(""),
    ),
  ]);
  return parts.length === 1 ? parts[0][1] : Object.fromEntries(parts);
}

/**
 * Converts a player's board, as written by `spell`, to marks; with `solution` set, a solution. Unknown letters become
 * undecided, and so does the whole board if its size is different.
 * @param {{blocks: readonly Pick<Block, "shape" | "letters" | "answers">[]}} puzzle
 * @param {Size} size
 * @param {any} source
 * @param {boolean} [solution]
 * @returns {Marks}
 */
export function read(puzzle, size, source, solution = false) {
  const { blocks } = puzzle;
  const marks = blocks
    .flatMap((block) => {
      const own = blocks.length === 1 ? source : source?.[block.shape];
      return partsOf(block, size).map(({ name, letters }) => {
        const rows = name ? own?.[name] : own;
        return [...(Array.isArray(rows) ? rows : []).join("")].map((letter) =>
          digitOf((solution && block.answers?.[letter]) || Math.max(0, letters.indexOf(letter))),
        );
      });
    })
    .flat()
    .join("");
  const all = count(puzzle, size);
  return marks.length === all ? marks : UNDECIDED.repeat(all);
}
