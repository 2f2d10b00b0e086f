/**
 * The puzzles of a day: one of each kind from the library, a calendar of past days, the result as text to share, and
 * how many techniques are due for practice.
 */

import { clockText } from "../core/clock.js";
import { dateOf, dayNumber, monthOf } from "../core/daily.js";
import { dueNow, skills } from "../core/practice.js";
import { streak } from "../core/statistics.js";
import { textButton } from "../ui/controls.js";
import { byId, h, onChoice, refill, setText, show } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { announce, dateText, kindName } from "../ui/text.js";
import { kindOf } from "../shell/kinds.js";
import { kindsWithLibrary, openOfDay, puzzlesOfDay } from "../shell/library.js";
import { openPanel } from "../shell/panels.js";
import { sights } from "../shell/practice.js";
import { record } from "../shell/record.js";
import { part, update } from "../shell/state.js";
import { all } from "../shell/storage.js";

/** @import {PuzzleKind} from "../core/types.js" */
/** @import {LibraryEntry} from "../shell/library.js" */

/** @typedef {"solved" | "begun" | "open"} DayState */

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {number} day  the day shown
 * @property {Map<string, PuzzleKind>} kinds
 * @property {Map<number, LibraryEntry[]>} days  the puzzles of the month shown, by day
 * @property {Set<string>} begun  the ids of stored games with moves
 * @property {boolean} copied
 */

/** @type {Own} */
const local = part("panels/daily", { day: 0, kinds: new Map(), days: new Map(), begun: new Set(), copied: false });

const today = () => dayNumber(new Date());

/** @param {number} day @param {Intl.DateTimeFormatOptions} how */
const dated = (day, how) => dateText(dateOf(day), how);

/** @param {number} day */
const dayAndMonth = (day) => dated(day, { day: "numeric", month: "short" });

export function buildDaily() {
  const turn = (/** @type {string} */ id, /** @type {number} */ by) =>
    h(
      "button",
      { id: `daily-${id}`, class: "quiet", "data-label": `daily.${id}`, onclick: () => turnMonth(by) },
      by < 0 ? "‹" : "›",
    );
  return h(
    "section",
    { id: "daily" },
    h("h3", { id: "daily-date" }),
    h("p", { id: "daily-streak", class: "small" }),
    h("div", { id: "daily-tiles" }),
    h("button", { id: "daily-due", class: "link", onclick: () => openPanel("statistics") }),
    h(
      "div",
      { id: "daily-result" },
      h("pre", { id: "daily-card", tabindex: 0, "data-label": "daily.card" }),
      h(
        "div",
        { class: "row" },
        h("button", { id: "daily-copy", class: "button line", onclick: copy }),
        textButton("share.send", { id: "daily-send", onclick: send }),
      ),
    ),
    h(
      "details",
      { id: "daily-calendar" },
      h("summary", { class: "small", "data-t": "daily.calendar" }),
      h(
        "div",
        { id: "daily-month" },
        turn("before", -1),
        h("span", { id: "daily-name", "aria-live": "polite" }),
        turn("after", 1),
      ),
      h("div", { id: "daily-days" }),
      h("p", { id: "daily-legend", class: "small" }),
    ),
  );
}

export function wireDaily() {
  onChoice(byId("daily-days"), "day", (day) => showDay(+day));
  onChoice(byId("daily-tiles"), "of", (kind) => openOfDay(kind, local.day));
}

/** Shows the puzzles of a day; default: today. @param {number} [day] */
export async function showDay(day = today()) {
  local.day = Math.min(day, today());
  local.copied = false;
  const days = monthOf(local.day).flatMap((one) => (one !== null && one <= today() ? one : []));
  const [kinds, kept] = await Promise.all([
    Promise.all(kindsWithLibrary().map((kind) => kindOf(kind))),
    all().catch(() => []),
  ]);
  local.kinds = new Map(kinds.flatMap((puzzle) => (puzzle ? [[puzzle.kind, puzzle]] : [])));
  local.begun = new Set(kept.filter(({ past }) => past?.length).map(({ id }) => id));
  const puzzles = await Promise.all(days.map(puzzlesOfDay));
  local.days = new Map(days.map((one, index) => [one, puzzles[index]]));
  update({});
}

/** Moves to another month and shows its last day that is not in the future. @param {number} by */
function turnMonth(by) {
  const days = monthOf(local.day).flatMap((one) => one ?? []);
  const day = by < 0 ? days[0] - 1 : days[days.length - 1] + 1;
  if (day <= today()) showDay(by < 0 ? day : Math.min(today(), day + 27));
}

/** Returns the first solve of the puzzle of a day, on that day or later. @param {LibraryEntry} entry @param {number} day */
const solvedOn = ({ id }, day) => record().find((one) => one.id === id && dayNumber(new Date(one.at)) >= day);

