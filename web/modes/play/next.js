/** After the finish: the next puzzle, from the library, or made. */

import { dayOf } from "../../shell/daily.js";
import { nextPuzzle, openEntry, openOfDay, puzzlesOfDay } from "../../shell/library.js";
import { sights } from "../../shell/practice.js";
import { bestTimes } from "../../shell/record.js";
import { state } from "../../shell/state.js";
import { wantedLevel } from "./make.js";
import { makeOne } from "./making.js";

const HARDEST = 5;

/**
 * Opens the next puzzle of the same day that is not solved; else a puzzle of the same kind and size, of this level or
 * the next one; rejects if there is none.
 */
export async function openNext() {
  const { game, puzzle } = state;
  if (!game || !puzzle) return;
  const solved = new Set(bestTimes().keys());
  const day = dayOf(game);
  const other = day !== null && (await puzzlesOfDay(day)).find(({ id }) => !solved.has(id));
  if (other) return openOfDay(other.document.kind, day);
  const { entry, level } = await nextPuzzle(puzzle, game, wantedLevel() ?? 2, solved, sights());
  if (entry) return openEntry(entry);
  const { width, height } = puzzle.size(game.document);
  await makeOne({ width, height, level: String(Math.min(level, HARDEST)) });
}
