/** The scene: what of the state the canvas shows, and when it is drawn. */

import { draw } from "../canvas/board.js";
import { changes } from "../canvas/changes.js";
import { placeOf } from "../core/lattice.js";
import { byId } from "../ui/dom.js";
import { describeBoard } from "./board-text.js";
import { loadModule } from "./lazy-loading.js";
import { modeOf } from "./registry.js";
import { part, state, watch } from "./state.js";
import { boardLayout, centreOn, hasMoved, layOut } from "./viewport.js";

/** @import {Game, Layout, PuzzleKind, Scene, State} from "../core/types.js" */

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {number} frame  the frame that was asked for, 0 where there is none
 * @property {(state: Readonly<State>) => void} paintEmpty  what is drawn while there is no puzzle
 * @property {Scene | null} last  what was drawn last
 * @property {boolean} measured  the room has not changed since the board was laid out
 * @property {typeof import("./overview.js") | null} overview  the module of the overview, once a board did not fit
 */

/** @type {Own} */
const local = part("shell/scene", { frame: 0, paintEmpty: () => {}, last: null, measured: false, overview: null });

/** Draws with the next frame; the first board at once, or what is around it would be seen without it, and move. */
export function paintSoon() {
  if (!state.translated) return;
  if (state.game && !boardLayout()) paint();
  else local.frame ||= requestAnimationFrame(() => ((local.frame = 0), paint()));
}

/** Measures the room anew before the next frame is drawn. */
export function measureSoon() {
  local.measured = false;
  paintSoon();
}

watch(() => void (local.measured = false));

/** Says what is drawn while there is no puzzle. @param {(state: Readonly<State>) => void} paint */
export const whenEmpty = (paint) => void (local.paintEmpty = paint);

function paint() {
  const { game, puzzle, stroke } = state;
  if (!game || !puzzle) return state.arriving || game ? undefined : local.paintEmpty(state);
  const seen = { puzzle, document: game.document, palette: state.palette, ...modeOf(state.mode).scene(game, puzzle) };
  // Measuring the room takes longer than drawing, and what only the canvas shows does not change the room.
  if (!local.measured || local.last?.document !== seen.document || hasMoved()) layOut(seen.puzzle, seen.document);
  local.measured = true;
  const layout = boardLayout();
  if (!layout) return;
  const scene = { ...pointers(game, puzzle, seen.puzzle, layout), ...seen, layout };
  const regions = local.last && comparable(local.last, scene) ? changes(local.last, scene) : null;
  local.last = scene;
  draw(byId("canvas"), scene, undefined, regions);
  if (stroke && regions) return;
  if (!regions) sharpen(byId("canvas"));
  showOverview(scene);
  describeBoard(state, scene.puzzle, scene.document, scene.marks);
}

/**
 * Where mouse, keyboard and drag are on the board.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @param {PuzzleKind} drawn the puzzle as the mode shows it
 * @param {Layout} layout
 * @returns {Pick<Scene, "cursor" | "pen" | "crosshair" | "counter">}
 */
function pointers(game, puzzle, drawn, { size }) {
  const { stroke, cursor, keyboard, hover, magnified } = state;
  const at = (/** @type {number} */ target) => placeOf(drawn, size, target);
  const lastCell = stroke?.cells.at(-1) ?? 0;
  const editable = modeOf(state.mode).editable?.(game, puzzle);
  // Beside a loupe, the loupe shows the count.
  const counted = stroke && puzzle.lock && stroke.cells.length > 1 && !magnified;
  return {
    cursor: keyboard && document.activeElement === byId("board") ? cursor : null,
    pen: state.pen !== null,
    crosshair: !editable ? null : stroke ? at(lastCell) : keyboard ? cursor : hover,
    counter: counted ? { place: at(lastCell), text: String(stroke.cells.length) } : null,
  };
}

/**
 * Whether the second scene differs from the first only in what `changes` compares: marks, crosshair, counter and cursor.
 * @param {Scene} before
 * @param {Scene} now
 */
const comparable = (before, now) =>
  plain(before) &&
  plain(now) &&
  before.puzzle.kind === now.puzzle.kind &&
  before.document === now.document &&
  before.palette === now.palette &&
  before.tone === now.tone &&
  before.jots === now.jots &&
  before.layout === now.layout;

/** Whether a scene shows the puzzle, its marks and the pointer, and nothing else. @param {Scene} scene */
const plain = ({ overlays, second, heat, notes, trial, finish, done }) =>
  !(overlays?.length || second || heat || notes || trial || finish || done);

/** Moves a canvas onto whole device pixels, which centring it may have missed. @param {HTMLElement} canvas */
function sharpen(canvas) {
  canvas.style.translate = "";
  const { left, top } = canvas.getBoundingClientRect();
  const off = (/** @type {number} */ at) => (Math.round(at * devicePixelRatio) / devicePixelRatio - at).toFixed(3);
  canvas.style.translate = `${off(left)}px ${off(top)}px`;
}

/** The whole board beside a part of it, where only a part is seen. @param {Scene} scene */
function showOverview(scene) {
  if (local.overview) local.overview.follow(scene, centreOn);
  else if (!scene.layout.whole)
    loadModule(() => import("./overview.js"), []).then((module) => ((local.overview = module), paintSoon()));
}
