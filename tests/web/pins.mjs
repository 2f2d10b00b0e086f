/**
 * Results of pure functions and pictures of boards, stored in tests/data/page_pins/, so that every change is visible.
 *
 * PINS=write node --test tests/web/pinned-*.test.mjs      stores the current results after an intended change
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";

const folder = new URL("../data/page_pins/", import.meta.url);
const writes = process.env.PINS === "write";
const SHORT = 60; // in characters; longer results are stored as a digest

/** Rounds numbers to six digits, since the last digits may differ between machines. */
const rounded = (_, value) => {
  if (ArrayBuffer.isView(value)) return [...value];
  if (value instanceof Map || value instanceof Set) return [...value];
  return typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;
};

/** Returns the form in which a result is stored. */
function kept(answer) {
  const text = typeof answer === "string" ? answer : (JSON.stringify(answer, rounded) ?? "undefined");
  return text.length <= SHORT ? text : createHash("sha1").update(text).digest("hex").slice(0, 12);
}

/**
 * Tests that results match those stored in a file. `cases` has a function for each test, which returns its results by
 * name.
 */
export function pinned(file, cases) {
  const path = new URL(`${file}.json`, folder);
  const before = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
  const now = {};
  for (const [name, answers] of Object.entries(cases))
    test(`${name}: as before`, async () => {
      now[name] = Object.fromEntries(Object.entries(await answers()).map(([part, answer]) => [part, kept(answer)]));
      if (!writes) assert.deepEqual(now[name], before[name], "PINS=write keeps a change that is meant");
    });
  if (!writes) return test("nothing else is kept", () => assert.deepEqual(Object.keys(before), Object.keys(cases)));
  process.on("exit", () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, `${JSON.stringify(now, null, 1)}\n`);
  });
}

/** Returns a generator of pseudo-random numbers from 0 to 1. */
export function dice(seed) {
  let state = seed;
  return () => (state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff) / 0x80000000;
}
