/**
 * Converts a photo, a drawing or pixel art to a board: a form for the part to use, the size and the method, with a
 * preview that shows whether the board is unique and how hard it is. Everything runs in the page.
 */

import { options } from "../../ui/controls.js";
import { h, setText, show } from "../../ui/dom.js";
import { candidates, colourAxis, digitsOf, enough, METHODS } from "../../core/candidates.js";
import { content, cropped, dotSize, grey, otsu, shrunk } from "../../core/grayscale.js";
import { hidesPixels } from "../../core/readback.js";
import { t } from "../../ui/i18n.js";
import { state } from "../../shell/state.js";
import { cropFrame } from "./frame.js";

/** @import {Candidate, Channels} from "../../core/candidates.js" */
/** @import {Grey} from "../../core/grayscale.js" */
/** @import {Box} from "../../core/geometry.js" */
/** @import {Size} from "../../core/types.js" */

/**
 * @typedef {{width: number, height: number, digits: import("../../core/types.js").Marks, colors?: string[]}} Bitmap
 *   `digits` has 1 for dark, or for the first colour
 */

/**
 * @typedef {object} Then  the callbacks of the form
 * @property {(bitmap: Bitmap) => void} use
 * @property {() => void} cancel
 * @property {(chosen: number) => HTMLElement[]} numbersOfColours
 * @property {typeof import("../../puzzles/nonogram/quantize.js").colourings} [colourings]  for kinds with colours
 * @property {(bitmap: Bitmap, signal: AbortSignal) => Promise<string>} judge  returns uniqueness and difficulty as text
 * @property {(bitmap: Bitmap, signal: AbortSignal) => Promise<Bitmap | null>} repair  returns a unique version of the
 *   picture
 */

const LARGEST = 1200; // maximum side of the analysed picture, in px
const SIDES = { least: 5, most: 100, first: 25 };
const PAUSE = 250; // time without a change before the solver is called, in ms

const SEEN = 320; // minimum side of the picture that is converted, in px, unless it is pixel art
const TRIED = [20, 25, 30, 40]; // sizes to try: number of cells of the longer side
const PROPOSED = 3;

/**
 * Reads a picture file. Rejects if the browser cannot open it or hides its pixels.
 * @param {Blob} file @returns {Promise<Channels>}
 */
async function pictureOf(file) {
  if (hidesPixels()) throw new Error("the browser hides the pixels of pictures");
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, LARGEST / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  ];
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  context.drawImage(bitmap, 0, 0, width, height);
  const data = context.getImageData(0, 0, width, height);
  const [red, green, blue] = [grey(data, [1, 0, 0]), grey(data, [0, 1, 0]), grey(data, [0, 0, 1])];
  return { grey: grey(data), colour: colourAxis(data), red, green, blue };
}

/** @param {string} id @param {Record<string, any>} properties */
const input = (id, properties) => /** @type {HTMLInputElement} */ (h("input", { id, ...properties }));

/**
 * Applies the same change to every channel of a picture.
 * @param {Channels} picture
 * @param {(all: Grey) => Grey} by
 * @returns {Channels}
 */
const each = (picture, by) =>
  /** @type {Channels} */ (Object.fromEntries(Object.entries(picture).map(([name, all]) => [name, by(all)])));

/** Returns a method as a choice. @param {string} name @returns {[string, string]} */
const methodOf = (name) => [name, t(`image.method.${name}`)];

/** Returns the controls, by the setting that they change. @param {HTMLElement[]} numbers the buttons for the number of colours */
function controls(numbers) {
  const side = { type: "range", min: SIDES.least, max: SIDES.most };
  const method = /** @type {HTMLSelectElement} */ (
    h("select", { id: "image-method" }, ...options(Object.keys(METHODS).map(methodOf), ""))
  );
  const colours = /** @type {HTMLSelectElement} */ (h("select", { id: "image-colours" }, ...numbers));
  return {
    colours,
    width: input("image-width", side),
    height: input("image-height", side),
    threshold: input("image-threshold", { type: "range", min: 0, max: 255 }),
    method,
    invert: input("image-invert", { type: "checkbox" }),
    trim: input("image-trim", { type: "checkbox", checked: true }),
  };
}

/**
 * Returns the part of a picture to use, and the initial board: for pixel art one cell per dot, for other pictures the
 * smallest size that shows enough detail.
 * @param {Channels} source
 * @param {Box} box the frame
 * @param {boolean} trim whether to crop empty margins
 * @returns {{part: Channels, size: Size}}
 */
