/**
 * A setter's drawing: a string of digits per layer (a picture, numbers, a loop, mines), and its history.
 * web/puzzles/<kind>/edit.js defines the layers of a kind and converts them to a puzzle.
 */

import { layerOf } from "./drawn.js";
import { around } from "./grid.js";
import { count, placeOf, targetAt } from "./lattice.js";
import { UNDECIDED, blankMarks, digitOf, valueOf } from "./marks.js";

/** @import {Marks, Place, PuzzleDocument, Scene, Shape, Size} from "./types.js" */

/**
 * @typedef {object} Sketch
 * @property {number} width  in cells
 * @property {number} height
 * @property {Record<string, Marks>} layers  one digit per target
 * @property {Record<string, any>} members  other members of the document: title, author, the number of mines
 *
 * @typedef {{layer: string, cells: number[], before: string, after: string} | {from: Sketch, to: Sketch}} Change
 * @typedef {{now: Sketch, past: Change[], future: Change[]}} Drawing  a sketch with its history
 *
 * @typedef {object} Pencil  a tool of Draw
 * @property {string} key  its name is the string "tool.<key>"
 * @property {string} icon
 * @property {string} [text]  the label of its button, next to `swatch`
 * @property {import("./types.js").Tool["swatch"]} [swatch]  draws a sample
 * @property {string} layer
 * @property {number[]} cycle  the new digit after a tap on each digit
 * @property {number[]} [tap]  like `cycle`, for taps that differ from drags
 * @property {boolean} [over]  a drag overwrites all digits, not only those equal to the first one
 * @property {boolean} [single]  a drag has the effect of a tap
 * @property {(size: Size, marks: Marks, from: number, to: number) => number[]} [cover]  the targets of a drag from
 *   `from` to `to`
 *
 * @typedef {object} Edit  the editor of a kind, exported by web/puzzles/<kind>/edit.js
 * @property {Record<string, Shape>} layers  the shape of each layer's variables
 * @property {Pencil[]} tools
 * @property {Record<string, Record<string, number>>} keys  for each layer, the digit that each key sets
 * @property {Record<string, (size: Size) => string[]>} [typed]  for layers whose clues are typed in figures: the text
 *   of each digit on a board of this size, such as "12", or "1 1 3" for several numbers, whose order does not matter.
 *   Taps stop at the last one
 * @property {{least: number, step: number, first: number, square?: boolean}} side  range of side lengths, in cells
 * @property {boolean} [needsSolution]  the clues are computed from the drawing, so opening a puzzle in Draw needs one
 *   of its solutions
 * @property {string} [photo]  the layer that a photo is converted to; 1 for dark cells
 * @property {string[]} [colours]  colours to paint with; none for black and white
 * @property {(count: number) => string[]} [palette]  returns `count` colours, starting with the current ones
 * @property {() => Promise<typeof import("../puzzles/nonogram/quantize.js").colourings>} [colourings]  loads the
 *   conversion of photos to colours
 * @property {{text: (clue: any) => string, clue: (text: string) => any[] | null}} [lines]  for kinds with clues of rows
 *   and columns: converts a clue to text, and text to a clue, or to null if it is none
 * @property {Record<string, (place: Place) => string>} [faces]  for layers with arrows and other signs that point
 *   somewhere: the letter of each digit at a place. They are turned with the board
 * @property {string[]} own  the members of a document that are written from the layers
 * @property {(document: PuzzleDocument, size: Size, solution: Marks | null) => Record<string, Marks>} read  converts a
 *   puzzle to layers
 * @property {(document: PuzzleDocument, solution: Marks | null) => Record<string, any>} [members]  additional members
 *   to keep; all members outside `own` are kept anyway
 * @property {(sketch: Sketch) => Record<string, any>} write  returns the members of the document
 * @property {(sketch: Sketch) => Marks} marks  returns the marks that the board shows
 * @property {(sketch: Sketch, layer: string, before: Sketch) => Sketch} [settle]  returns the sketch after a stroke on
 *   a layer, with its consequences
 * @property {(sketch: Sketch) => Record<string, any> | null} [unfinished]  returns parameters of the string
 *   `draw.begin.<kind>` while the drawing is not a puzzle yet, and is not checked
 * @property {(sketch: Sketch) => Sketch} [invert]
 * @property {(sketch: Sketch) => Step[]} [givens]  returns the clues that thinning out may remove
 * @property {Scene["tone"]} tone  the tone in which the board is drawn
 * @property {(document: PuzzleDocument) => PuzzleDocument} [forLayout]  returns a document whose clues need the most
 *   space, so that the layout does not change with every stroke
 * @property {Option[]} [options]  choices next to the layers
 * @property {Field[]} [fields]  text fields next to the layers
 * @property {(sketch: Sketch, cell: number, value: string | number) => Spot} [add]  converts a clue or given suggested
 *   by the engine to a change; not for kinds that show all clues anyway
 * @property {(sketch: Sketch, target: number) => Spot[]} [mend]  for kinds without `add`: changes that may exclude one
 *   of two solutions that differ at a target
 * @property {() => Promise<(sketch: Sketch, spent: () => number) => Generator<void, Marks>>} [repair]  for kinds with
 *   `photo`: changes the layer until the puzzle is unique, which always succeeds; `spent` returns the share of the time
 *   that has passed
 * @property {number} [share]  default percentage of cells that `random` fills
 * @property {(blank: Sketch, filled: number, next: () => number) => Sketch} [random]  returns a random board with
 *   `filled` cells; `next` returns random numbers from 0 to 1
 *
 * @typedef {{key: string, member: string, checked: (value: any) => boolean, value: (checked: boolean, sketch: Sketch,
 *   solution: Marks | null) => any}} Option a checkbox, and the member of the document that it sets; undefined removes
 *   the member
 *
 * @typedef {object} Field  a text field for a member of the document
 * @property {string} key  the string of its label
 * @property {string} member
 * @property {(value: any) => string} text
 * @property {(text: string) => any} value  returns undefined for a text that is not allowed
 * @property {any} [first]  the value on a new board
 *
 * @typedef {{layer: string, target: number, to: string}} Step  sets one target
 * @typedef {Step & {key: string, params: Record<string, any>}} Spot  a step with its message
 */

