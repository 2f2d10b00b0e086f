/** Controls that several modes and panels have. */

import { h, refill, segments } from "./dom.js";

/** Returns a button with a text. @param {string} key of the text @param {Record<string, any>} properties */
export const textButton = (key, properties) => h("button", { class: "button line", "data-t": key, ...properties });

/**
 * Returns a button with an icon and a text.
 * @param {string} drawn name of the icon
 * @param {string} key of the text
 * @param {Record<string, any>} properties
 */
export const iconButton = (drawn, key, properties) =>
  h("button", { class: "button line", "data-icon": drawn, ...properties }, h("span", { "data-t": key }));

/**
 * Returns a button that shows only an icon.
 * @param {string} drawn name of the icon
 * @param {string} label key of its label
 * @param {Record<string, any>} properties
 */
export const signButton = (drawn, label, properties) =>
  h("button", { class: "quiet", "data-icon": drawn, "data-label": label, ...properties });

/**
 * Returns a button that opens a file.
 * @param {string} id of its input
 * @param {string} key of the text
 * @param {(file: File) => void} act
 * @param {Record<string, any>} [accepted] attributes of the input
 * @param {Record<string, any>} [properties] of the button
 */
export function fileButton(id, key, act, accepted, properties) {
  const onchange = (/** @type {any} */ { target }) => {
    if (target.files[0]) act(target.files[0]);
    target.value = ""; // the same file can be chosen again
  };
  return h(
    "label",
    { class: "button line", for: id, ...properties },
    h("span", { "data-t": key }),
    h("input", { id, class: "unseen", type: "file", onchange, ...accepted }),
  );
}

/**
 * Returns a checkbox with its label.
 * @param {string} id
 * @param {boolean} checked
 * @param {(checked: boolean) => void} act
 * @param {HTMLElement} words
 */
export function checkbox(id, checked, act, words) {
  const box = /** @type {HTMLInputElement} */ (
    h("input", { type: "checkbox", id, checked, onchange: () => act(box.checked) })
  );
  return h("label", { class: "check", for: id }, box, words);
}

/**
 * Returns the options of a select.
 * @param {[value: string | number, text: string][]} choices
 * @param {string | number} chosen
 */
export const options = (choices, chosen) =>
  choices.map(([value, text]) => h("option", { value, selected: String(value) === String(chosen) }, text));

/**
 * Refills a group of buttons of which one is pressed, if they have changed.
 * @param {HTMLElement} group
 * @param {string} name name of the data attribute
 * @param {string} chosen
 * @param {[value: string, text: string][]} choices
 */
export const refillSegments = (group, name, chosen, choices) =>
  refill(group, JSON.stringify([chosen, choices]), () => segments(name, choices, chosen));

/**
 * Refills a select, if its options have changed.
 * @param {HTMLElement} select
 * @param {string | number} chosen
 * @param {[value: string | number, text: string][]} choices
 */
export const refillOptions = (select, chosen, choices) =>
  refill(select, JSON.stringify([chosen, choices]), () => options(choices, chosen));