function partOf(source, box, trim) {
  const framed = cropped(source.grey, box);
  const inner = trim ? content(framed) : null;
  const cut = (/** @type {Grey} */ all) => (inner ? cropped(cropped(all, box), inner) : cropped(all, box));
  let part = each(source, cut);
  const dot = dotSize(part.grey);
  const { width, height } = part.grey;
  if (Math.max(width, height) / dot <= SIDES.most / 2)
    return { part, size: { width: width / dot, height: height / dot } };
  const scaled = (/** @type {number} */ side) => ({
    width: within((width * side) / Math.max(width, height)),
    height: within((height * side) / Math.max(width, height)),
  });
  const size = enough(scaledTo(part, SEEN / 2), TRIED.map(scaled));
  const filled = trim ? inked(candidates(part, size)[0].digits, size, part.grey) : null;
  if (filled) {
    part = each(part, (all) => cropped(all, filled));
    size.width = within((size.width * part.grey.width) / width);
    size.height = within((size.height * part.grey.height) / height);
  }
  const { grey } = part;
  return { part: Math.max(grey.width, grey.height) > SEEN ? scaledTo(part, SEEN) : part, size };
}

/**
 * Returns the box of the filled cells in the picture, null if no row or column at its border is empty: what is faint
 * there has no cells.
 * @param {Bitmap["digits"]} digits @param {Size} size @param {Size} picture
 * @returns {Box | null}
 */
function inked(digits, { width, height }, picture) {
  const cells = [...digits].flatMap((digit, cell) => (+digit ? [cell] : []));
  if (!cells.length) return null;
  const [xs, ys] = [cells.map((cell) => cell % width), cells.map((cell) => Math.floor(cell / width))];
  const [left, right] = [Math.min(...xs), Math.max(...xs) + 1].map((x) => Math.round((x * picture.width) / width));
  const [top, bottom] = [Math.min(...ys), Math.max(...ys) + 1].map((y) => Math.round((y * picture.height) / height));
  return right - left < picture.width || bottom - top < picture.height ? { left, top, right, bottom } : null;
}

/** @param {Channels} picture @param {number} side length of the longer side, in px @returns {Channels} */
function scaledTo(picture, side) {
  const { width, height } = picture.grey;
  const scale = side / Math.max(width, height);
  const size = { width: Math.ceil(width * scale), height: Math.ceil(height * scale) };
  return each(picture, (all) => shrunk(all, size));
}

/** @param {number} length */
const within = (length) => Math.max(1, Math.min(SIDES.most, Math.round(length)));

/**
 * Returns the form. Rejects if the browser cannot decode the file as a picture.
 * @param {Blob} file
 * @param {Then} then
 */
export async function pictureForm(file, then) {
  const source = await pictureOf(file);
  const set = controls(then.numbersOfColours(1));
  const frame = cropFrame(source.grey, () => reframe());
  let { part, size: first } = partOf(source, frame.box(), set.trim.checked);
  let chosen = false; // the threshold was set by hand
  /** The selected picture in colours, if it has any. @type {Bitmap | null} */
  let coloured = null;
  /** The picture after the solver has changed it to make the board unique. @type {Bitmap | null} */
  let mended = null;
  let asking = new AbortController();

  const resize = () => {
    for (const side of /** @type {const} */ (["width", "height"])) {
      set[side].min = String(Math.min(SIDES.least, within(first[side])));
      set[side].value = String(within(first[side]));
    }
  };
  const sizeNow = () => ({ width: +set.width.value, height: +set.height.value });

  /** Shows the best candidates of this size and selects the first. */
  const propose = () => {
    const many = +set.colours.value;
    for (const node of form.grey) show(node, many < 2);
    coloured = null;
    if (many > 1 && then.colourings) return proposeColours(then.colourings(part, sizeNow(), many));
    const best = candidates(part, sizeNow()).slice(0, PROPOSED);
    const take = (/** @type {Candidate} */ { method, threshold }) => {
      [set.method.value, set.threshold.value, chosen] = [method, String(threshold), true];
      set.invert.checked = false;
      renew();
    };
    form.proposed.replaceChildren(...best.map((one) => proposal(one, sizeNow(), () => take(one))));
    take(best[0]);
  };

  const proposeColours = (/** @type {import("../../puzzles/nonogram/quantize.js").Colouring[]} */ best) => {
    const take = (/** @type {(typeof best)[0]} */ { digits, colors }) => {
      coloured = { ...sizeNow(), digits, colors };
      renew();
    };
    form.proposed.replaceChildren(...best.map((one) => proposal(one, sizeNow(), () => take(one))));
    take(best[0]);
  };

  const bitmapNow = () => {
    if (mended ?? coloured) return /** @type {Bitmap} */ (mended ?? coloured);
    const method = set.method.value;
    const cells = METHODS[method].cells(METHODS[method].see(part), sizeNow());
    if (!chosen) set.threshold.value = String(otsu(cells.values));
    return { ...sizeNow(), digits: digitsOf(method, cells, +set.threshold.value, set.invert.checked) };
  };

  const form = buildForm(
    set,
    frame.elements,
    () => (asking.abort(), then.use(bitmapNow())),
    () => (asking.abort(), then.cancel()),
  );
  const draw = (/** @type {Bitmap} */ bitmap) => {
    setText(form.size, `${bitmap.width} × ${bitmap.height}`);
    preview(form.canvas, bitmap);
  };
  const judge = async () => {
    asking.abort();
    const { signal } = (asking = new AbortController());
    const bitmap = bitmapNow();
    setText(form.verdict, t("image.verdict.checking"));
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (signal.aborted) return;
    const words = await then.judge(bitmap, signal);
    if (!signal.aborted) setText(form.verdict, words);
  };
  const renew = () => ((mended = null), setText(form.changed, ""), draw(bitmapNow()), judge());
  const mend = async () => {
    asking.abort();
    const { signal } = (asking = new AbortController());
    const before = bitmapNow();
    setText(form.verdict, t("image.verdict.checking"));
    const better = await then.repair(before, signal);
    if (!better || signal.aborted) return;
    mended = better;
    const n = [...better.digits].filter((digit, cell) => digit !== before.digits[cell]).length;
    setText(form.changed, t("image.repaired", { n }));
    draw(better);
    judge();
  };

  set.threshold.addEventListener("input", () => ((chosen = true), renew()));
  set.width.addEventListener("input", () => {
    set.height.value = String(within((+set.width.value * part.grey.height) / part.grey.width));
    propose();
  });
  set.height.addEventListener("input", propose);
  set.colours.addEventListener("change", propose);
  show(form.colours, Boolean(then.colourings));
  set.invert.addEventListener("change", renew);
  set.method.addEventListener("change", () => ((chosen = false), renew()));
  let asked = 0; // id of the animation frame that handles all changes of a drag until then
  const reframe = () => void (asked ||= requestAnimationFrame(cut));
  const cut = () => {
    asked = 0;
    ({ part, size: first } = partOf(source, frame.box(), set.trim.checked));
    resize();
    propose();
  };
  set.trim.addEventListener("input", reframe);
  form.repair.addEventListener("click", mend);
  resize();
  propose();
  return form.element;
}