const MAX_HISTORY = 2000; // maximum number of undo steps

/**
 * @param {Edit} edit
 * @param {PuzzleDocument} document
 * @param {Size} size
 * @param {Marks | null} solution
 * @returns {Sketch}
 */
export function sketchOf(edit, document, size, solution) {
  const { kind, ...members } = document;
  return {
    ...size,
    layers: edit.read(document, size, solution),
    members: { ...otherMembers(edit, members), ...edit.members?.(document, solution) },
  };
}

/** Returns the members that are not written from the layers. @param {Edit} edit @param {Record<string, any>} members */
const otherMembers = (edit, members) =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !edit.own.includes(name)));

/** Returns an empty sketch. @param {Edit} edit @param {Size} size @returns {Sketch} */
export const blank = (edit, { width, height }) => ({
  width,
  height,
  layers: Object.fromEntries(
    Object.keys(edit.layers).map((name) => [name, blankMarks(count(layerOf(edit, name), { width, height }))]),
  ),
  members: Object.fromEntries(
    (edit.fields ?? []).flatMap(({ member, first }) => (first === undefined ? [] : [[member, first]])),
  ),
});

/** @param {Sketch} sketch @param {string} layer @param {Marks} digits @returns {Sketch} */
export const withLayer = (sketch, layer, digits) => ({ ...sketch, layers: { ...sketch.layers, [layer]: digits } });

/** Returns the sketch with one target set. @param {Sketch} sketch @param {Step} spot @returns {Sketch} */
export const withSpot = (sketch, { layer, target, to }) =>
  withLayer(sketch, layer, sketch.layers[layer].slice(0, target) + to + sketch.layers[layer].slice(target + 1));

/** Returns whether the sketch is empty. @param {Sketch} sketch */
export const isBlank = ({ layers }) => Object.values(layers).every((digits) => /^0*$/.test(digits));

// ---- history

/**
 * Adds a new sketch to the history. Small changes within one layer are stored as differences.
 * @param {Drawing} drawing
 * @param {Sketch} next
 * @returns {Drawing}
 */
export function draw(drawing, next) {
  const step = difference(drawing.now, next);
  return step ? { now: next, past: [...drawing.past, step].slice(-MAX_HISTORY), future: [] } : drawing;
}

/** @param {Sketch} from @param {Sketch} to @returns {Change | null} */
function difference(from, to) {
  if (from.width !== to.width || from.height !== to.height || from.members !== to.members) return { from, to };
  const changed = Object.keys(to.layers).filter((name) => from.layers[name] !== to.layers[name]);
  if (changed.length !== 1) return changed.length ? { from, to } : null;
  const [layer] = changed;
  const [before, after] = [from.layers[layer], to.layers[layer]];
  const cells = [...after].flatMap((digit, target) => (digit === before[target] ? [] : [target]));
  const pick = (/** @type {Marks} */ digits) => cells.map((target) => digits[target]).join("");
  return { layer, cells, before: pick(before), after: pick(after) };
}

