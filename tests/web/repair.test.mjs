/**
 * Tests for making pictures unique: line solving is compared with brute force, and the results of repairs are checked.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runsOf, solveLine } from "../../web/core/runs.js";
import { openCells, repair } from "../../web/puzzles/nonogram/repair.js";

const runs = (line) => (line.match(/1+/g) ?? []).map((run) => run.length);
const lines = (length) => Array.from({ length: 2 ** length }, (_, n) => n.toString(2).padStart(length, "0"));

/** Returns a generator of pseudo-random numbers. */
function dice(seed) {
  let state = seed;
  return () => (state = (state * 1103515245 + 12345) & 0x7fffffff) / 0x7fffffff;
}

/** Returns all lines of a length with some values. */
const linesOf = (length, values) =>
  Array.from({ length: values ** length }, (_, n) => n.toString(values).padStart(length, "0"));

test("a line keeps exactly the values that occur in some arrangement, in black and white and in colours", () => {
  const roll = dice(3);
  for (let round = 0; round < 400; round++) {
    const values = 2 + (round % 3);
    const length = 1 + Math.floor(roll() * (values === 2 ? 9 : 6));
    const pick = () => Math.floor(roll() * values);
    const own = Array.from({ length }, pick);
    const line = Uint16Array.from(own, (value) => (1 << value) | (roll() < 0.7 ? (1 << pick()) | (1 << pick()) : 0));
    const fitting = linesOf(length, values).filter(
      (other) =>
        String(runsOf([...other].map(Number))) === String(runsOf(own)) &&
        [...other].every((value, at) => line[at] & (1 << value)),
    );
    const wanted = own.map((_, at) => fitting.reduce((all, other) => all | (1 << other[at]), 0));
    solveLine(line, runsOf(own));
    assert.deepEqual([...line], wanted, String(own));
  }
});

test("a coloured picture is repaired with few changes and keeps its colours", () => {
  const roll = dice(4);
  for (let round = 0; round < 6; round++) {
    const picture = Array.from({ length: 144 }, () => (roll() < 0.4 ? 0 : 1 + Math.floor(roll() * 3))).join("");
    const made = run(repair({ width: 12, height: 12, layers: { picture } }, () => 0));
    assert.deepEqual(openCells(Uint8Array.from(made), 12), []);
    assert.ok([...made].filter((digit, at) => digit !== picture[at]).length < 20);
  }
});

/** Returns the number of pictures with the same clues as this one. */
function solutions(picture, width) {
  const height = picture.length / width;
  const rows = Array.from({ length: height }, (_, row) => picture.slice(row * width, (row + 1) * width));
  const columns = (all) => Array.from({ length: width }, (_, at) => String(runs(all.map((row) => row[at]).join(""))));
  const wanted = columns(rows).join("|");
  const choices = rows.map((row) => lines(width).filter((other) => String(runs(other)) === String(runs(row))));
  const count = (chosen) =>
    chosen.length === height
      ? Number(columns(chosen).join("|") === wanted)
      : choices[chosen.length].reduce((sum, row) => sum + count([...chosen, row]), 0);
  return count([]);
}

const run = (search) => {
  for (let step = search.next(); ; step = search.next()) if (step.done) return step.value;
};
const sketch = (width, height, share, roll) => ({
  width,
  height,
  layers: { picture: Array.from({ length: width * height }, () => (roll() < share ? "1" : "0")).join("") },
  members: {},
});

test("a repaired picture has one solution, and a unique one stays as it is", () => {
  const roll = dice(11);
  let changed = 0;
  for (let round = 0; round < 60; round++) {
    const drawn = sketch(4, 4, 0.45, roll);
    const made = run(repair(drawn, () => 0));
    assert.equal(solutions(made, 4), 1, `${drawn.layers.picture} -> ${made}`);
    if (!openCells(Uint8Array.from(drawn.layers.picture), 4).length) assert.equal(made, drawn.layers.picture);
    changed += [...made].filter((digit, at) => digit !== drawn.layers.picture[at]).length;
  }
  assert.ok(changed > 0 && changed < 60 * 4, String(changed));
});

test("open cells are those that no line determines, in any order", () => {
  const roll = dice(8);
  for (let round = 0; round < 40; round++) {
    const [width, height] = [3 + (round % 3), 4];
    const own = [...sketch(width, height, 0.5, roll).layers.picture];
    const groups = [
      ...Array.from({ length: height }, (_, row) => own.map((_, at) => at).slice(row * width, (row + 1) * width)),
      ...Array.from({ length: width }, (_, column) => Array.from({ length: height }, (_, row) => row * width + column)),
    ];
    const known = own.map(() => "");
    for (let left = -1; left !== known.filter((value) => !value).length;) {
      left = known.filter((value) => !value).length;
      for (const group of groups) {
        const clue = String(runs(group.map((cell) => own[cell]).join("")));
        const fitting = lines(group.length).filter(
          (line) => String(runs(line)) === clue && group.every((cell, at) => !known[cell] || known[cell] === line[at]),
        );
        group.forEach((cell, at) => {
          if (fitting.every((line) => line[at] === own[cell])) known[cell] = own[cell];
        });
      }
    }
    const open = [...known.keys()].filter((cell) => !known[cell]);
    assert.deepEqual(openCells(Uint8Array.from(own), width), open, own.join(""));
  }
});

test("few cells change if few are open, and a large picture with many open cells stays similar", () => {
  const diagonal = { width: 4, height: 4, layers: { picture: "1000010000100001" }, members: {} };
  const changes = (drawn, made) => [...made].filter((digit, at) => digit !== drawn.layers.picture[at]).length;
  const made = run(repair(diagonal, () => 0));
  assert.equal(changes(diagonal, made), 2, made);
  const roll = dice(2);
  const large = sketch(24, 24, 0.5, roll);
  assert.ok(openCells(Uint8Array.from(large.layers.picture), 24).length > 300);
  const smooth = run(repair(large, () => 0));
  assert.deepEqual(openCells(Uint8Array.from(smooth), 24), []);
  assert.ok(changes(large, smooth) < 45, String(changes(large, smooth)));
});

test("a blank cell without coloured cells around it may become black", () => {
  const drawn = { width: 3, height: 3, layers: { picture: "001000100" }, members: {} };
  assert.equal(run(repair(drawn, () => 0)), "101000100");
});

test("a repair without time still ends", () => {
  const roll = dice(5);
  for (const share of [0.2, 0.5, 0.8]) {
    const drawn = sketch(30, 20, share, roll);
    const made = run(repair(drawn, () => 2));
    assert.deepEqual(openCells(Uint8Array.from(made), 30), []);
  }
});
