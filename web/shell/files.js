/** Files that are dropped, chosen or shared with the page. */

import { loadModule } from "./lazy-loading.js";
import { openText } from "./open.js";
import { refuse } from "./refusals.js";

const LARGEST_FILE = 12_000_000; // in bytes
const LARGEST_PICTURE = 100_000_000; // in bytes; photographs of many megapixels are larger than other files

/** @type {((file: File) => boolean)[]} */
const pictureListeners = [];

/**
 * Registers a listener for opened pictures. It returns true to consume the picture.
 * @param {(file: File) => boolean} listener
 */
export const onPicture = (listener) => void pictureListeners.push(listener);

/**
 * Opens a file. Pictures are passed to the listener that converts them; other binary files are rejected by name.
 * @param {File} file
 */
export async function openFile(file) {
  if (file.size > (file.type.startsWith("image/") ? LARGEST_PICTURE : LARGEST_FILE))
    return refuse({ kind: "file-size", params: { n: Math.round(file.size / 1e6) } });
  const files = await loadModule(() => import("../core/file-kind.js"), []).catch(() => null);
  if (!files) return; // the error has been reported
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { kind, picture } = files.fileKind(bytes, file);
  if (picture && pictureListeners.some((listener) => listener(file))) return;
  if (kind) return refuse({ kind: "file-kind", params: { name: file.name, kind } });
  openText(files.decoded(bytes));
}
