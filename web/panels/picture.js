/**
 * Picture: converts a photo or screenshot of a puzzle to a board. The result is drawn over the picture. Doubtful places
 * are marked and can be corrected, and the solver checks whether the result is proven. In Draw, the picture stays next
 * to the board.
 */

import { readFile } from "../reading/client.js";
import { KINDS, documentOf, isPosition, typed, valuesOf } from "../reading/document.js";
import { confirms, doubtful, proof } from "../reading/repair.js";
import { cornerAt, drawView, itemAt } from "../reading/view.js";
import { openFile } from "../shell/files.js";
import { openDocument } from "../shell/open.js";
import { refuse } from "../shell/refusals.js";
import { engine } from "../shell/solver.js";
import { part, state, update, watch } from "../shell/state.js";
import { fileButton, textButton, refillOptions } from "../ui/controls.js";
import { byId, h, refill, setText, show } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { kindName } from "../ui/text.js";
import { palette } from "../ui/theme.js";

/** @import {Palette, Panel} from "../core/types.js" */
/** @import {Item} from "../reading/cells.js" */
/** @import {Corners} from "../reading/read.js" */
/** @import {ReadingView} from "../reading/view.js" */

/**
 * @typedef {ReadingView & {file: File, kind: string, changed: number[], words: string, proven: boolean, note: string, framed:
 *   boolean, checked: string[], palette: Palette}} Found  framed: the player has moved the corners; checked: the values
 *   that `words` refers to
 */

const SECONDS = 5; // time limit of each call of the solver
const STEP = 0.005; // distance by which an arrow key moves a corner, as a share of the picture's width
const PAUSE = 600; // time in ms after the last arrow key until the picture is read again
const CORNERS = ["upper-left", "upper-right", "lower-right", "lower-left"];
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const PORTRAIT = "portrait"; // the option for a picture that is not a puzzle

/**
 * @typedef {object} Own
 * @property {Found | null} found  the last result
 * @property {number} chosen  the item being corrected, or -1
 * @property {number} dragged  the corner being moved, or -1
 * @property {number} turn  number of the current reading; results of earlier ones are discarded
 * @property {(file: File) => void} portrait  converts a picture to a nonogram
 * @property {boolean} docked  the result is on the board of Draw, with the picture next to it
 * @property {boolean} busy  the board of Draw is waiting for another reading
 * @property {number} timer  timer that rereads the picture after the frame was moved by keys
 */

/** @type {Own} */
const own = part("picture", {
  ...{ found: null, chosen: -1, dragged: -1, turn: 0, portrait: () => {} },
  ...{ docked: false, busy: false, timer: 0 },
});

/** @type {Omit<Panel, "name" | "order" | "icon">} */
export default {
  build: () =>
    h(
      "div",
      {},
      h(
        "div",
        { class: "row" },
        fileButton("picture-file", "picture.choose", openFile, { accept: "image/*" }),
        fileButton("picture-camera", "picture.take", openFile, { accept: "image/*", capture: "environment" }),
      ),
      h("p", { class: "small", "data-t": "picture.hint" }),
      readingView(),
    ),

  wire() {
    byId("picture-fade").addEventListener("input", draw);
    byId("picture-kind").addEventListener("change", (/** @type {any} */ { target }) => reread({ kind: target.value }));
    byId("picture-fix").addEventListener("submit", (/** @type {Event} */ event) => (event.preventDefault(), correct()));
    byId("picture-places").addEventListener("click", (/** @type {any} */ { target }) => {
      const item = target.closest("[data-item]")?.dataset.item;
      if (item) choose(Number(item));
    });
    byId("picture-corners").addEventListener("keydown", moveCorner);
    wireCanvas(byId("picture-canvas"));
    watch(stand);
  },

  enter() {
    if (!own.found) byId("picture-file").focus();
  },

  render,
};

