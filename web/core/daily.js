/** Chooses the puzzles of a day from the date alone, and lists the days of a month. */

/** @import {PuzzleDocument} from "./types.js" */

const DAY = 86_400_000; // ms

/** Returns the local calendar day of a date, as the number of days since 1 January 1970. @param {Date} date */
export const dayNumber = (date) => Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY);

/** Returns the date of a day, at noon. @param {number} day see `dayNumber` */
export function dateOf(day) {
  const utc = new Date(day * DAY);
  return new Date(utc.getUTCFullYear(), utc.getUTCMonth(), utc.getUTCDate(), 12);
}

/** Returns the day of the week, 0 for Monday. @param {number} day */
const weekday = (day) => (((day + 3) % 7) + 7) % 7;

/**
 * The fifth of the library, sorted by difficulty, for each weekday from Monday: puzzles become harder during the week.
 */
const FIFTHS = [0, 1, 1, 2, 3, 4, 4];

const LARGE = 100; // in cells; larger puzzles are left for Saturdays and Sundays

/**
 * Returns the index of the day's puzzle in a library, and whether to mirror it. A puzzle repeats only after all others
 * of its fifth have been used, both unchanged and mirrored.
 * @param {readonly {level: number, cells?: number}[]} entries
 * @param {number} day
 */
export function puzzleOfDay(entries, day) {
  const fits = weekday(day) > 4 ? () => true : (/** @type {number} */ index) => !(Number(entries[index].cells) > LARGE);
  const easyFirst = entries
    .flatMap((_, index) => (fits(index) ? index : []))
    .sort((a, b) => entries[a].level - entries[b].level || a - b);
  const fifth = FIFTHS[weekday(day)];
  const cut = (/** @type {number} */ n) => Math.floor((n * easyFirst.length) / 5);
  const some = easyFirst.length < 5 ? easyFirst : easyFirst.slice(cut(fifth), cut(fifth + 1));
  const same = (/** @type {number[]} */ days) => days.filter((one) => one === fifth).length;
  const turn = Math.floor((day + 3) / 7) * same(FIFTHS) + same(FIFTHS.slice(0, weekday(day)));
  return { index: some[turn % some.length], mirrored: Math.floor(turn / some.length) % 2 === 1 };
}

/**
 * Mirrors the members of a document that depend on left and right.
 * @type {Record<string, (value: any, width: number) => any>}
 */
const MIRROR = {
  kind: (kind) => kind,
  grid: (lines) => lines.map(reversed),
  field: (lines) => lines.map(reversed),
  rows: (lines) => lines.map(reversed),
  cols: reversed,
  opened: (cells, width) => cells.map((/** @type {number[]} */ [r, c]) => [r, width - 1 - c]),
  mines: (count) => count,
  stars: (count) => count,
};

/** @param {any} line a string or an array */
function reversed(line) {
  return typeof line === "string" ? [...line].reverse().join("") : [...line].reverse();
}

/**
 * Returns a puzzle with left and right exchanged, or the puzzle itself if part of it cannot be mirrored.
 * @param {PuzzleDocument} document
 * @returns {PuzzleDocument}
 */
export function mirrored(document) {
  if (!Object.keys(document).every((key) => key in MIRROR)) return document;
  const width = (document.cols ?? document.field?.[0] ?? document.grid?.[0]).length;
  const turned = Object.entries(document).map(([key, value]) => [key, MIRROR[key](value, width)]);
  return /** @type {PuzzleDocument} */ (Object.fromEntries(turned));
}

/**
 * Returns the days of the month that contains a day. The list starts with a null for each weekday before the first.
 * @param {number} day
 * @returns {(number | null)[]}
 */
export function monthOf(day) {
  const date = dateOf(day);
  const first = dayNumber(new Date(date.getFullYear(), date.getMonth(), 1));
  const next = dayNumber(new Date(date.getFullYear(), date.getMonth() + 1, 1));
  return [...Array(weekday(first)).fill(null), ...Array.from({ length: next - first }, (_, n) => first + n)];
}
