/** Tests for the list of steps grouped by thoughts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { entriesOf, entryWith, isEasy } from "../../web/core/thoughts.js";

const thoughts = [{ steps: [0, 1, 2] }, { steps: [3] }, { steps: [4, 5] }];
const shown = (entries) => entries.map(({ thought, inner, steps }) => `${thought}.${inner}:${steps}`).join(" ");

test("a folded thought is one entry, an unfolded one has an entry for each step", () => {
  assert.equal(shown(entriesOf(thoughts, new Set())), "0.0:0,1,2 1.0:3 2.0:4,5");
  assert.equal(shown(entriesOf(thoughts, new Set([0, 1]))), "0.0:0 0.1:1 0.2:2 1.0:3 2.0:4,5");
  assert.equal(entryWith(entriesOf(thoughts, new Set()), 5), 2);
  assert.equal(entryWith(entriesOf(thoughts, new Set([0])), 2), 2);
  assert.equal(entryWith([], 0), -1);
});

test("a thought of first-level steps has one sentence for all of them", () => {
  assert.ok(isEasy({ sentence: { key: "thought.first-edge" } }));
  assert.ok(!isEasy({ sentence: { key: "thought.then-edge" } }) && !isEasy({}));
});
