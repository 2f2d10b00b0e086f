/** A game: a puzzle, the player's marks and their history. Pure functions; nothing here draws or stores. */

import { isSolved } from "./last-marks.js";
import { count, read, spell } from "./lattice.js";
import { withoutNo } from "./marks.js";

/** @import {Event, Game, Jots, Marks, Move, PuzzleDocument, PuzzleKind} from "./types.js" */

/** Members that name or credit a puzzle but are not part of it. */
const ABOUT = ["title", "author", "source", "id"];

/** The largest number of undone moves to keep with the move that replaced them; if there are more, all are dropped. */
const MOST_LOST = 1000;

/** Sorts the members of an object, so that equal puzzles have the same text. @param {any} value @returns {any} */
const sorted = (value) =>
  value && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(
        Object.keys(value)
          .sort()
          .map((key) => [key, sorted(value[key])]),
      )
    : value;

/**
 * Returns an id that is the same for equal puzzles, whatever their title: a 53-bit hash (cyrb53) as text.
 * @param {PuzzleDocument} document the puzzle alone, see `puzzleOnly`
 */
export function identity(document) {
  const essence = Object.fromEntries(Object.entries(document).filter(([key]) => !ABOUT.includes(key)));
  return `${document.kind}-${hash(JSON.stringify(sorted(essence)))}`;
}

/** @param {string} text */
export function hash(text) {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}

/**
 * Returns a puzzle without the player's progress.
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @returns {PuzzleDocument}
 */
export function puzzleOnly({ boardKey }, document) {
  const { [boardKey]: progress, ...others } = document;
  return /** @type {PuzzleDocument} */ (others);
}

/** @param {PuzzleKind} puzzle @param {PuzzleDocument} document @returns {Game} */
export function newGame(puzzle, document) {
  const only = puzzleOnly(puzzle, document);
  return {
    id: identity(only),
    kind: puzzle.kind,
    document: only,
    marks: puzzle.givens(only),
    past: [],
    future: [],
    trial: null,
    result: null,
    view: { mode: "play", show: "mine" },
    seen: [],
    time: 0,
    hints: 0,
    falls: 0,
    changed: 0,
  };
}

/**
 * Returns the progress in a document as marks, or null if it has none.
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @returns {Marks | null}
 */
export function progressIn(puzzle, document) {
  const source = document[puzzle.boardKey];
  return source ? keepGivens(puzzle, document, read(puzzle, puzzle.size(document), source)) : null;
}

/**
 * Returns the document with the marks added, as in a link with progress.
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @param {Marks} marks
 */
export function withProgress(puzzle, document, marks) {
  return { ...document, [puzzle.boardKey]: spell(puzzle, puzzle.size(document), marks) };
}

/**
 * Returns the document for the engine, with the player's marks.
 * @param {Pick<Game, "document" | "marks">} game
 * @param {PuzzleKind} puzzle
 */
export const position = ({ document, marks }, puzzle) =>
  puzzle.position?.(document, marks) ?? withProgress(puzzle, document, marks);

/**
 * Restores the marks given by the puzzle, and removes marks from variables that cannot be marked.
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @param {Marks} marks
 */
export function keepGivens(puzzle, document, marks) {
  const givens = puzzle.givens(document);
  return [...marks].map((mark, index) => (puzzle.fixed(document, index) ? givens[index] : mark)).join("");
}

/**
 * Returns a solution or the forced values as marks.
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @param {any} source
 */
export const solutionMarks = (puzzle, document, source) =>
  keepGivens(puzzle, document, read(puzzle, puzzle.size(document), source, true));

/** Returns the marks of a solution as a player would write them. @param {PuzzleKind} puzzle @param {Marks} marks */
export const written = (puzzle, marks) => (puzzle.bare ? withoutNo(marks) : marks);

/**
 * Returns the marks with `cells` set.
 * @param {Marks} marks
 * @param {number[]} cells
 * @param {string} states one character for all cells, or one per cell
 * @returns {Marks}
 */
