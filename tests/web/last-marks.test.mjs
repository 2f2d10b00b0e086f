import assert from "node:assert/strict";
import { test } from "node:test";
import { differences, set } from "../../web/core/game.js";
import { forLastMarks, isSolved } from "../../web/core/last-marks.js";
import { kind } from "./kinds.mjs";

test("what follows from the marks is computed again for other marks and other documents only", () => {
  const calls = [];
  const look = forLastMarks((document, marks) => (calls.push(marks), document.name + marks));
  const [one, other] = [{ name: "a" }, { name: "b" }];
  assert.deepEqual([look(one, "01"), look(one, "0".concat("1")), look(other, "01"), look(one, "01")], ["a01", "a01", "b01", "a01"]); // prettier-ignore
  assert.deepEqual(calls, ["01", "01"]);
  assert.equal(look(one, "02"), "a02");
  assert.equal(look(one, "01"), "a01");
  assert.deepEqual(calls, ["01", "01", "02", "01"]);
});

test("a board is checked once per change, but each time if the engine checks it", () => {
  const game = { document: {}, marks: "1" };
  const checks = (asks) => {
    let count = 0;
    const puzzle = { asks, solved: () => ++count > 1 };
    return [isSolved(game, puzzle), isSolved(game, puzzle)];
  };
  assert.deepEqual(checks(false), [false, false]);
  assert.deepEqual(checks(true), [false, true]);
});

test("marks are set in any order, the last one of a cell counts", () => {
  assert.equal(set("00000", [3, 0], "12"), "20010");
  assert.equal(set("00000", [4, 1, 2], "1"), "01101");
  assert.equal(set("00000", [2, 2], "12"), "00200");
  assert.equal(set("01", [], "1"), "01");
  assert.deepEqual(differences("01203", "01123"), [2, 3]);
  assert.deepEqual(differences("01", "01"), []);
});

test("marks for one akari do not light another one", () => {
  const akari = kind("akari");
  const value = (document, marks) => akari.progress(document, marks)[0].value;
  const [open, closed] = [["..", ".."], [".#", ".."]].map((grid) => ({ kind: "akari", grid })); // prettier-ignore
  assert.deepEqual([value(open, "1000"), value(closed, "1200"), value(open, "1000")], ["3 / 4", "2 / 3", "3 / 4"]);
  assert.equal(value(open, "1001"), "4 / 4");
});