/** @param {Sketch} sketch @param {Change} change @param {"before" | "after"} side @returns {Sketch} */
function apply(sketch, change, side) {
  if ("from" in change) return side === "before" ? change.from : change.to;
  const digits = sketch.layers[change.layer].split("");
  change.cells.forEach((target, i) => (digits[target] = change[side][i]));
  return withLayer(sketch, change.layer, digits.join(""));
}

/** @param {Drawing} drawing @returns {Drawing} */
export function undo({ now, past, future }) {
  const change = past.at(-1);
  return change
    ? { now: apply(now, change, "before"), past: past.slice(0, -1), future: [change, ...future] }
    : { now, past, future };
}

/** @param {Drawing} drawing @returns {Drawing} */
export function redo({ now, past, future: [change, ...future] }) {
  return change ? { now: apply(now, change, "after"), past: [...past, change], future } : { now, past, future: [] };
}

// ---- the whole board

/** The letters of signs that point somewhere, after the board is mirrored or rotated. @type {Record<string, string>} */
const MIRRORED = { "<": ">", ">": "<", "/": "\\", "\\": "/" };
/** @type {Record<string, string>} */
const ROTATED = { "<": "^", "^": ">", ">": "v", v: "<", "/": "\\", "\\": "/" };

/**
 * Returns a sketch that is resized or turned. `before` maps each place of the new board to a place of the old one, if
 * any.
 * @param {Edit} edit
 * @param {Sketch} sketch
 * @param {Size} size
 * @param {(place: Place) => Place} before
 * @param {Record<string, string>} [turned] the letters of signs that change
 * @returns {Sketch}
 */
function moved(edit, sketch, size, before, turned = {}) {
  const layer = (/** @type {string} */ name) => {
    const [puzzle, letters] = [layerOf(edit, name), edit.faces?.[name]];
    return Array.from({ length: count(puzzle, size) }, (_, target) => {
      const place = placeOf(puzzle, size, target);
      const old = before(place);
      const digit = sketch.layers[name][targetAt(puzzle, sketch, old)] ?? UNDECIDED;
      const letter = letters && turned[letters(old)[valueOf(digit)]];
      return letter && letters(place).includes(letter) ? digitOf(letters(place).indexOf(letter)) : digit;
    }).join("");
  };
  return {
    ...sketch,
    ...size,
    layers: Object.fromEntries(Object.keys(edit.layers).map((name) => [name, layer(name)])),
  };
}

/** Mirrors the sketch horizontally. @param {Edit} edit @param {Sketch} sketch */
export const mirror = (edit, sketch) =>
  moved(
    edit,
    sketch,
    { width: sketch.width, height: sketch.height },
    ({ r, c }) => ({ r, c: 2 * sketch.width - c }),
    MIRRORED,
  );

/** Rotates the sketch clockwise by 90°. @param {Edit} edit @param {Sketch} sketch */
export const rotate = (edit, sketch) =>
  moved(
    edit,
    sketch,
    { width: sketch.height, height: sketch.width },
    ({ r, c }) => ({ r: 2 * sketch.height - c, c: r }),
    ROTATED,
  );

/**
 * Maps a place to its image under each symmetry of the board.
 * @type {Record<string, (size: Size) => (place: Place) => Place>}
 */
const SYMMETRIES = {
  turn:
    ({ width, height }) =>
    ({ r, c }) => ({ r: 2 * height - r, c: 2 * width - c }),
  mirror:
    ({ width }) =>
    ({ r, c }) => ({ r, c: 2 * width - c }),
};

/** The symmetries that thinning out can preserve. */
export const symmetries = ["none", "turn", "mirror"];

/**
 * Groups steps that a symmetry maps onto each other. Without a symmetry, every step is a group.
 * @param {Edit} edit
 * @param {Sketch} sketch
 * @param {Step[]} steps
 * @param {string} symmetry
 * @returns {Step[][]}
 */
export function orbits(edit, sketch, steps, symmetry) {
  const image = SYMMETRIES[symmetry]?.(sketch) ?? ((/** @type {Place} */ place) => place);
  /** @type {Map<string, Step[]>} */
  const groups = new Map();
  for (const step of steps) {
    const puzzle = layerOf(edit, step.layer);
    const other = targetAt(puzzle, sketch, image(placeOf(puzzle, sketch, step.target)));
    const name = `${step.layer} ${Math.min(step.target, other)}`;
    groups.set(name, [...(groups.get(name) ?? []), step]);
  }
  return [...groups.values()];
}

