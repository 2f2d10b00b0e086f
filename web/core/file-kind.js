/** Recognizes files by their first bytes: pictures, other binary files, and the encodings of texts. */

/**
 * Signatures: the name of a file type, whether it is a picture, and its first bytes.
 * @type {[kind: string, picture: boolean, ...bytes: (number | null)[]][]}
 */
const KINDS = [
  ["PNG", true, 0x89, 0x50, 0x4e, 0x47],
  ["JPEG", true, 0xff, 0xd8, 0xff],
  ["GIF", true, 0x47, 0x49, 0x46, 0x38],
  ["WebP", true, 0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50],
  ["AVIF / HEIC", true, null, null, null, null, 0x66, 0x74, 0x79, 0x70],
  ["BMP", true, 0x42, 0x4d, null, null, null, null, 0, 0, 0, 0],
  ["TIFF", true, 0x49, 0x49, 0x2a, 0],
  ["TIFF", true, 0x4d, 0x4d, 0, 0x2a],
  ["ICO", true, 0, 0, 1, 0],
  ["PDF", false, 0x25, 0x50, 0x44, 0x46],
  ["ZIP", false, 0x50, 0x4b, 3, 4],
  ["gzip", false, 0x1f, 0x8b],
  ["7z", false, 0x37, 0x7a, 0xbc, 0xaf],
  ["RAR", false, 0x52, 0x61, 0x72, 0x21, 0x1a],
  ["MP3", false, 0x49, 0x44, 0x33],
  ["WAV", false, 0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x41, 0x56, 0x45],
  ["SQLite", false, 0x53, 0x51, 0x4c, 0x69, 0x74, 0x65],
];

const PICTURE_NAME = /\.(png|jpe?g|gif|webp|avif|hei[cf]|bmp|tiff?|ico)$/i;

/**
 * Returns the type of a file and whether it is a picture. The type is "" for text, and for a file that is not a picture
 * except by its name.
 * @param {Uint8Array} bytes
 * @param {{name?: string, type?: string}} [file]
 * @returns {{kind: string, picture: boolean}}
 */
export function fileKind(bytes, { name = "", type = "" } = {}) {
  const found = KINDS.find(([, , ...start]) => start.every((byte, at) => byte === null || bytes[at] === byte));
  if (found) return { kind: found[0], picture: found[1] };
  if (type.startsWith("image/svg") || /\.svgz?$/i.test(name)) return { kind: "SVG", picture: true };
  if (PICTURE_NAME.test(name)) return { kind: "", picture: true };
  if (utf16(bytes) || !bytes.subarray(0, 4096).includes(0)) return { kind: "", picture: false };
  return { kind: /\.[a-z0-9]{1,6}$/i.exec(name)?.[0].slice(1).toUpperCase() ?? "?", picture: false };
}

/** Returns the encoding given by a byte order mark, if any. @param {Uint8Array} bytes */
const utf16 = ([first, second]) =>
  first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "";

/**
 * Decodes a text file as UTF-8, as UTF-16 if it has a byte order mark, and otherwise as Shift_JIS (used by old Japanese
 * files).
 * @param {Uint8Array} bytes
 */
export function decoded(bytes) {
  if (utf16(bytes)) return new TextDecoder(utf16(bytes)).decode(bytes);
  // A binary PBM file is passed on byte by byte, because its bitmap is not text.
  if (bytes[0] === 0x50 && bytes[1] === 0x34) return new TextDecoder("latin1").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("shift_jis").decode(bytes);
  }
}
