/**
 * Builds a complete kind of puzzle from a short description.
 *
 * It adds drawing of marks and clues, tools and keys for the values, and texts. `KindDescription` in core/types.js
 * lists the members; a member of `PuzzleKind` in the description replaces the generated one, except that its `problem`
 * adds to the generated checks. The rules are not implemented again: the engine finds broken rules and checks whether
 * the marks solve the puzzle.
 */

import { oncePer } from "../core/last-marks.js";
import { blockRanges, endsOf, isLine, placeOf, spell } from "../core/lattice.js";
import { DIGITS, UNDECIDED, YES, blankMarks, digitOf, isBinary, labelOf } from "../core/marks.js";
import { verdictOn } from "../core/verdicts.js";
import { clues, gridProblem, isBlack, moreOf, rowsOf } from "./clues.js";
import { drawing } from "./drawing.js";

/** @import {Block, KindDescription, Marks, Problem, PuzzleDocument} from "../core/types.js" */
/** @import {Place, PuzzleKind, Shape, Size, Tool, WholeDescription} from "../core/types.js" */

const NO_BANDS = { left: 0, top: 0, right: 0, bottom: 0 };

/** @param {KindDescription} description @returns {PuzzleKind} */
export function kind(description) {
  const { grid, forms = [], values, colours, side, problem, unfinished, ...members } = description;
  const blocks = (description.blocks ?? [{ shape: "cell" }]).map(completed);
  const own = { ...description, blocks, forms };
  /** @type {Partial<PuzzleKind>} */
  const shared = Object.assign({}, ...forms.map((form) => form.own));
  const size = description.size ?? ((document) => sizeFrom(own, document));
  // All givens are computed at once, because callers request single cells.
  const givens = oncePer(
    (/** @type {PuzzleDocument} */ document) =>
      (description.givens ?? shared.givens)?.(document) ?? givensFrom(own, document, size(document)),
  );
  const tools = blocks.flatMap((block, index) => toolsFor(block, block.values, index));
  return {
    boardKey: "board",
    tools,
    toolsFor:
      values &&
      ((document) => blocks.flatMap((block, index) => toolsFor(block, valuesOf(own, document, block), index))),
    keys: keysFor(blocks),
    size,
    problem: (document) => problemOf(own, document) ?? problem?.(document) ?? null,
    fixed: (document, index) => givens(document)[index] !== UNDECIDED,
    bands: () => NO_BANDS,
    most: ({ width, height }) => (Math.max(width, height) <= 10 ? 64 : 48),
    border: blocks[0].shape !== "edge",
    rim: [...blocks, grid].some((one) => one?.shape === "vertex") ? 0.4 : undefined,
    solved: (document, marks) => verdictOn(document, marks).solved,
    breaks: (document, marks) => verdictOn(document, marks).breaks,
    asks: !members.solved,
    progress: (document, marks) => [
      {
        key: !isLine(blocks[0].shape) ? "progress.cells" : isBinary(blocks[0]) ? "progress.drawn" : "progress.segments",
        value: progressOf(own, size(document), marks, givens(document)),
      },
    ],
    clueText: (document, place) => clues(own, document, place),
    black: description.grid?.black ? (document, place) => isBlack(own, document, place) : undefined,
    text: (document, marks) => textOf({ blocks }, size(document), marks),
    bare: blocks.every(isBinary),
    aside: Boolean(grid?.at) || undefined,
    ...drawing(own),
    ...shared,
    ...(drawable(own) ? { edit: async () => (await import("./draw.js")).editFor(own) } : {}),
    ...members,
    blocks,
    givens,
  };
}

/**
 * Returns whether Draw can write all members of the document of the sample.
 * @param {WholeDescription} kind
 */
function drawable({ grid, forms, sample: { document } }) {
  const known = ["kind", grid && (grid.member ?? "grid"), ...forms.flatMap(({ members }) => members)];
  return (
    Object.keys(document).every((member) => known.includes(member)) &&
    forms.every(({ layer, field, drawn }) => (layer || field) && (drawn?.(document) ?? true))
  );
}

/**
 * Returns the problem with the clues of a document, or null: first with those that give the size of the board, last
 * with given values that this board does not have.
 * @param {WholeDescription} kind
 * @param {PuzzleDocument} document
 */
function problemOf(kind, document) {
  const sized = kind.forms.find(({ size }) => size);
  const found = kind.forms.reduce(
    (found, form) => found ?? form.problem(document),
    sized?.problem(document) ?? gridProblem(kind, document, sized?.size?.(document)),
  );
  return found ?? givenProblem(kind, document);
}

/**
 * Returns the problem with the first given value that this board does not have, or null.
 * @param {WholeDescription} kind
 * @param {PuzzleDocument} document
 * @returns {Problem | null}
 */
function givenProblem(kind, document) {
  const { grid, blocks } = kind;
  const letters = blocks[0].letters;
  if (!grid?.given || grid.black || typeof letters !== "string") return null;
  const n = valuesOf(kind, document, blocks[0]);
  for (const [row, text] of rowsOf(kind, document).entries()) {
    const column = [...text].findIndex((letter) => letters.indexOf(letter) > n);
    if (column >= 0) return { kind: "value", at: { row: row + 1, column: column + 1 }, params: { n } };
  }
  return null;
}

