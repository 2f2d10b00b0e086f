/** Reads the size of a picture from its first bytes, so that one that is too large is not decoded. Plain functions. */

const MOST = 64_000_000; // pixels; a canvas of more is refused by some browsers
const LEAST = 24; // pixels a side

/** @param {Uint8Array} bytes @param {number} at @param {number} length big end first */
const number = (bytes, at, length) => bytes.subarray(at, at + length).reduce((sum, byte) => sum * 256 + byte, 0);

/** Width and height of a JPEG: in the first frame header. @param {Uint8Array} bytes */
function jpegSize(bytes) {
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1];
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return [number(bytes, at + 7, 2), number(bytes, at + 5, 2)];
    at += 2 + number(bytes, at + 2, 2);
  }
  return null;
}

/** Width and height of a WebP, in any of its three forms. @param {Uint8Array} bytes @param {DataView} view */
function webpSize(bytes, view) {
  const form = bytes[15];
  if (form === 0x58) return [24, 27].map((at) => (view.getUint32(at, true) & 0xffffff) + 1);
  if (form === 0x4c) return [0, 14].map((shift) => ((view.getUint32(21, true) >> shift) & 0x3fff) + 1);
  return [26, 28].map((at) => view.getUint16(at, true) & 0x3fff);
}

/** Width and height of a PNG, JPEG, GIF, BMP or WebP; null for other files. @param {Uint8Array} bytes */
function sizeIn(bytes) {
  if (bytes.length < 26) return null;
  if (bytes[0] === 0x89 && bytes[1] === 0x50) return [number(bytes, 16, 4), number(bytes, 20, 4)];
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpegSize(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  if (bytes[0] === 0x47 && bytes[1] === 0x49) return [view.getUint16(6, true), view.getUint16(8, true)];
  if (bytes[0] === 0x42 && bytes[1] === 0x4d)
    return [Math.abs(view.getInt32(18, true)), Math.abs(view.getInt32(22, true))];
  if (bytes[0] === 0x52 && bytes[8] === 0x57 && bytes.length > 31) return webpSize(bytes, view);
  return null;
}

/** Returns why a picture cannot be read: "large", "small", or "" if it may be decoded. @param {Uint8Array} bytes */
export function headerProblem(bytes) {
  const size = sizeIn(bytes);
  if (!size) return "";
  const [width, height] = size;
  if (width * height > MOST) return "large";
  return Math.min(width, height) < LEAST ? "small" : "";
}
