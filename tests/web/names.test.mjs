/** Tests for the names of the lines of a slitherlink and for their peers. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { placeOf, targetAt } from "../../web/core/lattice.js";
import { nameOf, peersOf } from "../../web/puzzles/slitherlink/names.js";

const EDGES = { blocks: [{ shape: "edge" }] };
const size = { width: 3, height: 3 };
const named = (edges) => edges.map((edge) => nameOf(placeOf(EDGES, size, edge))).sort();

test("the peers of h1,2 on a board of 3 x 3", () => {
  const place = { r: 2, c: 3 };
  assert.equal(nameOf(place), "h1,2");
  const { boxes, ends } = peersOf(size, place);
  assert.deepEqual(named(boxes), ["h0,2", "h2,2", "v1,1", "v1,2", "v2,1", "v2,2"]);
  assert.deepEqual(named(ends), ["h1,1", "h1,3", "v1,1", "v1,2", "v2,1", "v2,2"]);
});

test("a line at the border has one box", () => {
  const edge = targetAt(EDGES, size, { r: 1, c: 0 });
  assert.equal(nameOf(placeOf(EDGES, size, edge)), "v1,0");
  assert.deepEqual(named(peersOf(size, { r: 1, c: 0 }).boxes), ["h0,1", "h1,1", "v1,1"]);
  assert.deepEqual(named(peersOf(size, { r: 6, c: 1 }).boxes), ["h2,1", "v3,0", "v3,1"]);
  assert.deepEqual(named(peersOf(size, { r: 1, c: 6 }).boxes), ["h0,3", "h1,3", "v1,2"]);
});
