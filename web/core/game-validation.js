/** Validates stored games as strictly as links, because they are loaded on every visit. */

import { documentOf, layerOf } from "./drawn.js";
import { count } from "./lattice.js";
import { MAX_VALUES, valueOf } from "./marks.js";
import { documentProblem, MAX_SIDE } from "./validation.js";

/** @import {Edit, Sketch} from "./sketch.js" */
/** @import {Problem, PuzzleKind} from "./types.js" */

/** @typedef {(value: any) => boolean} Check */

/** @type {Check} */
const isText = (value) => typeof value === "string";
/** @type {Check} */
const isCount = (value) => Number.isFinite(value) && value >= 0;
/** @type {Check} */
const isTime = (value) => isCount(value) && value <= 8.64e15; // the range of Date
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

/** Returns a check for the values of all members of an object. @param {Check} check @returns {Check} */
const valuesOf = (check) => (value) => isObject(value) && Object.values(value).every(check);

/**
 * Returns a check for marks of `length` variables with `values` values.
 * @param {number} length
 * @param {number} values
 * @returns {Check}
 */
const isMarks = (length, values) => (value) =>
  isText(value) &&
  value.length === length &&
  /^[0-9a-z]*$/.test(value) &&
  ![...value].some((digit) => valueOf(digit) > values);

/** A board in letters: its rows, or its parts by name. @type {Check} */
const isBoard = (value) => listOf(isText)(value) || valuesOf(isBoard)(value);

const isResult = having({
  verdict: (value) => ["unique", "multiple", "none", "unknown"].includes(value),
  solutions: listOf(isBoard),
  seconds: isCount,
  forced: maybe(orNull(isBoard)),
  marks: maybe(listOf(isText)),
  forced_marks: maybe(orNull(isText)),
  checked: maybe((value) => typeof value === "boolean"),
  reason: maybe(orNull(having({ key: isText, params: maybe(isObject), at: maybe(orNull(isObject)) }))),
});

/** A note at a place; 0 for none. @type {Check} */
const isJot = (value) => [0, 1, 2].includes(value);

/**
 * Returns a check for a move on a board of `targets` variables.
 * @param {number} targets
 * @param {number} values
 * @returns {Check}
 */
const isMove = (targets, values) => (value) =>
  isObject(value) &&
  listOf((cell) => Number.isInteger(cell) && cell >= 0 && cell < targets)(value.cells) &&
  [value.before, value.after].every(isMarks(value.cells.length, values)) &&
  maybe(valuesOf((pair) => listOf(isJot)(pair) && pair.length === 2))(value.jots) &&
  [value.time, value.hints].every(maybe(isCount)) &&
  maybe(listOf((event) => isUndo(event) || (event?.lost === undefined && isMove(targets, values)(event))))(value.lost);

/** Returns whether an event undoes moves. @param {any} value */
const isUndo = (value) => isObject(value) && Number.isInteger(value.undo) && value.undo > 0;

/**
 * Returns the first invalid member of a game from storage or a file. Members that were added in later versions may be
 * missing.
 * @param {PuzzleKind} puzzle
 * @param {Edit | undefined} edit the kind's editor, needed for games with a drawing
 * @param {any} game its document must be valid
 * @returns {Problem | null}
 */
export function gameProblem(puzzle, edit, game) {
  const targets = count(puzzle, puzzle.size(game.document));
  const values = Math.max(...puzzle.blocks.map((block) => block.values));
  const marks = isMarks(targets, values);
  const moves = maybe(listOf(isMove(targets, values)));
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
      : Object.hasOwn(edit.layers, change?.layer) && isMove(Infinity, MAX_VALUES)(change),
  );
  return having({ now: sketch, past: changes, future: changes })(drawing);
}

/**
 * Returns the highest digit of a layer. The cycles of its tools have one entry per digit.
 * @param {Edit} edit
 * @param {string} layer
 */
const highest = (edit, layer) =>
  Math.max(...edit.tools.filter((tool) => tool.layer === layer).map(({ cycle }) => cycle.length - 1));

/** @param {PuzzleKind} puzzle @param {Edit} edit @param {any} sketch */
function isSketch(puzzle, edit, sketch) {
  const isSide = (/** @type {any} */ value) => Number.isInteger(value) && value > 0 && value <= MAX_SIDE;
  if (!having({ width: isSide, height: isSide, layers: isObject, members: isObject })(sketch)) return false;
  const whole = Object.keys(edit.layers).every((name) =>
    isMarks(count(layerOf(edit, name), sketch), highest(edit, name))(sketch.layers[name]),
  );
  return whole && !documentProblem(puzzle, documentOf(puzzle.kind, edit, /** @type {Sketch} */ (sketch)));
}

/** Renames `beside` in sketches that were stored before it was called `members`. @param {any} drawing @returns {any} */
export const withMembers = (drawing) =>
  JSON.parse(JSON.stringify(drawing), function (name, value) {
    if (name !== "beside" || !("layers" in this)) return value;
    this.members = value;
  });
