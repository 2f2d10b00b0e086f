/**
 * Finds mistakes on the player's board: marks that differ from the known part of the solution, and broken rules.
 */

import { forLastMarks, oncePer } from "./last-marks.js";
import { placeOf } from "./lattice.js";
import { UNDECIDED } from "./marks.js";
import { forcedOf, solutionsOf } from "./results.js";
import { isChecked } from "./verdicts.js";

/** @import {Break, Game, Marks, Overlay, PuzzleKind} from "./types.js" */

/**
 * @typedef {object} Mistakes
 * @property {number[]} cells  marks that differ from every solution
 * @property {Break[]} breaks
 * @property {boolean} sure  the solution is known, so all marks not listed are correct
 * @property {boolean} checked  the broken rules are known
 * @property {Overlay[]} overlays
 */

/**
 * Checks a game; the result is cached. In a what-if only the rules are checked, because the player is still testing.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @returns {Mistakes}
 */
export const mistakes = (game, puzzle) => (puzzle.asks ? look : lookOnce)(game, puzzle);

/** The broken rules, which are the same in a what-if. */
const breaksOf = forLastMarks((document, marks, /** @type {PuzzleKind} */ puzzle) => puzzle.breaks(document, marks));

const lookOnce = oncePer(look);

/** @param {Game} game @param {PuzzleKind} puzzle @returns {Mistakes} */
function look(game, puzzle) {
  const { marks, document, trial } = game;
  const known = trial ? null : certain(game, puzzle);
  const cells = known
    ? [...marks].flatMap((mark, cell) =>
        mark !== UNDECIDED && known[cell] !== UNDECIDED && known[cell] !== mark && !puzzle.fixed(document, cell)
          ? [cell]
          : [],
      )
    : [];
  const breaks = puzzle.asks ? puzzle.breaks(document, marks) : breaksOf(document, marks, puzzle);
  const size = puzzle.size(document);
  const overlays = [
    ...breaks.flatMap(({ where }) => where),
    ...cells.map((cell) => ({ role: /** @type {const} */ ("wrong"), place: placeOf(puzzle, size, cell) })),
  ];
  const sure = known !== null && game.result?.verdict === "unique";
  return { cells, breaks, sure, checked: !puzzle.asks || isChecked(document, marks), overlays };
}

/**
 * Returns the known marks that all solutions share.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @returns {Marks | null}
 */
function certain(game, puzzle) {
  const { result } = game;
  if (result?.verdict === "unique") return solutionsOf(game, puzzle)[0];
  return result?.forced ? forcedOf(game, puzzle) : null;
}
