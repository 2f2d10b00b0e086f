/**
 * Mouse, fingers and keys on the board. One finger or button paints, two fingers or the wheel move and zoom and never
 * paint; a stroke becomes a move when the hand lets go.
 */

import { cornerAt, hit } from "../canvas/board.js";
import { placeOf, targetAt } from "../core/lattice.js";
import { magnify, putAway } from "./loupe.js";
import { begin, extend, painted, reach } from "../core/strokes.js";

/** @import {Layout, Marks, Place, PuzzleDocument, PuzzleKind, Tool} from "../core/types.js" */
/** @import {Stroke} from "../core/strokes.js" */

/**
 * @typedef {object} Table  what the hands see and may do
 * @property {() => {id?: string, puzzle: PuzzleKind, document: PuzzleDocument, marks: Marks, layout: Layout, tool:
 *   number, editable: boolean, cursor: Place | null, pen?: number | null} | null} look
 * @property {(stroke: Stroke | null) => void} preview  a stroke that is under way
 * @property {(marks: Marks, stroke: Stroke | null) => void} commit
 * @property {(x: number, y: number) => void} [tap]  on a board that is not to be marked
 * @property {(place: Place | null) => void} hover
 * @property {(place: Place, byKey: boolean) => void} moveCursor
 * @property {(tool: number | null) => void} [pen]  the keyboard's pen is down with this tool, or up
 * @property {(across: number, down: number) => void} pan  in CSS px
 * @property {(cell: number, x: number, y: number) => void} zoomTo  a cell size, keeping a point of the canvas in its
 *   place
 * @property {(direction: 1 | -1 | 0, x?: number, y?: number) => void} zoomStep
 */

/** A finger that stays this long means the other tool. */
const LONG_PRESS = 450;

