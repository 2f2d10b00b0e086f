/** Tests of values that are exactly at a limit, or one beyond it. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { hit, nodeAt } from "../../web/canvas/hit.js";
import { layout } from "../../web/canvas/layout.js";
import { dayNumber, puzzleOfDay } from "../../web/core/daily.js";
import { gameProblem } from "../../web/core/game-validation.js";
import { newGame, play, undo } from "../../web/core/game.js";
import { isSight, withinReach } from "../../web/core/practice.js";
import { fromPacked, toFragment } from "../../web/core/share-link.js";
import { perDay } from "../../web/core/statistics.js";
import { documentProblem, variantOf } from "../../web/core/validation.js";
import { isJudged, keepVerdict } from "../../web/core/verdicts.js";
import { end, idle, move, start, wheel } from "../../web/input/gestures.js";
import { repair } from "../../web/puzzles/nonogram/repair.js";
import { colourOf } from "../../web/reading/cells.js";
import { readPicture } from "../../web/reading/read.js";
import { dotsUnder } from "../../web/reading/strokes.js";
import { kind } from "./kinds.mjs";
import { dice } from "./pins.mjs";

const LATEST = 8.64e15; // the last time that Date accepts
const nonogram = { kind: "nonogram", rows: [[], []], cols: [[], []] };
const puzzle = kind("nonogram");

test("a stored game has times that Date accepts, and cells of its board", () => {
  const game = newGame(puzzle, nonogram);
  const damaged = (more) => gameProblem(puzzle, undefined, { ...game, ...more })?.params.field ?? null;
  assert.equal(damaged({ changed: LATEST }), null);
  assert.equal(damaged({ changed: LATEST + 1 }), "changed");
  const moved = (cell, more = {}) => [{ cells: [cell], before: "0", after: "1", ...more }];
  assert.equal(damaged({ past: moved(3) }), null);
  assert.equal(damaged({ past: moved(4) }), "past");
  assert.equal(damaged({ past: moved(3, { lost: [{ undo: 1 }] }) }), null);
  assert.equal(damaged({ past: moved(3, { lost: [{ undo: 0 }] }) }), "past");
});

test("a move keeps up to 1000 events that were undone", () => {
  const [twice, marks] = [["1000", "1100"], (turn) => (turn % 2 ? "1000" : "0100")];
  const lostAfter = (turns) => {
    let game = undo(undo(twice.reduce((before, each) => play(puzzle, before, each), newGame(puzzle, nonogram))));
    for (let turn = 0; turn < turns; turn++) game = undo(play(puzzle, game, marks(turn)));
    return play(puzzle, game, "0001").past[0].lost?.length;
  };
  assert.deepEqual([3, 499, 500].map(lostAfter), [8, 1000, undefined]);
});

test("a practice entry has a time that Date accepts; of two puzzles that fit equally, the first is next", () => {
  const numbers = { level: 1, effort: 1, seen: 1, missed: 0, time: 3, at: 0 };
  const sight = { game: "a", kind: "nonogram", technique: "line", ...numbers };
  assert.ok(isSight({ ...sight, at: LATEST }) && !isSight({ ...sight, at: LATEST + 1 }));
  const entries = [{ level: 2, name: "first" }, { level: 2, name: "second" }]; // prettier-ignore
  assert.equal(withinReach([sight], "nonogram", entries)?.name, "first");
}); // prettier-ignore

test("on weekdays, a puzzle of the day has up to 100 cells", () => {
  const monday = dayNumber(new Date(2026, 10, 23));
  const entries = [{ level: 1, cells: 101 }, { level: 1, cells: 100 }]; // prettier-ignore
  for (let day = monday; day < monday + 5; day++) assert.equal(puzzleOfDay(entries, day).index, 1);
});

test("verdicts on up to 200 boards are known", async () => {
  const document = { kind: "nonogram", rows: [[1]], cols: [[1]] };
  const board = (n) => n.toString(2).padStart(9, "0");
  const keep = (n) => keepVerdict(document, board(n), Promise.resolve({ solved: false, breaks: [] }));
  for (let n = 0; n < 200; n++) await keep(n);
  assert.ok(isJudged(document, board(0)));
  await keep(200);
  assert.ok(!isJudged(document, board(0)) && isJudged(document, board(200)));
});

test("a board is checked again if the worker died", async () => {
  const document = { kind: "star_battle", grid: ["A"] };
  await assert.rejects(keepVerdict(document, "1", Promise.reject({ kind: "fatal" })));
  assert.ok(!isJudged(document, "1"));
  await keepVerdict(document, "1", Promise.resolve({ solved: true, breaks: [] }));
  assert.ok(isJudged(document, "1"));
});

test("a link has up to a million characters", async () => {
  const packed = (await toFragment(nonogram)).slice(3);
  assert.deepEqual(await fromPacked(packed.padEnd(1_000_000)), nonogram);
  await assert.rejects(fromPacked(packed.padEnd(1_000_001)), { kind: "broken-link" });
});

test("the chart starts with its first day", () => {
  const today = new Date(2026, 10, 23, 12);
  const solved = [23, 22, 21, 20].map((day) => ({ at: new Date(2026, 10, day, 9).getTime() }));
  assert.deepEqual(perDay(solved, today, 3), [1, 1, 1]);
});

test("a coloured nonogram with invalid colours is checked like a plain one; an empty line may have a zero", () => {
  assert.equal(variantOf(puzzle, { ...nonogram, colors: ["#c00"] }), puzzle);
  const coloured = { ...nonogram, colors: ["#c00", "#00c"], rows: [[0], [[1, 2]]], cols: [[[1, 2]], [0]] };
  assert.equal(documentProblem(variantOf(puzzle, coloured), coloured), null);
});

test("star battles have up to 50 stars, and a rule in words for each number up to 3", () => {
  const battle = kind("star_battle");
  const problem = (stars) => documentProblem(battle, { kind: "star_battle", grid: ["A"], stars })?.kind ?? null;
  assert.deepEqual([50, 51, 0].map(problem), [null, "stars", "stars"]);
  const rule = (stars) => battle.rule({ grid: ["A"], stars });
  assert.deepEqual([1, 3, 4].map(rule), ["rule.star_battle.1", "rule.star_battle.3", "rule.star_battle"]);
});

test("a repair searches for six tenths of its time and restores cells until the end", () => {
  const roll = dice(1);
  for (let turn = 0; turn < 20; turn++) roll();
  const picture = Array.from({ length: 144 }, () => (roll() < 0.5 ? "1" : "0")).join("");
  const drawn = { width: 12, height: 12, layers: { picture }, members: {} };
  const after = (spent) => {
    const search = repair(drawn, () => spent);
    for (let step = search.next(); ; step = search.next()) if (step.done) return step.value;
  };
  assert.equal(after(0.6), after(0));
  assert.notEqual(after(0.61), after(0));
  assert.equal(after(1), after(0.61));
  assert.notEqual(after(1.01), after(1));
});

/** Returns a board of 4 x 4 cells of a size. */
function viewOf(cell, more = {}) {
  const document = { kind: "nonogram", rows: [[], [], [], []], cols: [[], [], [], []] };
  const place = layout(puzzle, document, { width: 1000, height: 1000 }, cell);
  return {
    id: "game", puzzle, document, marks: "0".repeat(16), layout: place,
    tool: 0, editable: true, cursor: null, pen: null,
    hit: (x, y, shape) => hit(puzzle, place, x, y, shape),
    nodeAt: (x, y, reach, shape) => nodeAt(place, x, y, reach, shape),
    at: (row, column) => ({ x: place.origin.x + (column + 0.5) * cell, y: place.origin.y + (row + 0.5) * cell }),
    ...more,
  };
} // prettier-ignore