/** Returns the view of the picture with the result, in the panel or next to the board of Draw. */
const readingView = () =>
  h(
    "div",
    { id: "picture-reading" },
    h("p", { id: "picture-words", class: "sentence", role: "status" }),
    h(
      "div",
      { id: "picture-found", hidden: true },
      h("p", { id: "picture-note", class: "small" }),
      h(
        "div",
        { id: "picture-open", class: "row" },
        textButton("picture.play", { id: "picture-play", class: "button solid", onclick: () => open("play") }),
        textButton("picture.draw", { id: "picture-draw", onclick: () => open("draw") }),
      ),
      h("canvas", { id: "picture-canvas", role: "img", "data-label": "picture.canvas" }),
      h(
        "label",
        { class: "fade small", for: "picture-fade" },
        h("span", { "data-t": "picture.fade.picture" }),
        h("input", { id: "picture-fade", type: "range", min: 0, max: 1, step: 0.05, value: 0.5 }),
        h("span", { "data-t": "picture.fade.reading" }),
      ),
      h("p", { id: "picture-doubtful", class: "small" }),
      h("div", { id: "picture-places", class: "row" }),
      h(
        "form",
        { id: "picture-fix", hidden: true },
        h("label", { id: "picture-place", for: "picture-value" }),
        h("input", { id: "picture-value", autocomplete: "off", spellcheck: "false" }),
        h("button", { type: "submit", class: "button line", "data-t": "picture.fix" }),
      ),
      h("label", { class: "small", for: "picture-kind", "data-t": "picture.kind" }),
      h("select", { id: "picture-kind" }),
      h(
        "div",
        { id: "picture-corners", class: "row", role: "group", "data-label": "picture.corners" },
        ...CORNERS.map((name, k) => textButton(`picture.corner.${name}`, { "data-corner": k })),
      ),
    ),
  );

/** @param {Found} found */
const doubts = ({ reading, values }) => (reading ? doubtful(reading, values) : []);

function render() {
  show(byId("picture-found"), Boolean(own.found));
  if (!own.found) return;
  const marked = new Set([...doubts(own.found), ...own.found.changed]);
  show(byId("picture-open"), Boolean(own.found.reading) && !isDocked());
  setText(byId("picture-words"), isDocked() && !isAsRead() ? "" : own.found.words);
  setText(byId("picture-note"), own.found.note);
  setText(byId("picture-doubtful"), marked.size ? t("picture.doubtful", { n: marked.size }) : "");
  refillOptions(byId("picture-kind"), own.found.kind, [
    ...state.catalog.flatMap(({ kind }) => (KINDS.includes(kind) ? [choiceOf(kind)] : [])),
    [PORTRAIT, t("picture.portrait")],
  ]);
  refill(byId("picture-places"), `${own.turn} ${[...marked]} ${own.found.values}`, () =>
    [...marked].slice(0, 40).map((i) => h("button", { class: "button line", "data-item": i }, placeName(i))),
  );
  show(byId("picture-fix"), own.chosen >= 0);
  draw();
}

/** Moves the picture next to the board of Draw if the result is there, otherwise into the panel. */
function stand() {
  if (!state.panel && (state.mode !== "draw" || !(own.busy || fits()))) own.docked = false;
  const docked = isDocked();
  const node = byId("picture-reading");
  const box = byId("image-box");
  if (docked && box && node.previousElementSibling !== box) box.after(node); // Draw may not have been loaded yet
  if (!docked && node.parentElement !== byId("panel-picture")) byId("panel-picture").append(node);
  if (!docked || !own.found) return;
  if (!own.busy) own.found.values = valuesOf(state.game?.document);
  render();
}

/** Returns whether the picture is next to the board of Draw. */
const isDocked = () => own.docked && state.mode === "draw" && !state.panel;

/** Returns whether the board has the kind and size of the result. */
const fits = () =>
  state.game?.document.kind === own.found?.kind &&
  valuesOf(state.game?.document).length === own.found?.reading?.items.length;

/** Returns whether the values are still those that the sentence refers to. */
const isAsRead = () => String(own.found?.values) === String(own.found?.checked);

/** Returns a kind as a choice. @param {string} kind @returns {[string, string]} */
const choiceOf = (kind) => [kind, kindName(kind)];

/** Returns the name of an item and its recognised value. @param {number} i */
function placeName(i) {
  const item = /** @type {Found} */ (own.found).reading?.items[i];
  const value = own.found?.values[i] === "." ? t("picture.empty") : (own.found?.values[i] ?? "");
  if (!item) return "";
  const { at } = item;
  if ("row" in at && "column" in at) return t("picture.cell", { row: at.row + 1, column: at.column + 1, value });
  return "row" in at
    ? t("picture.row", { row: at.row + 1, value })
    : t("picture.column", { column: at.column + 1, value });
}

/**
 * Reads a picture file. The board is unchanged.
 * @param {File} file @param {(file: File) => void} makePortrait called for a picture without a puzzle
 */
