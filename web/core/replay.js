/**
 * The record of a game, move by move, including undone moves.
 *
 * A move made after an undo stores the undone moves as `lost`, in chronological order; an `{undo: n}` among them undoes
 * the last n moves still in effect. Notes can be undone, but are not recorded as moments.
 */

import { eventsOf, set, standing, withProgress } from "./game.js";

/** @import {Event, Game, Marks, Move, PuzzleDocument, PuzzleKind} from "./types.js" */

/**
 * @typedef {{event: Event, before: Marks, after: Marks, past: Move[]}} Moment  `event` counts only moves that changed
 *   marks; `past`: the moves in effect after it
 */

/** Returns whether a move changed marks. @param {Move} move */
const marks = ({ cells }) => cells.length > 0;

/**
 * Returns all moments of a game, starting from the initial board.
 * @param {Game} game
 * @returns {{start: Marks, moments: Moment[]}}
 */
export function replay(game) {
  const start = game.past.reduceRight((board, move) => set(board, move.cells, move.before), game.marks);
  const last = eventsOf(game.future);
  const undone = standing(last);
  const events = [...eventsOf(game.past), ...last, ...(undone > 0 ? [{ undo: undone }] : [])];
  /** @type {Moment[]} */
  const moments = [];
  /** @type {Move[]} */
  let past = [];
  let board = start;
  for (const event of events) {
    const before = board;
    if ("undo" in event) {
      const back = past.slice(-event.undo).reverse();
      for (const move of back) board = set(board, move.cells, move.before);
      past = past.slice(0, -event.undo);
      const undo = back.filter(marks).length;
      if (undo) moments.push({ event: { undo }, before, after: board, past });
    } else {
      board = set(board, event.cells, event.after);
      past = [...past, event];
      if (marks(event)) moments.push({ event, before, after: board, past });
    }
  }
  return { start, moments };
}

/** Converts an event to the form used by the engine and in game files. @param {Event} event */
const asMove = (event) => ("undo" in event ? event : { cells: event.cells, after: event.after });

/**
 * Writes a game as a file: the puzzle with the initial board, then one move per line.
 * @param {PuzzleKind} puzzle
 * @param {Game} game
 * @returns {{document: PuzzleDocument, moves: ReturnType<typeof asMove>[]}}
 */
export function recorded(puzzle, game) {
  const { start, moments } = replay(game);
  const { document } = game;
  return {
    document: start === puzzle.givens(document) ? document : withProgress(puzzle, document, start),
    moves: moments.map(({ event }) => asMove(event)),
  };
}
