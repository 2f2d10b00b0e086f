/**
 * What is wrong with a document or a kept game, in the engine's words (the kinds of "error.*"), for the checks that the
 * page makes itself: it opens documents before the engine is up, and a bad one must not take the place of the board.
 */

import { count } from "./lattice.js";
import { documentOf } from "./drawn.js";

/** @import {Edit, Sketch} from "./sketch.js" */
/** @import {Problem, PuzzleDocument, PuzzleKind, Size} from "./types.js" */

const LARGEST = 200; // cells a side

/** The members of a document that are shown to people as they are. */
const TEXTS = ["title", "author", "source", "copyright", "license"];

/**
 * What keeps the page from showing a document of a kind.
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @returns {Problem | null}
 */
export const documentProblem = (puzzle, document) =>
  textProblem(document) ?? puzzle.problem(document) ?? progressProblem(puzzle, document);

/** @param {PuzzleDocument} document @returns {Problem | null} */
function textProblem(document) {
  const field = TEXTS.find((name) => name in document && typeof document[name] !== "string");
  return field ? { kind: "not-text", params: { field } } : null;
}

/** What is wrong with somebody's board in a document. @param {PuzzleKind} puzzle @param {PuzzleDocument} document */
function progressProblem(puzzle, document) {
  const { boardKey, targets, letters, unmarked = "" } = puzzle;
  if (!(boardKey in document)) return null;
  const { width, height } = puzzle.size(document);
  const allowed = (/** @type {string} */ own) => `${own}?${unmarked}`;
  if (targets === "cells") return rowsProblem(document, boardKey, allowed(letters), { width, height });
  const edges = document[boardKey];
  if (!edges || typeof edges !== "object" || Array.isArray(edges))
    return { kind: "not-rows", params: { field: boardKey } };
  return (
    rowsProblem(edges, "h", allowed(letters.slice(0, 3)), { width, height: height + 1 }) ??
    rowsProblem(edges, "v", allowed(letters.slice(3)), { width: width + 1, height })
  );
}

/** @param {number} width @param {number} height @returns {Problem | null} */
export function sizeProblem(width, height) {
  if (!width || !height) return { kind: "empty" };
  return Math.max(width, height) > LARGEST ? { kind: "too-big", params: { width, height, largest: LARGEST } } : null;
}

/**
 * Rows of letters that are a rectangle.
 * @param {Record<string, any>} document
 * @param {string} field
 * @param {string} allowed
 * @param {Size} [expected] else that of the first row and of the list
 * @returns {Problem | null}
 */
export function rowsProblem(document, field, allowed, expected) {
  const rows = document[field];
  if (rows === undefined) return { kind: "missing", params: { field } };
  if (!Array.isArray(rows) || !rows.every((row) => typeof row === "string"))
    return { kind: "not-rows", params: { field } };
  const { width, height } = expected ?? { width: rows[0]?.length ?? 0, height: rows.length };
  const size = expected ? null : sizeProblem(width, height);
  if (size) return size;
  if (rows.length !== height) return { kind: "height", params: { field, n: rows.length, expected: height } };
  for (const [index, text] of rows.entries()) {
    const row = index + 1;
    if (text.length !== width) return { kind: "ragged", at: { row }, params: { n: text.length, expected: width } };
    const column = [...text].findIndex((letter) => !allowed.includes(letter));
    if (column >= 0)
      return {
        kind: "character",
        at: { row, column: column + 1 },
        params: { character: [...text][column], allowed: [...allowed].join(" ") },
      };
  }
  return null;
}

/**
 * Lists of runs.
 * @param {Record<string, any>} document
 * @param {string} field
 * @param {"row" | "column"} side
 * @returns {Problem | null}
 */
export function cluesProblem(document, field, side) {
  const clues = document[field];
  if (clues === undefined) return { kind: "missing", params: { field } };
  if (!Array.isArray(clues)) return { kind: "not-clues", params: { field } };
  for (const [index, clue] of clues.entries()) {
    const at = { [side]: index + 1 };
    if (!Array.isArray(clue)) return { kind: "not-a-clue", at };
    const runs = clue.length === 1 && clue[0] === 0 ? [] : clue;
    if (!runs.every((run) => Number.isInteger(run) && run > 0))
      return { kind: "run", at, params: { clue: clue.join(" ").slice(0, 40) } };
  }
  return null;
}

// ---- kept games

/** @typedef {(value: any) => boolean} Check */

/** @type {Check} */
const isText = (value) => typeof value === "string";
/** @type {Check} */
const isCount = (value) => Number.isFinite(value) && value >= 0;
/** @type {Check} */
const isTime = (value) => isCount(value) && value <= 8.64e15; // what a Date can hold
/** @type {Check} */
const isObject = (value) => Boolean(value) && typeof value === "object" && !Array.isArray(value);
/** @param {Check} check @returns {Check} */
const listOf = (check) => (value) => Array.isArray(value) && value.every(check);
/** @param {Check} check @returns {Check} */
const orNull = (check) => (value) => value === null || check(value);
/** @param {Check} check @returns {Check} */
const maybe = (check) => (value) => value === undefined || check(value);
/** @param {Record<string, Check>} members @returns {Check} */
const having = (members) => (value) =>
  isObject(value) && Object.entries(members).every(([name, check]) => check(value[name]));

