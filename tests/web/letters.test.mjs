/** A reason of a contradiction has the same letter in the list, in each sentence and on the board. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { withOneLetterEach } from "../../web/modes/analyse/letters.js";

const clue = (row, letter) => ({ clue: { at: { row, column: 0 }, value: 1 }, letter });
const on = (row, letter) => ({ cell: { row, column: 0 }, role: "because", letter });

test("each reason has one letter throughout a contradiction", () => {
  const clash = withOneLetterEach({
    because: [clue(0, "a"), clue(5, "b")],
    overlay: [on(0, "a"), on(5, "b")],
    steps: [
      { because: [clue(5, "a"), clue(9, "b")], overlay: [on(5, "a"), on(9, "b"), { cell: {}, role: "because" }] },
      {
        because: [],
        overlay: [],
        chain: [
          { cell: {}, value: "-" },
          { ...clue(9, "a"), broken: true },
        ],
      },
    ],
    broken: { because: [clue(9, "a")], overlay: [on(9, "a")] },
  });
  const letters = ({ because, overlay }) => [because, overlay].map((list) => list.map(({ letter }) => letter));
  assert.deepEqual(letters(clash), [
    ["a", "b"],
    ["a", "b"],
  ]);
  assert.deepEqual(letters(clash.steps[0]), [
    ["b", "c"],
    ["b", "c", undefined],
  ]);
  assert.deepEqual(
    clash.steps[1].chain.map(({ letter }) => letter),
    [undefined, "c"],
  );
  assert.deepEqual(letters(clash.broken), [["c"], ["c"]]);
});

test("the 27th reason has the letter aa", () => {
  const because = Array.from({ length: 27 }, (_, row) => clue(row, "x"));
  assert.equal(withOneLetterEach({ because, overlay: [] }).because[26].letter, "aa");
});