export async function readPictureFile(file, makePortrait) {
  own.portrait = makePortrait;
  update({ panel: "picture", message: null });
  own.found = null;
  own.chosen = -1;
  await ask(file, { file });
}

/** Reads the same picture as another kind, or within other corners. @param {{kind?: string, corners?: Corners}} how */
async function reread(how) {
  if (!own.found) return;
  if (how.kind === PORTRAIT) return own.portrait(own.found.file);
  own.chosen = -1;
  own.busy = isDocked();
  await ask(own.found.file, {
    kind: own.found.kind || undefined,
    corners: own.found.framed ? (own.found.corners ?? undefined) : undefined,
    ...how,
  });
}

/** @param {File} file @param {Omit<import("../reading/worker.js").Request, "id">} request */
async function ask(file, request) {
  const mine = ++own.turn;
  setText(byId("picture-words"), t("picture.reading"));
  const answer = await readFile(request).catch(() => null);
  if (mine !== own.turn) return;
  const picture = answer?.picture ?? own.found?.picture;
  if (!answer || !picture) {
    own.found = null;
    update({});
    return setText(byId("picture-words"), t(`picture.refused.${answer?.refusal || "failed"}`));
  }
  const { reading, cells, width, height } = answer;
  const values = reading?.items.map(({ choices }) => choices[0].value) ?? [];
  own.found = {
    ...{ file, picture, width, height, reading, cells, proven: false, changed: [], framed: Boolean(request.corners) },
    corners: answer.corners ?? request.corners ?? wholeOf(width, height),
    kind: reading?.kind ?? request.kind ?? "",
    ...{ values, checked: values },
    words: t(reading ? "picture.checking" : `picture.refused.${answer.refusal}`),
    note: answer.refusal === "two" ? t("picture.two") : "",
    palette: palette(isDark(picture) ? "dark" : "light"),
  };
  if (answer.refusal === "portrait" && request.file) return own.portrait(file);
  update({});
  await prove(mine);
}

/** Returns whether a picture is mostly dark. The reading is drawn in colours that suit it. @param {ImageBitmap} picture */
function isDark(picture) {
  const side = 16;
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(side, side).getContext("2d"));
  context.drawImage(picture, 0, 0, side, side);
  const { data } = context.getImageData(0, 0, side, side);
  return data.filter((_, i) => i % 4 === 1 && data[i] < 128).length > side ** 2 / 2;
}

/**
 * Returns a frame around nearly the whole picture, to be adjusted.
 * @param {number} width
 * @param {number} height
 * @returns {Corners}
 */
function wholeOf(width, height) {
  const [left, top, right, bottom] = [0.06 * width, 0.06 * height, 0.94 * width, 0.94 * height];
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
}

/**
 * Has the solver check the result.
 * @param {number} mine the number of the reading
 */
async function prove(mine) {
  const read = own.found?.reading;
  if (!read) return;
  engine.start();
  const solve = async (/** @type {Record<string, any>} */ document) => {
    if (mine !== own.turn) return "unknown";
    const answer = await engine.call("solve", { document, timeout: SECONDS }).catch((error) => error);
    return answer?.verdict ?? (answer?.kind === "stopped" ? "unknown" : "none");
  };
  const limits = { stopped: () => mine !== own.turn };
  const { rival: reading = read, values, verdict, proven, changed } = await proof(read, solve, limits);
  if (mine !== own.turn || !own.found) return;
  const position = isPosition(reading) && confirms(reading, verdict);
  const words = proven
    ? t(position ? "picture.proven.position" : "picture.proven")
    : t(`picture.unproven.${position ? "position" : verdict}`);
  const mended = changed.length ? ` ${t("picture.changed", { n: changed.length })}` : "";
  const { kind } = reading;
  own.found = { ...own.found, reading, kind, values, checked: values, proven, changed, words: words + mended };
  update({});
  if (isDocked()) await open("draw");
}

/** Selects an item for correction. @param {number} i */
function choose(i) {
  own.chosen = i;
  if (!own.found || i < 0) return update({});
  setText(byId("picture-place"), placeName(i));
  const field = byId("picture-value");
  field.value = own.found.values[i] === "." ? "" : own.found.values[i];
  update({});
  field.focus();
  field.select();
}

