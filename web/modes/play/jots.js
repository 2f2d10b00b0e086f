/**
 * A player's notes besides marks, if the player wants them: crossed-off numbers, cells shaded as inside or outside.
 */

import { play } from "../../core/game.js";
import { isOn } from "./play-options.js";

/** @import {Game, Jots, Place, PuzzleKind} from "../../core/types.js" */

/**
 * Returns the game after a tap on a note: a number struck out or not, a cell shaded as inside, outside or neither.
 * Returns the same game if notes are off.
 * @param {PuzzleKind} puzzle
 * @param {Game} game
 * @param {{row?: number, column?: number, place?: Place, away?: number}} at
 * @param {number} cell px
 */
export function jotted(puzzle, game, { row, column, place, away = 0 }, cell) {
  const turned = (/** @type {string} */ name, /** @type {number} */ states) =>
    withJots(puzzle, game, nextJot(game.jots, name, states));
  if (place) return puzzle.shades && isOn("shade") ? turned(`cell ${place.r >> 1} ${place.c >> 1}`, 3) : game;
  if (!puzzle.clueAt || !isOn("strike")) return game;
  const side = row === undefined ? "column" : "row";
  const line = row ?? column ?? 0;
  const number = puzzle.clueAt(game.document, side, line, away, cell);
  return number < 0 ? game : turned(`${side} ${line} ${number}`, 2);
}

/**
 * The same by a key: of the row or column under the cursor the first number that is not struck, at the end none; the
 * cell below right of the cursor.
 * @param {PuzzleKind} puzzle
 * @param {Game} game
 * @param {Place} cursor
 * @param {"row" | "column"} side
 */
export function jottedByKey(puzzle, game, { r, c }, side) {
  if (puzzle.shades) return jotted(puzzle, game, { place: { r: r | 1, c: c | 1 } }, 0);
  if (!puzzle.clueAt || !puzzle.lineClues || !isOn("strike")) return game;
  const line = (side === "row" ? r : c) >> 1;
  const names = puzzle
    .lineClues(game.document, { r, c })
    [side].split(" ")
    .map((_, at) => `${side} ${line} ${at}`);
  const next = names.find((name) => !game.jots?.[name]);
  const jots = (next ? [next] : names).reduce((all, name) => nextJot(all, name, 2), game.jots);
  return withJots(puzzle, game, jots);
}

/** A move that changes jots alone. @param {PuzzleKind} puzzle @param {Game} game @param {Jots | undefined} jots */
const withJots = (puzzle, game, jots) => play(puzzle, game, game.marks, -1, jots);

/**
 * The jots with one of them in its next state.
 * @param {Jots | undefined} jots
 * @param {string} name
 * @param {number} states
 * @returns {Jots}
 */
function nextJot(jots, name, states) {
  const { [name]: now = 0, ...others } = jots ?? {};
  const next = (now + 1) % states;
  return next ? { ...others, [name]: next } : others;
}
