/** Opens and closes the panels and menus of the header. */

import { byId } from "../ui/dom.js";
import { panelOf } from "./registry.js";
import { part, state, update } from "./state.js";

const MENUS = [
  ["kind-now", "kinds"],
  ["more-button", "more"],
];

/** Opens a panel instead of the margin. @param {string} name */
export function openPanel(name) {
  closeMenus();
  update({ panel: name, ...(state.panel === name ? {} : { message: null }) });
  panelOf(name)?.enter?.();
  byId("margin").scrollIntoView({ block: "start" });
}

/** Closes the panel and moves the focus to its button. */
export function closePanel() {
  const { panel } = state;
  update({ panel: null, message: null });
  if (panel) byId(`${panel}-button`).focus();
}

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {string | null} before
 */

/** @type {Own} */
const local = part("shell/panels", { before: null });

/** Calls `leave` of a panel that was closed, however that happened. Called after every change of the state. */
export function leavePanel() {
  const left = local.before === state.panel ? null : local.before;
  local.before = state.panel;
  if (left) panelOf(left)?.leave?.();
}

/** Adds the listeners of the menus: buttons open and close them, arrow keys move in them. Call this once. */
export function wireMenus() {
  for (const [id, list] of MENUS) {
    byId(id).addEventListener("click", () => {
      const open = !isOpen(id);
      closeMenus();
      setOpen(id, list, open);
    });
    for (const part of [id, list])
      byId(part).addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
        const entries = /** @type {HTMLElement[]} */ ([...byId(list).querySelectorAll("button")]);
        const next = neighbour(
          entries.filter((entry) => entry.offsetParent),
          event.key,
        );
        if (!isOpen(id) || !next) return;
        event.preventDefault();
        next.focus();
      });
  }
}

/**
 * Returns the menu entry that an arrow key, Home or End moves to; from outside the menu, the selected or the first
 * entry.
 * @param {HTMLElement[]} entries the entries, in rows and columns
 * @param {string} key
 */
function neighbour(entries, key) {
  const columns = entries.findIndex(({ offsetTop }) => offsetTop > entries[0].offsetTop);
  const down = columns < 0 ? entries.length : columns;
  /** @type {Record<string, number>} */
  const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: down, ArrowUp: -down, Home: -Infinity, End: Infinity };
  const at = entries.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  if (!(key in steps)) return undefined;
  if (at < 0) return entries.find((entry) => entry.ariaCurrent) ?? entries[0];
  return entries[Math.min(entries.length - 1, Math.max(0, at + steps[key]))];
}

/** @param {boolean} [back] move the focus to the button */
export function closeMenus(back = false) {
  for (const [id, list] of MENUS) {
    if (back && isOpen(id)) byId(id).focus();
    setOpen(id, list, false);
  }
}

/** Returns whether a menu is open. */
export const hasOpenMenu = () => MENUS.some(([id]) => isOpen(id));

/** @param {string} id */
const isOpen = (id) => byId(id).getAttribute("aria-expanded") === "true";

/** @param {string} id id of the button @param {string} list @param {boolean} open */
function setOpen(id, list, open) {
  byId(id).setAttribute("aria-expanded", String(open));
  byId(list).classList.toggle("open", open);
}
