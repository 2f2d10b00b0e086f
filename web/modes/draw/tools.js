/** The controls of Draw: the tools below the board; sizes, title and actions for the whole board next to it. */

import { documentOf } from "../../core/drawn.js";
import { hidesPixels } from "../../core/readback.js";
import { variantOf } from "../../core/validation.js";
import { clear, mirror, resize, rotate, sketchOf, withLayer, withSpot } from "../../core/sketch.js";
import { kindOf } from "../../shell/kinds.js";
import { goTo } from "../../shell/session.js";
import { nextTask, state, update } from "../../shell/state.js";
import { choice, choose } from "../../shell/storage.js";
import { checkbox, fileButton, iconButton, options, signButton, textButton } from "../../ui/controls.js";
import { byId, h, nextFrame, onChoice, refill } from "../../ui/dom.js";
import { t } from "../../ui/i18n.js";
import { editor, take } from "./drawing.js";
import { newBoard, openSketch, stroke } from "./editing.js";
import { mendsOf, propose, repaired } from "./live.js";
import { judged, markNeeded } from "./quality.js";
import { thinOut } from "./thin.js";
import { type } from "./typing.js";

/** @import {Bitmap} from "./picture.js" */
/** @import {Edit, Sketch} from "../../core/sketch.js" */
/** @import {EngineChange} from "../../engine/messages.js" */

const MAX_SIDE = 200; // in cells

/** @type {Record<string, (edit: Edit, sketch: Sketch) => Sketch>} */
const TURNS = { mirror, rotate, clear, invert: (edit, sketch) => edit.invert?.(sketch) ?? sketch };

/** Builds the elements of the mode. */
export function build() {
  const pencils = h("div", { id: "pencils", class: "segments", role: "group", "data-label": "tools.mark" });
  const mend = h("div", { id: "mends" });
  const picture = { id: "image-from", class: "quiet", "data-icon": "picture" };
  const turns = h(
    "span",
    { id: "turns", class: "group" },
    ...["mirror", "rotate"].map((name) => signButton(name, `draw.${name}`, { "data-turn": name })),
    fileButton("image-file", "image.from", fromPicture, { accept: "image/*" }, picture),
  );
  const whole = h(
    "div",
    { id: "draw-board" },
    sizes(),
    colours(),
    clues(),
    h("div", { id: "draw-facts" }),
    thinning(),
    title(),
    wholeButtons(),
  );
  const pad = h("div", { id: "draw-pad", class: "segments", role: "group", "data-label": "draw.pad" });
  onChoice(pad, "figure", type);
  onChoice(pencils, "pencil", (index) => choosePencil(+index));
  for (const group of [turns, whole])
    onChoice(group, "turn", (name) => {
      const { edit, drawing, thinning } = editor;
      if (edit && drawing && !thinning) stroke(TURNS[name](edit, drawing.now));
    });
  onChoice(mend, "way", (index) => {
    const mends = state.game && mendsOf(state.game);
    const { edit, drawing } = editor;
    if (!mends || !edit || !drawing) return;
    stroke(
      mends.changes
        ? withClue(edit, drawing.now, mends.changes[+index])
        : mends.ways[+index].reduce(withSpot, drawing.now),
    );
  });
  const ask = textButton("draw.show", { id: "draw-show", class: "button solid", onclick: showAnswer });
  return { tools: [pencils, turns, pad], statement: [h("div", { id: "image-box" }), ask, mend], evidence: [whole] };
}

/** Selects a tool. The cursor stays if both tools draw on cells. @param {number} index */
function choosePencil(index) {
  const { edit, pencil } = editor;
  const stays = [pencil, index].every((one) => edit?.layers[edit.tools[one]?.layer] === "cell");
  editor.pencil = index;
  update(stays ? {} : { cursor: null, keyboard: false });
}

/**
 * Returns the sketch with another value of one clue.
 * @param {Edit} edit
 * @param {Sketch} now
 * @param {EngineChange} change
 */
function withClue(edit, now, { at, value, document, marks }) {
  const isNumber = edit.add && "row" in at && "column" in at && value !== ".";
  const spot = isNumber ? edit.add?.(now, at.row * now.width + at.column, value) : null;
  return spot ? withSpot(now, spot) : sketchOf(edit, document, now, marks);
}

/** Shows the solution here, because the player wants to change the puzzle. */
async function showAnswer() {
  const { game, puzzle } = state;
  if (!game || !puzzle) return;
  editor.shown = game.id;
  take(game, puzzle);
  update({});
  await nextFrame();
  byId("board").focus();
  await nextTask();
  if (state.game?.result) propose();
}

/** Shows the form that converts a picture. @param {File} file */
export async function fromPicture(file) {
  const box = byId("image-box");
  const close = () => (box.replaceChildren(), byId("board").focus());
  const { pictureForm } = await import("./picture.js");
  try {
    const use = (/** @type {Bitmap} */ bitmap) => {
      close();
      usePicture(bitmap);
    };
    const colourings = await editor.edit?.colourings?.();
    box.replaceChildren(await pictureForm(file, { use, cancel: close, judge, repair, colourings, numbersOfColours }));
    update({ message: null });
    byId("image-width").focus({ preventScroll: true });
    byId("image-frame").scrollIntoView({ block: "center" });
  } catch {
    update({ message: { kind: "", message: t(hidesPixels() ? "picture.refused.hidden" : "image.bad") } });
  }
}

