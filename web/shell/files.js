/** Files that are dropped, chosen or shared with the page. */

import { loadModule } from "./lazy-loading.js";
import { openText } from "./open.js";
import { refuse } from "./refusals.js";

const LARGEST_FILE = 12_000_000; // bytes

/** @type {((file: File) => boolean)[]} */
const pictureListeners = [];

/**
 * Calls back with every picture that is opened; a listener that takes it returns true.
 * @param {(file: File) => boolean} listener
 */
export const onPicture = (listener) => void pictureListeners.push(listener);

/**
 * Opens a file. A picture goes to the listener that makes puzzles of pictures; any other file that is not a text is
 * refused by name.
 * @param {File} file
 */
export async function openFile(file) {
  if (file.size > LARGEST_FILE) return refuse({ kind: "file-size", params: { n: Math.round(file.size / 1e6) } });
  const files = await loadModule(() => import("../core/file-kind.js"), []).catch(() => null);
  if (!files) return; // which was said
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { kind, picture } = files.fileKind(bytes, file);
  if (picture && pictureListeners.some((listener) => listener(file))) return;
  if (kind) return refuse({ kind: "file-kind", params: { name: file.name, kind } });
  openText(files.decoded(bytes));
}
