/**
 * A loupe above the finger, since fingers hide small cells. It shows an enlarged view and the number of cells in a
 * drag.
 */

const CELLS_ACROSS = 3; // cells across
const ENLARGEMENT = 2;
const MAX_SIZE = 160; // px
const DISTANCE = 44; // px between the finger and the loupe
const MIN_MARGIN = 4; // px between the loupe and the edge of the window

let frame = 0;

/**
 * Shows the loupe for a point of the board.
 * @param {HTMLCanvasElement} board
 * @param {{x: number, y: number}} at in CSS px of the canvas
 * @param {number} cell
 * @param {string} [count] written into a corner of the loupe
 */
export function magnify(board, at, cell, count = "") {
  cancelAnimationFrame(frame);
  // The board itself is painted in the same frame, before this.
  frame = requestAnimationFrame(() => show(board, at, cell, count));
}

/** Hides the loupe. */
export function putAway() {
  cancelAnimationFrame(frame);
  document.getElementById("loupe")?.remove();
}

/** @param {HTMLCanvasElement} board @param {{x: number, y: number}} at @param {number} cell @param {string} count */
function show(board, at, cell, count) {
  const side = Math.min(CELLS_ACROSS * cell * ENLARGEMENT, MAX_SIZE);
  const loupe = /** @type {HTMLCanvasElement} */ (document.getElementById("loupe") ?? make());
  const ratio = devicePixelRatio || 1;
  Object.assign(loupe, { width: Math.round(side * ratio), height: Math.round(side * ratio) });
  const ctx = /** @type {CanvasRenderingContext2D} */ (loupe.getContext("2d"));
  const { backgroundColor, color } = getComputedStyle(document.body);
  const seen = CELLS_ACROSS * cell * ratio;
  ctx.fillStyle = backgroundColor;
  ctx.fillRect(0, 0, loupe.width, loupe.height);
  ctx.drawImage(board, at.x * ratio - seen / 2, at.y * ratio - seen / 2, seen, seen, 0, 0, loupe.width, loupe.height);
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  if (count) writeCount(ctx, count, side, backgroundColor, color);
  placeAbove(loupe, board, at, side);
}

function make() {
  const loupe = document.createElement("canvas");
  loupe.id = "loupe";
  loupe.setAttribute("aria-hidden", "true");
  return document.body.appendChild(loupe);
}

/**
 * Writes the number of cells into the upper right corner.
 * @param {CanvasRenderingContext2D} ctx
 * @param {string} count
 * @param {number} side
 * @param {string} paper
 * @param {string} ink
 */
function writeCount(ctx, count, side, paper, ink) {
  ctx.fillStyle = ink;
  ctx.fillRect(side - 32, 4, 28, 22);
  ctx.fillStyle = paper;
  ctx.font = "700 14px sans-serif";
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(count, side - 18, 16);
}

/** @param {HTMLElement} loupe @param {HTMLElement} board @param {{x: number, y: number}} at @param {number} side */
function placeAbove(loupe, board, { x, y }, side) {
  const { left, top } = board.getBoundingClientRect();
  const above = top + y - DISTANCE - side;
  Object.assign(loupe.style, {
    width: `${side}px`,
    height: `${side}px`,
    left: `${Math.max(MIN_MARGIN, Math.min(innerWidth - side - MIN_MARGIN, left + x - side / 2))}px`,
    top: `${above >= MIN_MARGIN ? above : top + y + DISTANCE}px`,
  });
}
