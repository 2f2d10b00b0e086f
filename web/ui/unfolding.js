/** Folded thoughts in a list. */

import { h, icon } from "./dom.js";
import { t } from "./i18n.js";

/**
 * The button that unfolds a thought and folds it again.
 * @param {string} name  of its data attribute
 * @param {number} thought
 * @param {boolean} unfolded
 */
export const unfoldButton = (name, thought, unfolded) =>
  h(
    "button",
    {
      type: "button",
      class: "unfold",
      [`data-${name}`]: thought,
      "aria-expanded": String(unfolded),
      "aria-label": t("steps.unfold", { n: thought + 1 }),
    },
    icon(unfolded ? "down" : "next"),
  );

/**
 * Fold or unfold a thought.
 * @param {Set<number>} unfolded
 * @param {number} thought
 */
export const toggle = (unfolded, thought) => void (unfolded.delete(thought) || unfolded.add(thought));
