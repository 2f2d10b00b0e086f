/** Tests for mouse, touch and keys on a board. Gestures are pure functions, so no browser is needed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { hit, nodeAt } from "../../web/canvas/hit.js";
import { layout } from "../../web/canvas/layout.js";
import { placeOf } from "../../web/core/lattice.js";
import { MAX_VALUES } from "../../web/core/marks.js";
import { cancel, drop, end, idle, move, start, tick, wheel } from "../../web/input/gestures.js";
import { press } from "../../web/input/keys.js";
import { kind } from "./kinds.mjs";

const nonogram = { kind: "nonogram", rows: [[], [], [], []], cols: [[], [], [], []] };
const slitherlink = { kind: "slitherlink", grid: ["..", ".."] };
const binoxxo = { kind: "binoxxo", grid: ["O...", "....", "....", "...."] };

/** Returns a board with cells of 48 px, which need no loupe, unless `cell` is given. */
function viewOf(document, more = {}) {
  const puzzle = kind(document.kind);
  const { cell = 48, marks = puzzle.givens(document), ...rest } = more;
  const place = layout(puzzle, document, { width: 1000, height: 1000 }, cell);
  return {
    id: "game",
    puzzle,
    document,
    marks,
    layout: place,
    tool: 0,
    editable: true,
    cursor: null,
    pen: null,
    hit: (x, y, shape) => hit(puzzle, place, x, y, shape),
    nodeAt: (x, y, reach, shape) => nodeAt(place, x, y, reach, shape),
    ...rest,
  };
}

/** Returns the centre of a cell, counted from 0; half a row further up is its upper edge. */
const cellAt = ({ layout: { origin, cell } }, row, column) => ({
  x: origin.x + (column + 0.5) * cell,
  y: origin.y + (row + 0.5) * cell,
});
const dotAt = (view, row, column) => cellAt(view, row - 0.5, column - 0.5);

/** Feeds inputs `[what, input]` to the state machine. Returns the last gesture and all effects. */
function play(view, ...turns) {
  let gesture = idle;
  const effects = [];
  for (const [what, input, seen = view] of turns) {
    const [next, more] = what === tick || what === drop ? what(gesture, seen) : what(gesture, input, seen);
    gesture = next;
    effects.push(...more);
  }
  return { gesture, effects };
}

const mouse = (at, button = 0) => ({ id: 1, type: "mouse", button, time: 0, ...at });
const finger = (at, time = 0, id = 1) => ({ id, type: "touch", button: 0, time, ...at });
const named = (effects, name) => effects.filter(([each]) => each === name).map(([, ...args]) => args);
const committed = ({ effects }) => named(effects, "commit").map(([marks]) => marks);

test("a mouse paints from cell to cell, and releasing the button makes one move", () => {
  const view = viewOf(nonogram);
  const [a, b] = [cellAt(view, 1, 0), cellAt(view, 1, 2)];
  const held = play(view, [start, mouse(a)], [move, mouse(b)]);
  assert.deepEqual(committed(held), []);
  assert.deepEqual(named(held.effects, "preview").at(-1)[0].cells, [4, 5, 6]);
  const done = play(view, [start, mouse(a)], [move, mouse(b)], [end, mouse(b)]);
  assert.deepEqual(committed(done), ["0000" + "1110" + "0000" + "0000"]);
  assert.deepEqual(named(done.effects, "preview").at(-1), [null]);
  assert.deepEqual(done.gesture, { pointers: {}, kind: "none" });
});

test("the right button paints with the other tool", () => {
  const view = viewOf(nonogram);
  const at = cellAt(view, 0, 0);
  assert.deepEqual(committed(play(view, [start, mouse(at, 2)], [end, mouse(at, 2)])), ["2" + "0".repeat(15)]);
});

test("the middle button moves the board and never paints", () => {
  const view = viewOf(nonogram);
  const { effects } = play(
    view,
    [start, mouse({ x: 50, y: 50 }, 1)],
    [move, mouse({ x: 40, y: 70 })],
    [end, mouse({ x: 40, y: 70 })],
  );
  assert.deepEqual(named(effects, "panBy"), [[10, -20]]);
  assert.deepEqual(named(effects, "commit"), []);
});

