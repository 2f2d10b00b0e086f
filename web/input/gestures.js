/**
 * Mouse and touch input on a board. A gesture is a plain object. `start`, `move`, `end`, `cancel` and `tick` take it
 * with the pointer event and the state of the board, and return the next gesture and its effects, which are calls of
 * the surface by name. One finger or button paints; two fingers or the wheel move and zoom and never paint. A stroke
 * becomes a move when the pointer is lifted.
 */

import { isLine, placeOf } from "../core/lattice.js";
import { begin, blockFor, extend, painted, reach } from "../core/strokes.js";

/** @import {Layout, Marks, Place, PuzzleDocument, PuzzleKind, Shape, Tool} from "../core/types.js" */
/** @import {Point} from "../core/geometry.js" */
/** @import {Stroke} from "../core/strokes.js" */

/**
 * @typedef {object} BoardView  the state of the board that gestures and keys need
 * @property {string} [id]  id of the game
 * @property {PuzzleKind} puzzle
 * @property {PuzzleDocument} document
 * @property {Marks} marks
 * @property {Layout} layout
 * @property {number} tool
 * @property {boolean} editable
 * @property {Place | null} cursor
 * @property {boolean} [zooms]  whether the board can be zoomed
 * @property {number | null} [pen]  the tool that the keyboard draws with
 * @property {(x: number, y: number, shape: Shape) => number} hit  returns the variable at a point, or -1
 * @property {(x: number, y: number, reach: number, shape: Shape) => Place | null} nodeAt  returns the place near a
 *   point that lines can join; `reach` is in cells
 *
 * @typedef {object} Surface  the actions of gestures and keys; all but `read` are effects
 * @property {() => BoardView | null} read  returns the current board, or null
 * @property {(stroke: Stroke | null) => void} preview  shows the current stroke
 * @property {(marks: Marks, stroke: Stroke | null) => void} commit
 * @property {(at: Point | null) => void} [magnify]  shows the loupe at a point, or hides it
 * @property {(x: number, y: number) => void} [tap]  handles a tap on a board that cannot be marked
 * @property {(x: number, y: number) => void} [jot]  handles a tap beside the targets
 * @property {(place: Place | null) => void} [hover]
 * @property {(place: Place, byKey: boolean) => void} moveCursor
 * @property {(tool: number | null) => void} [pen]  lowers the keyboard's pen with this tool, or lifts it
 * @property {(across: number, down: number) => void} [panBy]  moves the board, in CSS px
 * @property {(cell: number, x: number, y: number) => void} [zoomTo]  sets the cell size while a point of the canvas
 *   keeps its position
 * @property {(direction: 1 | -1 | 0, x?: number, y?: number) => void} [zoomStep]
 *
 * @typedef {[name: Exclude<keyof Surface, "read">, ...args: any[]]} Effect
 *
 * @typedef {object} PointerInput
 * @property {number} id
 * @property {string} type  "mouse", "touch" or "pen"
 * @property {number} [button]  0 left, 1 middle, 2 right
 * @property {number} x  in CSS px of the canvas
 * @property {number} y
 * @property {number} time  in ms
 *
 * @typedef {object} Gesture
 * @property {Record<number, Point>} pointers  the pointers that are down, by id
 * @property {"none" | "stroke" | "tap" | "pan" | "pinch"} kind
 * @property {string} [on]  id of the game on which it started
 * @property {Point} [from]  where the first pointer went down
 * @property {Stroke} [stroke]
 * @property {number} [aimUntil]  if the loupe is shown, sliding a little until this time changes the start of the stroke
 * @property {number} [due]  when to call `tick`
 * @property {{cell: number, apart: number, middle: Point}} [pinch]
 */

/** @typedef {[gesture: Gesture, effects: Effect[]]} Turn */

