/** A loupe above the finger, where cells are too small for one: what is under it, larger. */

import { byId, h } from "../ui/dom.js";

const SMALL = 40; // px: cells from which a finger needs no loupe
const SEEN = 3; // cells across
const LARGER = 2;
const MOST = 160; // px
const ABOVE = 44; // px between the finger and the loupe

let frame = 0;

/**
 * Shows what is around a point of the board.
 * @param {HTMLCanvasElement} board
 * @param {{x: number, y: number}} at in CSS px of the canvas
 * @param {number} cell
 */
export function magnify(board, at, cell) {
  if (cell >= SMALL) return;
  // After the board itself, which is painted with the same frame.
  frame ||= requestAnimationFrame(() => {
    frame = 0;
    show(board, at, cell);
  });
}

export function putAway() {
  cancelAnimationFrame(frame);
  frame = 0;
  byId("loupe")?.remove();
}

/** @param {HTMLCanvasElement} board @param {{x: number, y: number}} at @param {number} cell */
function show(board, { x, y }, cell) {
  const side = Math.min(SEEN * cell * LARGER, MOST);
  const glass = /** @type {HTMLCanvasElement} */ (
    byId("loupe") ?? document.body.appendChild(h("canvas", { id: "loupe", "aria-hidden": "true" }))
  );
  const ratio = devicePixelRatio || 1;
  Object.assign(glass, { width: Math.round(side * ratio), height: Math.round(side * ratio) });
  const ctx = /** @type {CanvasRenderingContext2D} */ (glass.getContext("2d"));
  const seen = SEEN * cell * ratio;
  ctx.fillStyle = getComputedStyle(document.body).backgroundColor;
  ctx.fillRect(0, 0, glass.width, glass.height);
  ctx.drawImage(board, x * ratio - seen / 2, y * ratio - seen / 2, seen, seen, 0, 0, glass.width, glass.height);
  const { left, top } = board.getBoundingClientRect();
  const above = top + y - ABOVE - side;
  Object.assign(glass.style, {
    width: `${side}px`,
    height: `${side}px`,
    left: `${Math.max(4, Math.min(innerWidth - side - 4, left + x - side / 2))}px`,
    top: `${above >= 4 ? above : top + y + ABOVE}px`,
  });
}
