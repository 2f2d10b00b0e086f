/**
 * A setter's drawing: one string of digits per layer (a picture, numbers, a loop, mines), and its history.
 * Plain functions on plain objects; web/puzzles/<kind>/edit.js defines the layers of a kind and converts them to a
 * puzzle.
 */

import { layerOf } from "./drawn.js";
import { count, placeOf, targetAt } from "./lattice.js";
import { UNDECIDED, blankMarks } from "./marks.js";

/** @import {Marks, Place, PuzzleDocument, Scene, Shape, Size} from "./types.js" */

/**
 * @typedef {object} Sketch
 * @property {number} width  in cells
 * @property {number} height
 * @property {Record<string, Marks>} layers  one digit per target
 * @property {Record<string, any>} beside  what else the document says: title, author, the number of mines
 *
 * @typedef {{layer: string, cells: number[], before: string, after: string} | {from: Sketch, to: Sketch}} Change
 * @typedef {{now: Sketch, past: Change[], future: Change[]}} Drawing  a sketch with its history
 *
 * @typedef {object} Pencil  a tool of Draw
 * @property {string} key  its name is in the locales as "tool.<key>"
 * @property {string} icon
 * @property {string} [text]  what stands on its button, next to `swatch`
 * @property {import("./types.js").Tool["swatch"]} [swatch]  draws what it paints
 * @property {string} layer
 * @property {number[]} cycle  what a tap makes of each digit
 * @property {number[]} [tap]  the same where a tap does not do what a drag does
 * @property {boolean} [over]  a drag paints over every digit, not only over those like its first
 * @property {boolean} [single]  a drag does no more than a tap
 * @property {(size: Size, marks: Marks, from: number, to: number) => number[]} [cover]  the targets between the first
 *   and the last of a drag
 *
 * @typedef {object} Edit  all that Draw knows of one kind; web/puzzles/<kind>/edit.js exports one
 * @property {Record<string, Shape>} layers  the shape of each layer's variables
 * @property {Pencil[]} tools
 * @property {Record<string, Record<string, number>>} keys  by layer: keys of the keyboard and the digit that they set
 * @property {(size: Size) => number} [most]  digits are numbers, and this is the largest that a board needs: taps go
 *   no further, and the figures of a number are typed one after the other
 * @property {{least: number, step: number, first: number}} side  of a board, in cells
 * @property {boolean} [needsSolution]  the clues follow from what is drawn, so a puzzle from elsewhere is drawn from
 *   one of its solutions; any will do
 * @property {string} [photo]  the layer that a photograph fills: one cell for each of its points, 1 if it is dark
 * @property {string[]} [colours]  that it paints with, none in black and white
 * @property {(count: number) => string[]} [palette]  `count` colours, the present ones first
 * @property {() => Promise<typeof import("../puzzles/nonogram/quantize.js").colourings>} [colourings]  a photograph in
 *   colours
 * @property {string[]} own  the members of a document that the layers say
 * @property {(document: PuzzleDocument, size: Size, solution: Marks | null) => Record<string, Marks>} read  the layers
 *   of a puzzle
 * @property {(document: PuzzleDocument, solution: Marks | null) => Record<string, any>} [beside]  what a sketch of
 *   this document keeps beside its layers, besides all members that are not its own
 * @property {(sketch: Sketch) => Record<string, any>} write  the members of the document
 * @property {(sketch: Sketch) => Marks} marks  what the board shows
 * @property {(sketch: Sketch, layer: string, before: Sketch) => Sketch} [settle]  after a stroke on a layer
 * @property {(sketch: Sketch) => Sketch} [invert]
 * @property {(sketch: Sketch) => Step[]} [givens]  what thinning out may take away
 * @property {Scene["tone"]} tone  how the board draws it
 * @property {(document: PuzzleDocument) => PuzzleDocument} [forLayout]  one that takes more room next to the board, so
 * that
 *   it need not grow with every stroke
 * @property {Option[]} [options]  choices next to the layers
 * @property {(sketch: Sketch, cell: number, value: string | number) => Spot} [add]  a clue or given more, as the engine
 *   says it; not where all clues are there
 * @property {(sketch: Sketch, target: number) => Spot[]} [mend]  without `add`: changes after which two solutions that
 *   differ at a target may not both fit
 * @property {() => Promise<(sketch: Sketch, spent: () => number) => Generator<void, Marks>>} [repair]  of a kind with
 *   `photo`: that layer changed so that one solution is left, always; `spent` is the share of the time that is over
 * @property {number} [share]  of the cells that `random` fills, in percent, unless somebody chooses another
 * @property {(blank: Sketch, filled: number, next: () => number) => Sketch} [random]  a random board with so many cells
 *   filled; `next` returns numbers from 0 to 1
 *
 * @typedef {{key: string, member: string, checked: (value: any) => boolean, value: (checked: boolean, sketch: Sketch,
 *   solution: Marks | null) => any}} Option a box to tick, and the member of the document that it sets; undefined: none
 *
 * @typedef {{layer: string, target: number, to: string}} Step  one target set
 * @typedef {Step & {key: string, params: Record<string, any>}} Spot  with its sentence
 */

const LONGEST = 2000; // strokes that can be taken back