const LONG_PRESS = 450; // ms until a press selects the other tool
const AIM_TIME = 300; // ms
const TAP_DISTANCE = 8; // maximum movement of a tap, in px
const AIM_REACH = 0.6; // how far a finger slides while it aims, in cells
const LOUPE_BELOW = 40; // smaller cells are hidden by a finger, in px
const TAP_BELOW = 22; // a quick tap cannot aim at smaller cells, so it zooms in, in px
export const WORKING_CELL = 32; // size of the cells after such a tap, in px
const START_REACH = 0.5; // distance at which a node starts a line, in cells
const REACH = 0.4; // distance at which a node attracts a line, in cells
const CENTRE_REACH = 0.25; // how near a cell's centre, in cells, a link starts; taps further out mark the link

/**
 * Returns the other tool: the unselected one of two, or the last one of more.
 * @param {Tool[]} tools
 * @param {number} tool
 */
export const otherTool = (tools, tool) =>
  tools.length === 2 ? 1 - tool : tool === tools.length - 1 ? 0 : tools.length - 1;

/** Returns the shape that the selected tool marks. @param {BoardView} view */
export const shapeNow = ({ puzzle, tool }) => blockFor(puzzle, puzzle.tools[tool] ?? puzzle.tools[0]).shape;

/** @type {Gesture} */
export const idle = { pointers: {}, kind: "none" };

/**
 * Handles a pointer that goes down.
 * @param {Gesture} gesture
 * @param {PointerInput} input
 * @param {BoardView | null} view
 * @returns {Turn}
 */
export function start(gesture, input, view) {
  const pointers = { ...gesture.pointers, [input.id]: { x: input.x, y: input.y } };
  const count = Object.keys(pointers).length;
  if (count === 2) return startPinch(pointers, view);
  if (count > 2 || gesture.kind === "pinch") return [{ ...gesture, pointers }, []];
  if (input.button === 1) return [{ pointers, kind: "pan" }, []];
  return press({ pointers, kind: "none" }, input, view, input.button === 2);
}

/**
 * Starts a stroke, or a tap if nothing can be marked.
 * @param {Gesture} gesture
 * @param {PointerInput} input
 * @param {BoardView | null} view
 * @param {boolean} other paints with the other tool
 * @returns {Turn}
 */
function press(gesture, input, view, other) {
  const { pointers } = gesture;
  const from = { x: input.x, y: input.y };
  if (!view) return [{ pointers, kind: "none" }, []];
  if (!view.editable) return [{ pointers, kind: "tap", on: view.id, from }, []];
  const [stroke, effects] = strokeAt(view, from, other);
  const pressed = { pointers, kind: /** @type {const} */ ("stroke"), on: view.id, from, stroke };
  if (input.type === "touch" && view.layout.cell < LOUPE_BELOW)
    return [{ ...pressed, aimUntil: input.time + AIM_TIME }, [...effects, ["magnify", from]]];
  return [input.type === "mouse" ? pressed : { ...pressed, due: input.time + LONG_PRESS }, effects];
}

/**
 * Returns a stroke of one target and its effects.
 * @param {BoardView} view
 * @param {Point} at
 * @param {boolean} other
 * @returns {[Stroke, Effect[]]}
 */
function strokeAt(view, { x, y }, other) {
  const { puzzle, document, marks, layout, tool } = view;
  const used = puzzle.tools[other ? otherTool(puzzle.tools, tool) : tool];
  const { shape } = blockFor(puzzle, used);
  const target = view.hit(x, y, shape);
  const near = shape === "link" ? CENTRE_REACH : START_REACH;
  const corner = isLine(shape) && view.nodeAt(x, y, near, shape);
  const pressed = begin(puzzle, document, marks, used, target);
  const stroke = corner ? { ...pressed, corners: [corner] } : pressed;
  /** @type {Effect[]} */
  const cursor = target >= 0 ? [["moveCursor", placeOf(puzzle, layout.size, target), false]] : [];
  return [stroke, [...cursor, ["preview", stroke]]];
}

/**
 * Handles a finger that was held down long enough: it switches to the other tool.
 * @param {Gesture} gesture
 * @param {BoardView | null} view
 * @returns {Turn}
 */