/** @param {LibraryEntry} entry @param {number} day @returns {DayState} */
const progress = (entry, day) => (solvedOn(entry, day) ? "solved" : local.begun.has(entry.id) ? "begun" : "open");

/**
 * @param {(entry: LibraryEntry, puzzle: PuzzleKind, time: number | undefined) => HTMLElement} tile creates a tile, as in the
 *   library
 */
export function renderDaily(tile) {
  const { day, days, kinds } = local;
  const entries = days.get(day) ?? [];
  show(byId("daily"), entries.length > 0);
  if (!entries.length) return;
  setText(
    byId("daily-date"),
    t(day === today() ? "daily.today" : "daily.of", {
      date: dated(day, { weekday: "long", day: "numeric", month: "long" }),
    }),
  );
  const { now } = streak(record(), new Date());
  show(byId("daily-streak"), now > 1 && day === today());
  setText(byId("daily-streak"), t("daily.streak", { n: now }));
  const key = `${day} ${record().length} ${[...local.begun].length} ${today()}`;
  refill(byId("daily-tiles"), key, () =>
    entries.flatMap((entry) => {
      const puzzle = kinds.get(entry.document.kind);
      return puzzle ? [tile(entry, puzzle, solvedOn(entry, day)?.time)] : [];
    }),
  );
  const due = dueNow(skills(sights(), new Date()), new Date()).length;
  show(byId("daily-due"), due > 0 && day === today());
  setText(byId("daily-due"), t("skills.due", { n: due }));
  const card = result(entries, day);
  show(byId("daily-result"), Boolean(card));
  setText(byId("daily-card"), card);
  setText(byId("daily-copy"), t(local.copied ? "copied" : "daily.copy"));
  show(byId("daily-send"), "share" in navigator);
  setText(byId("daily-name"), dated(day, { month: "long", year: "numeric" }));
  const month = monthOf(day);
  byId("daily-after").setAttribute("aria-disabled", String(Math.max(...month.map((one) => one ?? 0)) >= today()));
  refill(byId("daily-days"), key, () => [...weekdays(), ...month.map(square)]);
  refill(byId("daily-legend"), "", () =>
    /** @type {const} */ (["solved", "begun", "open"]).map((name) => h("span", {}, dot(name), t(`daily.${name}`))),
  );
}

const weekdays = () =>
  Array.from({ length: 7 }, (_, n) =>
    h("span", { class: "small", "aria-hidden": "true" }, dated(4 + n, { weekday: "narrow" })),
  );

/** @param {DayState} is */
const dot = (is) => h("i", { "data-is": is });

/** Returns a day of the calendar, with a dot for each of its puzzles if one was played. @param {number | null} day */
function square(day) {
  if (day === null) return h("span", {});
  const is = (local.days.get(day) ?? []).map((entry) => progress(entry, day));
  const count = (/** @type {DayState} */ name) => is.filter((one) => one === name).length;
  const counts = /** @type {const} */ (["solved", "begun"])
    .filter(count)
    .map((name) => `${t(`daily.${name}`)} ${count(name)}`);
  return h(
    "button",
    {
      "data-day": day,
      disabled: day > today(),
      "aria-pressed": String(day === local.day),
      "aria-label": [dayAndMonth(day), ...counts].join(", "),
    },
    dated(day, { day: "numeric" }).replace(/\D/g, ""),
    h("span", {}, ...(counts.length || day === today() ? is.map(dot) : [])),
  );
}

/** Returns the result of a day without spoilers, one line per puzzle. @param {LibraryEntry[]} entries @param {number} day */
function result(entries, day) {
  const lines = entries.flatMap((entry) => {
    const done = solvedOn(entry, day);
    if (!done) return [];
    const parts = [
      `${kindName(entry.document.kind)} ${dayAndMonth(day)}`,
      clockText(done.time),
      done.hints ? t("daily.hints", { n: done.hints }) : t("daily.no-hint"),
      ...(entry.hardest ? [t("daily.hardest", { name: t(`technique.${entry.hardest}`) })] : []),
    ];
    return [parts.join(t("daily.comma"))];
  });
  return lines.length ? [...lines, `${location.origin}${location.pathname}#day=${isoDay(day)}`].join("\n") : "";
}

/** @param {number} day */
const isoDay = (day) => new Date(day * 86_400_000).toISOString().slice(0, 10);

const text = () => byId("daily-card").textContent ?? "";

async function copy() {
  await navigator.clipboard.writeText(text());
  local.copied = true;
  announce(t("copied"));
  update({});
}

const send = () => navigator.share({ text: text() }).catch(() => {}); // the visitor cancelled
