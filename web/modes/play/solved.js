/** The sentence about a solved board. */

import { clockText } from "../../core/clock.js";
import { has, t } from "../../ui/i18n.js";
import { gap } from "../../ui/text.js";

/** @import {Game, PuzzleKind} from "../../core/types.js" */

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
