/** Loads hints and the search for mistakes on demand. */

import { loadModule } from "../../shell/lazy-loading.js";
import { nextTask } from "../../shell/state.js";

/** @import {Game} from "../../core/types.js" */

/**
 * The modules that have been loaded.
 * @type {{hints: typeof import("./hint.js") | null, checks: typeof import("./check.js") | null}}
 */
export const helpers = { hints: null, checks: null };

/**
 * Resolves with the hint module, in a task after that of the click; rejects if it cannot be loaded, and the page then
 * shows the error.
 */
export const loadHints = () =>
  nextTask().then(async () => (helpers.hints ??= await loadModule(() => import("./hint.js"), [])));

/** Resolves with the module that finds mistakes; rejects like `loadHints`. */
export const loadChecks = async () => (helpers.checks ??= await loadModule(() => import("./check.js"), []));

/** Returns the hint on this board, or null if none was requested. @param {Game} game */
export const hintOn = (game) => helpers.hints?.hintOn(game) ?? null;
