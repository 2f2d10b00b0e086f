/**
 * Tests for the validation of stored and imported games: damage is found, and games of earlier versions are accepted.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newGame, play, progressIn, suppose } from "../../web/core/game.js";
import { documentOf } from "../../web/core/drawn.js";
import { blank, draw, withLayer } from "../../web/core/sketch.js";
import { gameProblem, withMembers } from "../../web/core/game-validation.js";
import { nameOfVariant } from "../../web/core/validation.js";
import { kinds } from "./kinds.mjs";

const WRONG = [null, true, -1, 0.5, NaN, "zz", "", [], {}, [null], { length: 24 }, [{ cells: [9e9], before: "0" }]];

/** Returns a game of a kind in which every member has a value. */
function sample(puzzle) {
  const { document, board } = puzzle.sample;
  const marks = progressIn(puzzle, { ...document, [puzzle.boardKey]: board });
  const played = suppose(play(puzzle, newGame(puzzle, document), marks));
  const result = { verdict: "unique", solutions: [board], seconds: 0.1, forced: board };
  return { ...played, changed: 1_700_000_000_000, seen: ["x"], result, alias: "x" };
}

/** Returns a drawing with a stroke. */
function drawing(edit) {
  const empty = blank(edit, { width: 4, height: 4 });
  const [layer] = Object.keys(edit.layers);
  const begun = { now: empty, past: [], future: [] };
  return draw(begun, withLayer(empty, layer, empty.layers[layer].replace("0", "1")));
}

/** Returns a sketch as earlier versions stored it. */
const renamed = ({ members, ...sketch }) => ({ ...sketch, beside: members });

for (const puzzle of kinds) {
  test(`${puzzle.kind}: a stored game is valid, also one of an earlier version`, () => {
    const game = sample(puzzle);
    assert.equal(gameProblem(puzzle, undefined, JSON.parse(JSON.stringify(game))), null);
    for (const member of ["future", "trial", "time", "hints", "falls", "result", "view", "seen", "alias"]) {
      const { [member]: gone, ...older } = game;
      assert.equal(gameProblem(puzzle, undefined, older), null, member);
    }
  });

  test(`${puzzle.kind}: every damaged member of a game is named`, () => {
    const game = sample(puzzle);
    const fine = {
      hints: [0.5],
      time: [0.5],
      falls: [0.5],
      changed: [0.5],
      trial: [null],
      result: [null],
      alias: ["zz", ""],
      id: ["zz"],
    };
    for (const member of Object.keys(game).filter((name) => name !== "document")) {
      for (const value of WRONG) {
        if (fine[member]?.includes(value) || (["past", "future", "seen"].includes(member) && value?.length === 0))
          continue;
        const problem = gameProblem(puzzle, undefined, { ...game, [member]: value });
        assert.deepEqual(problem, { kind: "damaged", params: { field: member } }, `${member} ${JSON.stringify(value)}`);
      }
    }
    assert.equal(gameProblem(puzzle, undefined, { ...game, changed: 9e15 })?.params.field, "changed");
    assert.equal(gameProblem(puzzle, undefined, { ...game, changed: 8.64e15 }), null, "the last time of a Date");
    assert.equal(gameProblem(puzzle, undefined, { ...game, marks: game.marks.slice(1) })?.params.field, "marks");
    assert.equal(gameProblem(puzzle, undefined, { ...game, kind: "other" })?.params.field, "kind");
  });

  test(`${puzzle.kind}: a valid drawing is accepted, a damaged one rejected`, async (context) => {
    const edit = await puzzle.edit?.();
    if (!edit) return context.skip("it cannot be drawn");
    const drawn = drawing(edit);
    const game = { ...newGame(puzzle, documentOf(puzzle.kind, edit, drawn.now)), drawing: drawn };
    assert.equal(gameProblem(puzzle, edit, JSON.parse(JSON.stringify(game))), null);
    assert.equal(gameProblem(puzzle, undefined, game)?.params.field, "drawing", "this kind cannot be drawn");
    const named = draw(drawn, { ...drawn.now, members: { title: 'the "members": ' } });
    const older = JSON.parse(JSON.stringify(named, (key, value) => (value?.layers ? renamed(value) : value)));
    assert.deepEqual(withMembers(older), named, "the sketches of earlier versions have another name for members");
    const { now } = drawn;
    const [layer] = Object.keys(edit.layers);
    for (const broken of [
      ...WRONG,
      { ...drawn, past: [{}] },
      { ...drawn, past: [{ layer: "toString", cells: [], before: "", after: "" }] },
      { ...drawn, future: {} },
      { ...drawn, now: { ...now, width: 0 } },
      { ...drawn, now: { ...now, width: 1e9 } },
      { ...drawn, now: { ...now, layers: {} } },
      { ...drawn, now: { ...now, members: { title: 5 } } },
      { ...drawn, now: { ...now, layers: { ...now.layers, [layer]: "~".repeat(now.layers[layer].length) } } },
    ])
      assert.equal(
        gameProblem(puzzle, edit, { ...game, drawing: broken })?.params.field,
        "drawing",
        JSON.stringify(broken),
      );
  });
}

test("the name of a variant is that of its member", () => {
  const { kind: name, variants } = kinds.find((one) => one.variants?.length) ?? {};
  for (const puzzle of kinds)
    assert.equal(nameOfVariant(puzzle, { kind: name, [variants[0]]: [] }), puzzle.kind === name ? variants[0] : "");
});
