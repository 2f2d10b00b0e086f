/** Optional notes of the player: crossed-off numbers, and cells shaded as inside or outside. */

import { play } from "../../core/game.js";
import { isOn } from "./play-options.js";

/** @import {Game, Jots, Place, PuzzleKind} from "../../core/types.js" */

/**
 * Returns the game after a tap that changes a note: it crosses a number off or restores it, or shades a cell as inside,
 * outside or not at all. Returns the same game if notes are off.
 * @param {PuzzleKind} puzzle
 * @param {Game} game
 * @param {{row?: number, column?: number, place?: Place, away?: number}} at
 * @param {number} cell size of a cell, in px
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
 * Returns the game after a key that changes a note. The key crosses off the next number in the row or column under the
 * cursor, or restores all numbers if none is left. For kinds with shading, it shades the cell to the lower right of the
 * cursor instead.
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

/** Makes a move that changes only jots. @param {PuzzleKind} puzzle @param {Game} game @param {Jots | undefined} jots */
const withJots = (puzzle, game, jots) => play(puzzle, game, game.marks, -1, jots);

/**
 * Returns the jots with one of them in its next state.
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