/** @param {HTMLElement} element @param {HTMLElement} canvas @param {Table} table */
export function attach(element, canvas, table) {
  /** @type {Map<number, {x: number, y: number}>} */
  const fingers = new Map();
  /** @type {Stroke | null} */
  let stroke = null;
  /** The board that it is on. @type {string | undefined} */
  let on;
  /** @type {{cell: number, distance: number, x: number, y: number} | null} */
  let pinch = null;
  let panning = false;
  /** Where a finger came down on a board that is not to be marked. @type {{x: number, y: number} | null} */
  let touched = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let press;

  const point = (/** @type {PointerEvent | WheelEvent} */ event) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  const drop = () => {
    clearTimeout(press);
    putAway();
    stroke = null;
    table.preview(null);
  };

  /** Lets a finger see what it is about to mark. @param {{x: number, y: number}} at */
  function look(at) {
    const seen = stroke && table.look();
    if (seen) magnify(/** @type {HTMLCanvasElement} */ (canvas), at, seen.layout.cell);
  }

  /** @param {{x: number, y: number}} at @param {boolean} other */
  function start(at, other) {
    const seen = table.look();
    touched = seen && !seen.editable ? at : null;
    on = seen?.id;
    if (!seen?.editable) return;
    const { puzzle, document, marks, layout, tool } = seen;
    const target = hit(puzzle, layout, at.x, at.y);
    stroke = begin(puzzle, document, marks, puzzle.tools[other ? 1 - tool : tool], target);
    const corner = puzzle.targets === "edges" && cornerAt(layout, at.x, at.y, 0.5);
    if (corner) stroke = { ...stroke, corners: [corner] };
    if (target >= 0) table.moveCursor(placeOf(puzzle, layout.size, target), false);
    table.preview(stroke);
  }

  /** @param {{x: number, y: number}} at */
  function drag(at) {
    const seen = table.look();
    if (!stroke || !seen) return;
    if (seen.id !== on) return drop(); // another board has come under the hand
    const before = stroke;
    if (seen.puzzle.targets === "edges") {
      const corner = cornerAt(seen.layout, at.x, at.y);
      if (corner && !stroke.corners.length) stroke = { ...stroke, corners: [corner] };
      else if (corner && isNew(stroke, corner))
        stroke = reach(stroke.corners.length === 1 ? { ...stroke, cells: [] } : stroke, corner);
    } else {
      stroke = extend(stroke, hit(seen.puzzle, seen.layout, at.x, at.y));
    }
    if (stroke !== before) {
      clearTimeout(press);
      table.preview(stroke);
    }
  }

  function beginPinch() {
    drop();
    const [a, b] = [...fingers.values()];
    const seen = table.look();
    if (seen)
      pinch = {
        cell: seen.layout.cell,
        distance: Math.hypot(a.x - b.x, a.y - b.y) || 1,
        x: (a.x + b.x) / 2,
        y: (a.y + b.y) / 2,
      };
  }

  function movePinch() {
    const [a, b] = [...fingers.values()];
    if (!pinch || !b) return;
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    table.pan(pinch.x - middle.x, pinch.y - middle.y);
    Object.assign(pinch, middle);
    table.zoomTo(Math.round((pinch.cell * Math.hypot(a.x - b.x, a.y - b.y)) / pinch.distance), middle.x, middle.y);
  }

  element.addEventListener("pointerdown", (event) => {
    const at = point(event);
    element.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, at);
    if (fingers.size === 2) return beginPinch();
    if (pinch || fingers.size > 2) return;
    if (event.button === 1) {
      panning = true;
      return event.preventDefault();
    }
    start(at, event.button === 2);
    if (event.pointerType === "touch") look(at);
    if (event.pointerType !== "mouse")
      press = setTimeout(() => stroke && stroke.cells.length < 2 && start(at, true), LONG_PRESS);
  });

  element.addEventListener("pointermove", (event) => {
    const at = point(event);
    const before = fingers.get(event.pointerId);
    const seen = table.look();
    if (seen && event.pointerType === "mouse") {
      const target = hit(seen.puzzle, seen.layout, at.x, at.y);
      table.hover(target < 0 ? null : placeOf(seen.puzzle, seen.layout.size, target));
    }
    if (!before) return;
    fingers.set(event.pointerId, at);
    if (pinch) return movePinch();
    if (panning) return table.pan(before.x - at.x, before.y - at.y);
    for (const part of event.getCoalescedEvents?.() ?? []) drag(point(part));
    drag(at);
    if (event.pointerType === "touch") look(at);
  });

  /** @param {PointerEvent} event */
  function lift(event) {
    fingers.delete(event.pointerId);
    clearTimeout(press);
    panning = false;
    if (pinch) {
      if (!fingers.size) pinch = null;
      return;
    }
    const last = table.look()?.id === on ? stroke : null;
    drop();
    if (event.type !== "pointerup") return;
    const at = point(event);
    if (last) table.commit(painted(last), last);
    else if (touched && Math.hypot(at.x - touched.x, at.y - touched.y) < 8) table.tap?.(at.x, at.y);
  }

  element.addEventListener("pointerup", lift);
  element.addEventListener("pointercancel", lift);
  element.addEventListener("pointerleave", () => table.hover(null));
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  // A quick stroke is no fling: after one, a browser takes the next tap, on whatever it falls, for the end of it.
  element.addEventListener("touchmove", (event) => event.preventDefault(), { passive: false });

  element.addEventListener(
    "wheel",
    (event) => {
      const seen = table.look();
      if (!seen) return;
      const { x, y } = point(event);
      if (event.ctrlKey || event.metaKey) table.zoomStep(event.deltaY < 0 ? 1 : -1, x, y);
      else if (seen.layout.whole) return;
      else table.pan(event.shiftKey ? event.deltaY : event.deltaX, event.shiftKey ? 0 : event.deltaY);
      event.preventDefault();
    },
    { passive: false },
  );

  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && stroke) drop();
    else if (key(event, table)) event.preventDefault();
  });
}

/** @param {Stroke} stroke @param {Place} corner */
const isNew = ({ corners }, corner) => corners.at(-1)?.r !== corner.r || corners.at(-1)?.c !== corner.c;

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** What a key does; whether it did anything. @param {KeyboardEvent} event @param {Table} table */
function key(event, table) {
  const seen = table.look();
  if (!seen || event.ctrlKey || event.metaKey || event.altKey) return false;
  // Where a figure or sign can be written, it does not zoom.
  const writes = event.key in (seen.puzzle.keys ?? {});
  if (!writes && (event.key === "+" || event.key === "=")) return (table.zoomStep(1), true);
  if (event.key === "-") return (table.zoomStep(-1), true);
  if (!writes && event.key === "0") return (table.zoomStep(0), true);
  return seen.puzzle.targets === "edges" ? dotKey(event, table, seen) : cellKey(event, table, seen);
}

