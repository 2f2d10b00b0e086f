/**
 * The timeline of a game: one bar per move, whose height is the difficulty. Lucky and wrong moves also have a symbol.
 */

/** @import {Palette} from "../../core/types.js" */

const HEIGHT = 56; // in px
const FOOT = 10; // height of the area below the bars, for the arrow
const SIGN = 4; // half the width of a symbol
const TOP_LEVEL = 7;
const MAX_BAR = 24; // maximum width of a bar, in px

/** @type {Record<string, string>} */
const COLOURS = {
  forced: "line5",
  hard: "heat-6",
  lucky: "because",
  unlucky: "because",
  wrong: "conflict",
  back: "line",
  same: "line",
};

/**
 * @param {HTMLCanvasElement} canvas
 * @param {{label: string, level: number}[]} bars
 * @param {number} at  the selected move, from 1, or 0 for none
 * @param {Palette} palette
 */
export function drawLine(canvas, bars, at, palette) {
  const width = canvas.parentElement?.clientWidth ?? 0;
  const ratio = devicePixelRatio || 1;
  if (!width || !bars.length) return;
  Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(HEIGHT * ratio) });
  const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  ctx.scale(ratio, ratio);
  const slot = Math.min(MAX_BAR, width / bars.length);
  const gap = slot > 3 ? 1 : 0;
  const room = HEIGHT - FOOT - 2 * SIGN - 2;
  bars.forEach(({ label, level }, index) => {
    const high = Math.max(3, (room * level) / TOP_LEVEL);
    ctx.fillStyle = ctx.strokeStyle = palette[COLOURS[label]];
    const wide = Math.max(0.5, slot - gap);
    ctx.fillRect((index + 0.5) * slot - wide / 2, HEIGHT - FOOT - high, wide, high);
    sign(ctx, label, (index + 0.5) * slot, HEIGHT - FOOT - high - SIGN - 2);
  });
  if (!at) return;
  const x = (at - 0.5) * slot;
  ctx.fillStyle = palette.ink;
  ctx.beginPath();
  ctx.moveTo(x, HEIGHT - FOOT + 2);
  ctx.lineTo(x + 5, HEIGHT - 1);
  ctx.lineTo(x - 5, HEIGHT - 1);
  ctx.fill();
}

/**
 * Draws a cross for a mistake, a disc for luck, a ring for bad luck.
 * @param {CanvasRenderingContext2D} ctx
 * @param {string} label
 * @param {number} x
 * @param {number} y
 */
function sign(ctx, label, x, y) {
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  if (label === "wrong") {
    for (const turn of [-1, 1]) {
      ctx.moveTo(x - SIGN + 1, y - turn * (SIGN - 1));
      ctx.lineTo(x + SIGN - 1, y + turn * (SIGN - 1));
    }
    ctx.stroke();
  } else if (label === "lucky" || label === "unlucky") {
    ctx.arc(x, y, SIGN - 1, 0, 2 * Math.PI);
    if (label === "lucky") ctx.fill();
    else ctx.stroke();
  }
}

/**
 * Returns the move at a position on the timeline, from 1.
 * @param {number} x in px
 * @param {number} width
 * @param {number} count
 */
export const moveAt = (x, width, count) =>
  Math.min(Math.max(1 + Math.floor(x / Math.min(MAX_BAR, width / count)), 1), count);
