/** Tests for a chain with cases: the values that hold at each link. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { standing } from "../../web/core/chain.js";

const [x, y, fromY, z] = ["x", "y", "fromY", "z"].map((value, column) => ({ cell: { row: 0, column }, value }));
const broken = { broken: true };
const chain = [x, { ...y, case: true }, fromY, broken, { ...z, case: true }, broken, fromY, broken];
const values = (links) => links.map(({ value, broken: ends }) => (ends ? "!" : value)).join(" ");
const at = (last) => [values(standing(chain, last).links), values(standing(chain, last).refuted)];

test("a case holds until it is refuted, then its opposite holds", () => {
  assert.deepEqual(at(0), ["x", ""]);
  assert.deepEqual(at(2), ["x y fromY", ""]);
  assert.deepEqual(at(3), ["x y fromY !", ""]);
  assert.deepEqual(at(4), ["x z", "y"]);
  assert.deepEqual(at(6), ["x fromY", "y z"]);
  assert.deepEqual(at(7), ["x fromY !", "y z"]);
});

test("a chain without cases is unchanged", () =>
  assert.deepEqual(standing([x, fromY, broken], 1), { links: [x, fromY], refuted: [] }));
