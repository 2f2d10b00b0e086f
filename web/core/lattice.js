/**
 * The lattice of half steps that every board lies on, and the variables on it. A place is {r, c}: odd/odd is a cell,
 * even/odd the edge above one, odd/even the edge to its left, even/even a vertex. A link joins the centres of two
 * neighbouring cells; its place is that of the edge which it crosses, with `shape: "link"`.
 *
 * Variables are numbered from 0, block after block, and in a block part after part, row by row: of edges first the
 * horizontal ones, then the vertical ones; of links first those to the right, then those down.
 */

import { UNDECIDED, digitOf, withoutNo } from "./marks.js";

/** @import {Block, Marks, Place, Shape, Size} from "./types.js" */

/** @typedef {{blocks: readonly Pick<Block, "shape">[]}} Blocks  what the functions below read of a kind */

/**
 * @typedef {object} Part  a rectangle of places, two half steps apart
 * @property {string} name  of its rows in a document, "" if the rows are the document's member themselves
 * @property {number} r  of its first place
 * @property {number} c
 * @property {number} wider  how many more columns than the board it has
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
};

/** @param {Part} part @param {Size} size */
const countIn = ({ wider, higher }, { width, height }) => (width + wider) * (height + higher);

/** The number of variables of one shape. @param {Shape} shape @param {Size} size */
const countOf = (shape, size) => PARTS[shape].reduce((all, part) => all + countIn(part, size), 0);

/** The number of variables on a board of this size. @param {Blocks} puzzle @param {Size} size */
export const count = ({ blocks }, size) => blocks.reduce((all, { shape }) => all + countOf(shape, size), 0);

/**
 * The blocks of a board with the variables of each: those from `start` up to `end`.
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
 * The block that a variable belongs to.
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
 * The place of a variable; {r: -1, c: -1} if the board has fewer.
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
 * The variable at a place, -1 if there is none. A place without a shape is the first variable that lies there.
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
 * Returns the marks that a board needs to be this solution: a variable with two values that is "no" may also be open.
 * @param {{blocks: readonly Pick<Block, "shape" | "values">[]}} puzzle
 * @param {Size} size
 * @param {Marks} solution
 */
export const essential = (puzzle, size, solution) =>
  blockRanges(puzzle, size)
    .map(({ block, start, end }) =>
      block.values === 2 ? withoutNo(solution.slice(start, end)) : solution.slice(start, end),
    )
    .join("");

// ---- lines

/** Return whether variables of this shape are pieces of lines. @param {Shape} shape */
export const isLine = (shape) => shape === "edge" || shape === "link";

/**
 * Returns the shape of the variable at a place between cells: a link if the place has that form or the kind has no
 * edges.
 * @param {Blocks} puzzle
 * @param {Place} place
 * @returns {"edge" | "link"}
 */
export const lineShape = ({ blocks }, { shape }) =>
  shape === "link" || (!shape && !blocks.some((block) => block.shape === "edge")) ? "link" : "edge";

/**
 * The parity of the places that lines of this shape join: 0 vertices, 1 cells.
 * @param {Shape} shape
 * @returns {0 | 1}
 */
export const parityOf = (shape) => (shape === "edge" || shape === "vertex" ? 0 : 1);

/**
 * The two places that a piece of line joins.
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
 * The four edges of a cell, as variables: above, below, left, right.
 * @param {Size} size
 * @param {number} row
 * @param {number} column
 */
export function edgesAround({ width, height }, row, column) {
  const vertical = (height + 1) * width + row * (width + 1) + column;
  return [row * width + column, (row + 1) * width + column, vertical, vertical + 1];
}

/**
 * The variables on the straight way from one to another of the same shape, both ends included.
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
 * The parts of a block with the letters of each.
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
 * Marks as a document writes them: rows of letters for cells and vertices, {h, v} for edges, {right, down} for links;
 * if a board has several blocks, these by shape.
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
 * @param {number} start its first variable
 */
function rowsOf(block, size, marks, start) {
  let at = start;
  const parts = partsOf(block, size).map(({ name, width, height, letters }) => [
    name,
    Array.from({ length: height }, () =>
      [...marks.slice(at, (at += width))].map((mark) => letters[parseInt(mark, 36)]).join(""),
    ),
  ]);
  return parts.length === 1 ? parts[0][1] : Object.fromEntries(parts);
}

/**
 * Marks from a player's board as `spell` writes it, or with `solution` from a solution. Letters that are not known are
 * undecided; so is all of a board of another size.
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
