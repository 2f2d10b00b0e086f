/** Determines whether the player's board is a solution, and the sentence about it. */

import { part } from "../../shell/state.js";
import { clockText } from "../../core/clock.js";
import { has, t } from "../../ui/i18n.js";
import { gap } from "../../ui/text.js";

/** @import {Game, Marks, PuzzleKind} from "../../core/types.js" */

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {{marks: Marks, id: string, solved: boolean} | null} asked
 */

/** @type {Own} */
const local = part("modes/play/solved", { asked: null });

/**
 * Returns whether the player's board is a solution. The result is cached until the board changes.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 */
export function isSolved({ id, marks, document }, puzzle) {
  if (local.asked?.marks !== marks || local.asked.id !== id)
    local.asked = { id, marks, solved: puzzle.solved(document, marks) };
  return local.asked.solved;
}

/** @param {Game} game @param {PuzzleKind} puzzle @returns {(Node | string)[]} */
export function solvedText(game, puzzle) {
  const own = `solved.game.${puzzle.kind}`;
  const key = puzzle.hides?.(game.document) && has(own) ? own : game.result?.class === "SF" ? "solved.easy" : "solved";
  return [
    t(key, { t: clockText(game.time) }),
    ...(game.falls ? [gap(), t(`solved.falls.${puzzle.kind}`, { n: game.falls })] : []),
    ...(game.hints ? [gap(), t("solved.hints", { n: game.hints })] : []),
  ];
}