/**
 * Builds the elements of the form.
 * @param {ReturnType<typeof controls>} set
 * @param {HTMLElement[]} frame the controls that choose the part
 * @param {() => void} use
 * @param {() => void} cancel
 */
function buildForm(set, frame, use, cancel) {
  const canvas = /** @type {HTMLCanvasElement} */ (
    h("canvas", { id: "image-preview", role: "img", "aria-label": t("image.preview") })
  );
  const size = h("output", { id: "image-size", for: "image-width image-height" });
  const verdict = h("output", { id: "image-verdict", "aria-live": "polite" });
  const proposed = h("div", { id: "image-proposed", role: "group", "aria-label": t("image.proposed") });
  const changed = h("span", { id: "image-changed", class: "small", role: "status" });
  const repair = h("button", { id: "image-repair", class: "button line" }, t("image.repair"));
  const row = (/** @type {string} */ key, /** @type {HTMLElement} */ field, /** @type {Node | null} */ extra = null) =>
    h("div", {}, h("div", { class: "split small" }, h("label", { for: field.id }, t(key)), extra), field);
  const box = (/** @type {string} */ key, /** @type {HTMLElement} */ field) =>
    h("label", { class: "check", for: field.id }, field, h("span", {}, t(key)));
  const colours = row("draw.colours", set.colours);
  const grey = [
    row("image.method", set.method),
    row("image.threshold", set.threshold),
    box("image.invert", set.invert),
  ];
  const element = h(
    "form",
    { id: "image-form", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), use()) },
    ...frame, // comes first, so that nothing moves it during a drag
    colours,
    proposed,
    canvas,
    h("div", { class: "split small" }, verdict, changed),
    h("div", { class: "row" }, repair),
    row("image.size", set.width, size),
    row("image.height", set.height),
    ...grey,
    box("image.trim", set.trim),
    h(
      "div",
      { class: "row" },
      h("button", { type: "submit", class: "button solid" }, t("image.use")),
      h("button", { class: "button line", onclick: cancel }, t("image.cancel")),
    ),
    h("p", { class: "small" }, t("image.private")),
  );
  return { element, canvas, size, verdict, changed, repair, proposed, colours, grey };
}

/**
 * Returns a button for a candidate.
 * @param {{method: string, digits: string, colors?: string[]}} candidate
 * @param {Size} size
 * @param {() => void} take
 */
function proposal({ method, ...bitmap }, size, take) {
  const canvas = /** @type {HTMLCanvasElement} */ (h("canvas", {}));
  preview(canvas, { ...size, ...bitmap });
  return h("button", { onclick: take }, canvas, h("span", { class: "small" }, t(`image.method.${method}`)));
}

/** @param {HTMLCanvasElement} canvas @param {Bitmap} bitmap */
function preview(canvas, { width, height, digits, colors }) {
  const cell = Math.max(2, Math.min(16, Math.floor(640 / Math.max(width, height))));
  Object.assign(canvas, { width: width * cell, height: height * cell });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.fillStyle = state.palette.sheet;
  context.fillRect(0, 0, canvas.width, canvas.height);
  [...digits].forEach((digit, at) => {
    if (digit === "0") return;
    context.fillStyle = colors?.[+digit - 1] ?? state.palette.fill;
    context.fillRect((at % width) * cell, Math.floor(at / width) * cell, cell, cell);
  });
}
