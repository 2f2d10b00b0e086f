/**
 * A board mounted on a page: it is laid out in its space, drawn, zoomed and moved, marked by pointers and keys, and
 * described to screen readers. The application, an embedded board and the card of rules in Help each mount one; they
 * differ in the members of their `Host`.
 */

import { draw, drawInParts } from "../canvas/board.js";
import { changes, partsOf, shiftBetween, uncovered } from "../canvas/changes.js";
import { hit, nodeAt } from "../canvas/hit.js";
import { clampPan, layout, nextZoom, panFor, panTo } from "../canvas/layout.js";
import { isLine, placeOf } from "../core/lattice.js";
import { blockFor } from "../core/strokes.js";
import { listen } from "../input/listeners.js";
import { gridReader } from "../input/screen-reader.js";
import { describeBoard } from "./board-text.js";

/** @import {Surface, BoardView} from "../input/gestures.js" */
/** @import {Layout, Marks, Place, PuzzleDocument, PuzzleKind, Scene, State} from "../core/types.js" */

/**
 * @typedef {Pick<State, "cursor" | "keyboard" | "pen" | "hover" | "stroke" | "magnified" | "zoom" | "pan" | "tool">}
 *   Looks the visible part of a board, its zoom, and the state of pointer and keyboard
 *
 * @typedef {Partial<Scene> & Pick<Scene, "puzzle" | "document" | "marks" | "palette">} Shown  what a board shows,
 *   without its layout
 *
 * @typedef {Pick<BoardView, "id" | "puzzle" | "document" | "marks" | "tool" | "editable">} Edited  what gestures and keys
 *   mark
 *
 * @typedef {object} Host  the page around a mounted board
 * @property {() => HTMLElement} element  returns the element that has the focus and receives the events
 * @property {() => HTMLCanvasElement} canvas
 * @property {() => HTMLElement} [cells]  returns the element for the cells of screen readers; without it nothing is
 *   read
 * @property {() => {width: number, height: number, touch?: boolean}} room
 * @property {() => Shown | null} shown
 * @property {() => Edited | null} edited
 * @property {() => Readonly<Looks>} looks
 * @property {(changes: Partial<Looks>) => void} look  applies changed looks, and has the board drawn
 * @property {(marks: Marks, stroke: import("../core/strokes.js").Stroke | null) => void} commit
 * @property {boolean} [fixed]  the whole board is always visible: no zoom, no panning, no loupe
 * @property {(place: Place | null) => void} [point]  called when the mouse or cursor moves to a place
 * @property {(at: {row?: number, column?: number, place?: Place}) => void} [tap]  called for a tap while nothing can be
 *   marked
 * @property {(at: {row?: number, column?: number, place?: Place, away?: number}) => void} [jot]  called for a tap
 *   beside the targets
 * @property {(layout: Layout) => void} [laidOut]
 * @property {(scene: Scene, all: boolean) => void} [painted]  called after the board, or a part of it, was drawn
 */

const MAX_CELL = 64; // maximum cell size for zooming in, in px
const BUDGET = 3; // the time after which no other part of a board is drawn in the same task, in ms

/** Returns the initial looks of a board. @returns {Looks} */
export const freshLooks = () => ({
  cursor: null,
  keyboard: false,
  pen: null,
  hover: null,
  stroke: null,
  magnified: false,
  zoom: null,
  pan: { x: 0, y: 0 },
  tool: 0,
});

/** @typedef {ReturnType<typeof mountBoard>} MountedBoard */

