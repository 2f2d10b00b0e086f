/** The board on the stage: how much room it has, what of the state it shows, and what hands on it do. */

import { changes, draw, hit, layout, nextZoom, panFor, panTo } from "../canvas/board.js";
import { byId } from "../ui/dom.js";
import { describe } from "../input/screen-reader.js";
import { placeOf } from "../core/lattice.js";
import { whole } from "./lazy-loading.js";
import { modeOf } from "./registry.js";
import { state, update } from "./state.js";

/** @import {Layout, Scene} from "../core/types.js" */

/** @type {Layout | null} */
let board = null;
let painting = 0;

/** Paints with the next frame. */
export function paintSoon() {
  if (!state.spoken) return;
  painting ||= requestAnimationFrame(() => {
    painting = 0;
    if (state.game) paint();
    else if (state.arriving) return;
    else if (first) first.welcome(state);
    else import("../panels/welcome.js").then((module) => ((first = module), paintSoon()));
  });
}

/** What is seen while there is no puzzle, once it was wanted. @type {typeof import("../panels/welcome.js") | null} */
let first = null;

/** The room that a board may take: what the stage has left beside heading and tools; on a phone the page scrolls. */
function space() {
  const [stage, block, place] = [byId("stage"), byId("block"), byId("place")];
  const style = getComputedStyle(stage);
  const width = stage.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const free =
    stage.clientHeight -
    parseFloat(style.paddingTop) -
    parseFloat(style.paddingBottom) -
    (block.offsetHeight - place.offsetHeight);
  const phone = getComputedStyle(document.body).overflowY !== "hidden";
  return {
    width,
    height: phone ? Math.max(240, innerHeight * 0.55) : Math.max(160, free),
    touch: matchMedia("(pointer: coarse)").matches,
  };
}

/** What was painted last. @type {Scene | null} */
let last = null;

/**
 * Whether a picture shows nothing but the puzzle, its marks and where the hand is, so that the next may differ in
 * little.
 * @param {Scene} scene
 */
const plain = ({ overlays, second, heat, notes, trial, finish, done, cursor }) =>
  !(overlays?.length || second || heat || notes || trial || finish || done || cursor);

/**
 * Whether the next picture can be made of this one by drawing some of it anew.
 * @param {Scene} before
 * @param {Scene} now
 */
const alike = (before, now) =>
  plain(before) &&
  plain(now) &&
  before.puzzle.kind === now.puzzle.kind &&
  before.document === now.document &&
  before.palette === now.palette &&
  before.tone === now.tone &&
  before.layout === now.layout;

function paint() {
  const { game, puzzle, stroke, cursor, keyboard, hover } = state;
  if (!game || !puzzle) return;
  const mode = modeOf(state.mode);
  const seen = mode.scene(game, puzzle);
  const drawn = { puzzle, document: game.document, palette: state.palette, ...seen };
  // A stroke moves nothing, and asking for room again would take longer than drawing.
  const still =
    stroke && last?.document === drawn.document && board?.pan.x === state.pan.x && board.pan.y === state.pan.y;
  if (!still || !board) {
    const now = layout(drawn.puzzle, drawn.document, space(), state.zoom, state.pan);
    if (JSON.stringify(now) !== JSON.stringify(board)) board = now;
    byId("block").style.setProperty("--board", `${board?.width}px`);
  }
  if (!board) return;
  state.pan = board.pan;
  byId("zoom").hidden = board.whole && board.cell === board.fit && board.fit >= 12;
  const held = stroke && puzzle.lock && stroke.cells.length > 1 ? stroke.cells : null;
  const at = (/** @type {number} */ target) => placeOf(drawn.puzzle, /** @type {Layout} */ (board).size, target);
  /** @type {Scene} */
  const scene = {
    layout: board,
    cursor: keyboard && document.activeElement === byId("board") ? cursor : null,
    pen: state.pen !== null,
    crosshair: mode.hands?.(game, puzzle) ? (stroke ? at(stroke.cells.at(-1) ?? 0) : keyboard ? cursor : hover) : null,
    counter: held ? { place: at(/** @type {number} */ (held.at(-1))), text: String(held.length) } : null,
    ...drawn,
  };
  const regions = last && alike(last, scene) ? changes(last, scene) : null;
  last = scene;
  draw(byId("canvas"), scene, undefined, regions);
  if (stroke && regions) return;
  if (!regions) sharpen(byId("canvas"));
  if (overview) overview.follow(scene, goTo);
  else if (!board.whole) whole(() => import("./overview.js"), []).then((module) => ((overview = module), paintSoon()));
  describe(state, drawn.puzzle, drawn.document, drawn.marks);
}

