/** Opens the next puzzle after one is solved, from the library or newly generated. */

import { dayOf } from "../../shell/daily.js";
import { nextPuzzle, openEntry, openOfDay, puzzlesOfDay } from "../../shell/library.js";
import { sights } from "../../shell/practice.js";
import { bestTimes } from "../../shell/record.js";
import { state } from "../../shell/state.js";
import { wantedLevel } from "./make.js";
import { makeOne } from "./making.js";

const TOP_LEVEL = 5;

/**
 * Opens the next unsolved puzzle of the same day, or else a puzzle of the same kind and size at this level or the next.
 * Rejects if there is none.
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
  await makeOne({ width, height, level: String(Math.min(level, TOP_LEVEL)) });
}
