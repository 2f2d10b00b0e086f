/**
 * The welcome page: boards of a few kinds with one certain move each, the explanation on demand, and buttons for the
 * other kinds.
 */

import { part } from "../shell/state.js";
import "../canvas/overlays.js";
import { draw } from "../canvas/board.js";
import { layout } from "../canvas/layout.js";
import { byId, h, refill } from "../ui/dom.js";
import { progressIn } from "../core/game.js";
import { t } from "../ui/i18n.js";
import { kindOf, playedKinds } from "../shell/kinds.js";
import { kindTile } from "../shell/header.js";
import { paintSoon } from "../shell/board.js";
import { dateText, kindName, sentence, titleOf } from "../ui/text.js";

/** @import {CatalogEntry, PuzzleKind, State} from "../core/types.js" */

const BOARDS = 4; // the module of any other kind is loaded when it is chosen

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {PuzzleKind[]} kinds  the kinds with a board, once loaded
 * @property {boolean} asked
 */

/** @type {Own} */
const local = part("panels/welcome", { kinds: [], asked: false });

/** Updates the welcome page. @param {Readonly<State>} state */
export function renderWelcome({ catalog, why, palette, latest }) {
  if (!local.asked && catalog.length) {
    local.asked = true;
    Promise.all(shownFirst(catalog).map(({ kind }) => kindOf(kind))).then(
      (all) => ((local.kinds = all.filter((puzzle) => puzzle !== undefined)), paintSoon()),
    );
  }
  refill(byId("promise"), "", () =>
    t("promise")
      .split(/(\{marked\})/)
      .map((part) => (part === "{marked}" ? h("b", { class: "certain" }, t("promise.marked")) : part)),
  );
  refill(byId("samples"), local.kinds.length, () => local.kinds.map(sample));
  refill(byId("other-kinds"), local.kinds.length, () =>
    local.kinds.length
      ? catalog.filter(({ kind }) => !local.kinds.some((shown) => shown.kind === kind)).map((entry) => kindTile(entry))
      : [],
  );
  refill(byId("why"), why, () => (why ? sentence(`sample.${why}`) : []));
  const go = byId("start-continue");
  go.hidden = !latest || Boolean(latest.done);
  if (latest)
    go.textContent = t("start.continue", { title: titleOf({ id: latest.id, document: latest }, latest.hidden) });
  byId("start-first").hidden = Boolean(latest);
  byId("start-first").classList.add("solid");
  byId("start-example").classList.toggle("solid", Boolean(latest?.done));
  byId("start-example").classList.toggle("line", !latest?.done);
  const now = new Date();
  refill(byId("start-example"), `${now.toDateString()}`, () => [
    t("start.day", { date: dateText(now, { day: "numeric", month: "short" }) }),
  ]);
  // Draw one board per frame, so that all appear at about the same time.
  if (local.kinds.some((puzzle) => paint(puzzle, palette, why === puzzle.kind))) paintSoon();
}

/**
 * Returns the kinds to show with a board: the most recently played ones, then the first ones.
 * @param {CatalogEntry[]} catalog
 */
function shownFirst(catalog) {
  const played = playedKinds().flatMap((name) => catalog.find(({ kind }) => kind === name) ?? []);
  return [...new Set([...played, ...catalog])].slice(0, BOARDS);
}

/**
 * The palette and size for which each board was painted.
 * @type {WeakMap<HTMLCanvasElement, {palette: State["palette"], key: string}>}
 */
const painted = new WeakMap();

/** @param {PuzzleKind} puzzle */
function sample({ kind }) {
  return h(
    "figure",
    {},
    h(
      "button",
      { class: "sample", "data-kind": kind, "aria-label": t("sample.see", { kind: kindName(kind) }) },
      h("canvas", { id: `sample-${kind}` }),
    ),
    h(
      "figcaption",
      {},
      h("button", { class: "kind-name", "data-kind": kind }, kindName(kind)),
      h("p", { class: "small" }, t(`brief.${kind}`)),
    ),
  );
}

/**
 * Returns whether there was anything to paint.
 * @param {PuzzleKind} puzzle
 * @param {State["palette"]} palette
 * @param {boolean} reason
 */
function paint(puzzle, palette, reason) {
  const canvas = byId(`sample-${puzzle.kind}`);
  const side = canvas?.parentElement?.clientWidth;
  const key = `${side} ${reason} ${devicePixelRatio}`;
  const before = painted.get(canvas);
  if (!side || (before?.palette === palette && before.key === key)) return false;
  painted.set(canvas, { palette, key });
  const { document, board, overlays = [] } = puzzle.sample;
  const marks = progressIn(puzzle, { ...document, [puzzle.boardKey]: board }) ?? puzzle.givens(document);
  const plain = { ...puzzle, ...puzzle.plain };
  draw(canvas, {
    puzzle: plain,
    document,
    palette,
    marks,
    layout: layout(plain, document, { width: side, height: side }, 0),
    tone: "own",
    overlays: reason ? overlays : overlays.filter(({ role }) => role === "forced"),
  });
  return true;
}
