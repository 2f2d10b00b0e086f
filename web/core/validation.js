/**
 * What is wrong with a document, in the engine's words (the kinds of "error.*"), for the checks that the page makes
 * itself: it opens documents before the engine is up, and a bad one must not take the place of the board.
 */

/** @import {Problem, PuzzleDocument, PuzzleKind, Size} from "./types.js" */

export const LARGEST = 200; // cells a side

/** The members of a document that are shown to people as they are. */
const TEXTS = ["title", "author", "source", "copyright", "license"];

/**
 * What keeps the page from showing a document of a kind.
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

/** What is wrong with somebody's board in a document. @param {PuzzleKind} puzzle @param {PuzzleDocument} document */
function progressProblem(puzzle, document) {
  const { boardKey, targets, letters, unmarked = "" } = puzzle;
  if (!(boardKey in document)) return null;
  const { width, height } = puzzle.size(document);
  const allowed = (/** @type {string} */ own) => `${own}?${unmarked}`;
  if (targets === "cells") return rowsProblem(document, boardKey, allowed(letters), { width, height });
  const edges = document[boardKey];
  if (!edges || typeof edges !== "object" || Array.isArray(edges))
    return { kind: "not-rows", params: { field: boardKey } };
  return (
    rowsProblem(edges, "h", allowed(letters.slice(0, 3)), { width, height: height + 1 }) ??
    rowsProblem(edges, "v", allowed(letters.slice(3)), { width: width + 1, height })
  );
}

/** @param {number} width @param {number} height @returns {Problem | null} */
export function sizeProblem(width, height) {
  if (!width || !height) return { kind: "empty" };
  return Math.max(width, height) > LARGEST ? { kind: "too-big", params: { width, height, largest: LARGEST } } : null;
}

/**
 * Rows of letters that are a rectangle.
 * @param {Record<string, any>} document
 * @param {string} field
 * @param {string} allowed
 * @param {Size} [expected] else that of the first row and of the list
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
 * Lists of runs.
 * @param {Record<string, any>} document
 * @param {string} field
 * @param {"row" | "column"} side
 * @returns {Problem | null}
 */
export function cluesProblem(document, field, side) {
  const clues = document[field];
  if (clues === undefined) return { kind: "missing", params: { field } };
  if (!Array.isArray(clues)) return { kind: "not-clues", params: { field } };
  for (const [index, clue] of clues.entries()) {
    const at = { [side]: index + 1 };
    if (!Array.isArray(clue)) return { kind: "not-a-clue", at };
    const runs = clue.length === 1 && clue[0] === 0 ? [] : clue;
    if (!runs.every((run) => Number.isInteger(run) && run > 0))
      return { kind: "run", at, params: { clue: clue.join(" ").slice(0, 40) } };
  }
  return null;
}
