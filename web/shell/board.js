/** The application's board. */

import { prepareWeight } from "../canvas/ink.js";
import { byId, nextFrame } from "../ui/dom.js";
import { loadModule } from "./lazy-loading.js";
import { mountBoard } from "./mount-board.js";
import { modeOf } from "./registry.js";
import { nextTask, part, state, updateView, watch } from "./state.js";

/** @import {Layout, Scene, State} from "../core/types.js" */
/** @import {Edited, Shown} from "./mount-board.js" */

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {(state: Readonly<State>) => void} paintEmpty  draws the page without a puzzle
 * @property {typeof import("./overview.js") | null} overview  the overview, loaded once a board does not fit
 * @property {string} around  the mode, panel and language at the last change
 * @property {boolean} ready  whether the weights of the font have been loaded
 * @property {State["game"]} game  the game when the board was last to be drawn; null after a change of the page
 */

/** @type {Own} */
const local = part("shell/board", {
  paintEmpty: () => {},
  overview: null,
  around: "",
  ready: false,
  game: null,
});

/** @returns {Shown | null} */
function shown() {
  const { game, puzzle, palette } = state;
  if (!game || !puzzle) return null;
  return { puzzle, document: game.document, palette, ...modeOf(state.mode).scene(game, puzzle) };
}

/** @returns {Edited | null} */
function edited() {
  const { game, puzzle, tool } = state;
  if (!game || !puzzle) return null;
  const target = modeOf(state.mode).editable?.(game, puzzle);
  const board = { id: game.id, puzzle, document: game.document, marks: game.marks, tool };
  return { ...board, ...target, editable: Boolean(target) };
}

const isTouched = () => matchMedia("(pointer: coarse)").matches;

/** Returns the space for the board: the viewport without heading and tools. On a phone the page scrolls. */
function room() {
  const [viewport, block, place] = [byId("viewport"), byId("block"), byId("place")];
  const [style, around] = [getComputedStyle(viewport), getComputedStyle(place)];
  const width =
    viewport.clientWidth -
    parseFloat(style.paddingLeft) -
    parseFloat(style.paddingRight) -
    parseFloat(around.marginLeft) -
    parseFloat(around.marginRight);
  const free =
    viewport.clientHeight -
    parseFloat(style.paddingTop) -
    parseFloat(style.paddingBottom) -
    (block.offsetHeight - place.offsetHeight);
  const phone = getComputedStyle(document.body).overflowY !== "hidden";
  return {
    width,
    height: phone ? Math.max(240, innerHeight * 0.55) : Math.max(160, free),
    touch: isTouched(),
  };
}

/** @param {Layout} layout */
function laidOut(layout) {
  const { style } = byId("block");
  const width = `${layout.width}px`;
  if (style.getPropertyValue("--board") !== width) style.setProperty("--board", width);
  const whole = layout.whole && layout.cell === layout.fit;
  byId("zoom").hidden = whole && layout.fit >= (isTouched() ? 22 : 12);
  byId("zoom").dataset.whole = String(whole);
}

export const board = mountBoard({
  element: () => byId("board"),
  canvas: () => byId("canvas"),
  cells: () => byId("cells"),
  room,
  shown,
  edited,
  looks: () => state,
  look: updateView,
  commit: (marks, stroke) => modeOf(state.mode).commit?.(marks, stroke),
  point: (place) => modeOf(state.mode).point?.(place),
  tap: (at) => modeOf(state.mode).tap?.(at),
  jot: (at) => modeOf(state.mode).jot?.(at),
  laidOut,
  painted(scene, all) {
    if (all || !state.stroke) sharpen(byId("canvas"));
    if (!local.ready) loadWeights(byId("canvas"));
    if (!state.stroke) nextTask().then(() => showOverview(scene));
  },
});

/** Measures the space when it is known to change; app.js observes other changes of its size. */
watch(() => {
  const { mode, panel, language } = state;
  const around = `${mode} ${panel} ${language}`;
  if (around !== local.around) board.measureApart();
  else if (mode !== "play") board.paintApart();
  local.game = null;
  local.around = around;
});

/**
 * Draws in the next frame. The first board is drawn at once, to prevent a layout shift, and a change of the board or the
 * page in the next task, so that the frame only lays out the page.
 */
export function paintSoon() {
  const { game, puzzle, translated, arriving } = state;
  if (!translated) return;
  if (game && puzzle && !board.layout()) board.paint();
  else if (game && puzzle && game !== local.game) nextTask().then(board.paint);
  else if (game && puzzle) board.paintSoon();
  else if (!game && !arriving) requestAnimationFrame(() => !state.game && local.paintEmpty(state));
  local.game = game;
}

/** Registers the function that draws the page without a puzzle. @param {(state: Readonly<State>) => void} paint */
export const whenEmpty = (paint) => void (local.paintEmpty = paint);

/**
 * Moves a canvas to whole device pixels, which centring may have missed. If a CSS px is a number of device pixels, the
 * browser does that, and a translation would blur the canvas.
 * @param {HTMLElement} canvas
 */
function sharpen(canvas) {
  const { translate } = canvas.style;
  let moved = "";
  if (!Number.isInteger(devicePixelRatio)) {
    const [across = 0, down = 0] = translate.split(" ").map(parseFloat);
    const { left, top } = canvas.getBoundingClientRect();
    const off = (/** @type {number} */ at) => (Math.round(at * devicePixelRatio) / devicePixelRatio - at).toFixed(3);
    moved = `${off(left - (across || 0))}px ${off(top - (down || 0))}px`;
  }
  if (translate !== moved) canvas.style.translate = moved;
}

/**
 * Loads the weights of the font that appear later, each in a frame of its own, because the first text in a weight takes
 * long.
 * @param {HTMLCanvasElement} canvas
 */
async function loadWeights(canvas) {
  local.ready = true;
  const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  for (const weight of [400, 700]) {
    await nextFrame();
    prepareWeight(ctx, weight);
  }
}

/** Shows the overview if only part of the board is visible. @param {Scene} scene */
function showOverview(scene) {
  if (local.overview) local.overview.follow(scene, board.centreOn);
  else if (!scene.layout.whole)
    loadModule(() => import("./overview.js"), []).then((module) => ((local.overview = module), paintSoon()));
}
