/** Folding of thoughts in a list. */

import { h, icon } from "./dom.js";
import { t } from "./i18n.js";

/**
 * Returns the button that folds or unfolds a thought.
 * @param {string} name  name of its data attribute
 * @param {number} thought
 * @param {boolean} unfolded
 */
export const unfoldButton = (name, thought, unfolded) =>
  h(
    "button",
    {
      class: "unfold",
      [`data-${name}`]: thought,
      "aria-expanded": String(unfolded),
      "aria-label": t("steps.unfold", { n: thought + 1 }),
    },
    icon(unfolded ? "down" : "next"),
  );

/**
 * Folds or unfolds a thought.
 * @param {Set<number>} unfolded
 * @param {number} thought
 */
export const toggle = (unfolded, thought) => void (unfolded.delete(thought) || unfolded.add(thought));