/** Puts a picture on the board. @param {Bitmap} bitmap */
async function usePicture(bitmap) {
  const own = await inColours(bitmap.colors);
  const { drawing } = editor;
  if (!drawing || !own?.edit.photo) return;
  const sketch = sketchWith(own.edit, drawing.now, bitmap);
  if (own.puzzle === state.puzzle) stroke(sketch);
  else await openSketch(own.puzzle, { now: sketch, past: [], future: [] });
}

/** Returns the current kind with these colours, or in black and white. @param {string[]} [colors] */
async function inColours(colors) {
  const base = await kindOf(state.puzzle?.kind ?? "");
  const puzzle = base && (colors ? variantOf(base, { kind: base.kind, colors }) : base);
  const edit = await puzzle?.edit?.();
  return puzzle && edit ? { puzzle, edit } : null;
}

/** Changes the colours of the drawing. Cells of a removed colour get the last one. @param {string[]} colors */
async function recolour(colors) {
  const own = await inColours(colors.length > 1 ? colors : undefined);
  const { drawing } = editor;
  if (!drawing || !own?.edit.photo) return;
  const layer = own.edit.photo;
  const digits = [...drawing.now.layers[layer]].map((digit) => String(Math.min(+digit, colors.length))).join("");
  await openSketch(own.puzzle, { now: withLayer(drawing.now, layer, digits), past: [], future: [] });
}

/** Returns the numbers of colours to choose from; 1 is black and white. @param {number} chosen */
export const numbersOfColours = (chosen) =>
  options(
    [1, 2, 3, 4, 5, 6, 7, 8].map((n) => [n, t(n > 1 ? "draw.colours.n" : "draw.colours.one", { n })]),
    chosen,
  );

/** Renders the number of colours and the colour of the pencil. */
function colours() {
  const count = h("select", { id: "draw-colours" });
  count.addEventListener("change", () => recolour(editor.edit?.palette?.(+byId("draw-colours").value) ?? []));
  const colour = h("input", { id: "draw-colour", type: "color", "data-label": "draw.colour" });
  colour.addEventListener("change", (/** @type {any} */ { target }) => {
    const others = editor.edit?.colours ?? [];
    if (!others.includes(target.value)) recolour(others.map((one, at) => (at === editor.pencil ? target.value : one)));
  });
  return h(
    "div",
    { id: "draw-in-colours" },
    h("label", { class: "small", for: "draw-colours", "data-t": "draw.colours" }),
    h("div", { class: "row" }, count, colour),
  );
}

function clues() {
  const box = h(
    "details",
    { id: "draw-clues" },
    h("summary", { class: "small", "data-t": "draw.clues" }),
    h("div", { id: "clue-form" }),
  );
  box.addEventListener("toggle", showClues);
  return box;
}

/** Fills the form for clues if it is open, unless the player is typing in it. */
export async function showClues() {
  const { edit, drawing } = editor;
  const box = byId("clue-form");
  if (!edit?.lines || !drawing || !byId("draw-clues").open) return;
  const { clueForm } = await import("./clues.js");
  if (editor.drawing !== drawing || box.contains(document.activeElement)) return;
  const { rows, cols } = documentOf("", edit, drawing.now);
  const { lines, colours = [] } = edit;
  refill(box, `${JSON.stringify([rows, cols, colours])}`, () => clueForm(lines, colours, { rows, cols }, setClue));
}

/**
 * Changes one clue. The picture disappears, because it need not be the solution any more.
 * @param {"rows" | "cols"} side
 * @param {number} at
 * @param {any} clue
 */
function setClue(side, at, clue) {
  const { edit, drawing } = editor;
  if (!edit || !drawing) return;
  const { rows, cols } = documentOf("", edit, drawing.now);
  const changed = { rows, cols, [side]: Object.assign([...{ rows, cols }[side]], { [at]: clue }) };
  const { members } = drawing.now;
  stroke({ ...clear(edit, drawing.now), members: { ...members, ...changed } });
}

/** Returns the sketch with a picture on it. @param {Edit} edit @param {Sketch} now @param {Bitmap} bitmap */
const sketchWith = (edit, now, { width, height, digits }) =>
  withLayer(resize(edit, now, { width, height }), /** @type {string} */ (edit.photo), digits);

/** Returns uniqueness and difficulty of a picture as text. @param {Bitmap} bitmap @param {AbortSignal} signal */
async function judge(bitmap, signal) {
  const { drawing } = editor;
  const own = await inColours(bitmap.colors);
  if (!own?.edit.photo || !drawing) return "";
  if (!/[1-9]/.test(bitmap.digits)) return t("image.blank");
  const document = documentOf(own.puzzle.kind, own.edit, sketchWith(own.edit, drawing.now, bitmap));
  return judged(document, signal);
}

