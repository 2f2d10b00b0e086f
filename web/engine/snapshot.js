/**
 * Unpacks the snapshot of Python's memory: the memory of Pyodide after all imports, without the parts that any fresh
 * instance has. tools/pack.mjs writes the file and documents its format.
 */

const NUMBERS = 16; // bytes

/** Returns the length of the unpacked snapshot. @param {Uint8Array<ArrayBuffer>} packed */
export function wholeLength(packed) {
  const [header, length] = new Uint32Array(packed.buffer, packed.byteOffset, 2);
  return header + length;
}

/**
 * Unpacks the snapshot.
 * @param {Uint8Array<ArrayBuffer>} packed
 * @param {Uint8Array} fresh the memory of a fresh instance
 * @param {Uint8Array} whole receives the snapshot, `wholeLength` bytes
 */
export function unpack(packed, fresh, whole) {
  const [header, length, listed, block] = new Uint32Array(packed.buffer, packed.byteOffset, NUMBERS / 4);
  whole.set(packed.subarray(NUMBERS, NUMBERS + header));
  const memory = whole.subarray(header);
  memory.set(fresh.subarray(0, length));
  const list = packed.subarray(NUMBERS + header, NUMBERS + header + listed);
  let from = NUMBERS + header + listed;
  for (let index = 0; index * block < length; index++) {
    if (!(list[index >> 3] & (1 << (index & 7)))) continue;
    const end = Math.min(from + block, from + length - index * block);
    memory.set(packed.subarray(from, end), index * block);
    from = end;
  }
  if (from !== packed.length) throw new Error("the snapshot of Python is not whole");
}
