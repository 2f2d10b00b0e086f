/** Library: the puzzles of the day, and all puzzles that come with the page by kind and level, with the best times. */

import { clockText } from "../core/clock.js";
import { refillSegments } from "../ui/controls.js";
import { byId, h, onChoice, refill, showInTurn } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { kindName } from "../ui/text.js";
import { kindOf } from "../shell/kinds.js";
import { wantedDay } from "../shell/daily.js";
import { kindsWithLibrary, library, openEntry } from "../shell/library.js";
import { bestTimes } from "../shell/record.js";
import { part, state, update } from "../shell/state.js";
import { all } from "../shell/storage.js";
import { thumbnail } from "../canvas/thumbnail.js";
import { buildDaily, renderDaily, showDay, wireDaily } from "./daily.js";

/** @import {Game, Panel, PuzzleKind} from "../core/types.js" */
/** @import {LibraryEntry} from "../shell/library.js" */

const LEVELS = 5;
const SIDE = 64; // side of the thumbnail of a solved puzzle, in px

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {string} kind  the kind shown
 * @property {{puzzle: PuzzleKind, entries: LibraryEntry[], games: Map<string, Game>} | null} shelf  the puzzles of the kind,
 *   with the finished games
 */

/** @type {Own} */
const local = part("panels/library", { kind: "", shelf: null });

/** @type {Omit<Panel, "name" | "order" | "icon">} */
export default {
  build: () =>
    h(
      "div",
      {},
      buildDaily(),
      h("h3", { "data-t": "library.all" }),
      h("div", { id: "library-kinds", class: "segments", role: "group", "data-label": "kinds" }),
      h("div", { id: "library-list" }),
    ),

  wire() {
    wireDaily();
    onChoice(byId("library-kinds"), "of", (kind) =>
      read(kind).catch(() => update({ message: { kind: "not-loaded" } })),
    );
    onChoice(byId("library-list"), "entry", (index) => local.shelf && openEntry(local.shelf.entries[+index]));
  },

  async enter() {
    const kinds = kindsWithLibrary();
    const own = state.puzzle?.kind;
    const kind = local.kind || (own && kinds.includes(own) ? own : kinds[0]); // a kind may have been chosen already
    const day = wantedDay();
    await Promise.all([read(kind), showDay(day)]).catch(() => update({ message: { kind: "not-loaded" } }));
    const first = day !== undefined && byId("daily-copy").checkVisibility() ? "#daily-copy" : "#daily-tiles button";
    byId("daily").querySelector(first)?.focus();
  },

  leave() {
    local.kind = "";
  },

  render() {
    const best = bestTimes();
    const kinds = kindsWithLibrary();
    refillSegments(
      byId("library-kinds"),
      "of",
      local.kind,
      kinds.map((name) => [name, kindName(name)]),
    );
    renderDaily((entry, puzzle, time) => tile(entry, puzzle, time, { "data-of": puzzle.kind }, kindName(puzzle.kind)));
    const { shelf, kind } = local;
    const solved = JSON.stringify([[...best], [...(shelf?.games.keys() ?? [])]]);
    const shown = `${shelf?.puzzle.kind} ${solved} ${JSON.stringify(state.palette)}`;
    refill(byId("library-list"), shown, () => (shelf?.puzzle.kind === kind ? levels(shelf, best) : []));
    for (const list of byId("library-list").querySelectorAll("ul")) showInTurn(list, true);
  },
};

/** Loads and shows the puzzles of a kind. @param {string} wanted */
async function read(wanted) {
  local.kind = wanted;
  update({});
  const [puzzle, entries, kept] = await Promise.all([kindOf(wanted), library(wanted), all().catch(() => [])]);
  const games = new Map(kept.filter(({ finished, marks }) => finished && marks).map((game) => [game.id, game]));
  if (puzzle && local.kind === wanted) local.shelf = { puzzle, entries, games };
  update({});
}

/**
 * Returns the puzzles of a kind, grouped by level.
 * @param {NonNullable<Own["shelf"]>} shelf
 * @param {Map<string, number>} best
 */
function levels({ puzzle, entries, games }, best) {
  return Array.from({ length: LEVELS }, (_, index) => index + 1).flatMap((level) => {
    const some = entries.filter((entry) => entry.level === level);
    if (!some.length) return [];
    const done = some.filter(({ id }) => best.has(id)).length;
    return [
      h("h3", { class: "split small" }, h("span", {}, t(`level.${level}`)), h("span", {}, `${done} / ${some.length}`)),
      h(
        "ul",
        { hidden: true },
        ...some.map((entry) =>
          h(
            "li",
            {},
            tile(
              entry,
              puzzle,
              best.get(entry.id),
              { "data-entry": entry.number - 1 },
              "",
              picture(puzzle, entry, games.get(entry.id)),
            ),
          ),
        ),
      ),
    ];
  });
}

/** Returns a thumbnail of a solved nonogram. @param {PuzzleKind} puzzle @param {LibraryEntry} entry @param {Game} [game] */
function picture(puzzle, { document }, game) {
  if (!puzzle.picture || !game || !puzzle.solved(document, game.marks)) return null;
  const canvas = /** @type {HTMLCanvasElement} */ (h("canvas", { "aria-hidden": "true" }));
  thumbnail(canvas, { puzzle, document, palette: state.palette, marks: game.marks, tone: "own" }, SIDE);
  return canvas;
}

/**
 * @param {LibraryEntry} entry
 * @param {PuzzleKind} puzzle
 * @param {number | undefined} time the best time, in ms
 * @param {Record<string, any>} choice the data attribute that identifies the tile
 * @param {string} [name] a name to show instead of the number
 * @param {HTMLElement | null} [picture]
 */
function tile({ document, level, number }, puzzle, time, choice, name = "", picture = null) {
  const { width, height } = puzzle.size(document);
  const hint = t(`level.${level}`);
  return h(
    "button",
    { class: "tile", ...choice, "data-level": level, "data-done": String(time !== undefined), title: hint },
    picture,
    h("b", {}, ...(name ? [name] : both(String(number), t("library.number", { n: number })))),
    h("span", { class: "small" }, `${width} × ${height}`),
    h(
      "span",
      { class: "dips" },
      said(hint),
      ...Array.from({ length: LEVELS }, (_, dip) => h("i", { class: dip < level ? "on" : "" })),
    ),
    h(
      "span",
      { class: "small best" },
      ...(time === undefined ? [] : both(clockText(time), t("library.best", { time: clockText(time) }))),
    ),
  );
}

/** Returns a text that only screen readers read. @param {string} text */
const said = (text) => h("span", { class: "unseen" }, `, ${text}, `);

/** Returns a short text for display and a full text for screen readers. @param {string} seen @param {string} heard */
const both = (seen, heard) => [h("span", { "aria-hidden": "true" }, seen), said(heard)];
