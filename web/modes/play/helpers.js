/** Hints, and the look for mistakes: each is loaded when someone first wants it. */

import { loadModule } from "../../shell/lazy-loading.js";

/** @import {Game} from "../../core/types.js" */

/**
 * The modules that are loaded so far.
 * @type {{hints: typeof import("./hint.js") | null, checks: typeof import("./check.js") | null}}
 */
export const helpers = { hints: null, checks: null };

/** Resolves with what gives hints; rejects if it cannot be loaded; the page then shows the error. */
export const loadHints = async () => (helpers.hints ??= await loadModule(() => import("./hint.js"), []));

/** Resolves with what looks for mistakes; rejects like `loadHints`. */
export const loadChecks = async () => (helpers.checks ??= await loadModule(() => import("./check.js"), []));

/** The hint on this board, null if none was asked for. @param {Game} game */
export const hintOn = (game) => helpers.hints?.hintOn(game) ?? null;
