/** The board of an embedded puzzle: what is shown of it, and what gestures and keys do to it. */

import { draw } from "../canvas/board.js";
import { hit, nodeAt } from "../canvas/hit.js";
import { clampPan, layout, nextZoom, panFor, panTo } from "../canvas/layout.js";
import { isLine, placeOf } from "../core/lattice.js";
import { blockFor, painted } from "../core/strokes.js";
import { describeBoard } from "../shell/board-text.js";
import { byId } from "../ui/dom.js";

/** @import {Surface} from "../input/gestures.js" */
/** @import {Game, Layout, Marks, Overlay, Palette, Place, PuzzleKind} from "../core/types.js" */

/**
 * What is on the board, and how it is looked at.
 * @typedef {object} Shown
 * @property {PuzzleKind} puzzle
 * @property {Game} game
 * @property {Overlay[]} overlays
 * @property {boolean} solved
 */

/** @type {Shown | null} */
let shown = null;
/** @type {Palette} */
let palette = {};
/** @type {(marks: Marks, tapped: number | undefined) => void} */
let commit = () => {};

const LARGEST = 64; // px: the cell size at which zooming in ends
const fresh = () => ({
  cursor: /** @type {Place | null} */ (null),
  keyboard: false,
  pen: /** @type {number | null} */ (null),
  hover: /** @type {Place | null} */ (null),
  stroke: /** @type {import("../core/strokes.js").Stroke | null} */ (null),
  tool: 0,
  zoom: /** @type {number | null} */ (null),
  pan: { x: 0, y: 0 },
});
let view = fresh();
/** @type {Layout | null} */
let laid = null;
let frame = 0;

/** Shows a puzzle; a new one is looked at anew. @param {Shown} next */
export function showBoard(next) {
  if (shown?.game.id !== next.game.id) view = fresh();
  shown = next;
  paintSoon();
}

/** @param {Palette} colours */
export const setPalette = (colours) => ((palette = colours), paintSoon());

/** Calls back with the marks after a stroke, and the target of a tap. @param {typeof commit} listener */
export const onCommit = (listener) => void (commit = listener);

/** The tool that draws. */
export const tool = () => view.tool;

/** @param {number} index */
export const setTool = (index) => void (view.tool = shown ? index % toolsOf(shown).length : 0);

/** The tools of the puzzle on the board. @param {Shown} shown */
export const toolsOf = ({ puzzle, game }) => puzzle.toolsFor?.(game.document) ?? puzzle.tools;

/** Draws with the next frame. */
export function paintSoon() {
  frame ||= requestAnimationFrame(() => ((frame = 0), paint()));
}

function paint() {
  if (!shown) return;
  const { puzzle, game, overlays, solved } = shown;
  const { clientWidth: width, clientHeight: height } = byId("place");
  const space = { width: width - 8, height: height - 8, touch: matchMedia("(pointer: coarse)").matches };
  laid = layout(puzzle, game.document, space, view.zoom, view.pan);
  const { stroke, keyboard, cursor, hover } = view;
  const at = (/** @type {number} */ target) => placeOf(puzzle, /** @type {Layout} */ (laid).size, target);
  const marks = stroke ? painted(stroke) : game.marks;
  const last = stroke?.cells.at(-1);
  draw(byId("canvas"), {
    puzzle,
    document: game.document,
    palette,
    layout: laid,
    marks,
    tone: "own",
    overlays: stroke ? [] : overlays,
    cursor: keyboard && document.activeElement === byId("board") ? cursor : null,
    pen: view.pen !== null,
    crosshair: last !== undefined ? at(last) : keyboard ? cursor : hover,
    counter:
      stroke && last !== undefined && puzzle.lock && stroke.cells.length > 1
        ? { place: at(last), text: String(stroke.cells.length) }
        : null,
    done: Boolean(puzzle.picture) && solved && !stroke,
  });
  describeBoard(view, puzzle, game.document, marks);
}

/** @param {number | null} cell @param {number} [x] @param {number} [y] */
function zoomTo(cell, x, y) {
  if (!laid) return;
  const { fit, window: seen } = laid;
  const size = cell ? Math.min(Math.max(cell, fit), Math.max(LARGEST, fit)) : fit;
  const pan = panFor(laid, size, x ?? seen.x + seen.width / 2, y ?? seen.y + seen.height / 2);
  Object.assign(view, { zoom: size === fit ? 0 : size, pan });
  paintSoon();
}

/** @param {Partial<typeof view>} changes */
const look = (changes) => (Object.assign(view, changes), paintSoon());

/** The loupe, once a finger was on small cells. @type {Promise<typeof import("../input/loupe.js")> | null} */
let loupe = null;

/** @type {Surface} */
export const surface = {
  read() {
    if (!shown || !laid) return null;
    const { puzzle, game } = shown;
    const [lies, tools] = [laid, toolsOf(shown)];
    return {
      id: game.id,
      puzzle: { ...puzzle, tools },
      document: game.document,
      marks: game.marks,
      layout: lies,
      tool: view.tool,
      editable: !puzzle.fallen?.(game.document, game.marks),
      cursor: view.cursor,
      pen: view.pen,
      hit: (x, y, shape) => hit(puzzle, lies, x, y, shape),
      nodeAt: (x, y, reach, shape) => nodeAt(lies, x, y, reach, shape),
    };
  },
  preview(stroke) {
    const tapped = stroke && isLine(blockFor(stroke.puzzle, stroke.tool).shape) && stroke.corners.length < 2;
    look({ stroke: tapped ? null : stroke });
  },
  commit: (marks, stroke) => commit(marks, stroke?.cells.length === 1 ? stroke.cells[0] : undefined),
  magnify(at) {
    loupe ??= import("../input/loupe.js");
    loupe.then(
      ({ magnify, putAway }) => (at && laid ? magnify(byId("canvas"), at, laid.cell) : putAway()),
      () => (loupe = null), // it did not come; the next touch asks again
    );
  },
  hover: (place) => look({ hover: place, ...(place ? { keyboard: false } : {}) }),
  moveCursor: (cursor, keyboard) =>
    look({ cursor, keyboard, pan: keyboard && laid && !laid.whole ? panTo(laid, cursor) : view.pan }),
  pen: (pen) => look({ pen }),
  panBy(across, down) {
    if (laid) look({ pan: clampPan(laid, { x: laid.pan.x + across, y: laid.pan.y + down }) });
  },
  zoomTo,
  zoomStep: (direction, x, y) => laid && zoomTo(direction ? nextZoom(laid, direction) : 0, x, y),
};