test("a mouse without a pressed button hovers", () => {
  const view = viewOf(nonogram);
  const { effects } = play(view, [move, mouse(cellAt(view, 2, 1))], [move, mouse({ x: -5, y: -5 })]);
  assert.deepEqual(effects, [
    ["hover", placeOf(view.puzzle, view.layout.size, 9)],
    ["hover", null],
  ]);
  assert.deepEqual(play(view, [move, finger(cellAt(view, 2, 1))]).effects, [], "a finger does not");
});

test("a line is drawn from dot to dot, and a tap marks the nearest edge", () => {
  const view = viewOf(slitherlink);
  const [a, b, c] = [dotAt(view, 0, 0), dotAt(view, 0, 1), dotAt(view, 1, 1)];
  const drawn = play(view, [start, mouse(a)], [move, mouse(b)], [move, mouse(c)], [end, mouse(c)]);
  assert.deepEqual(committed(drawn), ["100000" + "010000"]);
  const edge = cellAt(view, -0.5, 1);
  assert.deepEqual(committed(play(view, [start, mouse(edge)], [end, mouse(edge)])), ["010000000000"]);
});

test("a long press paints with the other tool", () => {
  const view = viewOf(nonogram);
  const at = cellAt(view, 3, 3);
  const { gesture } = play(view, [start, finger(at, 1000)]);
  assert.equal(gesture.due, 1450);
  const held = play(view, [start, finger(at, 1000)], [tick], [end, finger(at, 1600)]);
  assert.deepEqual(committed(held), ["0".repeat(15) + "2"]);
});

test("a finger that is painting does not trigger a long press, and a mouse never does", () => {
  const view = viewOf(nonogram);
  const [a, b] = [cellAt(view, 0, 0), cellAt(view, 0, 1)];
  assert.equal(play(view, [start, finger(a)], [move, finger(b, 50)]).gesture.due, undefined);
  assert.equal(play(view, [start, mouse(a)]).gesture.due, undefined);
  const late = play(view, [start, finger(a)], [move, finger(b, 50)], [tick], [end, finger(b, 500)]);
  assert.deepEqual(committed(late), ["11" + "0".repeat(14)]);
});

test("a second finger cancels the stroke of the first, moves and zooms", () => {
  const view = viewOf(nonogram);
  const [a, b] = [cellAt(view, 0, 0), cellAt(view, 0, 2)];
  const { gesture, effects } = play(
    view,
    [start, finger(a)],
    [move, finger(b, 10)],
    [start, finger({ x: b.x, y: b.y + 100 }, 20, 2)],
    [move, finger({ x: b.x, y: b.y + 200 }, 30, 2)],
    [end, finger({ x: b.x, y: b.y + 200 }, 40, 2)],
    [move, finger(a, 50)],
    [end, finger(a, 60)],
  );
  assert.deepEqual(named(effects, "commit"), []);
  assert.deepEqual(named(effects, "preview").at(-1), [null]);
  assert.deepEqual(named(effects, "panBy"), [[0, -50]]);
  assert.deepEqual(named(effects, "zoomTo"), [[96, b.x, b.y + 100]]);
  assert.deepEqual(gesture, { pointers: {}, kind: "none" }, "what is left of two fingers drew nothing");
});

test("two fingers that start at one point zoom by their distance", () => {
  const view = viewOf(nonogram);
  const at = { x: 50, y: 50 };
  const { effects } = play(
    view,
    [start, finger(at)],
    [start, finger(at, 0, 2)],
    [move, finger({ x: 52, y: 50 }, 9, 2)],
  );
  assert.deepEqual(named(effects, "zoomTo"), [[2 * view.layout.cell, 51, 50]]);
});

test("a third finger changes nothing", () => {
  const view = viewOf(nonogram);
  const pinched = play(view, [start, finger({ x: 9, y: 9 })], [start, finger({ x: 99, y: 9 }, 0, 2)]);
  const [three, effects] = start(pinched.gesture, finger({ x: 50, y: 50 }, 0, 3), view);
  assert.equal(three.kind, "pinch");
  assert.deepEqual(effects, []);
});

