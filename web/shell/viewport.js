/** The viewport: how much room the board has, and which part of it is seen at which size. */

import { clampPan, layout, nextZoom, panFor, panTo } from "../canvas/layout.js";
import { byId } from "../ui/dom.js";
import { part, state, update, updateView } from "./state.js";

/** @import {Layout, Place, PuzzleDocument, PuzzleKind} from "../core/types.js" */

const LARGEST = 64; // px: the cell size at which zooming in ends

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {Layout | null} current
 */

/** @type {Own} */
const local = part("shell/viewport", { current: null });

/** Where the board lies, null before it was drawn for the first time. */
export const boardLayout = () => local.current;

/** Lays the board out in the room that it has now. @param {PuzzleKind} puzzle @param {PuzzleDocument} document */
export function layOut(puzzle, document) {
  const next = layout(puzzle, document, room(), state.zoom, state.pan);
  if (JSON.stringify(next) !== JSON.stringify(local.current)) local.current = next;
  byId("block").style.setProperty("--board", `${next.width}px`);
  byId("zoom").hidden = next.whole && next.cell === next.fit && next.fit >= 12;
}

/** Whether the state asks for another part of the board than the layout shows. */
export function hasMoved() {
  if (!local.current) return true;
  const { x, y } = clampPan(local.current, state.pan);
  return x !== local.current.pan.x || y !== local.current.pan.y;
}

/** The room that a board may take: what heading and tools leave of the viewport; on a phone the page scrolls. */
function room() {
  const [viewport, block, place] = [byId("viewport"), byId("block"), byId("place")];
  const style = getComputedStyle(viewport);
  const width = viewport.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const free =
    viewport.clientHeight -
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

/**
 * Zooms to a cell size; the point (x, y) of the canvas stays where it is.
 * @param {number | null} cell null or 0: all of the board
 * @param {number} [x]
 * @param {number} [y]
 */
export function zoomTo(cell, x, y) {
  if (!local.current) return;
  const { fit, window } = local.current;
  const size = cell ? Math.min(Math.max(cell, fit), Math.max(LARGEST, fit)) : fit;
  update({
    zoom: size === fit ? 0 : size,
    pan: panFor(local.current, size, x ?? window.x + window.width / 2, y ?? window.y + window.height / 2),
  });
}

/**
 * The next size larger, smaller, or all of it.
 * @param {1 | -1 | 0} direction
 * @param {number} [x]
 * @param {number} [y]
 */
export const zoomStep = (direction, x, y) =>
  local.current && zoomTo(direction ? nextZoom(local.current, direction) : 0, x, y);

/** Moves the board. @param {number} across in CSS px @param {number} down */
export function panBy(across, down) {
  if (!local.current) return;
  const { x, y } = clampPan(local.current, state.pan);
  updateView({ pan: clampPan(local.current, { x: x + across, y: y + down }) });
}

/** Shows the cells around a point. @param {number} x in cells @param {number} y */
export function centreOn(x, y) {
  if (!local.current) return;
  const { cell, rim, window } = local.current;
  updateView({
    pan: clampPan(local.current, { x: x * cell + rim - window.width / 2, y: y * cell + rim - window.height / 2 }),
  });
}

/** The pan at which a place is seen. @param {Place} place */
export const panToSee = (place) => (local.current && !local.current.whole ? panTo(local.current, place) : state.pan);
