/**
 * What is wrong with a document, in the engine's words (the kinds of "error.*"), for the checks that the page makes
 * itself: it opens documents before the engine is up, and a bad one must not take the place of the board.
 */

/** @import {Problem} from "./types.js" */

const LARGEST = 200; // cells a side

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
 * @returns {Problem | null}
 */
export function rowsProblem(document, field, allowed) {
  const rows = document[field];
  if (rows === undefined) return { kind: "missing", params: { field } };
  if (!Array.isArray(rows) || !rows.every((row) => typeof row === "string"))
    return { kind: "not-rows", params: { field } };
  const width = rows[0]?.length ?? 0;
  const size = sizeProblem(width, rows.length);
  if (size) return size;
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