/** The whole board beside a part of it, once there was one. @type {typeof import("./overview.js") | null} */
let overview = null;

/** Shows the cells around a point, in cells. @param {number} x @param {number} y */
function goTo(x, y) {
  if (!board) return;
  state.pan = {
    x: x * board.cell + board.rim - board.window.width / 2,
    y: y * board.cell + board.rim - board.window.height / 2,
  };
  paintSoon();
}

/** Moves a canvas onto whole device pixels, which centring it may have missed. @param {HTMLElement} canvas */
function sharpen(canvas) {
  canvas.style.translate = "";
  const { left, top } = canvas.getBoundingClientRect();
  const off = (/** @type {number} */ at) => (Math.round(at * devicePixelRatio) / devicePixelRatio - at).toFixed(3);
  canvas.style.translate = `${off(left)}px ${off(top)}px`;
}

/** @param {number | null} cell @param {number} [x] @param {number} [y] */
function zoomTo(cell, x, y) {
  if (!board) return;
  const size = cell ? Math.min(Math.max(cell, board.fit), Math.max(64, board.fit)) : board.fit;
  const { window } = board;
  update({
    zoom: size === board.fit ? 0 : size,
    pan: panFor(board, size, x ?? window.x + window.width / 2, y ?? window.y + window.height / 2),
  });
}

/**
 * The next size larger, smaller, or all of it.
 * @param {1 | -1 | 0} direction
 * @param {number} [x]
 * @param {number} [y]
 */
export const zoomStep = (direction, x, y) => board && zoomTo(direction ? nextZoom(board, direction) : 0, x, y);

/** What the hands on the board see and may do. @type {import("../input/gestures.js").Table} */
export const table = {
  look: () => {
    const { game, puzzle, cursor, pen } = state;
    const held = game && puzzle && board && modeOf(state.mode).hands?.(game, puzzle);
    if (game && puzzle && board)
      return {
        id: game.id,
        puzzle,
        document: game.document,
        marks: game.marks,
        tool: state.tool,
        ...held,
        layout: board,
        editable: Boolean(held),
        cursor,
        pen,
      };
    return null;
  },
  preview: (stroke) => {
    const tap = stroke && stroke.puzzle.targets === "edges" && stroke.corners.length < 2;
    state.stroke = tap ? null : stroke;
    paintSoon();
  },
  commit: (marks, stroke) => modeOf(state.mode).commit?.(marks, stroke),
  tap: (x, y) => {
    const { puzzle } = state;
    if (!board || !puzzle) return;
    const { origin, cell, size, window } = board;
    const [row, column] = [Math.floor((y - origin.y) / cell), Math.floor((x - origin.x) / cell)];
    const within = { row: row >= 0 && row < size.height, column: column >= 0 && column < size.width };
    const target = hit(puzzle, board, x, y);
    if (target >= 0) modeOf(state.mode).tap?.({ place: placeOf(puzzle, size, target) });
    else if (within.row && (x < window.x || x > window.x + window.width)) modeOf(state.mode).tap?.({ row });
    else if (within.column && (y < window.y || y > window.y + window.height)) modeOf(state.mode).tap?.({ column });
  },
  hover: (place) => {
    if (state.hover?.r === place?.r && state.hover?.c === place?.c) return;
    state.hover = place;
    if (place) state.keyboard = false;
    modeOf(state.mode).point?.(place);
    paintSoon();
  },
  moveCursor: (cursor, keyboard) => {
    state.cursor = cursor;
    state.keyboard = keyboard;
    if (keyboard && board && !board.whole) state.pan = panTo(board, cursor);
    modeOf(state.mode).point?.(cursor);
    paintSoon();
  },
  pen: (tool) => {
    state.pen = tool;
    paintSoon();
  },
  pan: (across, down) => {
    state.pan = { x: state.pan.x + across, y: state.pan.y + down };
    paintSoon();
  },
  zoomTo,
  zoomStep,
};
