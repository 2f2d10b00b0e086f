/**
 * Opens what the device hands over: the puzzle of the day or a kind from a shortcut of the installed app, what another app
 * shares, a file that is opened with this one.
 */

import { dayNumber } from "../core/daily.js";
import { linkIn } from "../core/share-link.js";
import { openFile } from "./files.js";
import { openKind } from "./examples.js";
import { openText } from "./open.js";
import { openLibraryAt } from "./daily.js";
import { state, watch } from "./state.js";

/** The place for shared items from the service worker; it names the parts in the same way. */
const SHARED = `tesuji shared ${new URL(".", document.baseURI).pathname}`;

/**
 * Opens what a fragment stands for: "#day", "#day=2026-11-22", "#kind=<kind>" or "#shared".
 * @param {string} fragment
 */
export async function arrive(fragment) {
  const [wish, which = ""] = fragment.slice(1).split("=");
  history.replaceState(null, "", location.pathname + location.search); // once; what is opened has an address of its own
  await catalogIsRead();
  if (wish === "kind") return openKind(which);
  if (wish === "shared") return openShared();
  openLibraryAt(which ? dayNumber(new Date(`${which}T12:00`)) : undefined);
}

/** The page may have opened with this wish, before it knows its kinds. @returns {Promise<void>} */
const catalogIsRead = () =>
  new Promise((resolve) => (state.catalog.length ? resolve() : watch(() => state.catalog.length && resolve())));

/** Open what another app has shared: a file, else the text or address that holds a puzzle. */
async function openShared() {
  const cache = await caches.open(SHARED);
  const parts = await Promise.all(
    ["file", "url", "text", "title"].map(async (name) => (await cache.match(new URL(name, document.baseURI))) ?? null),
  );
  await caches.delete(SHARED);
  const [file, ...texts] = parts;
  if (file) return openFile(new File([await file.blob()], decodeURIComponent(file.headers.get("X-Name") ?? "")));
  const given = (await Promise.all(texts.map((part) => part?.text() ?? ""))).filter((text) => text.trim());
  // Some apps put the address behind a title, into the text.
  const words = given.flatMap((text) => text.split(/\s+/));
  await openText(words.find((word) => linkIn(word)) ?? given.find((text) => text.includes("://")) ?? given[0] ?? "");
}