/** Returns a unique version of a picture. @param {Bitmap} bitmap @param {AbortSignal} signal */
async function repair(bitmap, signal) {
  const { edit, drawing } = editor;
  if (!edit || !drawing) return null;
  const digits = await repaired(edit, sketchWith(edit, drawing.now, bitmap), signal);
  return digits === null ? null : { ...bitmap, digits };
}

function sizes() {
  const step = (/** @type {string} */ side, /** @type {number} */ by, /** @type {string} */ word) => {
    const attributes = { "data-side": side, "data-by": by, "data-label": `draw.${side}.${word}` };
    return h("button", { class: "button line", ...attributes }, by < 0 ? "−" : "+");
  };
  const stepper = (/** @type {"width" | "height"} */ side) =>
    h("span", { class: "stepper" }, step(side, -1, "less"), typed(side), step(side, 1, "more"));
  const group = h(
    "div",
    { role: "group", "data-label": "draw.size" },
    h("p", { class: "small", "data-t": "draw.size" }),
    h("div", { class: "row" }, stepper("width"), h("span", { "aria-hidden": "true" }, "×"), stepper("height")),
  );
  onChoice(group, "side", (side, button) => grow(/** @type {"width" | "height"} */ (side), Number(button.dataset.by)));
  return group;
}

/** Applies a typed side length. @param {"width" | "height"} side */
function typed(side) {
  const field = /** @type {HTMLInputElement} */ (
    h("input", {
      id: `draw-${side}`,
      type: "number",
      inputmode: "numeric",
      max: MAX_SIDE,
      "data-label": `draw.${side}`,
    })
  );
  field.addEventListener("change", () => {
    const { edit, drawing } = editor;
    if (!edit || !drawing) return;
    const { least, step } = edit.side;
    const length = least + step * Math.round((field.valueAsNumber - least) / step);
    if (Number.isFinite(length)) setSide(side, Math.min(Math.max(length, least), MAX_SIDE));
    field.value = String(editor.drawing?.now[side] ?? "");
  });
  return field;
}

/** @param {"width" | "height"} side @param {number} by */
function grow(side, by) {
  const { edit, drawing } = editor;
  if (edit && drawing) setSide(side, drawing.now[side] + by * edit.side.step);
}

/** @param {"width" | "height"} side @param {number} length length in cells */
function setSide(side, length) {
  const { edit, drawing, thinning } = editor;
  if (!edit || !drawing || thinning || length === drawing.now[side]) return;
  const { width, height } = drawing.now;
  if (length >= edit.side.least && length <= MAX_SIDE)
    stroke(
      resize(
        edit,
        drawing.now,
        edit.side.square ? { width: length, height: length } : { width, height, [side]: length },
      ),
    );
}

/** Builds the controls for thinning out and for marking the clues that are needed. */
function thinning() {
  const onchange = (/** @type {any} */ { target }) => choose("symmetry", target.value);
  const symmetry = h("select", { id: "draw-symmetry", "data-label": "draw.symmetry", onchange });
  const thin = button("thin", () => thinOut(choice("symmetry", "none")));
  return h(
    "div",
    { id: "draw-thinning" },
    h("div", { class: "row" }, thin, symmetry),
    checkbox("draw-needed", false, markNeeded, h("span", { "data-t": "draw.needed" })),
  );
}

function title() {
  const field = /** @type {HTMLInputElement} */ (
    h("input", { id: "draw-title", type: "text", maxlength: 120, autocomplete: "off" })
  );
  field.addEventListener("change", () => setMember("title", field.value.trim() || undefined));
  return h("div", {}, h("label", { for: "draw-title", class: "small", "data-t": "draw.title" }), field);
}

/**
 * Sets a member of the document that is not part of the drawing.
 * @param {string} name
 * @param {any} value undefined removes it
 */
export function setMember(name, value) {
  const { drawing } = editor;
  if (!drawing) return;
  const { [name]: before, ...others } = drawing.now.members;
  if (before !== value)
    stroke({ ...drawing.now, members: value === undefined ? others : { ...others, [name]: value } });
}

function wholeButtons() {
  return h(
    "div",
    { class: "draw-buttons" },
    button("play", () => (goTo("play", { show: "mine" }), byId("board").focus()), { class: "button solid" }),
    button("share", () => byId("share-button").click()),
    ...["invert", "clear"].map((name) => iconButton(name, `draw.${name}`, { "data-turn": name })),
    button("new", newOfThisSize),
  );
}

/** @param {string} name of its string and icon @param {() => void} act @param {Record<string, any>} [properties] */
const button = (name, act, properties) =>
  iconButton(name, `draw.${name}`, { id: `draw-${name}`, onclick: act, ...properties });

function newOfThisSize() {
  const { drawing } = editor;
  if (state.puzzle && drawing) newBoard(state.puzzle.kind, { width: drawing.now.width, height: drawing.now.height });
}