export function tick(gesture, view) {
  const { stroke, from } = gesture;
  const waiting = { ...gesture, due: undefined };
  if (gesture.kind !== "stroke" || !stroke || !from || stroke.cells.length > 1) return [waiting, []];
  if (!view?.editable || view.id !== gesture.on) return drop(gesture);
  const [other, effects] = strokeAt(view, from, true);
  return [{ ...waiting, stroke: other }, effects];
}

/**
 * Handles a pointer that moves, whether it is down or not.
 * @param {Gesture} gesture
 * @param {PointerInput} input
 * @param {BoardView | null} view
 * @returns {Turn}
 */
export function move(gesture, input, view) {
  const hovering = hover(input, view);
  const before = gesture.pointers[input.id];
  if (!before) return [gesture, hovering];
  const now = { x: input.x, y: input.y };
  const moved = { ...gesture, pointers: { ...gesture.pointers, [input.id]: now } };
  if (gesture.kind === "pan") return [moved, [...hovering, ["panBy", before.x - now.x, before.y - now.y]]];
  const [next, effects] =
    gesture.kind === "pinch" ? movePinch(moved) : gesture.kind === "stroke" ? drag(moved, input, view) : [moved, []];
  return [next, [...hovering, ...effects]];
}

/** @param {PointerInput} input @param {BoardView | null} view @returns {Effect[]} */
function hover({ type, x, y }, view) {
  if (!view || type !== "mouse") return [];
  const target = view.hit(x, y, shapeNow(view));
  return [["hover", target < 0 ? null : placeOf(view.puzzle, view.layout.size, target)]];
}

/** @param {Gesture} gesture @param {PointerInput} input @param {BoardView | null} view @returns {Turn} */
function drag(gesture, input, view) {
  const { stroke } = gesture;
  if (!stroke || !view) return [gesture, []];
  if (view.id !== gesture.on) return drop(gesture); // the board under the pointer has changed
  if (gesture.aimUntil) return aim(gesture, input, view);
  const { shape } = blockFor(view.puzzle, stroke.tool);
  const next = isLine(shape) ? drawLine(stroke, input, view) : extend(stroke, view.hit(input.x, input.y, shape));
  /** @type {Effect[]} */
  const loupe = gesture.aimUntil === undefined ? [] : [["magnify", input]];
  if (next === stroke) return [gesture, loupe];
  return [{ ...gesture, stroke: next, due: undefined }, [["preview", next], ...loupe]];
}

/**
 * Handles a finger under the loupe. At first it may slide a little and start on a neighbour. If it moves further at
 * once, it is a quick stroke, which starts where the finger went down.
 * @param {Gesture} gesture
 * @param {PointerInput} input
 * @param {BoardView} view
 * @returns {Turn}
 */
function aim(gesture, input, view) {
  const { stroke, from = input, aimUntil = 0 } = gesture;
  const painting = { ...gesture, aimUntil: 0 };
  if (input.time >= aimUntil || isLine(shapeNow(view))) return drag(painting, input, view);
  const other = stroke?.tool !== view.puzzle.tools[view.tool];
  if (Math.hypot(input.x - from.x, input.y - from.y) > AIM_REACH * view.layout.cell)
    return drag({ ...painting, stroke: strokeAt(view, from, other)[0] }, input, view);
  const [aimed, effects] = strokeAt(view, input, other);
  if (aimed.first < 0 || aimed.first === stroke?.first) return [gesture, [["magnify", input]]];
  return [{ ...gesture, stroke: aimed }, [...effects, ["magnify", input]]];
}

/** Extends a line from node to node. @param {Stroke} stroke @param {Point} at @param {BoardView} view */
function drawLine(stroke, { x, y }, view) {
  const corner = view.nodeAt(x, y, REACH, blockFor(view.puzzle, stroke.tool).shape);
  const last = stroke.corners.at(-1);
  if (!corner || (last?.r === corner.r && last.c === corner.c)) return stroke;
  if (!last) return { ...stroke, corners: [corner] };
  return reach(stroke.corners.length === 1 ? { ...stroke, cells: [] } : stroke, corner);
}

