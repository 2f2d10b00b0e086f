/**
 * Keys while the board has the focus. The cursor moves from cell to cell, or with a line tool from node to node with a
 * pen.
 */

import { isLine, parityOf, targetAt } from "../core/lattice.js";
import { MAX_VALUES, valueOf } from "../core/marks.js";
import { begin, painted, reach } from "../core/strokes.js";
import { otherTool, shapeNow } from "./gestures.js";

/** @import {Layout, Place, Shape, Tool} from "../core/types.js" */
/** @import {Effect, BoardView} from "./gestures.js" */

/** @typedef {{key: string, shift?: boolean}} KeyInput */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Jumps to the ends of a row: a distance longer than any board. @type {Record<string, [number, number]>} */
const JUMPS = { Home: [0, -1000], End: [0, 1000] };

/**
 * Returns the effects of a key pressed without Ctrl, Alt and Meta.
 * @param {KeyInput} input
 * @param {BoardView | null} view
 * @returns {Effect[] | null} null if the key has no meaning here
 */
export function press(input, view) {
  if (!view) return null;
  const zoom = zoomOf(input.key, view);
  if (zoom !== undefined) return [["zoomStep", zoom]];
  const shape = shapeNow(view);
  return isLine(shape) ? lineKey(input, view, shape) : markKey(input, view, shape);
}

/** @param {string} key @param {BoardView} view */
function zoomOf(key, { puzzle }) {
  // A key that enters a digit or a sign does not zoom.
  if (key in (puzzle.keys ?? {})) return undefined;
  return { "+": 1, "=": 1, "-": -1, 0: 0 }[key];
}

/**
 * Returns the position of the cursor, moved to a place of this parity.
 * @param {BoardView} view
 * @param {-1 | 0 | 1} parity
 * @returns {Place}
 */
const cursorOn = ({ cursor, layout: { size } }, parity) =>
  parity
    ? {
        r: Math.min((cursor?.r ?? parity) | 1, 2 * size.height - parity),
        c: Math.min((cursor?.c ?? 1) | 1, 2 * size.width - parity),
      }
    : { r: (cursor?.r ?? 0) & ~1, c: (cursor?.c ?? 0) & ~1 };

/** Returns a tool that always sets one value. @param {number} value @returns {Tool} */
const setter = (value) => ({ key: "", icon: "", cycle: Array(MAX_VALUES + 1).fill(value) });

/**
 * Handles keys that move from cell to cell, or from vertex to vertex.
 * @param {KeyInput} input
 * @param {BoardView} view
 * @param {Shape} shape
 * @returns {Effect[] | null}
 */
function markKey({ key, shift }, view, shape) {
  const { puzzle, document, marks, layout, tool, editable } = view;
  const cursor = cursorOn(view, parityOf(shape));
  const arrow = ARROWS[key];
  const jump = JUMPS[key];
  if (jump) return [["moveCursor", step(layout, cursor, jump, parityOf(shape)), true]];
  if (arrow) {
    const next = step(layout, cursor, arrow, parityOf(shape));
    /** @type {Effect[]} */
    const copied = shift && editable ? [["commit", copyTo(view, { ...cursor, shape }, { ...next, shape }), null]] : [];
    return [...copied, ["moveCursor", next, true]];
  }
  const target = targetAt(puzzle, layout.size, { ...cursor, shape });
  const mark = puzzle.keys?.[key];
  const { tools } = puzzle;
  const chosen = key === "Enter" ? tools[tool] : key === " " ? tools[otherTool(tools, tool)] : null;
  if (!chosen && (mark === undefined || isTooLarge(tools, mark))) return null;
  if (!editable) return [["moveCursor", cursor, true]];
  const used = chosen ?? setter(/** @type {number} */ (mark));
  const tap = begin(puzzle, document, marks, used, target);
  return [
    ["commit", painted(tap), tap],
    ["moveCursor", cursor, true],
  ];
}

/**
 * Returns whether a mark is a value that only larger boards have.
 * @param {readonly Pick<Tool, "key">[]} tools
 * @param {number} mark
 */
const isTooLarge = (tools, mark) =>
  mark > 0 && tools.some(({ key }) => key === "value-1") && !tools.some(({ key }) => key === `value-${mark}`);

/**
 * Handles keys that move from node to node. Enter lowers and lifts the pen, Space the other pen, the key of a value the
 * pen that draws it; Shift with an arrow draws directly.
 * @param {KeyInput} input
 * @param {BoardView} view
 * @param {Shape} shape
 * @returns {Effect[] | null}
 */
function lineKey({ key, shift }, view, shape) {
  const { puzzle, layout, tool, editable, pen = null } = view;
  const cursor = cursorOn(view, parityOf(shape));
  const arrow = ARROWS[key];
  const jump = JUMPS[key];
  if (jump) return [["moveCursor", step(layout, cursor, jump, parityOf(shape)), true]];
  if (arrow) {
    const next = step(layout, cursor, arrow, parityOf(shape));
    const draws = editable && (shift || pen !== null);
    /** @type {Effect[]} */
    const drawn = draws ? [["commit", lineOn(view, pen ?? tool, cursor, next), null]] : [];
    return [...drawn, ["moveCursor", next, true]];
  }
  const named = puzzle.tools.findIndex(
    ({ key: name, block = 0 }) => name === `value-${puzzle.keys?.[key]}` && isLine(puzzle.blocks[block].shape),
  );
  const wanted = key === "Enter" ? tool : key === " " ? otherTool(puzzle.tools, tool) : named < 0 ? null : named;
  if (wanted === null && !(key === "Escape" && pen !== null)) return null;
  return [
    ["pen", wanted === pen || !editable ? null : wanted],
    ["moveCursor", cursor, true],
  ];
}

/**
 * @param {Layout} layout
 * @param {Place} from
 * @param {[number, number]} arrow
 * @param {-1 | 0 | 1} first row and column of the places to move between
 * @returns {Place}
 */
function step({ size }, from, [down, across], first) {
  const keep = (/** @type {number} */ at, /** @type {number} */ most) => Math.min(Math.max(at, first), most - first);
  return { r: keep(from.r + 2 * down, 2 * size.height), c: keep(from.c + 2 * across, 2 * size.width) };
}

/**
 * Returns the marks with the mark of one place copied to another.
 * @param {BoardView} view
 * @param {Place} from
 * @param {Place} to
 */
function copyTo({ puzzle, document, marks, layout, tool }, from, to) {
  const [a, b] = [targetAt(puzzle, layout.size, from), targetAt(puzzle, layout.size, to)];
  const { cycle } = setter(valueOf(marks[a]));
  return painted(begin(puzzle, document, marks, { ...puzzle.tools[tool], cycle }, b));
}

/**
 * Returns the marks with a line added from dot to dot, or removed if it is there already.
 * @param {BoardView} view
 * @param {number} tool
 * @param {Place} from
 * @param {Place} to
 */
function lineOn({ puzzle, document, marks }, tool, from, to) {
  const stroke = begin(puzzle, document, marks, puzzle.tools[tool], -1);
  return painted(reach(reach(stroke, from), to));
}
