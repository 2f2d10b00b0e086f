/** The focus around a hint, whose buttons come and go. */

import { byId, nextFrame } from "../../ui/dom.js";

/** Returns the focused element if it is about a hint, or null. @returns {Element | null} */
const focusedHint = () => document.activeElement?.closest("#statement button, #hint") ?? null;

/**
 * Renders the hint and its buttons. If the focused one has gone, the focus moves after the frame that shows them; before,
 * it would lay out the page.
 * @param {() => void} render
 */
export function keepingFocus(render) {
  const focused = focusedHint();
  render();
  if (focused) nextFrame().then(() => moveFrom(focused));
}

/**
 * Shows the first hint, whose button goes. A button that goes with the focus lays out the page at once, so it is left
 * before.
 * @param {() => void} showHint
 */
export const leavingHintButton = (showHint) =>
  keepingFocus(() => {
    byId("hint-button").blur();
    showHint();
  });

/**
 * Moves the focus from a button that has gone to the next stronger hint, the first one, or the next puzzle.
 * @param {Element} before
 */
function moveFrom(before) {
  const isShown = (/** @type {Element | null} */ button) => button?.checkVisibility({ visibilityProperty: true });
  if (isShown(before) || ![before, document.body].includes(/** @type {Element} */ (document.activeElement))) return;
  const next = [
    byId("hint-choice").firstElementChild,
    ...["undo-wrong", "hint-button", "next-puzzle", "hint"].map(byId),
  ];
  /** @type {HTMLElement | undefined} */ (next.find(isShown))?.focus({ preventScroll: true });
}
