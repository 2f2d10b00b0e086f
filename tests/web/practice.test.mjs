/** Tests for a player's techniques: sights from a review, weeks, drills, ratings, and damaged entries. */

import assert from "node:assert/strict";
import test from "node:test";

import { dueNow, hasDrill, isSight, sightsOf, skills, WEEKS, withinReach } from "../../web/core/practice.js";

const DAY = 86_400_000;
const TODAY = new Date(2026, 2, 10, 12);
const step = (technique, level) => ({ technique, level });
const sight = (ago, more = {}) => ({
  ...{ game: "g", kind: "a", technique: "x", level: 3, effort: 2, seen: 0, missed: 0, time: 0 },
  at: TODAY.getTime() - ago * DAY,
  ...more,
});

test("a review shows which moves were seen and which were missed", () => {
  const moments = [
    { label: "forced", level: 1, step: step("easy", 1) },
    { label: "hard", level: 3, step: step("far", 3), easier: step("easy", 1) },
    { label: "forced", level: 3, step: step("far", 3) },
    { label: "wrong", level: 2, step: step("mid", 2) },
    { label: "lucky", easier: step("mid", 2) },
    { label: "wrong", level: 2, step: step("mid", 2) },
  ];
  const moves = [{ time: 1000 }, { time: 5000 }, { hinted: true, time: 9 }, { time: 9 }, { time: 9 }, null];
  const found = sightsOf({ id: "g", kind: "a", at: 7 }, moments, moves);
  const counts = found.map(({ technique, level, seen, missed, time }) => [technique, level, seen, missed, time]);
  assert.deepEqual(counts, [
    ["easy", 1, 1, 1, 1000],
    ["far", 3, 1, 1, 5000],
    ["mid", 2, 0, 2, 0],
  ]);
  assert.ok(found.every((one) => isSight(one) && one.effort === 7 / 3 && one.at === 7));
});

test("a deduction without a name is counted, but has no drill", () => {
  const [found] = skills([sight(3, { technique: "together", missed: 1 })], TODAY);
  assert.deepEqual([found.missed, found.due, hasDrill(found.technique)], [1, null, false]);
});

test("weeks are counted back from today, and the most missed technique is first", () => {
  const all = [
    sight(0, { seen: 2, time: 4000 }),
    sight(6, { seen: 1, time: 500 }),
    sight(7, { missed: 1 }),
    sight(7 * WEEKS, { missed: 9 }),
    sight(1, { technique: "y", missed: 3 }),
  ];
  const [y, x] = skills(all, TODAY);
  assert.deepEqual([y.technique, y.missed, x.technique, x.seen, x.missed, x.time], ["y", 3, "x", 3, 1, 1500]);
  assert.deepEqual(x.weeks.slice(-3), [
    { seen: 0, missed: 0 },
    { seen: 0, missed: 1 },
    { seen: 3, missed: 0 },
  ]);
});

test("a missed technique is due after 1, 3 and 7 days, starting again if it is missed again", () => {
  const due = (...ago) => skills(ago, TODAY)[0].due;
  const day = skills([sight(0, { missed: 1 })], TODAY)[0].due - 1;
  assert.equal(due(sight(3, { missed: 1 })), day - 2);
  assert.equal(due(sight(0, { missed: 1 }), sight(0, { seen: 1 })), day + 1); // too early to count
  assert.equal(due(sight(1, { missed: 1 }), sight(0, { seen: 1 })), day + 3);
  assert.equal(due(sight(9, { missed: 1 }), sight(8, { seen: 1 }), sight(5, { seen: 1 })), day + 2);
  assert.equal(
    due(sight(19, { missed: 1 }), sight(18, { seen: 1 }), sight(15, { seen: 1 }), sight(0, { seen: 1 })),
    null,
  );
  assert.equal(due(sight(9, { missed: 1 }), sight(8, { seen: 1 }), sight(5, { missed: 1 })), day - 4);
  assert.equal(due(sight(0, { seen: 1 })), null);
  const known = skills([sight(3, { missed: 1 }), sight(0, { technique: "y", missed: 1 })], TODAY);
  assert.deepEqual(
    dueNow(known, TODAY).map(({ technique }) => technique),
    ["x"],
  );
});

test("a drill is offered from the day on which it is due", () => {
  const days = [0, 1, 2].map((ago) => dueNow(skills([sight(ago, { missed: 1 })], TODAY), TODAY).length);
  assert.deepEqual(days, [0, 1, 1]);
});

test("the next puzzle is just within reach", () => {
  const entries = [1, 2, 3, 4, 5].map((level) => ({ level, hardest: `t${level}` }));
  assert.equal(withinReach([], "a", entries), null);
  assert.equal(withinReach([sight(0, { seen: 1 })], "b", entries), null);
  const played = (more) => Array.from({ length: 60 }, (_, index) => sight(60 - index, more));
  const beginner = withinReach(played({ missed: 1, level: 1, effort: 1 }), "a", entries);
  const expert = withinReach(played({ seen: 1, level: 5, effort: 3 }), "a", entries);
  assert.equal(beginner.level, 1);
  assert.ok(expert.level > 2);
  const weak = [...played({ seen: 1, level: 5, effort: 3 }), ...played({ technique: `t${expert.level}`, missed: 1 })];
  assert.notEqual(withinReach(weak, "a", entries).level, expert.level);
});

test("damaged entries are not accepted as sights", () => {
  const broken = [null, 1, "x", {}, [], sight(0, { at: NaN }), sight(0, { seen: -1 }), sight(0, { technique: 5 })];
  assert.deepEqual(broken.filter(isSight), []);
  assert.ok(!isSight(sight(0, { at: 1e300 })) && isSight(sight(0)));
});

test("a game without forced moves counts as easy, and the longest overdue drill is first", () => {
  const [one] = sightsOf(
    { id: "g", kind: "a", at: 7 },
    [{ label: "wrong", level: 5, step: step("far", 5) }],
    [{ time: 9 }],
  );
  assert.equal(one.effort, 1);
  const known = [2, 9, 5].map((ago) => sight(ago, { technique: `t${ago}`, missed: 1 }));
  const names = dueNow(skills(known, TODAY), TODAY).map(({ technique }) => technique);
  assert.deepEqual(names, ["t9", "t5", "t2"]);
});
