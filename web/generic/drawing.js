/** Draws marks for any kind: filled cells, letters, colours, lines along edges or through centres, vertices. */

import { blockAt, blockRanges, endsOf, hasStrokes, isLine, placeOf, strokesOf } from "../core/lattice.js";
import { NO, UNDECIDED, digitOf, isBinary, labelOf, valueOf } from "../core/marks.js";
import { circle, clamp, eachCell, figure, fill, middleOf, saltire, segment, stroke, write } from "../canvas/ink.js";
import { clueAt, paintClues } from "./clues.js";

/** @import {Block, Marks, Pen, Place, PuzzleDocument, PuzzleKind, Scene, WholeDescription} from "../core/types.js" */

/**
 * @param {WholeDescription} kind
 * @returns {Pick<PuzzleKind, "ground" | "marks" | "clues" | "mark" | "tentative" | "onHeat" | "split">}
 */
export function drawing(kind) {
  const cells = kind.blocks.find(({ shape }) => shape === "cell") ?? kind.blocks[0];
  return {
    ground: (pen, scene) => ground(pen, kind, scene),
    marks: (pen, scene) => marks(pen, kind, scene),
    clues: (pen, scene) => paintClues(pen, kind, scene),
    mark: (pen, x, y, state, colour, place) => one(pen, blockAt(kind, place), x, y, state, colour),
    tentative: (pen, x, y, state, place) => tentative(pen, kind, x, y, state, place),
    onHeat: (pen, x, y, state, colour, given, place) =>
      state && !(given && state === 2 && !kind.grid?.given) && one(pen, blockAt(kind, place), x, y, state, colour, 0.7),
    split(pen, x, y, first, second) {
      const { c, colour } = pen;
      stroke(pen, colour.conflict, 1, () => segment(pen, x, y, -0.36 * c, 0.36 * c));
      if (first) one(pen, cells, x - 0.2 * c, y - 0.2 * c, first, colour.ink, 0.55);
      if (second) one(pen, cells, x + 0.2 * c, y + 0.2 * c, second, colour.ink, 0.55);
    },
  };
}

/** Tints the givens. @param {Pen} pen @param {WholeDescription} kind @param {Scene} scene */
function ground(pen, { grid }, { puzzle, document }) {
  if (!grid?.given) return;
  const { ctx, c, x, y } = pen;
  fill(pen, pen.colour.given, () =>
    eachCell(pen, (cell, row, column) => puzzle.fixed(document, cell) && ctx.rect(x(column), y(row), c, c)),
  );
}

/** @param {Pen} pen @param {WholeDescription} kind @param {Scene} scene */
function marks(pen, kind, scene) {
  for (const { block, start, end } of blockRanges(kind, pen.size)) {
    if (hasStrokes(block)) lines(pen, kind, block, scene, start, end);
    else for (let at = start; at < end; at++) point(pen, kind, block, scene, at);
  }
}

/**
 * Returns whether a "no" belongs to the puzzle, as in the cell of a clue. Then it needs no ×.
 * @param {WholeDescription} kind
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @param {number} target
 */
const isClosed = ({ grid }, puzzle, document, target) => !grid?.given && puzzle.fixed(document, target);

/** Returns whether a place is visible. @param {Pen} pen @param {Place} place */
const isSeen = ({ range }, { r, c }) =>
  r >= 2 * range.row && r <= 2 * range.rowEnd && c >= 2 * range.column && c <= 2 * range.columnEnd;

/**
 * Draws the mark of a cell or a vertex.
 * @param {Pen} pen
 * @param {WholeDescription} kind
 * @param {Block} block
 * @param {Scene} scene
 * @param {number} target
 */
function point(pen, kind, block, { puzzle, document, marks: all, second, tone }, target) {
  const mark = all[target];
  const place = placeOf(kind, pen.size, target);
  if (mark === UNDECIDED || (second && second[target] !== mark) || !isSeen(pen, place)) return;
  const [x, y] = middleOf(pen.layout, place);
  const { colour, c } = pen;
  const hue = tone === "found" ? colour.forced : colour.fill;
  if (isBinary(block) && mark === NO) {
    if (tone === "solution" || isClosed(kind, puzzle, document, target)) return;
    const aside = Boolean(clueAt(kind, document, place)) || kind.blocks.some(({ shape }) => shape === "link");
    const [off, arm] = aside ? [0.32 * c, 0.09 * c] : [0, 0.15 * c];
    const faint = tone === "found" ? hue : colour.ink3;
    return stroke(pen, faint, Math.max(1, 0.045 * c), () => saltire(pen, x + off, y - off, arm));
  }
  const paint = kind.colours?.(document)[valueOf(mark) - 1];
  if (block.shape === "cell" && !block.symbol && (paint || isBinary(block))) {
    const side = c - 2 * Math.max(1, 0.04 * c);
    return fill(pen, paint ?? hue, () => pen.ctx.rect(x - side / 2, y - side / 2, side, side));
  }
  const given = puzzle.fixed(document, target);
  const ink = tone === "found" ? hue : given ? colour.ink : colour.ink2;
  one(pen, block, x, y, valueOf(mark), ink, 1, given ? 600 : 400);
}

