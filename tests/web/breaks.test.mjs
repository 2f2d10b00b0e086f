/** Mistakes on every complete board of small puzzles: a board has none if and only if it is a solution. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { kind } from "./kinds.mjs";

/** Small puzzles with their number of solutions. */
const SMALL = [
  [{ kind: "nonogram", rows: [[1, 1], [3], []], cols: [[2], [1], [2]] }, 1],
  [{ kind: "nonogram", rows: [[1], [1], [1]], cols: [[1], [1], [1]] }, 6],
  [{ kind: "minesweeper", grid: ["1..", ".2.", "..."] }, 10],
  [{ kind: "minesweeper", grid: [".2.", "...", "1.."] }, 18],
  [{ kind: "binoxxo", grid: ["X..O", "....", "O...", "..X."] }, 7],
  [{ kind: "binoxxo", grid: ["O..", ".X.", "..."], distinct: false }, 22],
  [{ kind: "akari", grid: ["..1", "0.#", "..."] }, 1],
  [{ kind: "akari", grid: [".#.", ".2.", "..."] }, 2],
  [{ kind: "hitori", grid: ["112", "123", "311"] }, 2],
  [{ kind: "slitherlink", grid: ["3.", ".."] }, 4],
  [{ kind: "slitherlink", grid: ["3", "."] }, 1],
];

for (const [document, solutions] of SMALL) {
  const puzzle = kind(document.kind);
  test(`${document.kind} ${JSON.stringify(document.grid ?? document.rows)}`, () => {
    const givens = puzzle.givens(document);
    const free = [...givens].flatMap((mark, at) => (mark === "0" && !puzzle.fixed(document, at) ? [at] : []));
    assert.ok(free.length <= 13);
    const solved = [];
    for (let number = 0; number < 2 ** free.length; number++) {
      const marks = [...givens];
      free.forEach((cell, at) => (marks[cell] = number & (2 ** at) ? "1" : "2"));
      const whole = marks.join("");
      const wrong = puzzle.breaks(document, whole);
      assert.equal(puzzle.solved(document, whole), !wrong.length, `${whole} ${JSON.stringify(wrong)}`);
      if (!wrong.length) solved.push(whole);
    }
    assert.equal(solved.length, solutions);
    // Part of a solution is never reported as wrong.
    for (const whole of solved) {
      for (let step = 2; step < 7; step++) {
        const part = [...whole].map((mark, at) => (givens[at] === "0" && (at * step) % 5 < 2 ? "0" : mark)).join("");
        assert.deepEqual(puzzle.breaks(document, part), [], part);
      }
    }
  });
}

test("minesweeper: a click opens the cells that the definition requires", () => {
  const puzzle = kind("minesweeper");
  const field = ["..*....", ".......", "*....*.", ".......", "....*.."];
  const cells = field.flatMap((row, r) => [...row].map((letter, c) => ({ r, c, mine: letter === "*" })));
  const around = ({ r, c }) => cells.filter((one) => Math.max(Math.abs(one.r - r), Math.abs(one.c - c)) === 1);
  const index = ({ r, c }) => 7 * r + c;
  const document = { kind: "minesweeper", field, opened: [[0, 0]] };
  for (const start of cells.filter(({ mine }) => !mine)) {
    const opened = new Set([start]);
    for (const one of opened)
      if (!around(one).some(({ mine }) => mine)) for (const other of around(one)) opened.add(other);
    const before = "0".repeat(35);
    const after = [...before].map((_, at) => (at === index(start) ? "2" : "0")).join("");
    const wanted = cells.map((one) => (opened.has(one) && index(one) !== 0 ? "2" : "0"));
    const settled = [...puzzle.settle(document, before, after)];
    settled[0] = "0"; // is open from the start
    assert.equal(settled.join(""), wanted.join(""), JSON.stringify(start));
  }
});
