/** A picture with its reading on top: drawing it on a canvas, and finding the item at a point. Plain functions. */

/** @import {Item, Reading} from "./cells.js" */
/** @import {Corners} from "./read.js" */

/**
 * @typedef {object} ReadingView
 * @property {ImageBitmap} picture
 * @property {number} width  of the original, in pixels: all places are in these
 * @property {number} height
 * @property {Reading | null} reading
 * @property {[number, number][] | null} cells  the middle of each cell
 * @property {string[]} values  of all items
 * @property {Corners | null} corners
 *
 * @typedef {object} Look
 * @property {number} fade  0 the picture alone, 1 the reading alone
 * @property {Set<number>} doubtful  items
 * @property {Set<number>} changed  items that the solver had to read otherwise
 * @property {number} chosen  the item that is being corrected, -1 for none
 * @property {Record<string, string>} palette
 */

/** @typedef {{x: number, y: number, text: string, align: CanvasTextAlign}} Label */

/** Returns the usual distance of neighbouring cells. @param {ReadingView} view */
function pitchOf({ cells, reading }) {
  if (!cells?.length || !reading) return 0;
  const [a, b] = [cells[0], cells[reading.width > 1 ? 1 : cells.length - 1]];
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}

/**
 * Returns the place of each item's value: in its cell, or at the beginning of its line.
 * @param {ReadingView} view
 * @returns {(Label & {item: Item})[]}
 */
function labelsOf(view) {
  const { cells, reading, values } = view;
  if (!cells || !reading) return [];
  const { width, items } = reading;
  const pitch = pitchOf(view);
  return items.map((item, i) => {
    const { at } = item;
    const [row, column] = ["row" in at ? at.row : 0, "column" in at ? at.column : 0];
    const [x, y] = cells[row * width + column];
    if (!("row" in at)) return { item, x, y: y - 0.7 * pitch, text: values[i], align: "center" };
    if (!("column" in at)) return { item, x: x - 0.7 * pitch, y, text: values[i], align: "right" };
    return { item, x, y, text: values[i] === "." ? "" : values[i], align: "center" };
  });
}

/**
 * Draws the view over the whole of a canvas, whose width and height are set.
 * @param {CanvasRenderingContext2D} context @param {ReadingView} view @param {Look} look
 */
export function drawView(context, view, look) {
  const { canvas } = context;
  const scale = canvas.width / view.width;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalAlpha = 1;
  context.fillStyle = look.palette.sheet;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.globalAlpha = 1 - 0.92 * look.fade;
  context.drawImage(view.picture, 0, 0, canvas.width, canvas.height);
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.globalAlpha = 1;
  labelsOf(view).forEach((label, i) => drawItem(context, pitchOf(view), look, label, i));
  if (view.corners) drawCorners(context, view.corners, look.palette, 1 / scale);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} pitch
 * @param {Look} look
 * @param {Label & {item: Item}} label
 * @param {number} i
 */
function drawItem(context, pitch, { fade, doubtful, changed, chosen, palette }, { item, x, y, text, align }, i) {
  const column = !("row" in item.at);
  const numbers = column ? text.split(" ").reverse() : [text];
  context.font = `600 ${0.62 * pitch}px sans-serif`;
  Object.assign(context, { textAlign: align, textBaseline: "middle", fillStyle: palette.ink });
  context.globalAlpha = fade;
  numbers.forEach((number, k) => context.fillText(number, x, y - k * 0.72 * pitch));
  context.globalAlpha = 1;
  if (!doubtful.has(i) && !changed.has(i) && i !== chosen) return;
  const wide = align === "right" ? Math.max(pitch, context.measureText(text).width + 0.3 * pitch) : 0.9 * pitch;
  const tall = column ? 0.72 * pitch * numbers.length + 0.2 * pitch : 0.9 * pitch;
  context.strokeStyle = i === chosen ? palette.focus : doubtful.has(i) ? palette.because : palette.focus;
  context.lineWidth = (i === chosen ? 0.14 : 0.09) * pitch;
  context.setLineDash(changed.has(i) ? [0.25 * pitch, 0.15 * pitch] : []);
  const left = align === "right" ? x - wide + 0.15 * pitch : x - wide / 2;
  context.strokeRect(left, column ? y + 0.46 * pitch - tall : y - tall / 2, wide, tall);
  context.setLineDash([]);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Corners} corners
 * @param {Record<string, string>} palette
 * @param {number} px a point of the canvas
 */
function drawCorners(context, corners, palette, px) {
  context.beginPath();
  for (const [x, y] of corners) context.lineTo(x, y);
  context.closePath();
  Object.assign(context, { strokeStyle: palette.focus, lineWidth: 2 * px, fillStyle: palette.paper });
  context.stroke();
  for (const [x, y] of corners) {
    context.beginPath();
    context.arc(x, y, 9 * px, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }
}

/**
 * Returns the item at a point of the original, -1 if none is near.
 * @param {ReadingView} view
 * @param {number} x
 * @param {number} y
 */
export function itemAt(view, x, y) {
  const pitch = pitchOf(view);
  let [best, least] = [-1, 0.75 * pitch];
  labelsOf(view).forEach((label, i) => {
    const across =
      label.align === "right" && x < label.x ? Math.max(0, label.x - x - 5 * pitch) : Math.abs(label.x - x);
    const above =
      !("row" in label.item.at) && y < label.y ? Math.max(0, label.y - y - 5 * pitch) : Math.abs(label.y - y);
    const far = Math.max(across, above);
    if (far < least) [best, least] = [i, far];
  });
  return best;
}

/**
 * Returns the corner within reach of a point of the original, -1 if none is.
 * @param {ReadingView} view
 * @param {number} x
 * @param {number} y
 * @param {number} reach
 */
export const cornerAt = ({ corners }, x, y, reach) =>
  (corners ?? []).findIndex(([u, v]) => Math.hypot(u - x, v - y) < reach);