/**
 * Draws a single mark of a cell or a vertex.
 * @param {Pen} pen
 * @param {Block} block
 * @param {number} x
 * @param {number} y
 * @param {number} value
 * @param {string} hue
 * @param {number} [scale]
 * @param {number} [weight]
 */
function one(pen, block, x, y, value, hue, scale = 1, weight = 500) {
  const c = pen.c * scale;
  const vertex = block.shape === "vertex";
  const label = labelOf(block, value);
  if (block.symbol && value === 1) fill(pen, hue, () => block.symbol?.(pen, x, y, 0.36 * c));
  else if (!vertex && !isBinary(block)) {
    if (/[\\/]/.test(label))
      stroke(pen, hue, Math.max(2, 0.08 * c), () => segment(pen, x, y, c / 2, label === "/" ? -c / 2 : c / 2));
    else write(pen, label.toUpperCase(), x, y, figure(c, 0.56), hue, weight, 0.8 * c);
  } else if (value === 1)
    fill(pen, hue, () =>
      vertex ? circle(pen, x, y, Math.max(2, 0.16 * c)) : pen.ctx.rect(x - 0.26 * c, y - 0.26 * c, 0.52 * c, 0.52 * c),
    );
  else stroke(pen, hue, Math.max(1.3, 0.06 * c), () => saltire(pen, x, y, (vertex ? 0.1 : 0.15) * c));
}

/**
 * Draws lines, and a × on excluded places. For two solutions, common lines are solid, those of the first dashed, and
 * those of the second hollow.
 * @param {Pen} pen
 * @param {WholeDescription} kind
 * @param {Block} block
 * @param {Scene} scene
 * @param {number} start the first variable
 * @param {number} end
 */
function lines(pen, kind, block, { puzzle, document, marks: all, second, tone }, start, end) {
  const { c, colour, ctx } = pen;
  const thick = Math.max(2, 0.1 * c);
  const path = (/** @type {Marks} */ own, /** @type {(target: number) => boolean} */ wanted) => () => {
    for (let target = start; target < end; target++)
      if (wanted(target)) piece(pen, kind, placeOf(kind, pen.size, target), strokesOf(block, own[target]));
  };
  const only = (/** @type {Marks} */ a, /** @type {Marks} */ b) =>
    path(a, (at) => strokesOf(block, a[at]) !== strokesOf(block, b[at]));
  const hue = tone === "found" ? colour.forced : colour.ink;
  stroke(
    pen,
    hue,
    thick,
    path(all, (at) => !second || second[at] === all[at]),
  );
  if (second) {
    stroke(pen, colour.conflict, 1.5 * thick, only(second, all));
    stroke(pen, colour.sheet, 0.7 * thick, only(second, all));
    stroke(pen, colour.conflict, 1.3 * thick, only(all, second), [0.18 * c, 0.12 * c]);
    ctx.setLineDash([]);
    return;
  }
  if (tone === "solution" || c < 10) return;
  stroke(pen, tone === "found" ? hue : colour.ink3, 1.3, () => {
    for (let target = start; target < end; target++) {
      const none =
        all[target] !== UNDECIDED && !strokesOf(block, all[target]) && !isClosed(kind, puzzle, document, target);
      const place = placeOf(kind, pen.size, target);
      if (none && isSeen(pen, place)) saltire(pen, ...middleOf(pen.layout, place), Math.max(2, 0.075 * c));
    }
  });
}

/**
 * Adds one piece of a line to the path, or of several parallel lines.
 * @param {Pen} pen
 * @param {WholeDescription} kind
 * @param {Place} place
 * @param {number} [number]
 */
function piece(pen, kind, place, number = 1) {
  const { c, ctx, layout } = pen;
  if (!isSeen(pen, place)) return;
  const shape = place.shape ?? kind.blocks.find((block) => isLine(block.shape))?.shape ?? "edge";
  const [from, to] = endsOf(place, shape).map((end) => middleOf(layout, end));
  for (let line = 0; line < number; line++) {
    const aside = (line - (number - 1) / 2) * Math.max(4, 0.2 * c);
    const [x, y] = from[1] === to[1] ? [0, aside] : [aside, 0];
    ctx.moveTo(from[0] + x, from[1] + y);
    ctx.lineTo(to[0] + x, to[1] + y);
  }
}

/**
 * Draws a mark of a what-if in the focus colour; lines are dashed.
 * @param {Pen} pen
 * @param {WholeDescription} kind
 * @param {number} x
 * @param {number} y
 * @param {number} value
 * @param {Place} place
 */
function tentative(pen, kind, x, y, value, place) {
  const { c, colour } = pen;
  const block = blockAt(kind, place);
  if (!hasStrokes(block)) return one(pen, block, x, y, value, colour.focus);
  const number = strokesOf(block, digitOf(value));
  if (number)
    return stroke(pen, colour.focus, Math.max(2, 0.1 * c), () => piece(pen, kind, place, number), [
      Math.max(3, 0.16 * c),
      Math.max(2, 0.1 * c),
    ]);
  return stroke(pen, colour.focus, 1.6, () => saltire(pen, x, y, clamp(2.5, 0.09 * c, 8)));
}
