/**
 * Packs Pyodide's snapshot for web/engine/snapshot.js. The file has four 32-bit numbers (the lengths of the header
 * before the memory, of the memory, of the list, and of a block), the header, the list with one bit per block of the
 * memory (1 if it differs from that of a fresh instance), and the blocks that differ.
 */

const BLOCK = 256; // in bytes; with 64 the file is 1 % smaller and takes longer to unpack

/**
 * @param {Uint8Array} whole Pyodide's snapshot @param {number} header length of the header before the memory
 * @param {Uint8Array} fresh the memory of a fresh instance
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function pack(whole, header, fresh) {
  const memory = whole.subarray(header);
  const list = new Uint8Array(Math.ceil(memory.length / BLOCK / 8));
  const blocks = [];
  for (let start = 0, index = 0; start < memory.length; start += BLOCK, index++) {
    const block = memory.subarray(start, start + BLOCK);
    if (block.every((byte, offset) => byte === (fresh[start + offset] ?? 0))) continue;
    list[index >> 3] |= 1 << (index & 7);
    blocks.push(block);
  }
  const parts = [
    new Uint32Array([header, memory.length, list.length, BLOCK]),
    whole.subarray(0, header),
    list,
    ...blocks,
  ];
  const bytes = parts.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength));
  return new Uint8Array(Buffer.concat(bytes));
}
