/** Whether the player's board is a solution, and what is said of it then. */

import { clockText } from "../../core/clock.js";
import { has, t } from "../../ui/i18n.js";

/** @import {Game, Marks, PuzzleKind} from "../../core/types.js" */

/** @type {{marks: Marks, id: string, solved: boolean} | null} */
let asked = null;

/**
 * Whether the player's board is a solution; asked anew only when the board has changed.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 */
export function isSolved({ id, marks, document }, puzzle) {
  if (asked?.marks !== marks || asked.id !== id) asked = { id, marks, solved: puzzle.solved(document, marks) };
  return asked.solved;
}

/** @param {Game} game @param {PuzzleKind} puzzle @returns {(Node | string)[]} */
export function solvedText(game, puzzle) {
  const own = `solved.game.${puzzle.kind}`;
  const key = puzzle.hides?.(game.document) && has(own) ? own : game.result?.class === "SF" ? "solved.easy" : "solved";
  return [
    t(key, { t: clockText(game.time) }),
    ...(game.falls ? [" ", t(`solved.falls.${puzzle.kind}`, { n: game.falls })] : []),
    ...(game.hints ? [" ", t("solved.hints", { n: game.hints })] : []),
  ];
}
