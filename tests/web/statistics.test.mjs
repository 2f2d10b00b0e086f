/** Tests for the statistics of a list of solved puzzles. */

import assert from "node:assert/strict";
import test from "node:test";

import { dayNumber } from "../../web/core/daily.js";
import { bySize, perDay, streak } from "../../web/core/statistics.js";

const DAY = 86_400_000;
const TODAY = new Date(2026, 2, 10, 12);

/** Returns a puzzle solved some days before TODAY. @param {number} ago @param {object} [more] */
const solved = (ago, more = {}) => ({
  kind: "a",
  width: 5,
  height: 5,
  time: 1000,
  hints: 0,
  at: TODAY.getTime() - ago * DAY,
  ...more,
});

test("days are calendar days", () => {
  const number = dayNumber(new Date(2026, 2, 10, 0, 1));
  assert.equal(dayNumber(new Date(2026, 2, 10, 23, 59)), number);
  assert.equal(dayNumber(new Date(2026, 2, 11, 0, 1)), number + 1);
});

test("a streak lasts until a day is missed; today may still follow", () => {
  assert.deepEqual(streak([], TODAY), { now: 0, longest: 0 });
  assert.deepEqual(streak([solved(0), solved(0), solved(1), solved(2)], TODAY), { now: 3, longest: 3 });
  assert.deepEqual(streak([solved(1), solved(2)], TODAY), { now: 2, longest: 2 });
  assert.deepEqual(streak([solved(2), solved(3), solved(4)], TODAY), { now: 0, longest: 3 });
  assert.deepEqual(streak([solved(0), solved(2), solved(3)], TODAY), { now: 1, longest: 2 });
});

test("each kind and size has its best and median time", () => {
  const entries = [
    solved(0, { time: 3000 }),
    solved(1, { time: 1000 }),
    solved(2, { time: 9000 }),
    solved(0, { width: 10, height: 10, time: 5000 }),
    solved(0, { kind: "b", time: 2000 }),
  ];
  assert.deepEqual(
    bySize(entries).map(({ kind, width, count, best, median: middle }) => [kind, width, count, best, middle]),
    [
      ["a", 5, 3, 1000, 3000],
      ["a", 10, 1, 5000, 5000],
      ["b", 5, 1, 2000, 2000],
    ],
  );
  const [even] = bySize([4, 1, 2, 3].map((time) => solved(0, { time })));
  assert.equal(even.median, 2.5);
});

test("the chart counts the last days", () => {
  assert.deepEqual(perDay([solved(0), solved(0), solved(2), solved(9)], TODAY, 4), [0, 1, 0, 2]);
});

test("sizes of one area are ordered by width", () => {
  const sizes = [[6, 2], [2, 6], [3, 4], [1, 11], [4, 3]]; // prettier-ignore
  const found = bySize(sizes.map(([width, height]) => solved(0, { width, height })));
  assert.deepEqual(found.map(({ width }) => width), [1, 2, 3, 4, 6]); // prettier-ignore
});
