/** A map of the whole board. A frame marks the visible part, and a touch moves it. */

import { byId, h } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { nextTask, part, state } from "./state.js";
import { draw, drawInParts } from "../canvas/board.js";
import { changes, partsOf } from "../canvas/changes.js";
import { sceneOf } from "../canvas/thumbnail.js";

/** @import {Scene} from "../core/types.js" */

const SIDE = 116; // in px
const AT_ONCE = 3500; // the variables of a board that is drawn in one task

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {Scene | null} wanted  what the picture will show
 * @property {Scene | null} drawn  what it shows
 */

/** @type {Own} */
const local = part("shell/overview", { wanted: null, drawn: null });

/**
 * Updates the overview.
 * @param {Scene} scene
 * @param {(x: number, y: number) => void} go centres the board on a point, in cells
 */
export function follow(scene, go) {
  const { layout, puzzle, document: puzzled, palette, marks, tone } = scene;
  const box = byId("overview") ?? built(go);
  box.hidden = layout.whole;
  if (layout.whole || !box.clientWidth) return;
  box.setAttribute("aria-label", t("overview"));
  const shown = { puzzle, document: puzzled, palette, marks, tone };
  if (!isLike(local.wanted, shown) || local.wanted?.marks !== marks) {
    local.wanted = sceneOf(shown, SIDE);
    paint(box.querySelector("canvas"), local.wanted);
  }
  const [frame, whole] = [box.querySelector("i"), /** @type {Scene} */ (local.wanted).layout];
  const { cell, rim } = whole;
  const at = (/** @type {number} */ pan) => rim + (Math.max(0, pan - layout.rim) / layout.cell) * cell;
  const along = (/** @type {number} */ seen, /** @type {number} */ all) => Math.min(all, (seen / layout.cell) * cell);
  Object.assign(frame.style, {
    left: `${at(layout.pan.x)}px`,
    top: `${at(layout.pan.y)}px`,
    width: `${along(layout.window.width, whole.width)}px`,
    height: `${along(layout.window.height, whole.height)}px`,
  });
}

/**
 * Returns whether two boards differ at most in their marks.
 * @param {Scene | null} before
 * @param {Pick<Scene, "document" | "palette" | "tone">} now
 */
const isLike = (before, { document, palette, tone }) =>
  before?.document === document && before.palette === palette && before.tone === tone;

/**
 * Draws the picture: what has changed, or everything, which takes several tasks for a large board. These end if it
 * should show something else.
 * @param {HTMLCanvasElement} canvas
 * @param {Scene} now
 */
async function paint(canvas, now) {
  const regions = local.drawn && isLike(local.drawn, now) ? changes(local.drawn, now) : null;
  if (regions || now.marks.length <= AT_ONCE) draw(canvas, now, undefined, regions);
  else
    for (const _ of drawInParts(canvas, now, partsOf(now.layout), devicePixelRatio || 1)) {
      await nextTask();
      if (local.wanted !== now) return;
    }
  local.drawn = now;
}

/** @param {(x: number, y: number) => void} go */
function built(go) {
  // Not focusable, since keyboard users move the cursor, which the board follows.
  const box = h("div", { id: "overview", role: "img" }, h("canvas", { "aria-hidden": "true" }), h("i"));
  const point = (/** @type {PointerEvent} */ event) => {
    if (!local.wanted || !event.buttons) return;
    const { left, top } = box.getBoundingClientRect();
    const { rim, cell } = local.wanted.layout;
    go((event.clientX - left - rim) / cell, (event.clientY - top - rim) / cell);
  };
  box.addEventListener("pointerdown", (event) => (box.setPointerCapture(event.pointerId), point(event)));
  box.addEventListener("pointermove", point);
  byId("statement").prepend(box);
  if (!state.game) box.hidden = true;
  return box;
}
