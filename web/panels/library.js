/** Library: the puzzles that come with the page, by kind, with level and best time; the puzzle of the day. */

import { clockText } from "../core/clock.js";
import { byId, h, onChoice, refill, segments } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { kindName } from "../ui/text.js";
import { kindOf } from "../shell/kinds.js";
import { kindsWithLibrary, library, openEntry, puzzleOfTheDay } from "../shell/library.js";
import { bestTimes } from "../shell/record.js";
import { part, state, update } from "../shell/state.js";

/** @import {Panel, PuzzleKind} from "../core/types.js" */
/** @import {Entry} from "../shell/library.js" */

const LEVELS = 5;

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {string} kind  the kind that is shown
 * @property {{puzzle: PuzzleKind, entries: Entry[]} | null} shelf
 * @property {{puzzle: PuzzleKind, entry: Entry} | null} day
 */

/** @type {Own} */
const local = part("panels/library", { kind: "", shelf: null, day: null });

/** @type {Omit<Panel, "name" | "order" | "icon">} */
export default {
  build: () =>
    h(
      "div",
      {},
      h(
        "section",
        { id: "library-day" },
        h("h3", { class: "small", "data-t": "library.day" }),
        h("div", { id: "library-today" }),
      ),
      h("div", { id: "library-kinds", class: "segments", role: "group", "data-label": "kinds" }),
      h("ul", { id: "library-list" }),
    ),

  wire() {
    onChoice(byId("library-kinds"), "of", read);
    onChoice(byId("library-list"), "entry", (index) => local.shelf && openEntry(local.shelf.entries[+index]));
    onChoice(byId("library-today"), "entry", () => local.day && openEntry(local.day.entry));
  },

  async enter() {
    const kinds = kindsWithLibrary();
    await read(state.puzzle && kinds.includes(state.puzzle.kind) ? state.puzzle.kind : local.kind || kinds[0]);
    byId("library-today").querySelector("button")?.focus();
  },

  render() {
    const best = bestTimes();
    const times = JSON.stringify([...best]);
    refill(byId("library-kinds"), `${state.language} ${local.kind}`, () =>
      segments(
        "of",
        kindsWithLibrary().map((name) => [name, kindName(name)]),
        local.kind,
      ),
    );
    refill(byId("library-today"), `${state.language} ${local.day?.entry.id} ${times}`, () =>
      local.day ? [tile(local.day.entry, local.day.puzzle, 0, best, kindName(local.day.puzzle.kind))] : [],
    );
    refill(byId("library-list"), `${state.language} ${local.shelf?.puzzle.kind} ${times}`, () =>
      (local.shelf?.entries ?? []).map((entry, index) =>
        h("li", {}, tile(entry, /** @type {{puzzle: PuzzleKind}} */ (local.shelf).puzzle, index, best)),
      ),
    );
  },
};

/** Shows the puzzles of a kind, and the one of the day. @param {string} wanted */
async function read(wanted) {
  local.kind = wanted;
  update({});
  try {
    const [puzzle, entries, today] = await Promise.all([kindOf(wanted), library(wanted), puzzleOfTheDay()]);
    const its = await kindOf(today.document.kind);
    if (its) local.day = { puzzle: its, entry: today };
    if (puzzle && local.kind === wanted) local.shelf = { puzzle, entries };
    update({});
  } catch {
    update({ message: { kind: "not-loaded" } });
  }
}

/**
 * @param {Entry} entry
 * @param {PuzzleKind} puzzle
 * @param {number} index
 * @param {Map<string, number>} best
 * @param {string} [name] instead of the number
 */
function tile({ document, id, level, number }, puzzle, index, best, name = "") {
  const { width, height } = puzzle.size(document);
  const time = best.get(id);
  const hint = t(`level.${level}`);
  return h(
    "button",
    {
      type: "button",
      class: "tile",
      "data-entry": index,
      "data-level": level,
      "data-done": String(time !== undefined),
      title: hint,
    },
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

/** Only heard, a part of its own. @param {string} text */
const said = (text) => h("span", { class: "unseen" }, `, ${text}, `);

/** Short for the eye, whole for the ear. @param {string} seen @param {string} heard */
const both = (seen, heard) => [h("span", { "aria-hidden": "true" }, seen), said(heard)];
