/** Census: counts all pictures of a size by the difficulty of their puzzles, with examples of each class to open. */

import { options, refillSegments } from "../ui/controls.js";
import { byId, h, icon, onChoice, refill, setText, show } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { documentOf } from "../core/drawn.js";
import { blank, withLayer } from "../core/sketch.js";
import { kindOf } from "../shell/kinds.js";
import { openDocument } from "../shell/open.js";
import { ask, fail } from "../shell/solver.js";
import { part, state, update } from "../shell/state.js";
import { messageText } from "../ui/text.js";
import { barButton, buildSamples, enterSamples, renderSamples, wireSamples } from "./samples.js";

/** @import {Panel} from "../core/types.js" */
/** @import {Census} from "../engine/messages.js" */

const CLASSES = /** @type {const} */ (["SF", "MF", "MP"]);
const SIDES = [1, 2, 3, 4, 5];
/** Returns a number as a choice. @param {number} n @returns {[number, string]} */
const named = (n) => [n, String(n)];
const KEPT_PICTURES = 48; // number of pictures stored per class
const LISTED_CLASS = "MF"; // the class whose pictures can all be viewed
const PAGE = 48; // pictures per page
const MAX_SECONDS = 3600; // time limit in s

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {Census | null} found
 * @property {string} compat
 * @property {string} shown  the pictures shown: a class, or those that the two methods classify differently
 * @property {number} page
 * @property {boolean} busy
 */

/** @type {Own} */
const local = part("panels/census", { found: null, compat: "", shown: "MF", page: 0, busy: false });

const number = (/** @type {number} */ n) => new Intl.NumberFormat(state.language).format(n);

/** @type {Omit<Panel, "name" | "order" | "icon">} */
export default {
  build() {
    const side = (/** @type {string} */ id) =>
      h("select", { id: `census-${id}`, "data-label": `census.${id}` }, ...options(SIDES.map(named), 4));
    return h(
      "div",
      {},
      h("p", { class: "sentence", "data-t": "census.lead" }),
      h(
        "div",
        { class: "labelled" },
        h("p", { class: "small", "data-t": "draw.size" }),
        h(
          "div",
          { class: "row" },
          side("width"),
          h("span", { "aria-hidden": "true" }, "×"),
          side("height"),
          h("button", { id: "census-count", class: "button solid" }),
        ),
      ),
      h(
        "div",
        { class: "labelled" },
        h("p", { class: "small", "data-t": "census.way" }),
        h("div", { id: "census-compat", class: "segments", role: "group", "data-label": "census.way" }),
      ),
      h(
        "div",
        { id: "census-under-way" },
        h("progress", { id: "census-progress", max: 1, "data-label": "census.progress" }),
        h("p", { id: "census-done", class: "small" }),
      ),
      h(
        "div",
        { id: "census-result" },
        h("div", { class: "split small" }, h("h3", { id: "census-title" }), h("span", { id: "census-puzzles" })),
        h("div", { id: "census-bars", class: "bar-list", role: "group", "data-label": "census.classes" }),
        h("p", { id: "census-why" }),
        h("div", { id: "census-pages", class: "split small" }),
        h("div", { id: "census-pictures" }),
        h("p", { class: "small", "data-t": "census.open" }),
        h(
          "details",
          {},
          h("summary", { "data-t": "census.solutions" }),
          h("dl", { id: "census-solutions", class: "facts" }),
        ),
      ),
      buildSamples(),
    );
  },

  wire() {
    wireSamples();
    byId("census-count").addEventListener("click", count);
    onChoice(byId("census-compat"), "way", (way) => ((local.compat = way), update({})));
    for (const id of ["census-bars", "census-why"])
      onChoice(byId(id), "class", (name) => (([local.shown, local.page] = [name, 0]), update({})));
    onChoice(byId("census-pages"), "page", (by) => ((local.page += +by), update({})));
    onChoice(byId("census-pictures"), "picture", (rows) => openPicture(rows.split("/")));
  },

  enter: enterSamples,

  leave() {
    if (local.busy) state.work?.controller.abort();
  },

  render() {
    const { work } = state;
    const progress = work?.name === "census" ? work.progress : null;
    refillSegments(byId("census-compat"), "way", local.compat, [
      ["", t("census.true")],
      ["matlab", t("census.matlab")],
    ]);
    setText(byId("census-count"), t(local.busy ? "census.busy" : "census.count"));
    byId("census-count").setAttribute("aria-disabled", String(local.busy));
    show(byId("census-under-way"), local.busy);
    const of = progress?.of ?? 0;
    byId("census-progress").value = of ? (progress?.settled ?? 0) / of : 0;
    setText(byId("census-done"), of ? t("census.done", { n: number(progress?.settled ?? 0), of: number(of) }) : "");
    show(byId("census-result"), Boolean(local.found) && !local.busy);
    if (local.found) result(local.found);
    renderSamples(drawn);
  },
};