/**
 * @param {Edit} edit
 * @param {PuzzleDocument} document
 * @param {Size} size
 * @param {Marks | null} solution
 * @returns {Sketch}
 */
export function sketchOf(edit, document, size, solution) {
  const { kind, ...members } = document;
  const beside = Object.fromEntries(Object.entries(members).filter(([name]) => !edit.own.includes(name)));
  return {
    ...size,
    layers: edit.read(document, size, solution),
    beside: { ...beside, ...edit.beside?.(document, solution) },
  };
}

/** A sketch with nothing on it. @param {Edit} edit @param {Size} size @returns {Sketch} */
export const blank = (edit, { width, height }) => ({
  width,
  height,
  layers: Object.fromEntries(
    Object.keys(edit.layers).map((name) => [name, blankMarks(count(layerOf(edit, name), { width, height }))]),
  ),
  beside: {},
});

/** @param {Sketch} sketch @param {string} layer @param {Marks} digits @returns {Sketch} */
export const withLayer = (sketch, layer, digits) => ({ ...sketch, layers: { ...sketch.layers, [layer]: digits } });

/** One target of a layer set. @param {Sketch} sketch @param {Step} spot @returns {Sketch} */
export const withSpot = (sketch, { layer, target, to }) =>
  withLayer(sketch, layer, sketch.layers[layer].slice(0, target) + to + sketch.layers[layer].slice(target + 1));

/** Returns whether the sketch is empty. @param {Sketch} sketch */
export const isBlank = ({ layers }) => Object.values(layers).every((digits) => /^0*$/.test(digits));

// ---- history

/**
 * The drawing with a new sketch; small changes of one layer are kept small.
 * @param {Drawing} drawing
 * @param {Sketch} next
 * @returns {Drawing}
 */
export function draw(drawing, next) {
  const step = difference(drawing.now, next);
  return step ? { now: next, past: [...drawing.past, step].slice(-LONGEST), future: [] } : drawing;
}

/** @param {Sketch} from @param {Sketch} to @returns {Change | null} */
function difference(from, to) {
  if (from.width !== to.width || from.height !== to.height || from.beside !== to.beside) return { from, to };
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

/**
 * A sketch of another size or turned; `before` returns the place of the old board for a place of the new one, if any.
 * @param {Edit} edit
 * @param {Sketch} sketch
 * @param {Size} size
 * @param {(place: Place) => Place} before
 * @returns {Sketch}
 */
function moved(edit, sketch, size, before) {
  const layer = (/** @type {string} */ name) => {
    const puzzle = layerOf(edit, name);
    return Array.from(
      { length: count(puzzle, size) },
      (_, target) => sketch.layers[name][targetAt(puzzle, sketch, before(placeOf(puzzle, size, target)))] ?? UNDECIDED,
    ).join("");
  };
  return {
    ...sketch,
    ...size,
    layers: Object.fromEntries(Object.keys(edit.layers).map((name) => [name, layer(name)])),
  };
}

/** Left becomes right. @param {Edit} edit @param {Sketch} sketch */
export const mirror = (edit, sketch) =>
  moved(edit, sketch, { width: sketch.width, height: sketch.height }, ({ r, c }) => ({ r, c: 2 * sketch.width - c }));

/** A quarter turn clockwise. @param {Edit} edit @param {Sketch} sketch */
export const rotate = (edit, sketch) =>
  moved(edit, sketch, { width: sketch.height, height: sketch.width }, ({ r, c }) => ({
    r: 2 * sketch.height - c,
    c: r,
  }));

/**
 * The image of a place under a symmetry of the board.
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

/** The symmetries that thinning out can keep. */
export const symmetries = ["none", "turn", "mirror"];

/**
 * Steps in groups that a symmetry maps onto themselves; without one, each by itself.
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

/** Resizes the sketch; the drawing keeps its corner. @param {Edit} edit @param {Sketch} sketch @param {Size} size */
export const resize = (edit, sketch, size) => moved(edit, sketch, size, (place) => place);

/** Nothing drawn any more. @param {Edit} edit @param {Sketch} sketch @returns {Sketch} */
export const clear = (edit, sketch) => ({ ...blank(edit, sketch), beside: sketch.beside });

// ---- shapes

/**
 * The cells of the straight way from one to another.
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
 * The cells of the rectangle between two corners.
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
 * The cells that are connected with one by its own digit.
 * @param {Size} size
 * @param {Marks} marks
 * @param {number} from
 */
export function areaOf({ width }, marks, from) {
  const found = new Set([from]);
  for (const cell of found) {
    const beside = [
      cell - width,
      cell + width,
      ...(cell % width ? [cell - 1] : []),
      ...((cell + 1) % width ? [cell + 1] : []),
    ];
    for (const next of beside) if (marks[next] === marks[from]) found.add(next);
  }
  return [...found];
}

/**
 * Returns a random text of "0" and "1" with `filled` times "1"; all such texts are equally likely.
 * @param {number} length @param {number} filled @param {() => number} next
 */
export function shuffled(length, filled, next) {
  const digits = [..."1".repeat(filled).padEnd(length, "0")];
  for (let left = length - 1; left > 0; left--) {
    const other = Math.floor(next() * (left + 1));
    [digits[left], digits[other]] = [digits[other], digits[left]];
  }
  return digits.join("");
}
