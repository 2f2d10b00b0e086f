/** Caches what is computed from the marks on a board. */

/** @import {Game, Marks, PuzzleDocument, PuzzleKind} from "./types.js" */

/**
 * Returns a function that calls `compute` and keeps its result for the last marks of each document, because a change of
 * the page needs it several times. Other arguments must not affect the result.
 * @template T
 * @template {any[]} Others
 * @param {(document: PuzzleDocument, marks: Marks, ...others: Others) => T} compute
 * @returns {(document: PuzzleDocument, marks: Marks, ...others: Others) => T}
 */
export function forLastMarks(compute) {
  /** @type {WeakMap<PuzzleDocument, {marks: Marks, result: T}>} */
  const known = new WeakMap();
  return (document, marks, ...others) => {
    const before = known.get(document);
    if (before?.marks === marks) return before.result;
    const result = compute(document, marks, ...others);
    known.set(document, { marks, result });
    return result;
  };
}

const solvedByRules = forLastMarks((document, marks, /** @type {PuzzleKind} */ puzzle) =>
  puzzle.solved(document, marks),
);

/**
 * Returns whether the player's board is a solution.
 * @param {Pick<Game, "document" | "marks">} game
 * @param {PuzzleKind} puzzle
 */
export const isSolved = ({ document, marks }, puzzle) =>
  puzzle.asks ? puzzle.solved(document, marks) : solvedByRules(document, marks, puzzle);
