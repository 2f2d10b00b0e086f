/** Keeps the rules that the player's board breaks up to date, for kinds that do not check them on the page. */

import { keepSolution } from "../core/verdicts.js";
import { judge } from "./judging.js";
import { engine } from "./solver.js";
import { state, update } from "./state.js";

/** Calls the engine for the current board, unless its result is known. Call it after every change. */
export function judgeBoard() {
  const { game, puzzle } = state;
  if (!game || !puzzle?.asks) return;
  keepSolution(game, puzzle);
  if (state.engine !== "ready") return;
  judge(engine, game, puzzle).then(
    (isNew) => isNew && state.game?.marks === game.marks && update({}),
    () => {}, // the next change retries
  );
}
