/**
 * The picture with a frame around the part to use. Drag the frame with mouse, pen or finger, or use a slider for each
 * side.
 */

import { dragged, gripAt, isWhole, wholeOf, withSide } from "../../core/crop.js";
import { state } from "../../shell/state.js";
import { h, show } from "../../ui/dom.js";
import { t } from "../../ui/i18n.js";

/** @import {Grey} from "../../core/grayscale.js" */
/** @import {Box} from "../../core/geometry.js" */
/** @import {Grip, PicturePoint} from "../../core/crop.js" */

const SHARP = 320; // in px; smaller pictures are enlarged pixel by pixel
const LARGEST = 640; // maximum side of the canvas, in px
const NEAR = { mouse: 9, touch: 22 }; // distance within which a side can be dragged, in CSS px
const LEAST = 0.02; // minimum size of the frame, as a share of the shorter side

/**
 * @param {Grey} source
 * @param {(box: Box) => void} changed
 * @returns {{elements: HTMLElement[], box: () => Box}}
 */
export function cropFrame(source, changed) {
  let box = wholeOf(source);
  const least = Math.max(1, Math.round(LEAST * Math.min(source.width, source.height)));
  const canvas = /** @type {HTMLCanvasElement} */ (
    h("canvas", { id: "image-frame", role: "img", "aria-label": t("image.frame") })
  );
  const picture = pictureOf(source);
  const whole = h("button", { id: "image-whole", class: "link" }, t("image.whole"));
  const sliders = sidesOf(source, (side, at) => take(withSide(source, box, side, at, least)));

  const renew = () => {
    drawFrame(canvas, picture, source, box);
    sliders.show(box);
    show(whole, !isWhole(source, box));
  };
  const take = (/** @type {Box} */ next) => {
    if (Object.entries(next).every(([side, at]) => box[/** @type {keyof Box} */ (side)] === at)) return;
    box = next;
    renew();
    changed(box);
  };
  whole.addEventListener("click", () => take(wholeOf(source)));
  listen(canvas, source, {
    grip: (at, near) => gripAt(source, box, at, near),
    now: () => box,
    drag: (start, grip, from, to) => take(dragged(source, start, grip, from, to, least)),
    restore: take,
  });
  // The line width depends on the size at which the canvas is displayed.
  new ResizeObserver(() => drawFrame(canvas, picture, source, box)).observe(canvas);
  renew();
  const head = h("div", { class: "split small" }, h("span", {}, t("image.frame.how")), whole);
  const details = h("details", {}, h("summary", { class: "small" }, t("image.crop")), ...sliders.rows);
  return { elements: [h("div", {}, head, canvas), details], box: () => box };
}

/**
 * Returns a slider for each side: the percentage of the picture to cut off.
 * @param {Grey} source
 * @param {(side: keyof Box, at: number) => void} set
 */
function sidesOf({ width, height }, set) {
  const cut = /** @type {const} */ ({
    left: (/** @type {Box} */ box) => box.left / width,
    right: (/** @type {Box} */ box) => 1 - box.right / width,
    top: (/** @type {Box} */ box) => box.top / height,
    bottom: (/** @type {Box} */ box) => 1 - box.bottom / height,
  });
  const names = /** @type {(keyof Box)[]} */ (Object.keys(cut));
  const fields = names.map((side) => {
    const field = /** @type {HTMLInputElement} */ (
      h("input", { id: `image-crop-${side}`, type: "range", min: 0, max: 98, value: 0 })
    );
    field.addEventListener("input", () => {
      const part = +field.value / 100;
      const length = side === "left" || side === "right" ? width : height;
      set(side, length * (side === "left" || side === "top" ? part : 1 - part));
    });
    return field;
  });
  const rows = fields.map((field, at) =>
    h("div", {}, h("label", { class: "small", for: field.id }, t(`image.crop.${names[at]}`)), field),
  );
  const show = (/** @type {Box} */ box) =>
    fields.forEach((field, at) => (field.value = String(Math.round(100 * cut[names[at]](box)))));
  return { rows, show };
}

