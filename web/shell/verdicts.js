/** Has the engine check which rules the board breaks during play, for kinds that do not check them on the page. */

import { keepSolution, keepVerdict, isJudged } from "../core/verdicts.js";
import { position } from "../core/game.js";
import { isPlace, lineFrom } from "../core/clue-places.js";
import { clueWithPlace, placeFrom, spotText } from "./explanation.js";
import { engine } from "./solver.js";
import { state, update } from "./state.js";

/** @import {EngineReason} from "../engine/messages.js" */
/** @import {Break, Game, Overlay, Place, PuzzleKind} from "../core/types.js" */

const MOST_CELLS = 30; // maximum number of cells of a broken rule to show

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
  keepVerdict(game.document, game.marks, { solved, breaks: broken.map(breakOf) });
  if (state.game?.marks === game.marks && (solved || broken.length)) update({});
}

/**
 * Converts a broken rule to its display on the board and in a sentence. @param {EngineReason} reason @returns {Break}
 */
function breakOf(reason) {
  const { clue, cells = [] } = reason;
  if (clue) {
    const named = clueWithPlace(reason);
    const [key, params] = named ? ["wrong.clue-value", named] : ["wrong.clue", { place: spotText(reason) }];
    if (!isPlace(clue.at)) return { key, params, where: [{ role: "conflict", ...lineFrom(clue.at) }] };
    const place = placeFrom(clue.at);
    return { key, params, where: [{ role: "wrong", place, to: place }] };
  }
  return { key: "wrong.rule", params: {}, where: span(cells.map(placeFrom)) };
}

/**
 * Returns the cells of a line as a bracket, other cells individually, and nothing if there are too many.
 * @param {Place[]} places
 * @returns {Overlay[]}
 */
function span(places) {
  const [first, last] = [places[0], places[places.length - 1]];
  if (!first || places.length > MOST_CELLS) return [];
  const inLine = (/** @type {"r" | "c"} */ axis) => places.every((place) => place[axis] === first[axis]);
  const cells = places.every(({ r, c }) => r & c & 1);
  if (cells && (inLine("r") || inLine("c"))) return [{ role: "wrong", place: first, to: last }];
  return places.map((place) => ({ role: "conflict", place, ring: false }));
}
