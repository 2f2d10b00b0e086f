/**
 * Opens content passed on by the device: the puzzle of the day or a kind from a shortcut of the installed app, content
 * shared by another app, or a file opened with this one.
 */

import { dayNumber } from "../core/daily.js";
import { linkIn } from "../core/share-link.js";
import { openFile } from "./files.js";
import { openKind } from "./examples.js";
import { openText } from "./open.js";
import { openLibraryAt } from "./daily.js";
import { state, watch } from "./state.js";

/** The cache in which the service worker stores shared content. */
const SHARED = `tesuji shared ${new URL(".", document.baseURI).pathname}`;

/**
 * Opens the content named by a fragment: "#day", "#day=2026-11-22", "#kind=<kind>" or "#shared".
 * @param {string} fragment
 */
export async function arrive(fragment) {
  const [wish, which = ""] = fragment.slice(1).split("=");
  history.replaceState(null, "", location.pathname + location.search); // the opened content has its own address
  await catalogIsRead();
  if (wish === "kind") return openKind(which);
  if (wish === "shared") return openShared();
  openLibraryAt(which ? dayNumber(new Date(`${which}T12:00`)) : undefined);
}

/**
 * Waits until the kinds are loaded, since the page may be opened with this request before that.
 * @returns {Promise<void>}
 */
const catalogIsRead = () =>
  new Promise((resolve) => (state.catalog.length ? resolve() : watch(() => state.catalog.length && resolve())));

/** Opens content shared by another app: a file, or a text or address with a puzzle. */
async function openShared() {
  const cache = await caches.open(SHARED);
  const parts = await Promise.all(
    ["file", "url", "text", "title"].map(async (name) => (await cache.match(new URL(name, document.baseURI))) ?? null),
  );
  await caches.delete(SHARED);
  const [file, ...texts] = parts;
  if (file) return openFile(new File([await file.blob()], decodeURIComponent(file.headers.get("X-Name") ?? "")));
  const given = (await Promise.all(texts.map((part) => part?.text() ?? ""))).filter((text) => text.trim());
  // Some apps put the address into the text, after a title.
  const words = given.flatMap((text) => text.split(/\s+/));
  await openText(words.find((word) => linkIn(word)) ?? given.find((text) => text.includes("://")) ?? given[0] ?? "");
}
