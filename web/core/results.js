/** Functions that read the result of the call "solve". */

import { differences, keepGivens, solutionMarks } from "./game.js";
import { forLastMarks } from "./last-marks.js";
import { NO, UNDECIDED, YES } from "./marks.js";

/** @import {Game, Marks, PuzzleDocument, PuzzleKind, Result, State} from "./types.js" */

const solutions = forLastMarks(
  (/** @type {Result} */ result, /** @type {PuzzleDocument} */ document, /** @type {PuzzleKind} */ puzzle) =>
    result.marks?.map((marks) => keepGivens(puzzle, document, marks)) ??
    (result.solutions ?? []).map((source) => solutionMarks(puzzle, document, source)),
);

/**
 * Returns the solutions found, as marks. They are kept with the result, because a change of the page needs them several
 * times.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @returns {Marks[]}
 */
export const solutionsOf = ({ result, document }, puzzle) => (result ? solutions(result, document, puzzle) : []);

/**
 * Returns the known marks that all solutions share.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @returns {Marks}
 */
export const forcedOf = ({ result, document }, puzzle) =>
  result?.forced_marks
    ? keepGivens(puzzle, document, result.forced_marks)
    : solutionMarks(puzzle, document, result?.forced);

/** Returns the number of variables that differ between two solutions. @param {Game} game @param {PuzzleKind} puzzle */
export function differing(game, puzzle) {
  const [a, b] = solutionsOf(game, puzzle);
  return a && b ? differences(a, b).length : 0;
}

/**
 * Counts the variables of a board with several solutions: yes in all of them, no in all of them, and open. Givens are
 * not counted. `complete` means that the open variables are proven to differ.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 */
export function certain(game, puzzle) {
  const { result, document } = game;
  const all = [...forcedOf(game, puzzle)];
  const free = all.filter((_, target) => !puzzle.fixed(document, target));
  const count = (/** @type {string} */ digit) => free.filter((mark) => mark === digit).length;
  return { yes: count(YES), no: count(NO), open: count(UNDECIDED), complete: Boolean(result?.forced_complete) };
}

/**
 * Returns whether a result refers to a position of a game, which may have several solutions.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 */
export const isPosition = ({ result, document }, puzzle) =>
  result?.verdict === "multiple" && Boolean(result.forced && puzzle.midGame?.(document));

/**
 * Returns the views that are available for a result.
 * @param {Game} game
 * @param {{steps?: boolean, heat?: boolean, odds?: boolean}} [more] other results that are available
 * @returns {State["show"][]}
 */
export function views({ result }, { steps = false, heat = false, odds = false } = {}) {
  /** @type {State["show"][]} */
  const found = [
    ...(steps ? [/** @type {const} */ ("steps")] : []),
    ...(heat ? [/** @type {const} */ ("heat")] : []),
    ...(odds && result?.verdict !== "unique" ? [/** @type {const} */ ("odds")] : []),
  ];
  if (!result) return ["mine"];
  if (result.verdict === "unique") return ["mine", ...found, "a", ...(heat ? [/** @type {const} */ ("mixed")] : [])];
  if (result.verdict === "multiple")
    return ["mine", ...found, ...(result.forced ? [/** @type {const} */ ("found")] : []), "a", "b", "both"];
  if (result.verdict === "unknown" && result.forced)
    return result.solutions.length ? ["mine", ...found, "found", "a"] : ["mine", ...found, "found"];
  return ["mine"];
}