export function set(marks, cells, states) {
  const digits = new Map(cells.map((cell, i) => [cell, states[states.length === 1 ? 0 : i]]));
  let [after, at] = ["", 0];
  // Slices take a fraction of the time of splitting the marks of a large board.
  for (const cell of [...digits.keys()].sort((a, b) => a - b)) {
    after += marks.slice(at, cell) + digits.get(cell);
    at = cell + 1;
  }
  return after + marks.slice(at);
}

/** Returns the variables whose marks differ between two boards, in order. @param {Marks} before @param {Marks} after */
export function differences(before, after) {
  /** @type {number[]} */
  const cells = [];
  if (before === after) return cells;
  for (let cell = 0; cell < after.length; cell++) if (before[cell] !== after[cell]) cells.push(cell);
  return cells;
}

/** Returns the number of moves that were not undone. @param {readonly Event[]} events */
export const standing = (events) => events.reduce((all, event) => all + ("undo" in event ? -event.undo : 1), 0);

/**
 * Returns the events of consecutive moves, including the undone moves between them.
 * @param {readonly Move[]} moves
 * @returns {Event[]}
 */
export const eventsOf = (moves) =>
  moves.flatMap(({ lost = [], ...move }) => {
    const undo = standing(lost);
    return [...lost, ...(undo > 0 ? [{ undo }] : []), move];
  });

/**
 * Returns the jots that differ, each with its value before and after, or undefined if none do.
 * @param {Jots} [before]
 * @param {Jots} [after]
 * @returns {Move["jots"]}
 */
export function jotChanges(before = {}, after = {}) {
  if (before === after) return undefined; // the usual case, also on boards with thousands of shaded cells
  const names = Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name]);
  if (names.length) return Object.fromEntries(names.map((name) => [name, [before[name] ?? 0, after[name] ?? 0]]));
}

/**
 * Returns the marks and jots before or after a move.
 * @param {Game} game the game on the other side of the move
 * @param {Move} move
 * @param {"before" | "after"} side
 * @returns {Pick<Game, "marks" | "jots">}
 */
function across(game, { cells, jots, ...move }, side) {
  const marks = set(game.marks, cells, move[side]);
  if (!jots) return { marks };
  const all = { ...game.jots };
  for (const [name, states] of Object.entries(jots)) all[name] = states[side === "before" ? 0 : 1];
  return { marks, jots: Object.fromEntries(Object.entries(all).filter(([, state]) => state)) };
}

/**
 * Returns the game after a move, or the same game if nothing changes. Undone moves are stored with the new move.
 * @param {PuzzleKind} puzzle
 * @param {Game} game
 * @param {Marks} marks the new marks
 * @param {number} [first] the target that the player marked, if the move also changes others
 * @param {Jots} [jots] the new jots
 * @returns {Game}
 */
export function play(puzzle, game, marks, first = -1, jots = game.jots) {
  const cells = differences(game.marks, marks).filter((cell) => !puzzle.fixed(game.document, cell));
  const changed = jotChanges(game.jots, jots);
  if (!cells.length && !changed) return game;
  if (cells.includes(first)) cells.sort((a, b) => Number(b === first) - Number(a === first));
  const pick = (/** @type {Marks} */ from) => cells.map((cell) => from[cell]).join("");
  const lost = eventsOf(game.future);
  const undone = lost.length && lost.length <= MOST_LOST ? { lost } : {};
  const move = {
    cells,
    before: pick(game.marks),
    after: pick(marks),
    ...(changed ? { jots: changed } : {}),
    ...undone,
  };
  return { ...game, ...across(game, move, "after"), past: [...game.past, move], future: [] };
}

/** Stores the playing time and the number of hints in the last move. @param {Game} game @returns {Game} */
export function stamped(game) {
  const past = [...game.past];
  const move = past.pop();
  return move ? { ...game, past: [...past, { ...move, time: Math.round(game.time), hints: game.hints }] } : game;
}

