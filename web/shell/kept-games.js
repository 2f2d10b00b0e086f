/** Loads stored or imported games, which are validated as strictly as links. */

import { identity, newGame } from "../core/game.js";
import { keepSolution } from "../core/verdicts.js";
import { puzzleFor } from "./kinds.js";
import { find, setAside } from "./storage.js";

/** @import {Game, Problem, PuzzleDocument, PuzzleKind} from "../core/types.js" */

/**
 * Returns a stored or imported game after validating it as strictly as a link.
 * @param {any} kept
 * @returns {Promise<{game: Game, puzzle: PuzzleKind}>} rejects with a Problem if it is damaged
 */
export async function gameFrom(kept) {
  const puzzle = await puzzleFor(kept?.document);
  const [{ gameProblem, withMembers }, edit] = await Promise.all([
    import("../core/game-validation.js"),
    kept.drawing === undefined ? undefined : puzzle.edit?.(),
  ]).catch(() => Promise.reject({ kind: "not-loaded" }));
  const game = kept.drawing ? { ...kept, drawing: withMembers(kept.drawing) } : kept;
  const problem = gameProblem(puzzle, edit, game);
  if (problem) throw problem;
  const whole = { ...newGame(puzzle, kept.document), ...game };
  keepSolution(whole, puzzle);
  return { game: whole, puzzle };
}

/**
 * Returns the stored game of a puzzle, or undefined. A damaged game is moved to the shelf and marked as damaged.
 * @param {PuzzleDocument} only
 * @returns {Promise<{kept?: Game, damaged?: boolean}>}
 */
export async function keptOf(only) {
  const found = await find(identity(only));
  if (!found) return {};
  try {
    return { kept: (await gameFrom(found)).game };
  } catch (problem) {
    if (/** @type {Problem} */ (problem).kind === "not-loaded") throw problem;
    await setAside(found).catch(() => {});
    return { damaged: true };
  }
}