async function count() {
  if (local.busy) return;
  const [width, height] = ["census-width", "census-height"].map((id) => Number(byId(id).value));
  [local.busy, local.found] = [true, null];
  update({ message: null });
  try {
    const args = { kind: counted(), width, height, keep: KEPT_PICTURES, list: LISTED_CLASS, timeout: MAX_SECONDS };
    local.found = await ask("census", args, { onProgress: () => update({}) });
  } catch (error) {
    fail(error);
  }
  local.busy = false;
  update({});
}

/** @param {Census} census */
function result(census) {
  const counts = local.compat ? census.matlab : census.truth;
  const whole = census.pictures === census.of;
  setText(
    byId("census-title"),
    t(whole ? "census.all" : "census.part", {
      n: number(census.pictures),
      of: number(census.of),
      width: census.width,
      height: census.height,
    }),
  );
  setText(byId("census-puzzles"), whole ? t("census.puzzles", { n: number(census.puzzles) }) : "");
  refill(byId("census-bars"), `${JSON.stringify(counts)} ${local.shown}`, () =>
    CLASSES.map((name) => bar(name, counts[name], census.pictures)),
  );
  const { sentence } = census;
  refill(byId("census-why"), `${sentence?.key} ${sentence?.params.n}`, () =>
    sentence
      ? [
          h("span", {}, messageText(sentence)),
          " ",
          h("button", { class: "button line", "data-class": "differ" }, t("census.look")),
        ]
      : [],
  );
  show(byId("census-why"), Boolean(sentence));
  const all = local.shown === "differ" ? census.differ : local.shown === census.listed ? census.pictures_listed : null;
  const listed = all ?? census.examples[local.shown] ?? [];
  local.page = Math.min(Math.max(local.page, 0), Math.max(0, Math.ceil(listed.length / PAGE) - 1));
  const pictures = listed.slice(local.page * PAGE, (local.page + 1) * PAGE);
  pages(listed.length, pictures.length);
  refill(byId("census-pictures"), `${local.shown} ${JSON.stringify(pictures)}`, () =>
    pictures.length
      ? pictures.map((rows, at) =>
          h(
            "button",
            {
              class: "picture",
              "data-picture": rows.join("/"),
              "aria-label": t("census.picture", { rows: rows.join(" / ") }),
            },
            drawn(rows),
            // The format of the MATLAB program: each row's clue, then its cells.
            local.shown === census.listed && h("pre", {}, census.drawings?.[local.page * PAGE + at] ?? ""),
          ),
        )
      : [h("p", { class: "small" }, t("census.none"))],
  );
  refill(byId("census-solutions"), `${JSON.stringify(census.solutions)}`, () =>
    Object.entries(census.solutions).map(([solutions, puzzles]) =>
      h("div", {}, h("dt", {}, t("census.with", { n: solutions })), h("dd", {}, number(puzzles))),
    ),
  );
}

/** Renders the position among the pictures, and the buttons to other pages. @param {number} all @param {number} seen */
function pages(all, seen) {
  const way = (
    /** @type {number} */ by,
    /** @type {string} */ drawn,
    /** @type {string} */ key,
    /** @type {boolean} */ possible,
  ) =>
    h(
      "button",
      { class: "quiet", "data-page": by, "aria-label": t(key), disabled: !possible && "disabled" },
      icon(drawn),
    );
  const first = local.page * PAGE;
  show(byId("census-pages"), all > PAGE);
  refill(byId("census-pages"), `${local.shown} ${local.page} ${all}`, () => [
    way(-1, "back", "census.page.back", local.page > 0),
    h(
      "span",
      { role: "status" },
      t("census.page", { from: number(first + 1), to: number(first + seen), of: number(all) }),
    ),
    way(1, "next", "census.page.next", first + seen < all),
  ]);
}

/** @param {"SF" | "MF" | "MP"} name @param {number} count @param {number} all */
const bar = (name, count, all) =>
  barButton(
    { "data-class": name },
    name === local.shown,
    all ? count / all : 0,
    h("b", {}, `${name}  `, h("span", {}, t(`census.${name}`))),
    `${all ? ((100 * count) / all).toFixed(2) : 0} %`,
    t("census.pictures", { n: number(count) }),
  );

const SVG = "http://www.w3.org/2000/svg";

/** Draws a picture as a thumbnail. @param {string[]} rows */
function drawn(rows) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${rows[0].length} ${rows.length}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute(
    "d",
    rows.flatMap((row, r) => [...row].flatMap((sign, c) => (sign === "#" ? [`M${c} ${r}h1v1h-1z`] : []))).join(""),
  );
  svg.append(path);
  return svg;
}

/** Returns the kind that supports the census. */
const counted = () => state.catalog.find(({ census }) => census)?.kind;

/** Opens the puzzle of a picture. @param {string[]} rows */
async function openPicture(rows) {
  const kind = counted() ?? "";
  const edit = await (await kindOf(kind))?.edit?.();
  if (!edit?.photo) return;
  const size = { width: rows[0].length, height: rows.length };
  const digits = rows.join("").replace(/#/g, "1").replace(/[^1]/g, "0");
  const document = documentOf(kind, edit, withLayer(blank(edit, size), edit.photo, digits));
  openDocument(document, { mode: "analyse" }).catch(fail);
}
