/** A chart of bars, such as the moves of a game or the steps of a solution, with an arrow below the selected bar. */

import { circle, saltire } from "./ink.js";

const FOOT = 10; // height of the area below the bars, for the arrow
const SIGN = 4; // half the width of a sign

/**
 * @typedef {object} Bar
 * @property {number} part  the height, from 0 to 1
 * @property {string} colour
 * @property {string} [sign]  above the bar: `cross`, `disc` or `ring`
 */

/**
 * The size of each chart in px (0 before layout) and the function that draws it.
 * @type {WeakMap<Element, {width: number, height: number, draw: () => void}>}
 */
const places = new WeakMap();

const watchPlaces = new ResizeObserver((entries) => {
  for (const { target, contentRect } of entries) {
    const place = places.get(target);
    if (place) (Object.assign(place, { width: contentRect.width, height: contentRect.height }), place.draw());
  }
});

/**
 * Draws bars across a canvas, now and whenever its size changes.
 * @param {HTMLCanvasElement} canvas
 * @param {Bar[]} bars
 * @param {number} [selected]  or -1 for none
 * @param {string} [ink]  the colour of the arrow
 */
export function chart(canvas, bars, selected = -1, ink = "") {
  const place = places.get(canvas) ?? { width: 0, height: 0, draw: () => {} };
  place.draw = () => {
    const ratio = devicePixelRatio || 1;
    const { width, height } = place;
    const key = JSON.stringify([width, height, ratio, bars, selected, ink]);
    if (!width || canvas.dataset.key === key) return;
    canvas.dataset.key = key;
    Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
    const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    ctx.scale(ratio, ratio);
    const slot = width / bars.length;
    const gap = slot > 3 ? 1 : 0;
    const room = height - FOOT - (bars.some((bar) => bar.sign) ? 2 * SIGN + 2 : 0);
    for (const [index, { part, colour, sign = "" }] of bars.entries()) {
      const high = Math.max(2, part * room);
      ctx.fillStyle = ctx.strokeStyle = colour;
      ctx.fillRect(index * slot, height - FOOT - high, Math.max(0.5, slot - gap), high);
      drawSign(ctx, sign, (index + 0.5) * slot, height - FOOT - high - SIGN - 2);
    }
    if (selected >= 0) arrow(ctx, (selected + 0.5) * slot, height, ink);
  };
  if (places.has(canvas)) return place.draw();
  places.set(canvas, place);
  watchPlaces.observe(canvas);
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} x
 * @param {number} height
 * @param {string} colour
 */
function arrow(ctx, x, height, colour) {
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.moveTo(x, height - FOOT + 2);
  ctx.lineTo(x + 5, height - 1);
  ctx.lineTo(x - 5, height - 1);
  ctx.fill();
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {string} sign
 * @param {number} x
 * @param {number} y
 */
function drawSign(ctx, sign, x, y) {
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  if (sign === "cross") saltire({ ctx }, x, y, SIGN - 1);
  else if (sign) circle({ ctx }, x, y, SIGN - 1);
  if (sign === "disc") ctx.fill();
  else ctx.stroke();
}
