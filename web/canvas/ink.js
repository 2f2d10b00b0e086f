/** Strokes and letters used by all boards. Lengths are in CSS px; straight lines are aligned to whole device pixels. */

/** @import {Layout, Pen, Place} from "../core/types.js" */

const SANS =
  '-apple-system, "Segoe UI", Roboto, "Hiragino Sans", "BIZ UDPGothic", "Yu Gothic UI", "Noto Sans JP", "Noto Sans CJK JP", system-ui, sans-serif';

/** @param {number} low @param {number} value @param {number} high */
export const clamp = (low, value, high) => Math.min(high, Math.max(low, value));

/**
 * Returns the middle of a place on the canvas.
 * @param {Pick<Layout, "origin" | "cell">} layout
 * @param {Place} place
 * @returns {[x: number, y: number]}
 */
export const middleOf = ({ origin, cell }, { r, c }) => [origin.x + (c / 2) * cell, origin.y + (r / 2) * cell];

/**
 * Sets the colour and width of strokes, and the dash pattern if given.
 * @param {Pick<Pen, "ctx">} pen
 * @param {string} colour
 * @param {number} width
 * @param {number[]} [dash]
 */
function ink({ ctx }, colour, width, dash = []) {
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.setLineDash(dash);
}

/** Rounds to the nearest boundary between device pixels. @param {Pen} pen @param {number} at */
const snap = ({ ratio }, at) => Math.round(at * ratio) / ratio;

/** Rounds a line width to whole device pixels, at least one. @param {Pen} pen @param {number} width */
const whole = ({ ratio }, width) => Math.max(1, Math.round(width * ratio)) / ratio;

/** Rounds a line width so that a stroke centred on a pixel boundary is crisp. @param {Pen} pen @param {number} width */
export const even = ({ ratio }, width) => (2 * Math.max(1, Math.round((width * ratio) / 2))) / ratio;

/**
 * Returns the font size of a digit in a cell, which stays legible if the cell is large enough.
 * @param {number} c
 * @param {number} part
 */
export const figure = (c, part) => Math.max(part * c, Math.min(11, 0.7 * c));

/**
 * Draws a vertical line centred on x.
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

/**
 * Adds a straight line to the path, by its middle and half its extent.
 * @param {Pick<Pen, "ctx">} pen @param {number} x @param {number} y @param {number} across @param {number} down
 */
export function segment({ ctx }, x, y, across, down) {
  ctx.moveTo(x - across, y - down);
  ctx.lineTo(x + across, y + down);
}

/** Adds a diagonal cross to the path. @param {Pick<Pen, "ctx">} pen @param {number} x @param {number} y @param {number} arm */
export function saltire(pen, x, y, arm) {
  segment(pen, x, y, arm, arm);
  segment(pen, x, y, -arm, arm);
}

/** Adds a circle to the path. @param {Pick<Pen, "ctx">} pen @param {number} x @param {number} y @param {number} radius */
export function circle({ ctx }, x, y, radius) {
  ctx.moveTo(x + radius, y);
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
}

/**
 * Strokes a path.
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

/** Fills a path. @param {Pen} pen @param {string} colour @param {() => void} path */
export function fill({ ctx }, colour, path) {
  ctx.fillStyle = colour;
  ctx.beginPath();
  path();
  ctx.fill();
}

/** The patterns of repeated shapes, by shape and then by the rest that they depend on. */
const tiles = /** @type {Map<PathShape, Map<string, CanvasPattern | null>>} */ (new Map());
const MOST_TILES = 40; // of one shape: a zoom changes all of them

/**
 * Adds a shape to the path.
 * @typedef {(pen: Pick<Pen, "ctx">, x: number, y: number, size: number) => void} PathShape
 */

/**
 * Strokes the same shape at many places, which are as far from each other as the cells are. Browsers fill a pattern up
 * to ten times as fast as they stroke many shapes.
 * @param {Pen} pen
 * @param {string} colour
 * @param {number} width
 * @param {PathShape} shape
 * @param {number} size
 * @param {(add: (x: number, y: number) => void) => void} places
 */