/** Adds the default members to a block. @param {Partial<Block> & Pick<Block, "shape">} block @returns {Block} */
function completed({ shape, values = 2, letters, ...others }) {
  return { shape, values, letters: letters ?? lettersFor(shape, values), ...others };
}

/**
 * Returns the letters that the engine uses for a kind without letters of its own.
 * @param {Shape} shape
 * @param {number} values
 * @returns {Block["letters"]}
 */
function lettersFor(shape, values) {
  if (values > 2) return `?${DIGITS.slice(1, values + 1)}`;
  if (shape === "edge") return { h: "?-.", v: "?|." };
  return shape === "link" ? { right: "?-.", down: "?|." } : "?#.";
}

/**
 * Returns the number of values on this board.
 * @param {WholeDescription} kind
 * @param {PuzzleDocument} document
 * @param {Block} block
 */
const valuesOf = ({ values }, document, block) => (block.values > 2 && values ? values(document) : block.values);

/** @param {WholeDescription} kind @param {PuzzleDocument} document @returns {Size} */
function sizeFrom(kind, document) {
  const form = kind.forms.find(({ size }) => size);
  const rows = rowsOf(kind, document);
  const more = moreOf(kind);
  return form?.size?.(document) ?? { width: rows[0].length - more, height: rows.length - more };
}

/**
 * Returns the values that the letters of a grid set. Black cells have the last value: with two values, they are "no".
 * Links at black cells have no lines.
 * @param {WholeDescription} kind
 * @param {PuzzleDocument} document
 * @param {Size} size
 * @returns {Marks}
 */
function givensFrom(kind, document, size) {
  const { grid: { given, black = "" } = {} } = kind;
  const valueAt = (/** @type {Block} */ block, /** @type {Place} */ place) => {
    if (block.shape === "link")
      return endsOf(place, "link").some((end) => isBlack(kind, document, end)) ? noneOf(block) : 0;
    if (block.shape !== "cell" || typeof block.letters !== "string") return 0;
    if (isBlack(kind, document, place)) return block.values;
    const letter = rowsOf(kind, document)[place.r >> 1]?.[place.c >> 1];
    return given && letter && block === kind.blocks[0] ? Math.max(0, block.letters.indexOf(letter)) : 0;
  };
  return blockRanges(kind, size)
    .map(({ block, start, end }) =>
      black || given
        ? Array.from({ length: end - start }, (_, at) => digitOf(valueAt(block, placeOf(kind, size, start + at)))).join(
            "",
          )
        : blankMarks(end - start),
    )
    .join("");
}

/** Returns the value of a link without a line, or 0 if its values are letters. @param {Block} block */
const noneOf = ({ values, strokes }) => (strokes ? strokes.indexOf(0) + 1 : values === 2 ? 2 : 0);

/**
 * Returns the tools of a block: one for yes and one for no, or one per value and an eraser.
 * @param {Block} block
 * @param {number} values
 * @param {number} index  index of the block
 * @returns {Tool[]}
 */
function toolsFor(block, values, index) {
  const { shape, values: most } = block;
  if (isBinary(block)) {
    const [yes, no, cycle] = isLine(shape) ? ["line", "cross", [1, 2, 0]] : ["fill", "mark", [1, 0, 1]];
    return [
      { key: yes, icon: yes, cycle, block: index },
      { key: no, icon: "cross", cycle: [2, 2, 0], block: index },
    ];
  }
  const [eraser, ...tools] = Array.from({ length: values + 1 }, (_, value) => ({
    key: value ? `value-${value}` : "erase",
    icon: value ? "" : "cross",
    text: value ? labelOf(block, value) : undefined,
    cycle: Array.from({ length: most + 1 }, (_, before) => (before === value ? 0 : value)),
    block: index,
  }));
  return [...tools, eraser];
}

/**
 * Returns the keys for the values of the first block: its letters, and the digits for up to nine values.
 * @param {Block[]} blocks
 */
function keysFor([block]) {
  const { letters, values } = block;
  /** @type {Record<string, number>} */
  const keys = { Backspace: 0, Delete: 0 };
  if (isBinary(block) || typeof letters !== "string") return keys;
  [...letters].slice(1).forEach((letter, index) => {
    keys[letter.toLowerCase()] = keys[letter.toUpperCase()] = index + 1;
    if (values < 10) keys[index + 1] = index + 1;
  });
  return keys;
}

/**
 * Returns the number of variables that the player has decided, of all that are not given, or of drawn lines.
 * @param {WholeDescription} kind
 * @param {Size} size
 * @param {Marks} marks
 * @param {Marks} given
 */
function progressOf({ blocks }, size, marks, given) {
  const [{ start, end, block }] = blockRanges({ blocks }, size);
  const own = [...marks.slice(start, end)].filter((_, index) => given[start + index] === UNDECIDED);
  return isLine(block.shape) && isBinary(block)
    ? String(own.filter((mark) => mark === YES).length)
    : `${own.filter((mark) => mark !== UNDECIDED).length} / ${own.length}`;
}

/**
 * Returns a board as text: its rows, or for lines one part after the other.
 * @param {{blocks: Block[]}} kind
 * @param {Size} size
 * @param {Marks} marks
 */
function textOf(kind, size, marks) {
  /** @type {(board: any) => string[]} */
  const rows = (board) => (Array.isArray(board) ? board : Object.values(board).flatMap(rows));
  return rows(spell(kind, size, marks)).join("\n");
}
