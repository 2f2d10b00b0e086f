/**
 * Strokes and letters that all boards are drawn with. Lengths are CSS px; straight lines fall on whole device pixels.
 */

/** @import {Pen} from "../core/types.js" */

const SANS =
  '-apple-system, "Segoe UI", Roboto, "Hiragino Sans", "BIZ UDPGothic", "Yu Gothic UI", "Noto Sans JP", "Noto Sans CJK JP", system-ui, sans-serif';

/** @param {number} low @param {number} value @param {number} high */
export const clamp = (low, value, high) => Math.min(high, Math.max(low, value));

/**
 * Sets the stroke; a dash pattern if one is given.
 * @param {Pen} pen
 * @param {string} colour
 * @param {number} width
 * @param {number[]} [dash]
 */
function ink({ ctx }, colour, width, dash = []) {
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.setLineDash(dash);
}

/** The nearest edge between device pixels. @param {Pen} pen @param {number} at */
const snap = ({ ratio }, at) => Math.round(at * ratio) / ratio;

/** A line's thickness in whole device pixels, at least one. @param {Pen} pen @param {number} width */
const whole = ({ ratio }, width) => Math.max(1, Math.round(width * ratio)) / ratio;

/** A stroke centred on a whole pixel is crisp when this is its width. @param {Pen} pen @param {number} width */
export const even = ({ ratio }, width) => (2 * Math.max(1, Math.round((width * ratio) / 2))) / ratio;

/** Size of a figure in a cell: legible if the cell has room for that. @param {number} c @param {number} part */
export const figure = (c, part) => Math.max(part * c, Math.min(11, 0.7 * c));

/**
 * A vertical line, centred on x.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} from
 * @param {number} to
 * @param {number} width
 */
export function vertical(pen, x, from, to, width) {
  const thick = whole(pen, width);
  pen.ctx.rect(snap(pen, x - thick / 2), from, thick, to - from);
}

/** @param {Pen} pen @param {number} y @param {number} from @param {number} to @param {number} width */
export function horizontal(pen, y, from, to, width) {
  const thick = whole(pen, width);
  pen.ctx.rect(from, snap(pen, y - thick / 2), to - from, thick);
}

/** Adds a saltire to the path. @param {Pen} pen @param {number} x @param {number} y @param {number} arm */
export function saltire({ ctx }, x, y, arm) {
  ctx.moveTo(x - arm, y - arm);
  ctx.lineTo(x + arm, y + arm);
  ctx.moveTo(x + arm, y - arm);
  ctx.lineTo(x - arm, y + arm);
}

/** Adds a circle to the path. @param {Pen} pen @param {number} x @param {number} y @param {number} radius */
export function circle({ ctx }, x, y, radius) {
  ctx.moveTo(x + radius, y);
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
}

/**
 * One path, stroked.
 * @param {Pen} pen
 * @param {string} colour
 * @param {number} width
 * @param {() => void} path
 * @param {number[]} [dash]
 */
export function stroke(pen, colour, width, path, dash) {
  ink(pen, colour, width, dash);
  pen.ctx.beginPath();
  path();
  pen.ctx.stroke();
}

/** One path, filled. @param {Pen} pen @param {string} colour @param {() => void} path */
export function fill({ ctx }, colour, path) {
  ctx.fillStyle = colour;
  ctx.beginPath();
  path();
  ctx.fill();
}

/** @type {Map<string, number>} */
const ascents = new Map();

/**
 * Figures or a letter, centred on x, y; condensed to 70 % at most if it is wider than `most`.
 * @param {Pen} pen
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} colour
 * @param {number} [weight]
 * @param {number} [most]
 */
export function write({ ctx }, text, x, y, size, colour, weight = 500, most = Infinity) {
  const font = `${weight} ${size}px ${SANS}`;
  ctx.font = font; // checking the current value first takes ten times as long
  let ascent = ascents.get(font);
  if (ascent === undefined) ascents.set(font, (ascent = ctx.measureText("0").actualBoundingBoxAscent));
  ctx.fillStyle = colour;
  ctx.textAlign = "center";
  ctx.textBaseline = "alphabetic";
  const width = most === Infinity ? 0 : ctx.measureText(text).width;
  if (width <= most) {
    ctx.fillText(text, x, y + ascent / 2);
  } else {
    ctx.save();
    ctx.translate(x, y + ascent / 2);
    ctx.scale(Math.max(0.7, most / width), 1);
    ctx.fillText(text, 0, 0);
    ctx.restore();
  }
}

/**
 * Calls back for every cell that is seen.
 * @param {Pen} pen
 * @param {(index: number, row: number, column: number) => void} visit
 */
export function eachCell({ range, size }, visit) {
  for (let row = range.row; row < range.rowEnd; row++) {
    for (let column = range.column; column < range.columnEnd; column++) visit(row * size.width + column, row, column);
  }
}