test("under the loupe, a long press keeps the tool", () => {
  const view = viewOf(nonogram, { cell: 20 });
  const at = cellAt(view, 1, 1);
  const { gesture, effects } = play(view, [start, finger(at)]);
  assert.deepEqual(named(effects, "magnify"), [[at]]);
  assert.equal(gesture.due, undefined);
  const done = play(view, [start, finger(at)], [end, finger(at, 2000)]);
  assert.deepEqual(committed(done), ["0000" + "0100" + "0000" + "0000"]);
  assert.deepEqual(named(done.effects, "magnify").at(-1), [null]);
});

test("under the loupe, a finger first chooses the start, then paints", () => {
  const view = viewOf(nonogram, { cell: 20 });
  const cells = [0, 1, 2, 3].map((column) => cellAt(view, 0, column));
  const [left, right] = [-5, 5].map((off) => ({ ...cells[0], x: (cells[0].x + cells[1].x) / 2 + off }));
  const aimed = play(view, [start, finger(left)], [move, finger(right, 200)], [end, finger(right, 250)]);
  assert.deepEqual(committed(aimed), ["0100" + "0".repeat(12)]);
  const painted = play(
    view,
    [start, finger(left)],
    [move, finger(right, 200)],
    [move, finger(cells[3], 400)],
    [end, finger(cells[3], 500)],
  );
  assert.deepEqual(committed(painted), ["0111" + "0".repeat(12)]);
  const quick = play(
    view,
    [start, finger(cells[0])],
    [move, finger(cells[1], 30)],
    [move, finger(cells[2], 60)],
    [move, finger(cells[3], 90)],
    [end, finger(cells[3], 100)],
  );
  assert.deepEqual(committed(quick), ["1111" + "0".repeat(12)], "a quick stroke begins where the finger came down");
  const short = play(view, [start, finger(cells[1])], [move, finger(cells[2], 90)], [end, finger(cells[2], 120)]);
  assert.deepEqual(committed(short), ["0110" + "0".repeat(12)], "also a stroke of two cells");
});

test("a cancelled pointer, Escape and a changed board discard the stroke", () => {
  const view = viewOf(nonogram);
  const [a, b] = [cellAt(view, 0, 0), cellAt(view, 0, 1)];
  for (const turns of [
    [[cancel, mouse(b)]],
    [[drop], [move, mouse(b)], [end, mouse(b)]],
    [
      [move, mouse(b), { ...view, id: "other" }],
      [end, mouse(b), { ...view, id: "other" }],
    ],
    [[end, mouse(b), { ...view, id: "other" }]],
  ]) {
    const { effects } = play(view, [start, mouse(a)], ...turns);
    assert.deepEqual(named(effects, "commit"), []);
    assert.deepEqual(named(effects, "preview").at(-1), [null]);
  }
});

test("if nothing can be marked, a tap is reported and a slide ignored", () => {
  const view = viewOf(nonogram, { editable: false });
  assert.deepEqual(play(view, [start, mouse({ x: 3, y: 80 })], [end, mouse({ x: 6, y: 82 })]).effects, [
    ["tap", 6, 82],
  ]);
  const slid = play(view, [start, finger({ x: 3, y: 80 })], [end, finger({ x: 40, y: 80 })]);
  assert.deepEqual(slid.effects, []);
});

test("the wheel zooms with Ctrl, and moves a board that is partly visible", () => {
  const whole = viewOf(nonogram);
  const part = { ...whole, layout: { ...whole.layout, whole: false } };
  const turn = { x: 5, y: 6, across: 1, down: 30, zoom: false, sideways: false };
  assert.equal(wheel(turn, whole), null);
  assert.equal(wheel(turn, null), null);
  assert.deepEqual(wheel(turn, part), [["panBy", 1, 30]]);
  assert.deepEqual(wheel({ ...turn, sideways: true }, part), [["panBy", 30, 0]]);
  assert.deepEqual(wheel({ ...turn, zoom: true }, whole), [["zoomStep", -1, 5, 6]]);
  assert.deepEqual(wheel({ ...turn, zoom: true, down: -3 }, whole), [["zoomStep", 1, 5, 6]]);
});

