/** Saves files and copies texts. */

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { announce } from "./text.js";

/** Returns a title in the form for the name of a file. @param {string} title */
export const fileName = (title) => title.replace(/[^\p{L}\p{N}]+/gu, "-");

/** Saves a file on this device. @param {string} name @param {Blob} file */
export function saveFile(name, file) {
  const address = URL.createObjectURL(file);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * Copies the text of a field to the clipboard. If the browser refuses that, the text is selected. Returns whether it
 * was copied.
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 */
export async function copyField(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    announce(t("copy.failed"));
    return false;
  }
}