/** Treats the typed value as certain and starts the solver again. */
async function correct() {
  if (!own.found?.reading || own.chosen < 0) return;
  const value = typed(own.found.kind, byId("picture-value").value);
  if (value === null) return setText(byId("picture-place"), t("picture.value.wrong"));
  const at = own.chosen;
  if (isDocked()) return correctBoard(at, value);
  const items = own.found.reading.items.map((item, i) => (i === at ? certain(item, value) : item));
  const values = items.map(({ choices }) => choices[0].value);
  own.found = {
    ...own.found,
    reading: { ...own.found.reading, items },
    values,
    changed: [],
    words: t("picture.checking"),
  };
  own.chosen = -1;
  update({});
  byId("picture-play").focus({ preventScroll: true });
  await prove(++own.turn);
}

/** Writes a value to the board of Draw. @param {number} at @param {string} value */
async function correctBoard(at, value) {
  const { reading: read, values } = /** @type {Found} */ (own.found);
  if (!read) return;
  own.chosen = -1;
  const document = documentOf(
    read,
    values.map((old, i) => (i === at ? value : old)),
  );
  await openDocument({ ...state.game?.document, ...document }, { mode: "draw" }).catch(refuse);
}

/** @param {Item} item @param {string} value @returns {Item} */
const certain = ({ at }, value) => ({ at, choices: [{ value, likelihood: 1 }] });

/** Opens the result as a board. @param {"play" | "draw"} mode */
async function open(mode) {
  if (!own.found?.reading) return;
  const { reading: read, values } = own.found;
  own.busy = own.docked = mode === "draw";
  await openDocument({ ...documentOf(read, values), ...read.progress }, { mode }).catch(refuse);
  own.busy = false;
}

/**
 * Moves a corner of the frame by an arrow key. After a pause, the picture is read within the new frame.
 * @param {KeyboardEvent} event
 */
function moveCorner(event) {
  const corner = /** @type {HTMLElement} */ (event.target).dataset.corner;
  const step = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
  if (!own.found?.corners || corner === undefined || !step) return;
  event.preventDefault();
  event.stopPropagation();
  const by = (event.shiftKey ? 5 : 1) * STEP * own.found.width;
  const [x, y] = own.found.corners[Number(corner)];
  putCorner(Number(corner), [x + by * step[0], y + by * step[1]]);
  clearTimeout(own.timer);
  own.timer = setTimeout(() => reread({ corners: own.found?.corners ?? undefined }), PAUSE);
}

/** @param {number} corner @param {[number, number]} point */
function putCorner(corner, point) {
  if (!own.found?.corners) return;
  const corners = /** @type {Corners} */ (own.found.corners.map((old, k) => (k === corner ? point : old)));
  own.found = { ...own.found, corners };
  draw();
}

function draw() {
  const canvas = byId("picture-canvas");
  if (!own.found || !canvas.clientWidth) return;
  const scale = Math.min(2, devicePixelRatio || 1) * (canvas.clientWidth / own.found.width);
  Object.assign(canvas, { width: Math.round(own.found.width * scale), height: Math.round(own.found.height * scale) });
  drawView(canvas.getContext("2d"), own.found, {
    fade: Number(byId("picture-fade").value),
    doubtful: new Set(doubts(own.found)),
    changed: new Set(own.found.changed),
    chosen: own.chosen,
    palette: own.found.palette,
  });
}

/** Handles taps, which select a place, and drags of the corners of the frame. @param {HTMLCanvasElement} canvas */
function wireCanvas(canvas) {
  const point = (/** @type {PointerEvent} */ event) => {
    const box = canvas.getBoundingClientRect();
    const scale = (own.found?.width ?? 1) / box.width;
    return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale, reach: 22 * scale };
  };
  canvas.addEventListener("pointerdown", (event) => {
    if (!own.found) return;
    const { x, y, reach } = point(event);
    own.dragged = cornerAt(own.found, x, y, reach);
    if (own.dragged < 0) return choose(itemAt(own.found, x, y));
    canvas.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  canvas.addEventListener("pointermove", (event) => {
    if (own.dragged < 0 || !own.found?.corners) return;
    const { x, y } = point(event);
    putCorner(own.dragged, [x, y]);
  });
  canvas.addEventListener("pointerup", () => {
    if (own.dragged >= 0 && own.found?.corners) void reread({ corners: own.found.corners });
    own.dragged = -1;
  });
  new ResizeObserver(draw).observe(canvas);
}
