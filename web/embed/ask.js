/**
 * Calls the solver for an embedded board: for a hint, for the solution to check against, or to check the rules. The
 * first call starts the solver.
 */

import { position } from "../core/game.js";
import { createEngine } from "../engine/client.js";
import { overlayFrom, statesOf } from "../shell/explanation.js";
import { judge as judgeWith } from "../shell/judging.js";
import { renderMessage } from "../ui/text.js";

export { mistakes } from "../core/mistakes.js";

/** @import {Explanation} from "../engine/messages.js" */
/** @import {Game, Overlay, PuzzleKind, Result} from "../core/types.js" */

const SECONDS = 30;

const engine = createEngine({ lazy: true });

/**
 * @typedef {object} EmbedHint
 * @property {(Node | string)[]} words
 * @property {Overlay[]} overlays
 * @property {{place: import("../core/types.js").Place, state: number}[]} marks  the marks that it leads to
 * @property {boolean} wrong
 */

/**
 * Returns the next certain step from the player's board.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @returns {Promise<EmbedHint>}
 */
export async function askHint(game, puzzle) {
  engine.start();
  /** @type {Explanation} */
  const found = await engine.call("hint", { document: position(game, puzzle), timeout: SECONDS });
  const [step] = found.steps;
  const cause = step ?? found.wrong?.step ?? found.wrong?.clash ?? found.clash;
  if (!cause) return { words: renderMessage(found.sentence), overlays: [], marks: [], wrong: false };
  const wrong = Boolean(found.wrong);
  const drawn = overlayFrom(puzzle, game.document, cause.overlay, cause.because);
  const marked = (found.wrong?.cells ?? []).map(({ cell }) => ({ cell, role: /** @type {const} */ ("wrong") }));
  return {
    words: [
      ...(wrong ? [...renderMessage(found.sentence), " "] : []),
      ...renderMessage(cause.sentence, cause.because, wrong ? "conflict" : "because"),
    ],
    overlays: wrong
      ? [...drawn.filter(({ role }) => role !== "forced"), ...overlayFrom(puzzle, game.document, marked, [])]
      : drawn,
    marks: step && !wrong ? statesOf(puzzle, step.cells) : [],
    wrong,
  };
}

/** @param {Game} game @returns {Promise<Result>} */
export async function askSolution({ document }) {
  engine.start();
  return engine.call("solve", { document, limit: 2, timeout: SECONDS });
}

/**
 * Has the rules of a board checked. Returns whether the result is new.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 */
export async function judge(game, puzzle) {
  engine.start();
  return judgeWith(engine, game, puzzle);
}
