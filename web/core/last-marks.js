/** Caches what is computed from documents, and from the marks on a board. */

/** @import {Game, Marks, PuzzleDocument, PuzzleKind} from "./types.js" */

/**
 * Returns a function that calls `compute` once for each object, such as a document, and keeps the result as long as the
 * object exists. Other arguments must not affect the result.
 * @template T
 * @template {any[]} Others
 * @template {object} [From=PuzzleDocument]
 * @param {(from: From, ...others: Others) => T} compute
 * @returns {(from: From, ...others: Others) => T}
 */
export function oncePer(compute) {
  /** @type {WeakMap<From, {result: T}>} */
  const known = new WeakMap();
  return (from, ...others) => {
    const kept = known.get(from) ?? { result: compute(from, ...others) };
    known.set(from, kept);
    return kept.result;
  };
}

/**
 * Returns a function that calls `compute` and keeps its result for the last marks of each document, because a change of
 * the page needs it several times. Other arguments must not affect the result. Instead of documents it takes any
 * objects, and instead of marks any values, such as the clue and the marks of a line.
 * @template T
 * @template {any[]} Others
 * @template {object} [From=PuzzleDocument]
 * @template [Value=Marks]
 * @param {(from: From, value: Value, ...others: Others) => T} compute
 * @returns {(from: From, value: Value, ...others: Others) => T}
 */
export function forLastMarks(compute) {
  /** @type {WeakMap<From, {value: Value, result: T}>} */
  const known = new WeakMap();
  return (from, value, ...others) => {
    const before = known.get(from);
    if (before?.value === value) return before.result;
    const result = compute(from, value, ...others);
    known.set(from, { value, result });
    return result;
  };
}

const solvedByRules = forLastMarks(
  (/** @type {PuzzleDocument} */ document, /** @type {Marks} */ marks, /** @type {PuzzleKind} */ puzzle) =>
    puzzle.solved(document, marks),
);

/**
 * Returns whether the player's board is a solution.
 * @param {Pick<Game, "document" | "marks">} game
 * @param {PuzzleKind} puzzle
 */
export const isSolved = ({ document, marks }, puzzle) =>
  puzzle.asks ? puzzle.solved(document, marks) : solvedByRules(document, marks, puzzle);
