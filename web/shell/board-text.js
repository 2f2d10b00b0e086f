/** The board as text: the cell under the cursor, and the names of places. */

import { blockOf, isLine, lineShape, parityOf, targetAt } from "../core/lattice.js";
import { UNDECIDED, isBinary, labelOf, valueOf } from "../core/marks.js";

import { currentLanguage, has, t } from "../ui/i18n.js";
import { toolName } from "../ui/tools.js";

/** @import {gridReader} from "../input/screen-reader.js" */
/** @import {Marks, Place, PuzzleDocument, PuzzleKind, Shape, Size, State} from "../core/types.js" */

/**
 * Updates a board's text for screen readers.
 * @param {ReturnType<typeof gridReader>} reader
 * @param {Pick<State, "cursor" | "pen">} looks
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @param {Marks} marks
 */
export function describeBoard(reader, { cursor: at, pen }, puzzle, document, marks) {
  const step = puzzle.blocks.every(({ shape }) => shape === "cell") ? 2 : 1;
  const first = puzzle.blocks.some(({ shape }) => !parityOf(shape)) ? 0 : 1; // no cells and links lie on the border
  const size = puzzle.size(document);
  // For a clue next to the board, the nearest cell is read, with the clues of its lines.
  const keep = (/** @type {number} */ half, /** @type {number} */ length) =>
    Math.min(Math.max(half, first), 2 * length - first);
  const cursor = at ? { r: keep(at.r, size.height), c: keep(at.c, size.width) } : { r: first, c: first };
  const place = (/** @type {number} */ row, /** @type {number} */ column) => ({
    r: step * (row - 1) + first,
    c: step * (column - 1) + first,
  });
  const line = (/** @type {number} */ half) => Math.floor((half - first) / step) + 1;
  reader({
    of: [document, shapeWord(puzzle), currentLanguage()],
    rows: line(2 * size.height - first),
    columns: line(2 * size.width - first),
    row: line(cursor.r),
    column: line(cursor.c),
    before: pen === null ? "" : t("pen.down", { tool: toolName(puzzle.tools[pen]) }),
    keyAt: (row, column) => keyOf(puzzle, size, place(row, column), marks),
    at: (row, column) => ({
      mark: marks[targetAt(puzzle, size, place(row, column))] ?? "",
      text: cellText(puzzle, document, size, place(row, column), marks),
    }),
  });
}

/**
 * Returns a key for the marks at a place: its own, and those of the lines that meet there. It begins with a space, so
 * that it is never empty.
 * @param {PuzzleKind} puzzle
 * @param {Size} size
 * @param {Place} place
 * @param {Marks} marks
 */
function keyOf(puzzle, size, { r, c }, marks) {
  const around = [
    { r, c },
    { r: r - 1, c },
    { r, c: c + 1 },
    { r: r + 1, c },
    { r, c: c - 1 },
  ];
  return ` ${around.map((place) => marks[targetAt(puzzle, size, place)] ?? "").join("")}`;
}

/**
 * Returns the text of a place: its mark, its position, its region and its clues.
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @param {Size} size
 * @param {Place} place
 * @param {Marks} marks
 */
const cellText = (puzzle, document, size, place, marks) =>
  [
    linesText(puzzle, document, size, place, marks),
    stateText(puzzle, document, size, place, marks),
    placeText(puzzle, size, place),
    regionText(puzzle, document, place),
    clueText(puzzle, document, place),
  ]
    .filter(Boolean)
    .join(", ");

/**
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @param {Size} size
 * @param {Place} place
 * @param {Marks} marks
 */
function stateText(puzzle, document, size, place, marks) {
  const target = targetAt(puzzle, size, place);
  if (puzzle.black?.(document, place)) return t("cell.black");
  if (target < 0) return "";
  const mark = marks[target];
  const { shape } = blockOf(puzzle, size, target);
  const fixed = puzzle.fixed(document, target);
  if (fixed && mark === UNDECIDED) return nameOf(puzzle, shape, "fixed") ?? t("cell.given");
  return [valueName(puzzle, shape, valueOf(mark)), fixed ? t("cell.given") : ""].filter(Boolean).join(", ");
}

/**
 * Returns the string for a value, or null if the kind has none: "cell.<kind>.<shape>.<name>" if there are several
 * shapes, and "cell.<kind>.<name>" for the first of them.
 * @param {PuzzleKind} puzzle
 * @param {Shape} shape
 * @param {string} name
 */
function nameOf({ kind, blocks }, shape, name) {
  const first = shape === blocks[0].shape ? [`cell.${kind}.${name}`] : [];
  const key = [...(blocks.length > 1 ? [`cell.${kind}.${shape}.${name}`] : []), ...first].find(has);
  return key ? t(key) : null;
}

/**
 * Returns a value as text: its string, or else the general word for a line, or its letter.
 * @param {PuzzleKind} puzzle
 * @param {Shape} shape
 * @param {number} value
 */