test("keys move from cell to cell and mark", () => {
  const at = { r: 1, c: 1 };
  const view = viewOf(nonogram, { cursor: at });
  assert.deepEqual(press({ key: "ArrowRight" }, view), [["moveCursor", { r: 1, c: 3 }, true]]);
  assert.deepEqual(press({ key: "ArrowUp" }, view), [["moveCursor", at, true]], "not beyond the border");
  for (const [key, mark] of [
    ["Enter", "1"],
    [" ", "2"],
  ]) {
    const effects = press({ key }, view);
    assert.deepEqual(committed({ effects }), [mark + "0".repeat(15)]);
    assert.deepEqual(effects.at(-1), ["moveCursor", at, true]);
  }
  const marked = viewOf(nonogram, { cursor: at, marks: "2" + "0".repeat(15) });
  const copied = press({ key: "ArrowDown", shift: true }, marked);
  assert.deepEqual(committed({ effects: copied }), ["2000" + "2000" + "0".repeat(8)]);
  assert.equal(press({ key: "q" }, view), null);
  assert.equal(press({ key: "Enter" }, null), null);
  const shut = viewOf(nonogram, { cursor: at, editable: false });
  assert.deepEqual(press({ key: "Enter" }, shut), [["moveCursor", at, true]]);
});

test("a key replaces every mark of a board with many values", () => {
  const puzzle = { ...kind("nonogram"), blocks: [{ shape: "cell", values: MAX_VALUES, letters: "" }], keys: { x: 1 } };
  for (const digit of ["2", "k", "y", "z"]) {
    const view = viewOf(nonogram, { puzzle, cursor: { r: 1, c: 3 }, marks: digit.repeat(16) });
    assert.deepEqual(committed({ effects: press({ key: "x" }, view) }), [`${digit}1${digit.repeat(14)}`]);
  }
});

test("a letter enters its mark, and givens are unchanged", () => {
  const free = viewOf(binoxxo, { cursor: { r: 1, c: 3 } });
  assert.equal(committed({ effects: press({ key: "x" }, free) })[0].slice(0, 4), "1200");
  const given = viewOf(binoxxo, { cursor: { r: 1, c: 1 } });
  assert.equal(committed({ effects: press({ key: "x" }, given) })[0].slice(0, 4), "1000");
});

test("keys move from dot to dot, and a lowered pen draws", () => {
  const view = viewOf(slitherlink, { cursor: { r: 0, c: 0 } });
  assert.deepEqual(press({ key: "Enter" }, view)[0], ["pen", 0]);
  assert.deepEqual(press({ key: " " }, view)[0], ["pen", 1]);
  assert.deepEqual(press({ key: "ArrowRight" }, view), [["moveCursor", { r: 0, c: 2 }, true]]);
  const down = { ...view, pen: 0 };
  const [draw, go] = press({ key: "ArrowRight" }, down);
  assert.deepEqual([draw[1], go], ["100000000000", ["moveCursor", { r: 0, c: 2 }, true]]);
  assert.deepEqual(press({ key: "Enter" }, down)[0], ["pen", null]);
  assert.deepEqual(press({ key: "Escape" }, down)[0], ["pen", null]);
  assert.equal(press({ key: "Escape" }, view), null);
});

test("keys that enter no mark zoom", () => {
  const view = viewOf(nonogram);
  for (const [key, step] of Object.entries({ "+": 1, "=": 1, "-": -1, 0: 0 }))
    assert.deepEqual(press({ key }, view), [["zoomStep", step]]);
  const digits = { ...view, puzzle: { ...view.puzzle, keys: { 0: 2 } } };
  assert.deepEqual(press({ key: "0" }, digits)[0][0], "commit");
});

test("a quick tap on tiny cells zooms in; a finger that stays longer marks", () => {
  const tiny = viewOf(nonogram, { cell: 14, zooms: true });
  const at = cellAt(tiny, 1, 2);
  const tap = (time) => play(tiny, [start, finger(at)], [end, finger(at, time)]);
  assert.deepEqual(named(tap(100).effects, "zoomTo"), [[32, at.x, at.y]]);
  assert.deepEqual(committed(tap(100)), []);
  assert.equal(committed(tap(400))[0][6], "1");
});

test("a tool that a board does not have is its first one", () => {
  const view = viewOf(slitherlink, { tool: 9 });
  assert.deepEqual(
    press({ key: "ArrowRight", shift: false }, { ...view, cursor: { r: 1, c: 0 } }),
    press({ key: "ArrowRight", shift: false }, { ...view, tool: 0, cursor: { r: 1, c: 0 } }),
  );
});
