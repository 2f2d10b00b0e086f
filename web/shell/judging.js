/** Has the engine check which rules a board breaks, for kinds that do not check them on the page. */

import { position } from "../core/game.js";
import { isJudged, keepVerdict } from "../core/verdicts.js";
import { engineText } from "./explanation.js";
import { breakOf } from "./reasons.js";

/** @import {Engine} from "../engine/client.js" */
/** @import {EngineReason} from "../engine/messages.js" */
/** @import {Game, PuzzleKind} from "../core/types.js" */

/**
 * Stores which rules a board breaks and whether it is solved, unless this is known. Returns whether the result is new.
 * @param {Pick<Engine, "call">} engine
 * @param {Pick<Game, "document" | "marks">} game
 * @param {PuzzleKind} puzzle
 */
export async function judge(engine, game, puzzle) {
  const { document, marks } = game;
  if (isJudged(document, marks)) return false;
  const verdict = async () => {
    /** @type {{broken: EngineReason[], solved: boolean}} */
    const { broken, solved } = await engine.call("broken", { document: position(game, puzzle) });
    return { solved, breaks: broken.map((reason) => breakOf(reason, engineText, Boolean(puzzle.regions))) };
  };
  await keepVerdict(document, marks, verdict());
  return true;
}
