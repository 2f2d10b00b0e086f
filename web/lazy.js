/** Modes and panels that are loaded when they are first wanted, so that the first board need not wait for them. */

import { h, icon } from "./dom.js";
import { translate } from "./i18n.js";
import { addMode, addPanel } from "./registry.js";
import { state, update } from "./state.js";

/** @import {Mode, Panel} from "./types.js" */

/** Gives elements that come late their icons and words. @param {HTMLElement} root */
export function decorate(root) {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-icon]"))) element.prepend(icon(/** @type {string} */ (element.dataset.icon)));
  translate(root);
}

/** @param {Pick<Panel, "name" | "order" | "icon" | "menu" | "bare" | "needsGame">} outline @param {() => Promise<{default: Omit<Panel, "name" | "order" | "icon">}>} load */
export function lazyPanel(outline, load) {
  const place = h("div");
  /** @type {Omit<Panel, "name" | "order" | "icon"> | null} */
  let panel = null;
  addPanel({
    ...outline,
    build: () => place,
    async enter() {
      if (!panel) {
        const found = (await load()).default;
        panel ??= fitted(found);
      }
      if (state.panel === outline.name) panel.enter?.();
    },
    render: () => panel?.render?.(),
    leave: () => panel?.leave?.(),
  });

  /** @param {Omit<Panel, "name" | "order" | "icon">} found */
  function fitted(found) {
    if (found.build) place.append(...found.build().childNodes);
    decorate(place);
    found.wire?.();
    return found;
  }
}

/** @param {Pick<Mode, "name" | "order" | "icon">} outline @param {() => Promise<{default: Omit<Mode, "name" | "order" | "icon">}>} load */
export function lazyMode(outline, load) {
  const places = { tools: h("span", { class: "late" }), say: h("div", { class: "late" }), evidence: h("div", { class: "late" }) };
  /** @type {Omit<Mode, "name" | "order" | "icon"> | null} */
  let mode = null;
  addMode({
    ...outline,
    build: () => ({ tools: [places.tools], say: [places.say], evidence: [places.evidence] }),
    async enter() {
      if (!mode) {
        const found = (await load()).default;
        mode ??= fitted(found);
        update({});
      }
      if (state.mode === outline.name) mode.enter?.();
    },
    leave: () => mode?.leave?.(),
    render: (game, puzzle) => mode?.render(game, puzzle),
    scene: (game, puzzle) => mode?.scene(game, puzzle) ?? { marks: game.marks, tone: "own" },
    hands: (game, puzzle) => mode?.hands?.(game, puzzle) ?? null,
    commit: (marks, stroke) => mode?.commit?.(marks, stroke),
    history: (game) => mode?.history?.(game) ?? { undo: false, redo: false },
    undo: () => mode?.undo?.(),
    redo: () => mode?.redo?.(),
    heading: (game, puzzle) => mode?.heading?.(game, puzzle) ?? { result: game.result, checking: false },
  });

  /** @param {Omit<Mode, "name" | "order" | "icon">} found */
  function fitted(found) {
    const built = found.build?.() ?? {};
    for (const [name, place] of Object.entries(places)) {
      place.append(...(built[/** @type {"tools" | "say" | "evidence"} */ (name)] ?? []));
      decorate(place);
    }
    return found;
  }
}
