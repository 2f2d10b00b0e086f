/** Tests for the frame around a part of a picture. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { dragged, gripAt, isWhole, wholeOf, withSide } from "../../web/core/crop.js";

const size = { width: 100, height: 60 };
const box = { left: 20, top: 10, right: 60, bottom: 40 };
const SIDES = "left top right bottom";
const at = (x, y) => ({ x, y });
const drag = (from, to, start = box) => dragged(size, start, gripAt(size, start, from, 5), from, to, 4);

test("a drag takes a side, a corner or the whole frame; outside the frame, nothing", () => {
  const grips = [at(21, 25), at(61, 41), at(40, 8), at(40, 25), at(80, 25), at(40, 50)];
  assert.deepEqual(
    grips.map((point) => gripAt(size, box, point, 5).join(" ")),
    ["left", "right bottom", "top", "left top right bottom", "", ""],
  );
  assert.deepEqual(gripAt(size, wholeOf(size), at(50, 30), 5), [], "of a whole picture a part is framed");
  assert.deepEqual(gripAt(size, { left: 20, top: 10, right: 24, bottom: 14 }, at(23, 13), 5), ["right", "bottom"]);
});

test("the dragged part follows the pointer within the picture", () => {
  assert.deepEqual(drag(at(20, 25), at(30, 55)), { ...box, left: 30 });
  assert.deepEqual(drag(at(60, 40), at(99, 99)), { ...box, right: 99, bottom: 60 });
  assert.deepEqual(drag(at(40, 25), at(90, 20)), { left: 60, top: 5, right: 100, bottom: 35 });
  assert.deepEqual(drag(at(20, 25), at(90, 25)), { ...box, left: 56 }, "as far as the other side allows");
});

test("a drag outside the frame starts a new one, in any direction", () => {
  assert.deepEqual(drag(at(90, 50), at(70, 45)), { left: 70, top: 45, right: 90, bottom: 50 });
  assert.deepEqual(drag(at(99, 59), at(99, 59)), { left: 96, top: 56, right: 100, bottom: 60 });
  assert.deepEqual(drag(at(50, 30), at(-9, 99), wholeOf(size)), { left: 0, top: 30, right: 50, bottom: 60 });
});

test("one side can be moved alone", () => {
  assert.deepEqual(withSide(size, box, "top", 50, 4), { ...box, top: 36 });
  assert.ok(isWhole(size, withSide(size, { ...wholeOf(size), right: 80 }, "right", 300, 4)));
});

test("a side can be grabbed up to the given distance", () => {
  const grip = (x, y) => gripAt(size, box, at(x, y), 5).join(" ");
  assert.deepEqual([grip(15.1, 25), grip(15, 25), grip(24.9, 25), grip(25, 25)], ["left", "", "left", SIDES]);
  assert.deepEqual([grip(64.9, 25), grip(65, 25), grip(55.1, 25), grip(55, 25)], ["right", "", "right", SIDES]);
  assert.deepEqual([grip(40, 5.1), grip(40, 5), grip(40, 44.9), grip(40, 45)], ["top", "", "bottom", ""]);
  assert.deepEqual([grip(40, 14.9), grip(40, 15), grip(40, 35.1), grip(40, 35)], ["top", SIDES, "bottom", SIDES]);
  assert.deepEqual(gripAt(size, { left: 20, top: 10, right: 26, bottom: 16 }, at(23, 13), 5), ["left", "top"]);
});

test("a frame that is smaller than the picture on one side can be moved", () => {
  for (const [side, far] of [
    ["left", 1],
    ["top", 1],
    ["right", 99],
    ["bottom", 59],
  ]) {
    const part = { ...wholeOf(size), [side]: far };
    assert.equal(isWhole(size, part), false);
    assert.equal(gripAt(size, part, at(50, 30), 5).length, 4);
  }
  assert.deepEqual(drag(at(40, 25), at(0, 0)), { left: 0, top: 0, right: 40, bottom: 30 });
});

test("a new frame keeps its minimum size inside the picture, and sides do not cross", () => {
  assert.deepEqual(drag(at(8, 50), at(6, 51)), { left: 6, top: 50, right: 10, bottom: 54 });
  assert.deepEqual(drag(at(2, 50), at(-5, 99)), { left: 0, top: 50, right: 4, bottom: 60 });
  assert.deepEqual(drag(at(90, 50), at(91, 51)), { left: 90, top: 50, right: 94, bottom: 54 });
  assert.deepEqual(drag(at(90, 50), at(90.6, 70)), { left: 90, top: 50, right: 94, bottom: 60 });
  assert.deepEqual(withSide(size, box, "left", -3, 4), { ...box, left: 0 });
  assert.deepEqual(withSide(size, box, "left", 99, 4), { ...box, left: 56 });
  assert.deepEqual(withSide(size, box, "right", 0, 4), { ...box, right: 24 });
  assert.deepEqual(withSide(size, box, "bottom", 0, 4), { ...box, bottom: 14 });
  assert.deepEqual(withSide(size, box, "bottom", 99, 4), { ...box, bottom: 60 });
  assert.deepEqual(withSide(size, box, "top", 12.4, 4), { ...box, top: 12 });
});
