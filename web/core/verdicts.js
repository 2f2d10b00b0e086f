/**
 * Caches the engine's results about boards of kinds whose rules the page does not check itself. The results are kept
 * per document and garbage-collected with it.
 */

import { oncePer } from "./last-marks.js";
import { essential } from "./lattice.js";
import { NO, UNDECIDED } from "./marks.js";
import { solutionsOf } from "./results.js";

/** @import {Break, Game, Marks, PuzzleDocument, PuzzleKind} from "./types.js" */

/** @typedef {{solved: boolean, breaks: Break[]}} Verdict */

/** @typedef {{solution: Marks, boards: Map<Marks, Verdict | null>}} Judgements  a result is null until it arrives */

/** @type {Verdict} */
const NOTHING = { solved: false, breaks: [] };
const MOST_BOARDS = 200;

/** @type {(document: PuzzleDocument) => Judgements} */
const of = oncePer(() => ({ solution: "", boards: new Map() }));

/**
 * Stores the solution of a puzzle that is known to be unique.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 */
export function keepSolution(game, puzzle) {
  const { document, result } = game;
  if (!puzzle.asks || result?.verdict !== "unique") return;
  of(document).solution = essential(puzzle, puzzle.size(document), solutionsOf(game, puzzle)[0]);
}

/**
 * Stores the engine's results about a board when they arrive. If the call fails, the board can be checked again.
 * @param {PuzzleDocument} document
 * @param {Marks} marks
 * @param {Promise<Verdict>} asked
 */
export async function keepVerdict(document, marks, asked) {
  const { boards } = of(document);
  if (boards.size >= MOST_BOARDS) boards.clear();
  boards.set(marks, null);
  try {
    boards.set(marks, await asked);
  } catch (error) {
    boards.delete(marks);
    throw error;
  }
}

/** Returns whether the engine has been called for a board. @param {PuzzleDocument} document @param {Marks} marks */
export const isJudged = (document, marks) => of(document).boards.has(marks);

/** Returns whether the engine has checked a board. @param {PuzzleDocument} document @param {Marks} marks */
export const isChecked = (document, marks) => Boolean(of(document).boards.get(marks));

/**
 * Returns whether marks solve a puzzle and which rules they break, if known.
 * @param {PuzzleDocument} document
 * @param {Marks} marks
 * @returns {Verdict}
 */
export function verdictOn(document, marks) {
  const { solution, boards } = of(document);
  const verdict = boards.get(marks) ?? NOTHING;
  return solution ? { ...verdict, solved: agrees(marks, solution) } : verdict;
}

/**
 * Returns whether marks are a solution; undecided variables count as "no".
 * @param {Marks} marks
 * @param {Marks} solution
 */
const agrees = (marks, solution) =>
  [...solution].every((value, at) => (value === UNDECIDED ? [UNDECIDED, NO].includes(marks[at]) : marks[at] === value));