/** @param {Host} host */
export function mountBoard(host) {
  /** @type {Layout | null} */
  let laid = null;
  /** @type {Scene | null} */
  let last = null;
  /** The available space, or null if it must be measured. @type {ReturnType<Host["room"]> | null} */
  let space = null;
  /** The zoom of the layout. @type {number | null} */
  let zoomed = null;
  let frame = 0;
  let apart = false;
  let describing = 0;
  /** True while the board is drawn in parts. */
  let drawing = false;
  /** True if it must then be drawn again. */
  let again = false;
  /** @type {ReturnType<typeof gridReader> | null} */
  let reader = null;
  /** @type {Promise<typeof import("../input/loupe.js")> | null} */
  let loupe = null;

  // ---- its position

  /** Lays a board out in the available space. @param {PuzzleKind} puzzle @param {PuzzleDocument} document */
  function layOut(puzzle, document) {
    const { zoom, pan } = host.looks();
    space ??= host.room();
    zoomed = zoom;
    const next = layout(puzzle, document, space, host.fixed ? 0 : zoom, pan);
    if (JSON.stringify(next) !== JSON.stringify(laid)) laid = next;
    host.laidOut?.(next);
    return /** @type {Layout} */ (laid);
  }

  /** Returns whether the visible part has changed since the layout. */
  function hasMoved() {
    if (!laid) return true;
    const { zoom, pan } = host.looks();
    const { x, y } = clampPan(laid, pan);
    return zoom !== zoomed || x !== laid.pan.x || y !== laid.pan.y;
  }

  /**
   * Zooms to a cell size while the point (x, y) of the canvas keeps its position.
   * @param {number | null} cell null or 0 for the whole board
   * @param {number} [x]
   * @param {number} [y]
   */
  function zoomTo(cell, x, y) {
    if (!laid || host.fixed) return;
    const { fit, window } = laid;
    const size = cell ? Math.min(Math.max(cell, fit), Math.max(MAX_CELL, fit)) : fit;
    const pan = panFor(laid, size, x ?? window.x + window.width / 2, y ?? window.y + window.height / 2);
    host.look({ zoom: size === fit ? 0 : size, pan });
    paintApart();
  }

  /**
   * Zooms one step in or out, or to the whole board.
   * @param {1 | -1 | 0} direction
   * @param {number} [x]
   * @param {number} [y]
   */
  const zoomStep = (direction, x, y) => laid && zoomTo(direction ? nextZoom(laid, direction) : 0, x, y);

  /** Moves the board. @param {number} across distance in CSS px @param {number} down */
  function panBy(across, down) {
    if (!laid || host.fixed) return;
    const { x, y } = clampPan(laid, host.looks().pan);
    host.look({ pan: clampPan(laid, { x: x + across, y: y + down }) });
  }

  /** Centres the view on a point. @param {number} x position in cells @param {number} y */
  function centreOn(x, y) {
    if (!laid) return;
    const { cell, rim, window } = laid;
    host.look({ pan: clampPan(laid, { x: x * cell + rim - window.width / 2, y: y * cell + rim - window.height / 2 }) });
  }

  // ---- drawing

  /** Draws in the next frame. */
  function paintSoon() {
    frame ||= requestAnimationFrame(() => (apart ? setTimeout(paintNow) : paintNow()));
  }

  /** Draws after the frame that lays out the page. */
  function paintApart() {
    apart ||= Boolean(last);
    paintSoon();
  }

  function paintNow() {
    cancelAnimationFrame(frame);
    frame = 0;
    apart = false;
    paint();
  }

  /** Measures the available space after a change of the page, and draws the board one frame later. */
  function measureApart() {
    space = null;
    paintApart();
  }

  /** Measures the available space before the next frame is drawn. */
  function measureSoon() {
    space = null;
    paintSoon();
  }

  function paint() {
    if (drawing) return void (again = true);
    const shown = host.shown();
    if (!shown) return;
    // Measuring takes longer than drawing, and changes of the canvas alone do not affect the space.
    const isSame = last?.document === shown.document && last.puzzle.kind === shown.puzzle.kind;
    if (!isSame) space = null;
    const stays = space && isSame && !hasMoved();
    const place = stays && laid ? laid : layOut(shown.puzzle, shown.document);
    const scene = { ...pointers(shown.puzzle, place), ...shown, layout: place };
    const shift = last && shiftSince(last, scene);
    const before = last && shift ? { ...last, layout: place } : last;
    const differing = before && comparable(before, scene) ? changes(before, scene) : null;
    const open = shift ? uncovered(place, shift) : [];
    const regions = differing && open && [...differing, ...open];
    const inParts = isSame || place === last?.layout;
    last = scene;
    const ratio = devicePixelRatio || 1;
    if (!regions && inParts) return drawNext(drawInParts(host.canvas(), scene, partsOf(place), ratio), scene);
    draw(host.canvas(), scene, ratio, regions, shift ?? undefined);
    painted(scene, !regions);
  }

  /** Draws the next parts of the board, and the others in further tasks. @param {Iterator<void>} parts @param {Scene} scene */
  function drawNext(parts, scene) {
    drawing = false;
    const start = performance.now();
    while (performance.now() - start < BUDGET) {
      if (!parts.next().done) continue;
      painted(scene, true);
      if (again) paintSoon();
      again = false;
      return;
    }
    drawing = true;
    setTimeout(() => drawNext(parts, scene));
  }

  /** @param {Scene} scene @param {boolean} all whether the whole board was drawn */
  function painted(scene, all) {
    host.painted?.(scene, all);
    if (host.cells && !(host.looks().stroke && !all)) describing ||= window.setTimeout(describe);
  }

  /** Describes the board that was drawn last to screen readers, in a task of its own. */
  function describe() {
    describing = 0;
    if (!host.cells || !last) return;
    reader ??= gridReader(host.element(), host.cells());
    describeBoard(reader, host.looks(), last.puzzle, last.document, last.marks);
  }

  /**
   * Returns the positions of mouse, keyboard and drag on the board.
   * @param {PuzzleKind} drawn the puzzle that is shown
   * @param {Layout} layout
   * @returns {Pick<Scene, "cursor" | "pen" | "crosshair" | "counter">}
   */
  function pointers(drawn, { size }) {
    const { stroke, cursor, keyboard, hover, magnified, pen } = host.looks();
    const edited = host.edited();
    const at = placeOf(drawn, size, stroke?.cells.at(-1) ?? 0);
    // If the loupe is shown, it shows the count instead.
    const counted = stroke && edited?.puzzle.lock && stroke.cells.length > 1 && !magnified;
    return {
      cursor: keyboard && document.activeElement === host.element() ? (cursor ?? { r: 1, c: 1 }) : null,
      pen: pen !== null,
      crosshair: !edited?.editable ? null : stroke ? at : keyboard ? cursor : hover,
      counter: counted ? { place: at, text: String(stroke.cells.length) } : null,
    };
  }

  // ---- gestures and keys

  /** @returns {BoardView | null} */
  function read() {
    const edited = host.edited();
    if (!edited || !laid) return null;
    const size = edited.puzzle.size(edited.document);
    // A key may be pressed before a new board is drawn.
    const isOther = laid.size.width !== size.width || laid.size.height !== size.height;
    const place = isOther ? layOut(edited.puzzle, edited.document) : laid;
    const { cursor, pen } = host.looks();
    return {
      ...edited,
      layout: place,
      cursor,
      pen,
      zooms: !host.fixed,
      hit: (x, y, shape) => hit(edited.puzzle, place, x, y, shape),
      nodeAt: (x, y, reach, shape) => nodeAt(place, x, y, reach, shape),
    };
  }

  /**
   * Returns the cell at a point of the canvas, and whether it is on the board.
   * @param {Layout} place
   * @param {number} x
   * @param {number} y
   */
  function cellAt({ origin, cell, size }, x, y) {
    const [row, column] = [Math.floor((y - origin.y) / cell), Math.floor((x - origin.x) / cell)];
    return { row, column, inRow: row >= 0 && row < size.height, inColumn: column >= 0 && column < size.width };
  }

  /**
   * Handles a tap while nothing can be marked: on a place, or on the clue of a line.
   * @param {number} x
   * @param {number} y
   */
  function tap(x, y) {
    const edited = host.edited();
    if (!laid || !edited) return;
    const { window, size } = laid;
    const { row, column, inRow, inColumn } = cellAt(laid, x, y);
    const target = hit(edited.puzzle, laid, x, y);
    if (target >= 0) host.tap?.({ place: placeOf(edited.puzzle, size, target) });
    else if (inRow && (x < window.x || x > window.x + window.width)) host.tap?.({ row });
    else if (inColumn && (y < window.y || y > window.y + window.height)) host.tap?.({ column });
  }

  /**
   * Handles a tap next to a markable place: on the number of a clue, or inside a cell.
   * @param {number} x
   * @param {number} y
   */
  function jot(x, y) {
    if (!laid) return;
    const { window } = laid;
    const { row, column, inRow, inColumn } = cellAt(laid, x, y);
    if (x < window.x && inRow) host.jot?.({ row, away: window.x - x });
    else if (y < window.y && inColumn) host.jot?.({ column, away: window.y - y });
    else if (inRow && inColumn) host.jot?.({ place: { r: 2 * row + 1, c: 2 * column + 1 } });
  }

  /** @type {Surface} */
  const surface = {
    read,
    tap,
    jot,
    preview(stroke) {
      const tapped = stroke && isLine(blockFor(stroke.puzzle, stroke.tool).shape) && stroke.corners.length < 2;
      host.look({ stroke: tapped ? null : stroke });
    },
    commit: host.commit,
    magnify(at) {
      if (host.fixed) return;
      const { stroke, magnified } = host.looks();
      if (magnified !== Boolean(at)) host.look({ magnified: Boolean(at) });
      const count = stroke?.puzzle.lock && stroke.cells.length > 1 ? String(stroke.cells.length) : "";
      if (at) loupe ??= import("../input/loupe.js");
      loupe?.then(
        ({ magnify, putAway }) => (at && laid ? magnify(host.canvas(), at, laid.cell, count) : putAway()),
        () => (loupe = null), // loading failed; the next touch retries
      );
    },
    hover(place) {
      const { hover } = host.looks();
      if (hover?.r === place?.r && hover?.c === place?.c) return;
      host.look({ hover: place, ...(place ? { keyboard: false } : {}) });
      host.point?.(place);
    },
    moveCursor(cursor, keyboard) {
      host.look({ cursor, keyboard, ...(keyboard && laid && !laid.whole ? { pan: panTo(laid, cursor) } : {}) });
      host.point?.(cursor);
    },
    pen: (pen) => host.look({ pen }),
    panBy,
    zoomTo,
    zoomStep,
  };

  return {
    /** Returns the layout of the board, or null before it is first drawn. */
    layout: () => laid,
    /** Draws at once, unless the page must be laid out first. */
    paint: () => apart || paintNow(),
    paintSoon,
    paintApart,
    measureApart,
    measureSoon,
    zoomTo,
    centreOn,
    /** Adds the listeners for pointers and keys. Call this once, when the elements exist. */
    listen() {
      listen(host.element(), host.canvas(), surface);
      for (const type of ["focus", "blur"]) host.element().addEventListener(type, paintSoon);
    },
  };
}

