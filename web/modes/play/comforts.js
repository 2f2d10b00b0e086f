/**
 * What makes playing more comfortable, each off until somebody wants it: × on finished lines, struck clues, shaded
 * cells, a what-if within a what-if, haptics, a calm sound.
 */

import { play } from "../../core/game.js";
import { choice, choose } from "../../shell/storage.js";

/** @import {Game, Jots, Marks, Place, PuzzleDocument, PuzzleKind} from "../../core/types.js" */

/** The comforts by name; their words are "comfort.<name>". */
const NAMES = ["finish", "strike", "shade", "deeper", "haptics", "sound"];

/** The comforts that this kind and this device have. @param {PuzzleKind} puzzle */
export const comfortsOf = (puzzle) =>
  NAMES.filter((name) =>
    name === "finish"
      ? puzzle.finish
      : name === "strike"
        ? puzzle.clueAt
        : name === "shade"
          ? puzzle.shades
          : name !== "haptics" || "vibrate" in navigator,
  );

/** @param {string} name */
export const isOn = (name) => choice(`comfort-${name}`, "off") === "on";

/** @param {string} name @param {boolean} on */
export const turn = (name, on) => choose(`comfort-${name}`, on ? "on" : "off");

/**
 * The marks after a move, with × where a clue is met by it.
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @param {Marks} marks
 */
export const finishing = (puzzle, document, marks) =>
  isOn("finish") && puzzle.finish ? puzzle.finish(document, marks) : marks;

/**
 * The game after a tap beside what can be marked: a number struck or not, a cell shaded as inside, outside or not at
 * all. The same game where the player does not want that.
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

/** Answers a move in the hand and in the ear. */
export function answer() {
  if (isOn("haptics")) navigator.vibrate?.(8);
  if (isOn("sound")) tick();
}

/** @type {AudioContext | null} */
let audio = null;

/** A short, soft tone, as of wood. */
function tick() {
  audio ??= new AudioContext();
  const [tone, volume, now] = [audio.createOscillator(), audio.createGain(), audio.currentTime];
  tone.type = "sine";
  tone.frequency.setValueAtTime(520, now);
  tone.frequency.exponentialRampToValueAtTime(260, now + 0.06);
  volume.gain.setValueAtTime(0.08, now);
  volume.gain.exponentialRampToValueAtTime(0.0001, now + 0.09);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.1);
}