/**
 * Handles drags on the canvas.
 * @param {HTMLCanvasElement} canvas
 * @param {Grey} source
 * @param {{grip: (at: PicturePoint, near: number) => Grip, now: () => Box, restore: (box: Box) => void, drag: (start: Box,
 *   grip: Grip, from: PicturePoint, to: PicturePoint) => void}} frame
 */
function listen(canvas, source, frame) {
  /** @type {{pointer: number, start: Box, grip: Grip, from: PicturePoint} | null} */
  let drag = null;
  const scale = () => source.width / (canvas.clientWidth || 1);
  const pointOf = (/** @type {PointerEvent} */ { clientX, clientY }) => {
    const { left, top } = canvas.getBoundingClientRect();
    return { x: (clientX - left) * scale(), y: (clientY - top) * scale() };
  };
  const gripOf = (/** @type {PointerEvent} */ event) =>
    frame.grip(pointOf(event), scale() * (event.pointerType === "touch" ? NEAR.touch : NEAR.mouse));
  canvas.addEventListener("pointerdown", (event) => {
    if (drag || event.button !== 0) return;
    event.preventDefault();
    canvas.setPointerCapture(event.pointerId);
    drag = { pointer: event.pointerId, start: frame.now(), grip: gripOf(event), from: pointOf(event) };
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!drag) canvas.dataset.grip = gripOf(event).join(" ");
    else if (drag.pointer === event.pointerId) frame.drag(drag.start, drag.grip, drag.from, pointOf(event));
  });
  canvas.addEventListener("pointerup", () => (drag = null));
  canvas.addEventListener("pointercancel", () => {
    if (drag) frame.restore(drag.start);
    drag = null;
  });
}

/** Returns the picture as a canvas. @param {Grey} source */
function pictureOf({ width, height, values }) {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const image = context.createImageData(width, height);
  values.forEach((value, at) => image.data.set([value, value, value, 255], 4 * at));
  context.putImageData(image, 0, 0);
  return canvas;
}

/**
 * Draws the picture, paler outside the frame.
 * @param {HTMLCanvasElement} canvas
 * @param {HTMLCanvasElement} picture
 * @param {Grey} source
 * @param {Box} box
 */
function drawFrame(canvas, picture, { width, height }, { left, top, right, bottom }) {
  const longest = Math.max(width, height);
  const scale = longest < SHARP ? Math.ceil(SHARP / longest) : Math.min(1, LARGEST / longest);
  Object.assign(canvas, { width: Math.round(width * scale), height: Math.round(height * scale) });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.imageSmoothingEnabled = scale < 1;
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const part = /** @type {const} */ ([left * scale, top * scale, (right - left) * scale, (bottom - top) * scale]);
  context.globalAlpha = 0.72;
  context.fillStyle = state.palette.paper;
  context.beginPath();
  context.rect(0, 0, canvas.width, canvas.height);
  context.rect(...part);
  context.fill("evenodd");
  context.globalAlpha = 1;
  const line = canvas.width / (canvas.clientWidth || canvas.width); // one CSS px
  for (const [colour, wide] of /** @type {const} */ ([
    [state.palette.paper, 5],
    [state.palette.ink, 2],
  ])) {
    Object.assign(context, { strokeStyle: colour, lineWidth: wide * line });
    context.strokeRect(...part);
  }
  for (const x of [left, right]) for (const y of [top, bottom]) handle(context, x * scale, y * scale, line, canvas);
}

/**
 * Returns the handle of a corner, which lies completely on the canvas.
 * @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {number} line
 * @param {{width: number, height: number}} canvas
 */
function handle(context, x, y, line, { width, height }) {
  const side = 10 * line;
  const within = (/** @type {number} */ at, /** @type {number} */ length) =>
    Math.max(line, Math.min(length - side - line, at - side / 2));
  const at = /** @type {const} */ ([within(x, width), within(y, height), side, side]);
  Object.assign(context, { fillStyle: state.palette.paper, strokeStyle: state.palette.ink, lineWidth: 2 * line });
  context.fillRect(...at);
  context.strokeRect(...at);
}