export function strokeAll(pen, colour, width, shape, size, places) {
  const { ctx, c, ratio, layout } = pen;
  const { x: left, y: top } = layout.origin;
  // Between device pixels the pattern would blur. An SVG has none.
  const fits = "createPattern" in ctx && [c, left, top].every((length) => Number.isInteger(length * ratio));
  if (!fits || typeof document === "undefined")
    return stroke(pen, colour, width, () => places((x, y) => shape(pen, x, y, size)));
  /** @type {Map<string, [x: number, y: number][]>} */
  const groups = new Map(); // by the place in the cell
  places((x, y) => {
    const place = `${(x - left) % c} ${(y - top) % c}`;
    const group = groups.get(place);
    if (group) group.push([x, y]);
    else groups.set(place, [[x, y]]);
  });
  for (const [place, group] of groups) {
    const [x, y] = place.split(" ").map(Number);
    const pattern = tile(pen, colour, width, shape, size, x, y);
    if (!pattern) continue;
    pattern.setTransform(new DOMMatrix([1 / ratio, 0, 0, 1 / ratio, left, top]));
    ctx.fillStyle = pattern;
    ctx.beginPath();
    for (const [across, down] of group) ctx.rect(across - c / 2, down - c / 2, c, c);
    ctx.fill();
  }
}

/**
 * Returns a pattern that repeats a shape at (x, y) of every cell.
 * @param {Pen} pen
 * @param {string} colour
 * @param {number} width
 * @param {PathShape} shape
 * @param {number} size
 * @param {number} x
 * @param {number} y
 */
function tile({ ctx, c, ratio }, colour, width, shape, size, x, y) {
  const made = tiles.get(shape) ?? new Map();
  const key = [colour, width, size, c, ratio, x, y].join(" ");
  if (made.has(key)) return made.get(key);
  if (made.size >= MOST_TILES) made.clear();
  const canvas = Object.assign(document.createElement("canvas"), { width: c * ratio, height: c * ratio });
  const own = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  own.scale(ratio, ratio);
  own.lineCap = "round";
  ink({ ctx: own }, colour, width);
  own.beginPath();
  // A shape at the edge of the tile continues at the opposite edge.
  for (const down of [-c, 0, c]) for (const across of [-c, 0, c]) shape({ ctx: own }, x + across, y + down, size);
  own.stroke();
  const pattern = ctx.createPattern(canvas, "repeat");
  tiles.set(shape, made.set(key, pattern));
  return pattern;
}

/** The fonts that were used, by weight and size, each with the height of a digit. */
const fonts = /** @type {Map<number, Map<number, {name: string, ascent: number}>>} */ (new Map());

/**
 * Sets the font and returns the height of a digit.
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} weight
 * @param {number} size
 */
function setFont(ctx, weight, size) {
  const sizes = fonts.get(weight) ?? new Map();
  const known = sizes.get(size);
  const name = known?.name ?? `${weight} ${size}px ${SANS}`; // browsers set a string faster that they know
  ctx.font = name; // comparing with the current value first takes ten times as long
  if (known) return known.ascent;
  const ascent = ctx.measureText("0").actualBoundingBoxAscent;
  fonts.set(weight, sizes.set(size, { name, ascent }));
  return ascent;
}

/** Loads another weight of the fonts that were used. @param {CanvasRenderingContext2D} ctx @param {number} weight */
export function prepareWeight(ctx, weight) {
  for (const sizes of [...fonts.values()]) for (const size of [...sizes.keys()]) setFont(ctx, weight, size);
}

const LEGIBLE = 3; // a smaller text is only a speck, in px

/**
 * Writes digits or a letter centred on x, y. A text wider than `most` is condensed to at least 70 %.
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
  ctx.fillStyle = colour;
  // Letters take much longer to draw than specks, and a large board has thousands.
  if (size < LEGIBLE) return ctx.fillRect(x - 0.15 * size, y - 0.35 * size, 0.3 * size, 0.7 * size);
  const ascent = setFont(ctx, weight, size);
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
 * Calls `visit` for every visible cell.
 * @param {Pen} pen
 * @param {(index: number, row: number, column: number) => void} visit
 * @param {number} [more] the number of rows and columns after them that are visited, too
 */
export function eachCell({ range, size }, visit, more = 0) {
  for (let row = range.row; row < range.rowEnd + more; row++) {
    for (let column = range.column; column < range.columnEnd + more; column++)
      visit(row * size.width + column, row, column);
  }
}
