/**
 * Links: the whole puzzle inside the fragment of the address, so that no server ever sees it.
 * `#p=` + base64url(raw deflate(JSON document)); `#u=` + any notation, percent-encoded, which the engine reads.
 */

/** @import {PuzzleDocument} from "./types.js" */

/** More than any board of 200 × 200 needs; a link that unpacks to more is a bomb. */
const LIMIT = 4_000_000;

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream | DecompressionStream} stream */
async function through(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    length += part.value.length;
    if (length > LIMIT) throw new RangeError("too long");
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** @param {Uint8Array} bytes */
function toBase64Url(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @param {string} text */
function fromBase64Url(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

/** The fragment of a document, "#p=…". @param {PuzzleDocument} document */
export async function toFragment(document) {
  const bytes = new TextEncoder().encode(JSON.stringify(document));
  return `#p=${toBase64Url(await through(bytes, new CompressionStream("deflate-raw")))}`;
}

/**
 * The document in the part after "#p="; throws a Problem when the link is damaged.
 * @param {string} packed
 * @returns {Promise<PuzzleDocument>}
 */
export async function fromPacked(packed) {
  try {
    const bytes = await through(fromBase64Url(packed.trim()), new DecompressionStream("deflate-raw"));
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw { kind: "broken-link", at: null };
  }
}

/**
 * What a fragment or any text with a link in it asks for: a packed document, a text in some notation, or nothing that
 * this page knows.
 * @param {string} text
 * @returns {{packed: string} | {text: string} | null}
 */
export function linkIn(text) {
  const packed = /^\s*\S*#p=(\S*)\s*$/.exec(text);
  if (packed) return { packed: packed[1] };
  const other = /^\s*[^\s#]*#u=([^]*)$/.exec(text);
  if (!other) return null;
  try {
    return { text: decodeURIComponent(other[1]) };
  } catch {
    return { text: other[1] };
  }
}