/**
 * Returns the marks after a gesture. The kind defines the effect of a tap on a finished number, and a move includes its
 * direct consequences.
 * @param {PuzzleKind} puzzle
 * @param {Game} game
 * @param {Marks} wanted the marks set by the gesture
 * @param {number[]} [cells] the variables that the gesture touched
 * @returns {Marks}
 */
export function moved(puzzle, { document, marks }, wanted, cells = []) {
  const tapped = wanted === marks && cells.length === 1 && puzzle.chord;
  const made = tapped ? tapped(document, marks, cells[0]) : wanted;
  return puzzle.settle?.(document, marks, made) ?? made;
}

/** Returns the last move that changed marks. @param {Game} game */
export const lastMove = ({ past }) => past.findLast(({ cells }) => cells.length > 0);

/** Returns the target that was marked last, or undefined. @param {Game} game */
export const lastMarked = (game) => lastMove(game)?.cells.at(-1);

/** @param {Game} game @returns {Game} */
export function undo(game) {
  const move = game.past.at(-1);
  if (!move) return game;
  const past = game.past.slice(0, -1);
  let { trial } = game;
  while (trial && past.length < trial.at) trial = trial.outer ?? null;
  return { ...game, ...across(game, move, "before"), past, future: [move, ...game.future], trial };
}

/** @param {Game} game @returns {Game} */
export function redo(game) {
  const [move, ...future] = game.future;
  return move ? { ...game, ...across(game, move, "after"), past: [...game.past, move], future } : game;
}

/**
 * Starts a what-if: later marks and notes can be kept or discarded together. What-ifs can be nested once.
 * @param {Game} game
 * @returns {Game}
 */
export const suppose = (game) => ({
  ...game,
  trial: {
    at: game.past.length,
    marks: game.marks,
    jots: game.jots ?? {},
    ...(game.trial ? { outer: game.trial } : {}),
  },
});

/**
 * Keeps the marks of the what-if. Those of a nested what-if become part of the outer one.
 * @param {Game} game
 * @returns {Game}
 */
export const keepTrial = (game) => ({ ...game, trial: game.trial?.outer ?? null });

/**
 * Restores the board as it was before the what-if. This is a move, so undo brings the marks back.
 * @param {PuzzleKind} puzzle
 * @param {Game} game
 * @returns {Game}
 */
export const dropTrial = (puzzle, game) =>
  game.trial ? { ...play(puzzle, game, game.trial.marks, -1, game.trial.jots), trial: game.trial.outer ?? null } : game;

/**
 * Undoes moves until `fine` accepts the game. Returns the game itself if that never happens.
 * @param {Game} game
 * @param {(game: Game) => boolean} fine
 * @returns {Game}
 */
export function undoUntil(game, fine) {
  for (let before = game; ;) {
    if (fine(before)) return before;
    const next = undo(before);
    if (next === before) return game;
    before = next;
  }
}

/**
 * Returns whether the title would reveal the picture before the player has solved the puzzle.
 * @param {PuzzleKind} puzzle
 * @param {Game} game
 */
export const hidesTitle = (puzzle, game) =>
  Boolean(puzzle.picture && !game.drawing && !game.named) && !isSolved(game, puzzle);

/** Returns whether the player has marked anything on the board. @param {PuzzleKind} puzzle @param {Game} game */
export const hasMarks = (puzzle, game) => game.marks !== puzzle.givens(game.document);

/**
 * Returns a stored game, or null if it is damaged or does not match the puzzle.
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @param {any} kept
 * @returns {Game | null}
 */
export function revive(puzzle, document, kept) {
  const size = puzzle.size(document);
  if (!kept || kept.marks?.length !== count(puzzle, size) || identity(kept.document) !== identity(document))
    return null;
  return { ...newGame(puzzle, kept.document), ...kept };
}
