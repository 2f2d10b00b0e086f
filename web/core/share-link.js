/**
 * Share links. The whole puzzle is in the fragment of the address, which browsers do not send to servers: `#p=`
 * followed by base64url(raw deflate(JSON document)), or `#u=` followed by percent-encoded text in any format that the
 * engine reads.
 */

/** @import {PuzzleDocument} from "./types.js" */

/** The maximum size of an unpacked link in bytes; the largest board needs about half of it. */
const MAX_UNPACKED = 1_000_000;
/** The maximum length of a packed link; the largest boards need about 10 % of it. */
const MAX_PACKED = 1_000_000;
/** The number of bytes written to a stream at a time. A slice inflates to about 4 MB at most. */
const SLICE = 4096;

/**
 * Returns a stream source that delivers the bytes in slices, on demand.
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
function sliced(bytes) {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.subarray(at, (at += SLICE)));
      else controller.close();
    },
  });
}

/**
 * Returns the bytes of a stream. Throws a RangeError as soon as there are more than MAX_UNPACKED, without unpacking the
 * rest.
 * @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream | DecompressionStream} stream
 */
async function through(bytes, stream) {
  const reader = sliced(bytes).pipeThrough(stream).getReader();
  const parts = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    length += part.value.length;
    if (length > MAX_UNPACKED) {
      await reader.cancel();
      throw new RangeError("too long");
    }
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

/** Returns the fragment of a document, "#p=…". @param {PuzzleDocument} document */
export async function toFragment(document) {
  const bytes = new TextEncoder().encode(JSON.stringify(document));
  return `#p=${toBase64Url(await through(bytes, new CompressionStream("deflate-raw")))}`;
}

/**
 * Decodes the part after "#p=". Throws a Problem if the link is damaged, has more than MAX_PACKED characters or unpacks
 * to more than MAX_UNPACKED bytes.
 * @param {string} packed
 * @returns {Promise<PuzzleDocument>}
 */
export async function fromPacked(packed) {
  try {
    if (packed.length > MAX_PACKED) throw new RangeError("too long");
    const bytes = await through(fromBase64Url(packed.trim()), new DecompressionStream("deflate-raw"));
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw { kind: "broken-link", at: null };
  }
}

/**
 * Returns the content of a fragment, or of the first link in any text: a packed document, a text in another format, or
 * null if there is no link.
 * @param {string} text
 * @returns {{packed: string} | {text: string} | null}
 */
export function linkIn(text) {
  const link = text.trim();
  const at = link.indexOf("#");
  if (at < 0 || /\s/.test(link.slice(0, at))) return null;
  const letter = link.slice(at, at + 3);
  const rest = text.trimStart().slice(at + 3);
  if (letter === "#p=") return /\s/.test(rest.trimEnd()) ? null : { packed: rest.trimEnd() };
  if (letter !== "#u=") return null;
  try {
    return { text: decodeURIComponent(rest) };
  } catch {
    return { text: rest };
  }
}
