/** A map of the whole board. A frame marks the visible part, and a touch moves it. */

import { byId, h } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { part, state } from "./state.js";
import { thumbnail } from "../canvas/thumbnail.js";

/** @import {Scene} from "../core/types.js" */

const SIDE = 116; // in px

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {Scene | null} drawn  what the picture shows
 */

/** @type {Own} */
const local = part("shell/overview", { drawn: null });

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
  const { drawn } = local;
  const kept = drawn?.document === puzzled && drawn.palette === palette && drawn.tone === tone ? drawn : null;
  if (kept?.marks !== marks)
    local.drawn = thumbnail(
      box.querySelector("canvas"),
      { puzzle, document: puzzled, palette, marks, tone },
      SIDE,
      kept,
    );
  const [frame, small] = [box.querySelector("i"), /** @type {Scene} */ (local.drawn).layout];
  const { cell, rim } = small;
  const at = (/** @type {number} */ pan) => rim + (Math.max(0, pan - layout.rim) / layout.cell) * cell;
  const along = (/** @type {number} */ seen, /** @type {number} */ all) => Math.min(all, (seen / layout.cell) * cell);
  Object.assign(frame.style, {
    left: `${at(layout.pan.x)}px`,
    top: `${at(layout.pan.y)}px`,
    width: `${along(layout.window.width, small.width)}px`,
    height: `${along(layout.window.height, small.height)}px`,
  });
}

/** @param {(x: number, y: number) => void} go */
function built(go) {
  // Not focusable, since keyboard users move the cursor, which the board follows.
  const box = h("div", { id: "overview", role: "img" }, h("canvas", { "aria-hidden": "true" }), h("i"));
  const point = (/** @type {PointerEvent} */ event) => {
    if (!local.drawn || !event.buttons) return;
    const { left, top } = box.getBoundingClientRect();
    const { rim, cell } = local.drawn.layout;
    go((event.clientX - left - rim) / cell, (event.clientY - top - rim) / cell);
  };
  box.addEventListener("pointerdown", (event) => (box.setPointerCapture(event.pointerId), point(event)));
  box.addEventListener("pointermove", point);
  byId("statement").prepend(box);
  if (!state.game) box.hidden = true;
  return box;
}
