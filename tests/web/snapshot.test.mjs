// Tests for the snapshot of Python's memory: `unpack` restores what `pack` omits.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pack } from "../../tools/pack.mjs";
import { unpack, wholeLength } from "../../web/engine/snapshot.js";

/** Returns pseudo-random bytes. */
const noise = (/** @type {number} */ length, seed = 1) =>
  Uint8Array.from({ length }, (_, index) => (Math.imul(index + seed, 2654435761) >>> 13) & 255);

const HEADER = noise(128, 9);

function snapshot(/** @type {Uint8Array} */ memory) {
  const whole = new Uint8Array(HEADER.length + memory.length);
  whole.set(HEADER);
  whole.set(memory, HEADER.length);
  return whole;
}

function there(/** @type {Uint8Array} */ whole, /** @type {Uint8Array} */ fresh) {
  const packed = pack(whole, HEADER.length, fresh);
  const back = new Uint8Array(wholeLength(packed));
  unpack(packed, fresh, back);
  assert.deepEqual(back, whole);
  return packed.length;
}

test("a memory is restored, whatever the fresh instance contains", () => {
  for (const length of [0, 1, 256, 1000, 65536]) {
    const fresh = noise(length);
    const changed = Uint8Array.from(fresh, (byte, index) => (index % 3000 < 5 ? byte ^ 1 : byte));
    there(snapshot(changed), fresh);
    there(snapshot(new Uint8Array(length)), fresh);
    there(snapshot(noise(length, 4)), fresh.subarray(0, length >> 1)); // the memory has grown since then
  }
});

test("the parts of a fresh instance take no space", () => {
  const fresh = noise(1 << 16);
  assert.ok(there(snapshot(fresh), fresh) < 256);
});

test("a truncated file is rejected", () => {
  const fresh = new Uint8Array(4096);
  const packed = pack(snapshot(noise(4096)), HEADER.length, fresh);
  assert.throws(() => unpack(packed.slice(0, -300), fresh, new Uint8Array(wholeLength(packed))));
});