/**
 * Resizes the sketch; the upper left corner stays in place.
 * @param {Edit} edit
 * @param {Sketch} sketch
 * @param {Size} size
 */
export const resize = (edit, sketch, size) => moved(edit, sketch, size, (place) => place);

/** Clears all layers. @param {Edit} edit @param {Sketch} sketch @returns {Sketch} */
export const clear = (edit, sketch) => ({ ...blank(edit, sketch), members: otherMembers(edit, sketch.members) });

// ---- clues that are typed

/** Returns the texts of layers whose clues are numbers. @param {number} least @param {number} most */
export const numbersFrom = (least, most) => [
  "",
  ...Array.from({ length: Math.max(0, most - least + 1) }, (_, index) => String(least + index)),
];

/**
 * Returns the figures of a clue after another one is typed, and the digit that they mean so far; 0 if they are only the
 * beginning of a clue. If no clue begins with all of them, the last one begins another clue.
 * @param {string[]} texts the text of each digit
 * @param {string} before the figures typed so far
 * @param {string} figure
 * @returns {{figures: string, digit: number}}
 */
export function typedClue(texts, before, figure) {
  for (const figures of [before + figure, figure]) {
    const digit = texts.findIndex((text) => text && left(text, figures) === "");
    if (digit > 0 || texts.some((text) => left(text, figures) !== null)) return { figures, digit: Math.max(0, digit) };
  }
  return { figures: "", digit: 0 };
}

/**
 * Returns the figures of a clue that are not typed yet, or null if others are.
 * @param {string} text
 * @param {string} figures
 */
function left(text, figures) {
  if (!text.includes(" ")) return text.startsWith(figures) ? text.slice(figures.length) : null;
  let rest = text.replaceAll(" ", "");
  for (const figure of figures) {
    if (!rest.includes(figure)) return null;
    rest = rest.replace(figure, "");
  }
  return rest;
}

// ---- shapes

/**
 * Returns the cells of the line between two cells.
 * @param {Size} size
 * @param {Marks} _
 * @param {number} from
 * @param {number} to
 */
export function lineOf({ width }, _, from, to) {
  const [x, y, u, v] = [from % width, Math.floor(from / width), to % width, Math.floor(to / width)];
  const steps = Math.max(Math.abs(u - x), Math.abs(v - y)) || 1;
  return Array.from(
    { length: steps + 1 },
    (_, i) => Math.round(y + ((v - y) * i) / steps) * width + Math.round(x + ((u - x) * i) / steps),
  );
}

/**
 * Returns the cells of the rectangle between two corners.
 * @param {Size} size
 * @param {Marks} _
 * @param {number} from
 * @param {number} to
 */
export function boxOf({ width }, _, from, to) {
  const [left, right] = [from % width, to % width].sort((a, b) => a - b);
  const [top, bottom] = [Math.floor(from / width), Math.floor(to / width)].sort((a, b) => a - b);
  const across = (/** @type {number} */ row) =>
    Array.from({ length: right - left + 1 }, (_, i) => row * width + left + i);
  return Array.from({ length: bottom - top + 1 }, (_, i) => across(top + i)).flat();
}

/**
 * Returns the cells connected with one by cells of the same digit (flood fill).
 * @param {Size} size
 * @param {Marks} marks
 * @param {number} from
 */
export function areaOf(size, marks, from) {
  const found = new Set([from]);
  for (const cell of found)
    for (const next of around(size, cell, true)) if (marks[next] === marks[from]) found.add(next);
  return [...found];
}

/**
 * Returns the items in random order; all orders are equally likely.
 * @template T
 * @param {Iterable<T>} items
 * @param {() => number} next  returns a random number from 0 to 1
 */
export function shuffled(items, next) {
  const all = [...items];
  for (let left = all.length - 1; left > 0; left--) {
    const other = Math.floor(next() * (left + 1));
    [all[left], all[other]] = [all[other], all[left]];
  }
  return all;
}

/**
 * Returns a random string for the cells of a board, with `filled` ones and otherwise zeros.
 * @param {{width: number, height: number}} size @param {number} filled @param {() => number} next
 */
export const scattered = ({ width, height }, filled, next) =>
  shuffled("1".repeat(filled).padEnd(width * height, "0"), next).join("");