/** Every member of an object. @param {Check} check @returns {Check} */
const valuesOf = (check) => (value) => isObject(value) && Object.values(value).every(check);

/** One digit for each target. @param {number} length @param {string} highest @returns {Check} */
const isDigits = (length, highest) => (value) =>
  isText(value) && value.length === length && ![...value].some((digit) => digit < "0" || digit > highest);

/** A board in letters. @type {Check} */
const isSpelt = (value) => listOf(isText)(value) || having({ h: listOf(isText), v: listOf(isText) })(value);

const isResult = having({
  verdict: (value) => ["unique", "multiple", "none", "unknown"].includes(value),
  solutions: listOf(isSpelt),
  seconds: isCount,
  forced: maybe(orNull(isSpelt)),
  checked: maybe((value) => typeof value === "boolean"),
  reason: maybe(orNull(having({ key: isText, params: maybe(isObject), at: maybe(orNull(isObject)) }))),
});

/** What is written at a place beside the marks, 0 where nothing is. @type {Check} */
const isJot = (value) => [0, 1, 2].includes(value);

/** A move on a board of so many targets. @param {number} targets @param {string} highest @returns {Check} */
const isMove = (targets, highest) => (value) =>
  isObject(value) &&
  listOf((cell) => Number.isInteger(cell) && cell >= 0 && cell < targets)(value.cells) &&
  [value.before, value.after].every(isDigits(value.cells.length, highest)) &&
  maybe(valuesOf((pair) => listOf(isJot)(pair) && pair.length === 2))(value.jots) &&
  maybe(listOf((event) => isUndo(event) || (event?.lost === undefined && isMove(targets, highest)(event))))(value.lost);

/** Moves taken back. @param {any} value */
const isUndo = (value) => isObject(value) && Number.isInteger(value.undo) && value.undo > 0;

/**
 * The first member of a game from a store or a file that is not what it must be: as strict as with links, because what
 * is kept comes back at every visit. Members that an earlier version did not write may be missing.
 * @param {PuzzleKind} puzzle
 * @param {Edit | undefined} edit how the kind is drawn, asked for games with a drawing
 * @param {any} game with a document that has no problem
 * @returns {Problem | null}
 */
export function gameProblem(puzzle, edit, game) {
  const targets = count(puzzle, puzzle.size(game.document));
  const marks = isDigits(targets, "2");
  const moves = maybe(listOf(isMove(targets, "2")));
  const jots = maybe(valuesOf((value) => isJot(value) && value > 0));
  const trial = { at: (/** @type {any} */ value) => Number.isInteger(value) && value >= 0, marks, jots };
  /** @type {Record<string, Check>} */
  const members = {
    id: (value) => isText(value) && value !== "",
    kind: (value) => value === game.document.kind,
    marks,
    past: moves,
    future: moves,
    trial: maybe(orNull(having({ ...trial, outer: maybe(having(trial)) }))),
    jots,
    time: maybe(isCount),
    hints: maybe(isCount),
    falls: maybe(isCount),
    changed: maybe(isTime),
    result: maybe(orNull(isResult)),
    view: maybe(having({ mode: isText, show: isText })),
    seen: maybe(listOf(isText)),
    finished: maybe(isTime),
    named: maybe((value) => typeof value === "boolean"),
    alias: maybe(isText),
    drawing: maybe((value) => Boolean(edit) && isDrawing(puzzle, /** @type {Edit} */ (edit), value)),
  };
  const field = Object.keys(members).find((name) => !members[name](game[name]));
  return field ? { kind: "damaged", params: { field } } : null;
}

/** @param {PuzzleKind} puzzle @param {Edit} edit @param {any} drawing */
function isDrawing(puzzle, edit, drawing) {
  const sketch = (/** @type {any} */ value) => isSketch(puzzle, edit, value);
  const changes = listOf((change) =>
    isObject(change) && "from" in change
      ? sketch(change.from) && sketch(change.to)
      : Object.hasOwn(edit.layers, change?.layer) && isMove(Infinity, "9")(change),
  );
  return having({ now: sketch, past: changes, future: changes })(drawing);
}

/** @param {PuzzleKind} puzzle @param {Edit} edit @param {any} sketch */
function isSketch(puzzle, edit, sketch) {
  const isSide = (/** @type {any} */ value) => Number.isInteger(value) && value > 0 && value <= LARGEST;
  if (!having({ width: isSide, height: isSide, layers: isObject, beside: isObject })(sketch)) return false;
  const whole = Object.entries(edit.layers).every(([name, targets]) =>
    isDigits(count({ targets }, sketch), "9")(sketch.layers[name]),
  );
  return whole && !documentProblem(puzzle, documentOf(puzzle.kind, edit, /** @type {Sketch} */ (sketch)));
}