const finger = (at, time = 0, id = 1) => ({ id, type: "touch", button: 0, time, ...at });

test("fingers hide cells below 40 px, and cannot aim at cells below 22 px", () => {
  const magnified = (cell) => {
    const view = viewOf(cell);
    return start(idle, finger(view.at(1, 1)), view)[1].some(([name, at]) => name === "magnify" && at);
  };
  assert.deepEqual([39, 40].map(magnified), [true, false]);
  const zoomed = (cell, time) => {
    const view = viewOf(cell, { zooms: true });
    const [pressed] = start(idle, finger(view.at(1, 1)), view);
    return end(pressed, finger(view.at(1, 1), time), view)[1].some(([name]) => name === "zoomTo");
  };
  assert.deepEqual([zoomed(21, 299), zoomed(21, 300), zoomed(22, 299)], [true, false, false]);
});

test("under the loupe, a finger aims for 300 ms and within six tenths of a cell", () => {
  const view = viewOf(20);
  const from = view.at(1, 1);
  const [pressed] = start(idle, finger(from), view);
  const cellsAfter = (across, time) =>
    move(pressed, finger({ x: from.x + across, y: from.y }, time), view)[0].stroke.cells.length;
  assert.deepEqual([cellsAfter(12, 299), cellsAfter(12, 300), cellsAfter(13, 299)], [1, 2, 2]);
});

test("a tap moves by less than 8 px", () => {
  const view = viewOf(48, { editable: false });
  const from = view.at(1, 1);
  const [pressed] = start(idle, finger(from), view);
  const tapped = (across) => end(pressed, finger({ x: from.x + across, y: from.y }), view)[1].length;
  assert.deepEqual([tapped(7), tapped(8)], [1, 0]);
});