/**
 * Handles a pointer that is lifted. After a quick tap on tiny cells, the board is zoomed in around the finger; a finger
 * that stays longer has aimed with the loupe.
 * @param {Gesture} gesture
 * @param {PointerInput} input
 * @param {BoardView | null} view
 * @returns {Turn}
 */
export function end(gesture, input, view) {
  const { kind, stroke, from, on } = gesture;
  const [after, effects] = cancel(gesture, input);
  if (view?.id !== on) return [after, effects];
  const near = from && Math.hypot(input.x - from.x, input.y - from.y) < TAP_DISTANCE;
  if (kind === "stroke" && stroke) {
    if (near && view?.zooms && view.layout.cell < TAP_BELOW && input.time < (gesture.aimUntil ?? 0))
      return [after, [...effects, ["zoomTo", WORKING_CELL, input.x, input.y]]];
    /** @type {Effect[]} */
    const jot = near && !stroke.cells.length ? [["jot", input.x, input.y]] : [];
    return [after, [...effects, ["commit", painted(stroke), stroke], ...jot]];
  }
  return [after, kind === "tap" && near ? [...effects, ["tap", input.x, input.y]] : effects];
}

/**
 * Cancels a pointer and its pending action.
 * @param {Gesture} gesture
 * @param {{id: number}} input
 * @returns {Turn}
 */
export function cancel(gesture, { id }) {
  const { [id]: _, ...pointers } = gesture.pointers;
  // The remaining finger of a two-finger gesture does not draw.
  if (gesture.kind === "pinch" && Object.keys(pointers).length) return [{ ...gesture, pointers }, []];
  return [{ pointers, kind: "none" }, gesture.kind === "stroke" ? DROPPED : []];
}

/** @type {Effect[]} */
const DROPPED = [
  ["magnify", null],
  ["preview", null],
];

/** Discards the stroke. The pointer stays down without further effect. @param {Gesture} gesture @returns {Turn} */
export const drop = ({ pointers }) => [{ pointers, kind: "none" }, DROPPED];

/** @param {Gesture["pointers"]} pointers @param {BoardView | null} view @returns {Turn} */
function startPinch(pointers, view) {
  const { apart, middle } = spread(pointers);
  const pinch = view ? { cell: view.layout.cell, apart: apart || 1, middle } : undefined;
  return [{ pointers, kind: "pinch", pinch }, DROPPED];
}

/** @param {Gesture} gesture @returns {Turn} */
function movePinch(gesture) {
  const { pinch, pointers } = gesture;
  if (!pinch || Object.keys(pointers).length < 2) return [gesture, []];
  const { apart, middle } = spread(pointers);
  return [
    { ...gesture, pinch: { ...pinch, middle } },
    [
      ["panBy", pinch.middle.x - middle.x, pinch.middle.y - middle.y],
      ["zoomTo", Math.round((pinch.cell * apart) / pinch.apart), middle.x, middle.y],
    ],
  ];
}

/** @param {Gesture["pointers"]} pointers */
function spread(pointers) {
  const [a, b] = Object.values(pointers);
  return { apart: Math.hypot(a.x - b.x, a.y - b.y), middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } };
}

/**
 * Handles the wheel: with Ctrl it zooms, otherwise it moves a board that is only partly visible.
 * @param {{x: number, y: number, across: number, down: number, zoom: boolean, sideways: boolean}} input
 * @param {BoardView | null} view
 * @returns {Effect[] | null} null if the page should scroll instead
 */
export function wheel({ x, y, across, down, zoom, sideways }, view) {
  if (!view) return null;
  if (zoom) return [["zoomStep", down < 0 ? 1 : -1, x, y]];
  if (view.layout.whole) return null;
  return [sideways ? ["panBy", down, 0] : ["panBy", across, down]];
}