/** The parts of a scene besides the puzzle, its marks, the overlays and the pointer. */
const EXTRAS = /** @type {const} */ (["second", "heat", "notes", "trial", "deeper", "finish", "done"]);

/**
 * Returns whether two scenes differ only in the parts that `changes` compares: marks, overlays, crosshair, counter and
 * cursor. A drawing that is finished moves.
 * @param {Scene} before
 * @param {Scene} now
 */
const comparable = (before, now) =>
  !now.finish &&
  EXTRAS.every((name) => areEqual(before[name], now[name])) &&
  before.puzzle.kind === now.puzzle.kind &&
  before.document === now.document &&
  before.palette === now.palette &&
  before.tone === now.tone &&
  before.jots === now.jots &&
  before.layout === now.layout;

/** Returns whether a scene shows only the puzzle, its marks and the pointer. @param {Scene} scene */
const isPlain = (scene) => !scene.overlays?.length && EXTRAS.every((name) => !scene[name]);

/**
 * Returns how far the lattice was moved between two scenes whose layouts do not differ otherwise, or null. Letters of
 * overlays and the counter stay in the window, so they must not be shown.
 * @param {Scene} before @param {Scene} now
 */
const shiftSince = (before, now) =>
  [before, now].every((scene) => isPlain(scene) && !scene.counter) ? shiftBetween(before.layout, now.layout) : null;

/** Returns whether two parts of scenes are the same, or have the same members. @param {any} a @param {any} b */
const areEqual = (a, b) =>
  a === b || (isObject(a) && isObject(b) && Object.keys({ ...a, ...b }).every((name) => a[name] === b[name]));

/** @param {any} part */
const isObject = (part) => typeof part === "object" && part !== null;