/**
 * From cell to cell.
 * @param {KeyboardEvent} event
 * @param {Table} table
 * @param {NonNullable<ReturnType<Table["look"]>>} seen
 */
function cellKey(event, table, seen) {
  const { puzzle, document, marks, layout, tool, editable } = seen;
  const cursor = seen.cursor ?? { r: 1, c: 1 };
  const arrow = ARROWS[event.key];
  if (arrow) {
    const next = step(layout, cursor, arrow, 1);
    if (event.shiftKey && editable) table.commit(copyTo(seen, cursor, next), null);
    table.moveCursor(next, true);
    return true;
  }
  const target = targetAt(puzzle, layout.size, cursor);
  const state = puzzle.keys?.[event.key];
  const chosen = event.key === "Enter" ? puzzle.tools[tool] : event.key === " " ? puzzle.tools[1 - tool] : null;
  if (state === undefined && !chosen) return false;
  if (editable && target >= 0) {
    const used = chosen ?? { key: "", icon: "", cycle: Array(10).fill(/** @type {number} */ (state)) };
    const tap = begin(puzzle, document, marks, used, target);
    table.commit(painted(tap), tap);
  }
  table.moveCursor(cursor, true);
  return true;
}

/**
 * From dot to dot. Enter puts the pen down and lifts it again, Space the other one; Shift and an arrow draw without
 * that.
 * @param {KeyboardEvent} event
 * @param {Table} table
 * @param {NonNullable<ReturnType<Table["look"]>>} seen
 */
function dotKey(event, table, seen) {
  const { layout, tool, editable, pen = null } = seen;
  const cursor = { r: (seen.cursor?.r ?? 0) & ~1, c: (seen.cursor?.c ?? 0) & ~1 };
  const arrow = ARROWS[event.key];
  if (arrow) {
    const next = step(layout, cursor, arrow, 0);
    if (editable && (event.shiftKey || pen !== null)) table.commit(lineOn(seen, pen ?? tool, cursor, next), null);
    table.moveCursor(next, true);
    return true;
  }
  const wanted = event.key === "Enter" ? tool : event.key === " " ? 1 - tool : null;
  if (wanted === null && !(event.key === "Escape" && pen !== null)) return false;
  table.pen?.(wanted === pen || !editable ? null : wanted);
  table.moveCursor(cursor, true);
  return true;
}

/**
 * @param {Layout} layout
 * @param {Place} from
 * @param {[number, number]} arrow
 * @param {0 | 1} first row and column of the places that it goes between
 * @returns {Place}
 */
function step({ size }, from, [down, across], first) {
  const keep = (/** @type {number} */ at, /** @type {number} */ most) => Math.min(Math.max(at, first), most - first);
  return { r: keep(from.r + 2 * down, 2 * size.height), c: keep(from.c + 2 * across, 2 * size.width) };
}

/**
 * Shift and an arrow paint the mark that is under the cursor on.
 * @param {NonNullable<ReturnType<Table["look"]>>} seen
 * @param {Place} from
 * @param {Place} to
 */
function copyTo({ puzzle, document, marks, layout, tool }, from, to) {
  const [a, b] = [targetAt(puzzle, layout.size, from), targetAt(puzzle, layout.size, to)];
  const cycle = Array(10).fill(+marks[a]);
  return painted(begin(puzzle, document, marks, { ...puzzle.tools[tool], cycle }, b));
}

/**
 * The line from dot to dot; where it is already, it goes.
 * @param {NonNullable<ReturnType<Table["look"]>>} seen
 * @param {number} tool
 * @param {Place} from
 * @param {Place} to
 */
function lineOn({ puzzle, document, marks }, tool, from, to) {
  const stroke = begin(puzzle, document, marks, puzzle.tools[tool], -1);
  return painted(reach(reach(stroke, from), to));
}
