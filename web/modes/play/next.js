/** After the finish: the next puzzle, from the library, or made. */

import { nextPuzzle, openEntry } from "../../shell/library.js";
import { bestTimes } from "../../shell/record.js";
import { state } from "../../shell/state.js";
import { wantedLevel } from "./make.js";
import { makeOne } from "./making.js";

const HARDEST = 5;

/** Opens a puzzle of the same kind and size, of this level or the next one; rejects if there is none. */
export async function openNext() {
  const { game, puzzle } = state;
  if (!game || !puzzle) return;
  const solved = new Set(bestTimes().keys());
  const { entry, level } = await nextPuzzle(puzzle, game, wantedLevel() ?? 2, solved);
  if (entry) return openEntry(entry);
  const { width, height } = puzzle.size(game.document);
  await makeOne({ width, height, level: String(Math.min(level, HARDEST)) });
}
