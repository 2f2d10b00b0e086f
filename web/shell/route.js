/** Opens the puzzle or the page that the address requests. */

import { linkIn } from "../core/share-link.js";
import { isNewAddress } from "./address.js";
import { loadModule } from "./lazy-loading.js";
import { leave, openText } from "./open.js";
import { refuse } from "./refusals.js";
import { FIRST_TURN, state, update } from "./state.js";
import { choice, find } from "./storage.js";

/** @import {State} from "../core/types.js" */

/** Opens content requested by a shortcut or another application. @param {string} fragment */
async function arrive(fragment) {
  const arrival = await loadModule(() => import("./arrival.js"), []).catch(() => null); // which also reports the error
  await arrival?.arrive(fragment);
}

/** Opens the puzzle or page in the address. */
export async function route() {
  if (!isNewAddress()) return;
  const { hash: fragment } = location;
  if (fragment.length < 2) {
    leave();
    return update({ game: null, puzzle: null, panel: null, message: null, latest: await latest() });
  }
  if (/^#(day(=\d{4}-[01]\d-[0-3]\d)?|shared|kind=[a-z][a-z0-9_]*)$/.test(fragment)) return arrive(fragment);
  if (!linkIn(fragment)) return refuse({ kind: "unknown-link" });
  // The puzzle with which the page was opened is older than a text that is pasted while the page starts.
  const turn = state.arriving ? FIRST_TURN : undefined;
  await openText(fragment, { entry: fragment.startsWith("#p=") ? "keep" : "replace", turn });
}

/**
 * Returns the game that was played last, if it is still stored.
 * @returns {Promise<State["latest"]>}
 */
export async function latest() {
  try {
    const { id, kind, title, hidden, done } = JSON.parse(choice("latest", "null"));
    if (!(await find(id))) return null;
    return { id, kind, title: String(title), hidden: Boolean(hidden), done: Boolean(done) };
  } catch {
    return null;
  }
}
