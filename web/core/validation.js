/**
 * Validates documents before the engine has started, and reports problems with the engine's keys ("error.*"). An
 * invalid document must not replace the board.
 */

import { partsOf } from "./lattice.js";

/** @import {Block, Problem, PuzzleDocument, PuzzleKind, Size} from "./types.js" */

export const MAX_SIDE = 200; // maximum side length in cells

/** Returns whether a kind may have this name, which is also the name of its folder. @param {string} name */
export const isKindName = (name) => /^[a-z][a-z0-9_]*$/.test(name);

/** The members of a document that are displayed unchanged. */
const TEXTS = ["title", "author", "source", "copyright", "license"];

/**
 * Returns the variant of the kind for a document, or the kind itself.
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 */
export const variantOf = (puzzle, document) => puzzle.variant?.(document) ?? puzzle;

/**
 * Returns the name of the variant that generates such documents, without its number, or "". It is the name of a member
 * of the document.
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 */
export const nameOfVariant = ({ variants = [] }, document) => variants.find((name) => name in document) ?? "";

/**
 * Returns the problem that prevents the page from showing a document, or null.
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @returns {Problem | null}
 */
export const documentProblem = (puzzle, document) =>
  textProblem(document) ?? puzzle.problem(document) ?? progressProblem(puzzle, document);

/** @param {PuzzleDocument} document @returns {Problem | null} */
function textProblem(document) {
  const field = TEXTS.find((name) => name in document && typeof document[name] !== "string");
  return field ? { kind: "not-text", params: { field } } : null;
}

/**
 * Returns the problem with the player's board in a document, or null.
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @returns {Problem | null}
 */
function progressProblem(puzzle, document) {
  const { boardKey, blocks, unmarked = "" } = puzzle;
  if (!(boardKey in document)) return null;
  const board = document[boardKey];
  if (blocks.length === 1) return blockProblem(document, boardKey, blocks[0], puzzle.size(document), unmarked);
  if (!isObject(board)) return { kind: "not-rows", params: { field: boardKey } };
  for (const block of blocks) {
    const problem = blockProblem(board, block.shape, block, puzzle.size(document), unmarked);
    if (problem) return problem;
  }
  return null;
}

/**
 * Returns the problem with one block of a player's board, or null.
 * @param {Record<string, any>} holder
 * @param {string} field the member of `holder` that contains the block
 * @param {Block} block
 * @param {Size} size
 * @param {string} unmarked letters for undecided
 * @returns {Problem | null}
 */
function blockProblem(holder, field, block, size, unmarked) {
  const parts = partsOf(block, size);
  if (parts.length > 1 && !isObject(holder[field])) return { kind: "not-rows", params: { field } };
  for (const { name, width, height, letters } of parts) {
    const [owner, member] = name ? [holder[field], name] : [holder, field];
    const problem = width && height ? rowsProblem(owner, member, `${letters}?${unmarked}`, { width, height }) : null;
    if (problem) return problem;
  }
  return null;
}

/** @param {any} value */
const isObject = (value) => Boolean(value) && typeof value === "object" && !Array.isArray(value);

/** @param {number} width @param {number} height @returns {Problem | null} */
export function sizeProblem(width, height) {
  if (!width || !height) return { kind: "empty" };
  return Math.max(width, height) > MAX_SIDE ? { kind: "too-big", params: { width, height, largest: MAX_SIDE } } : null;
}

/**
 * Checks that the rows have the same length and only allowed letters.
 * @param {Record<string, any>} document
 * @param {string} field
 * @param {string} allowed
 * @param {Size} [expected] default: the length of the first row and the number of rows
 * @returns {Problem | null}
 */
export function rowsProblem(document, field, allowed, expected) {
  const rows = document[field];
  if (rows === undefined) return { kind: "missing", params: { field } };
  if (!Array.isArray(rows) || !rows.every((row) => typeof row === "string"))
    return { kind: "not-rows", params: { field } };
  const { width, height } = expected ?? { width: rows[0]?.length ?? 0, height: rows.length };
  const size = expected ? null : sizeProblem(width, height);
  if (size) return size;
  if (rows.length !== height) return { kind: "height", params: { field, n: rows.length, expected: height } };
  for (const [index, text] of rows.entries()) {
    const row = index + 1;
    if (text.length !== width) return { kind: "ragged", at: { row }, params: { n: text.length, expected: width } };
    const column = [...text].findIndex((letter) => !allowed.includes(letter));
    if (column >= 0)
      return {
        kind: "character",
        at: { row, column: column + 1 },
        params: { character: [...text][column], allowed: [...allowed].join(" ") },
      };
  }
  return null;
}

/**
 * Checks the lists of runs of all rows or columns.
 * @param {Record<string, any>} document
 * @param {string} field
 * @param {"row" | "column"} side
 * @param {(runs: any[], clue: any[]) => Problem | null} [runsProblem] checks the runs of a line, which has none if its
 *   clue is [0]; by default, they are lengths
 * @returns {Problem | null}
 */
export function cluesProblem(document, field, side, runsProblem = lengthsProblem) {
  const clues = document[field];
  if (clues === undefined) return { kind: "missing", params: { field } };
  if (!Array.isArray(clues)) return { kind: "not-clues", params: { field } };
  for (const [index, clue] of clues.entries()) {
    const at = { [side]: index + 1 };
    if (!Array.isArray(clue)) return { kind: "not-a-clue", at };
    const problem = runsProblem(clue.length === 1 && clue[0] === 0 ? [] : clue, clue);
    if (problem) return { ...problem, at };
  }
  return null;
}

/** @param {any[]} runs @param {any[]} clue @returns {Problem | null} */
const lengthsProblem = (runs, clue) =>
  runs.every((run) => Number.isInteger(run) && run > 0)
    ? null
    : { kind: "run", params: { clue: clue.join(" ").slice(0, 40) } };
