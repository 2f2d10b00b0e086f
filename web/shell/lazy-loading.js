/**
 * Loads modes and panels on demand, with their style sheets and strings, so that the first board does not wait for
 * them.
 */

import { h, icon } from "../ui/dom.js";
import { loadLazyStrings, translate } from "../ui/i18n.js";
import { notLoaded } from "./offline.js";
import { once } from "./once.js";
import { addMode, addPanel } from "./registry.js";
import { nextTask, state, update } from "./state.js";

/** @import {Mode, Panel} from "../core/types.js" */

/** Adds icons and strings to elements that are built late. @param {HTMLElement | DocumentFragment} root */
export function decorate(root) {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-icon]")))
    element.prepend(icon(/** @type {string} */ (element.dataset.icon)));
  translate(root);
}

/** Resolves when a style sheet has been applied. @param {string} name its path in the site */
const style = (name) =>
  once(name, () => {
    const link = h("link", { rel: "stylesheet", href: new URL(`../${name}`, import.meta.url).href });
    return new Promise((resolve, reject) => {
      link.onload = resolve;
      link.onerror = () => (link.remove(), reject(new Error(name)));
      document.head.append(link);
    });
  });

/**
 * Loads a module with its style sheets and strings.
 * @template T
 * @param {() => Promise<T>} load
 * @param {string[]} sheets
 * @returns {Promise<T>}
 */
export async function loadModule(load, sheets) {
  try {
    const [module] = await Promise.all([load(), loadLazyStrings(), ...sheets.map(style)]);
    await nextTask(); // after that of the module's evaluation
    if (["not-loaded", "outdated"].includes(state.message?.kind ?? "")) update({ message: null });
    return module;
  } catch (error) {
    update({ message: await notLoaded() }); // the request can be repeated
    throw error;
  }
}

/**
 * @param {Pick<Panel, "name" | "order" | "icon" | "menu" | "bare" | "needsGame">} outline @param {string} sheet
 * @param {() => Promise<{default: Omit<Panel, "name" | "order" | "icon">}>} load
 * @returns {() => Promise<void>} loads the panel
 */
export function lazyPanel(outline, sheet, load) {
  const place = h("div");
  /** @type {Omit<Panel, "name" | "order" | "icon"> | null} */
  let panel = null;
  const ready = async () => {
    if (panel) return;
    const found = (await loadModule(load, [sheet])).default;
    panel ??= fitted(found);
  };
  addPanel({
    ...outline,
    build: () => place,
    async enter() {
      await ready();
      await nextTask();
      if (state.panel === outline.name) panel?.enter?.();
      update({});
    },
    render: () => panel?.render?.(),
    leave: () => panel?.leave?.(),
  });
  return ready;

  /** @param {Omit<Panel, "name" | "order" | "icon">} found */
  function fitted(found) {
    if (found.build) place.append(...found.build().childNodes);
    decorate(place);
    found.wire?.();
    return found;
  }
}

/**
 * @param {Pick<Mode, "name" | "order" | "icon" | "fits">} outline
 * @param {string} sheet
 * @param {() => Promise<{default: Omit<Mode, "name" | "order" | "icon">}>} load
 */
export function lazyMode(outline, sheet, load) {
  const places = {
    tools: h("span", { class: "lazy" }),
    statement: h("div", { class: "lazy" }),
    evidence: h("div", { class: "lazy" }),
  };
  /** The module's mode, once loaded. @type {Omit<Mode, "name" | "order" | "icon"> | null} */
  let loaded = null;
  /** The elements for each place. @type {[HTMLElement, DocumentFragment][] | null} */
  let built = null;
  /** @type {Mode} */
  const mode = {
    ...outline,
    build: () => ({ tools: [places.tools], statement: [places.statement], evidence: [places.evidence] }),
    async enter() {
      if (!loaded) {
        const found = (await loadModule(load, [sheet])).default;
        built ??= build(found);
        await nextTask();
        // Elements that are not rendered yet would be visible for a moment, and could be clicked.
        if (!loaded) {
          for (const [place, elements] of built) place.append(elements);
          loaded = found;
          Object.assign(mode, { ...found, build: mode.build, enter: mode.enter });
          update({});
        }
      }
      if (state.mode === outline.name) loaded.enter?.();
    },
    render() {},
    scene: ({ marks }) => ({ marks, tone: "own" }),
    heading: ({ result }) => ({ result, checking: false }),
  };
  addMode(mode);

  /** @param {Omit<Mode, "name" | "order" | "icon">} found */
  function build(found) {
    const parts = found.build?.() ?? {};
    return Object.entries(places).map(([name, place]) => {
      const elements = document.createDocumentFragment();
      elements.append(...(parts[/** @type {"tools" | "statement" | "evidence"} */ (name)] ?? []));
      decorate(elements);
      return /** @type {[HTMLElement, DocumentFragment]} */ ([place, elements]);
    });
  }
}