test("a wheel that turns sideways only does not zoom in", () => {
  const turn = { x: 5, y: 6, across: 3, down: 0, zoom: true, sideways: false };
  assert.deepEqual(wheel(turn, viewOf(48)), [["zoomStep", -1, 5, 6]]);
});

/** Draws boards of blank cells side by side, the first of which has a filled rectangle, and dots next to them. */
function drawn(pitch, grids, dots = [0, 0], filled = [0, 0]) {
  const all = [...grids, dots];
  const wide = all.reduce((sum, [width]) => sum + width + 3, 1) * pitch;
  const tall = (Math.max(...all.map(([, height]) => height)) + 3) * pitch;
  const data = new Uint8ClampedArray(4 * wide * tall).fill(255);
  const box = (left, top, across, down) => {
    for (let y = top; y < top + down; y++)
      for (let x = left; x < left + across; x++) data.set([0, 0, 0], 4 * (y * wide + x));
  };
  let left = pitch;
  for (const [width, height] of grids) {
    for (let c = 0; c <= width; c++) box(left + c * pitch, pitch, 1, height * pitch + 1);
    for (let r = 0; r <= height; r++) box(left, (r + 1) * pitch, width * pitch + 1, 1);
    left += (width + 2.5) * pitch;
  }
  box(2 * pitch, 2 * pitch, filled[0] * pitch, filled[1] * pitch);
  for (let c = 0; c < dots[0]; c++) for (let r = 0; r < dots[1]; r++) box(left + c * pitch, (r + 1) * pitch, 2, 2);
  return { width: wide, height: tall, data };
}

test("a full board of 64 cells, or one of which 300 are found, counts next to a larger one of dots", () => {
  const size = (...picture) => {
    const { reading } = readPicture(drawn(...picture), "slitherlink");
    return [reading.width, reading.height];
  };
  assert.deepEqual(size(14, [[8, 8]], [12, 12]), [8, 8]);
  assert.deepEqual(size(14, [[7, 9]], [12, 12]), [11, 11]);
  assert.deepEqual(size(12, [[20, 16]], [24, 20], [4, 5]), [20, 16]);
  assert.deepEqual(size(12, [[20, 16]], [24, 20], [3, 7]), [23, 19]);
});

test("a second board counts if it has more than half the cells", () => {
  const found = (second) => readPicture(drawn(14, [[6, 6], second]), "slitherlink").refusal;
  assert.deepEqual([[3, 6], [4, 5]].map(found), ["", "two"]); // prettier-ignore
});

test("36 blank cells are a board without clues; fewer may be anything", () => {
  const refusal = (...size) => readPicture(drawn(14, [size])).refusal;
  assert.deepEqual([refusal(6, 6), refusal(5, 7)], ["nothing", "portrait"]);
});

test("pictures of 24 pixels are read, smaller ones are not", () => {
  const refusal = (width, height) => {
    const data = new Uint8ClampedArray(4 * width * height).fill(255);
    return readPicture({ width, height, data }).refusal;
  };
  assert.deepEqual([refusal(24, 24), refusal(23, 24), refusal(24, 23)], ["portrait", "small", "small"]);
});

test("the colour of a cell is the mean of its middle", () => {
  const channels = [10, 20, 30].map((value) => new Float32Array(1024).fill(value));
  assert.deepEqual(colourOf({ width: 32, channels }), [10, 20, 30]);
});

/** Returns the number of dots that are found under bars (left, top, width, height). */
function dotsOf(bars) {
  const mask = new Uint8Array(100 * 100);
  for (const [left, top, wide, tall] of bars)
    for (let y = top; y < top + tall; y++) mask.fill(1, 100 * y + left, 100 * y + left + wide);
  return dotsUnder(mask, 100)?.points.length ?? 0;
}

test("a loop has four lines of 10 pixels, which are less than 3 wide", () => {
  const loop = (long, thick) =>
    [[0, 0, long, thick], [0, 0, thick, long], [long - thick, 0, thick, long], [0, long - thick, long, thick]]; // prettier-ignore
  assert.deepEqual([loop(10, 2), loop(9, 2), loop(10, 3), loop(11, 3)].map(dotsOf), [4, 0, 0, 4]);
  assert.equal(dotsOf(loop(22, 2).slice(1)), 0);
});

test("more than two lines meet at less than a tenth of the dots of a loop", () => {
  const line = (x, y, wide, tall) => [2 + 20 * x, 2 + 20 * y, 2 + 20 * wide, 2 + 20 * tall];
  const loop = [[0, 0, 2, 0], [2, 0, 0, 1], [1, 1, 1, 0], [1, 1, 0, 1], [0, 2, 1, 0], [0, 0, 0, 2]]; // prettier-ignore
  const longer = (by) => dotsOf([...loop, [1, 2, by, 0]].map((one) => line(...one)));
  assert.deepEqual([0, 1, 2, 3].map(longer), [8, 0, 0, 11]);
});
