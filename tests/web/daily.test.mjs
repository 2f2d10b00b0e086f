import assert from "node:assert/strict";
import { test } from "node:test";

import { dateOf, dayNumber, mirrored, monthOf, puzzleOfDay } from "../../web/core/daily.js";

const entries = Array.from({ length: 40 }, (_, index) => ({ level: 1 + (index % 5) }));
const monday = dayNumber(new Date(2026, 10, 23));

test("a week starts with easy puzzles, and no puzzle repeats within eight weeks", () => {
  const week = Array.from({ length: 7 }, (_, n) => entries[puzzleOfDay(entries, monday + n).index].level);
  assert.deepEqual(week, [1, 2, 2, 3, 4, 5, 5]);
  const seen = Array.from({ length: 56 }, (_, n) => JSON.stringify(puzzleOfDay(entries, monday + n)));
  assert.equal(new Set(seen).size, 56);
});

test("a library of two puzzles has a puzzle for every day", () => {
  for (let day = monday; day < monday + 14; day++) assert.ok(puzzleOfDay(entries.slice(0, 2), day).index < 2);
});

test("a mirrored puzzle has its left and right exchanged", () => {
  const mines = { kind: "minesweeper", field: ["*..", "..."], opened: [[1, 0]], mines: 1 };
  assert.deepEqual(mirrored(mines), { kind: "minesweeper", field: ["..*", "..."], opened: [[1, 2]], mines: 1 });
  const picture = { kind: "nonogram", rows: [[2, 1]], cols: [[1], [1], [], [1]] };
  assert.deepEqual(mirrored(picture), { kind: "nonogram", rows: [[1, 2]], cols: [[1], [], [1], [1]] });
  assert.deepEqual(mirrored(mirrored(picture)), picture);
  const other = { kind: "sudoku", grid: ["12"], regions: ["ab"] };
  assert.equal(mirrored(other), other);
});

test("a month lists its days, starting with the Monday of its first week", () => {
  const november = monthOf(monday);
  assert.equal(november.length, 6 + 30); // 1 November 2026 is a Sunday
  assert.deepEqual(november.slice(0, 6), Array(6).fill(null));
  assert.equal(dateOf(november.at(-1)).getDate(), 30);
});