export function valueName(puzzle, shape, value) {
  const block = puzzle.blocks.find((one) => one.shape === shape) ?? puzzle.blocks[0];
  if (block.names?.[value]) return t(block.names[value]);
  const named = nameOf(puzzle, shape, String(value));
  if (named !== null || !value) return named ?? t("cell.0");
  return isLine(shape) && isBinary(block) ? t(`cell.line.${value}`) : labelOf(block, value);
}

/**
 * Returns the word for the marks of this kind that string keys use, as in "keys.<word>" and "legend.<word>".
 * @param {PuzzleKind} puzzle
 */
export const shapeWord = ({ blocks: [{ shape }] }) => (isLine(shape) ? `${shape}s` : "cells");

/**
 * Returns the lines at a node as text.
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @param {Size} size
 * @param {Place} place
 * @param {Marks} marks
 */
function linesText(puzzle, document, size, { r, c }, marks) {
  const shape = puzzle.blocks.find((block) => isLine(block.shape))?.shape;
  if (!shape || (r & 1) !== parityOf(shape) || (c & 1) !== parityOf(shape)) return "";
  const sides = /** @type {[string, Place][]} */ ([
    ["up", { r: r - 1, c, shape }],
    ["right", { r, c: c + 1, shape }],
    ["down", { r: r + 1, c, shape }],
    ["left", { r, c: c - 1, shape }],
  ]);
  return sides
    .filter(([, place]) => targetAt(puzzle, size, place) >= 0)
    .map(([side, place]) => t(`dot.${side}`, { state: stateText(puzzle, document, size, place, marks) }))
    .join(", ");
}

/** Returns a place as text. @param {PuzzleKind} puzzle @param {Size} size @param {Place} place */
export function placeText(puzzle, size, place) {
  const { r, c } = place;
  const row = Math.min(size.height, (r >> 1) + 1);
  const column = Math.min(size.width, (c >> 1) + 1);
  if (r & c & 1) return t("place.cell", { row, column });
  const isLink = Boolean((r | c) & 1) && lineShape(puzzle, place) === "link";
  if (isLink) return t(r & 1 ? "place.across" : "place.down", { row: (r + 1) >> 1, column: (c + 1) >> 1 });
  if (!((r | c) & 1)) return t("place.corner", { row: r / 2 + 1, column: c / 2 + 1 });
  if (r & 1) return t(c === 2 * size.width ? "place.right" : "place.left", { row, column });
  return t(r === 2 * size.height ? "place.below" : "place.above", { row, column });
}

/** @param {PuzzleKind} puzzle @param {PuzzleDocument} document @param {Place} place */
function regionText(puzzle, document, { r, c }) {
  const region = r & c & 1 ? puzzle.regions?.(document)[r >> 1]?.[c >> 1] : "";
  return region && (region === "." ? t("place.outside") : t("place.region", { region }));
}

/** @param {PuzzleKind} puzzle @param {PuzzleDocument} document @param {Place} place */
function clueText(puzzle, document, place) {
  const lines = puzzle.lineClues?.(document, place);
  if (lines) return t("place.line-clues", lines);
  const clue = puzzle.clueText(document, place);
  return clue && t("place.clue", { clue });
}

/**
 * Returns a row or column as text: its clue, then its cells, with equal neighbours grouped.
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @param {Place} place
 * @param {Marks} marks
 * @param {"row" | "column"} side
 */
export function lineText(puzzle, document, place, marks, side) {
  const size = puzzle.size(document);
  const [row, column] = [Math.min(place.r | 1, 2 * size.height - 1), Math.min(place.c | 1, 2 * size.width - 1)];
  const length = side === "row" ? size.width : size.height;
  const cells = Array.from({ length }, (_, at) =>
    side === "row" ? { r: row, c: 2 * at + 1 } : { r: 2 * at + 1, c: column },
  );
  const words = cells.map((cell) =>
    [
      stateText(puzzle, document, size, cell, marks),
      regionText(puzzle, document, cell),
      puzzle.lineClues ? "" : puzzle.clueText(document, cell),
    ]
      .filter(Boolean)
      .join(" "),
  );
  const clue = puzzle.lineClues?.(document, place)[side];
  const name =
    side === "row" ? t("place.row", { row: (row + 1) / 2 }) : t("place.column", { column: (column + 1) / 2 });
  return [name, ...(clue === undefined ? [] : [t("place.clue", { clue })]), ...runsOf(words)].join(", ");
}

/** Groups equal consecutive words, as in "3 × filled". @param {string[]} words */
function runsOf(words) {
  /** @type {[string, number][]} */
  const runs = [];
  for (const word of words) {
    const last = runs.at(-1);
    if (last?.[0] === word) last[1]++;
    else runs.push([word, 1]);
  }
  return runs.filter(([word]) => word).map(([word, n]) => (n > 1 ? t("place.times", { n, what: word }) : word));
}
