/**
 * A board from a photograph or a drawing: brightness, size and threshold chosen with a preview. All of it happens in the
 * page.
 */

import { h } from "../../ui/dom.js";
import { filled, grey, otsu, shrunk } from "../../core/grayscale.js";
import { t } from "../../ui/i18n.js";
import { state } from "../../shell/state.js";

/** @import {Grey} from "../../core/grayscale.js" */

/** @typedef {{width: number, height: number, digits: import("../../core/types.js").Marks}} Bitmap  1 is dark */

const LARGEST = 1200; // px a side that are looked at
const SIDES = { least: 5, most: 100, first: 25 };

/** Reads a picture file; rejects where the browser does not know it. @param {Blob} file @returns {Promise<Grey>} */
async function greyOf(file) {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, LARGEST / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  ];
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  context.drawImage(bitmap, 0, 0, width, height);
  return grey(context.getImageData(0, 0, width, height));
}

/**
 * The form: what to make of a picture, with a preview. Rejects where the file is no picture that the browser knows.
 * @param {Blob} file
 * @param {{use: (bitmap: Bitmap) => void, cancel: () => void}} then
 */
export async function pictureForm(file, { use, cancel }) {
  const source = await greyOf(file);
  const size = (/** @type {number} */ width) => ({
    width,
    height: Math.max(1, Math.min(200, Math.round((width * source.height) / source.width))),
  });
  const slider = (
    /** @type {string} */ id,
    /** @type {number} */ min,
    /** @type {number} */ max,
    /** @type {number} */ value,
  ) => /** @type {HTMLInputElement} */ (h("input", { id, type: "range", min, max, value }));
  const width = slider("image-width", SIDES.least, SIDES.most, Math.min(SIDES.first, SIDES.most));
  const threshold = slider("image-threshold", 0, 255, otsu(shrunk(source, size(+width.value)).values));
  const inverted = /** @type {HTMLInputElement} */ (h("input", { id: "image-invert", type: "checkbox" }));
  const canvas = /** @type {HTMLCanvasElement} */ (
    h("canvas", { id: "image-preview", role: "img", "aria-label": t("image.preview") })
  );
  const sizeText = h("output", { for: "image-width" });
  let chosen = false; // the threshold was set by hand

  const read = () => {
    const cells = shrunk(source, size(+width.value));
    if (!chosen) threshold.value = String(otsu(cells.values));
    return {
      width: cells.width,
      height: cells.height,
      digits: filled(cells, +threshold.value, inverted.checked),
    };
  };
  const show = () => {
    const bitmap = read();
    sizeText.textContent = `${bitmap.width} × ${bitmap.height}`;
    preview(canvas, bitmap);
  };
  threshold.addEventListener("input", () => ((chosen = true), show()));
  for (const field of [width, inverted]) field.addEventListener("input", show);
  show();
  const row = (
    /** @type {string} */ label,
    /** @type {HTMLInputElement} */ field,
    /** @type {Node | null} */ beside = null,
  ) => h("div", {}, h("div", { class: "beside small" }, h("label", { for: field.id }, t(label)), beside), field);
  return h(
    "form",
    { id: "image-form", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), use(read())) },
    canvas,
    row("image.width", width, sizeText),
    row("image.threshold", threshold),
    h("label", { class: "check", for: "image-invert" }, inverted, h("span", {}, t("image.invert"))),
    h(
      "div",
      { class: "row" },
      h("button", { class: "button solid" }, t("image.use")),
      h("button", { type: "button", class: "button line", onclick: cancel }, t("image.cancel")),
    ),
    h("p", { class: "small" }, t("image.private")),
  );
}

/** @param {HTMLCanvasElement} canvas @param {Bitmap} bitmap */
function preview(canvas, { width, height, digits }) {
  const cell = Math.max(2, Math.min(16, Math.floor(640 / Math.max(width, height))));
  Object.assign(canvas, { width: width * cell, height: height * cell });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.fillStyle = state.palette.sheet;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = state.palette.fill;
  [...digits].forEach(
    (digit, at) => digit === "1" && context.fillRect((at % width) * cell, Math.floor(at / width) * cell, cell, cell),
  );
}
