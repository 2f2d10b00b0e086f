/** Has the engine check which rules the board breaks during play, for kinds that do not check them on the page. */

import { keepSolution, keepVerdict, isJudged } from "../core/verdicts.js";
import { position } from "../core/game.js";
import { engineText } from "./explanation.js";
import { breakOf } from "./reasons.js";
import { engine } from "./solver.js";
import { state, update } from "./state.js";

/** @import {EngineReason} from "../engine/messages.js" */
/** @import {Game, PuzzleKind} from "../core/types.js" */

/** Calls the engine for the current board, unless its result is known. Call it after every change. */
export function judgeBoard() {
  const { game, puzzle } = state;
  if (!game || !puzzle?.asks) return;
  const { document, marks } = game;
  keepSolution(game, puzzle);
  if (isJudged(document, marks) || state.engine !== "ready") return;
  keepVerdict(document, marks, { solved: false, breaks: [] }); // until the result arrives
  ask(game, puzzle).catch(() => {}); // the next change retries
}

/** @param {Game} game @param {PuzzleKind} puzzle */
async function ask(game, puzzle) {
  /** @type {{broken: EngineReason[], solved: boolean}} */
  const { broken, solved } = await engine.call("broken", { document: position(game, puzzle) });
  keepVerdict(game.document, game.marks, { solved, breaks: broken.map((reason) => breakOf(reason, engineText)) });
  if (state.game?.marks === game.marks && (solved || broken.length)) update({});
}
