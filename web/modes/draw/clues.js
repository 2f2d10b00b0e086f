/** The form of Draw in which the clues of rows and columns are typed. Loaded when it is opened. */

import { h } from "../../ui/dom.js";
import { t } from "../../ui/i18n.js";

/** @import {Edit} from "../../core/sketch.js" */
/** @typedef {{rows: any[], cols: any[]}} Clues */
/** @typedef {NonNullable<Edit["lines"]>} Lines */

const NUMBER = /\d{1,3}\s*[a-h]?/g;

/**
 * Returns the elements of the form. A letter after a number is its colour; the buttons of the palette write it.
 * @param {Lines} lines
 * @param {string[]} colours
 * @param {Clues} clues
 * @param {(side: "rows" | "cols", at: number, clue: any) => void} set
 */
export function clueForm(lines, colours, clues, set) {
  /** @type {HTMLInputElement[]} */
  const fields = [];
  /** @type {HTMLInputElement | undefined} */
  let current;
  const field = (/** @type {"rows" | "cols"} */ side, /** @type {any} */ clue, /** @type {number} */ at) => {
    const input = /** @type {HTMLInputElement} */ (
      h("input", {
        type: "text",
        inputmode: "decimal",
        autocomplete: "off",
        value: lines.text(clue),
        "aria-label": t(side === "rows" ? "draw.clues.row" : "draw.clues.column", { n: at + 1 }),
      })
    );
    const sample = h("span", { class: "clue-sample", "aria-hidden": "true" });
    let before = input.value;
    const apply = () => {
      const read = lines.clue(input.value);
      if (read && before !== input.value) set(side, at, read);
      if (read) before = input.value;
    };
    const show = () => {
      const read = lines.clue(input.value);
      input.setAttribute("aria-invalid", String(!read));
      if (colours.length) sample.replaceChildren(...(read ?? []).map((/** @type {any} */ run) => chip(colours, run)));
    };
    input.addEventListener("input", show);
    input.addEventListener("focus", () => (current = input));
    input.addEventListener("blur", apply);
    input.addEventListener("keydown", ({ key, isComposing }) => {
      const by = isComposing ? 0 : key === "Enter" || key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
      if (!by) return;
      apply();
      fields[fields.indexOf(input) + by]?.focus();
    });
    show();
    fields.push(input);
    return h("label", {}, h("span", { class: "clue-line", "aria-hidden": "true" }, String(at + 1)), input, sample);
  };
  const group = (/** @type {"rows" | "cols"} */ side, /** @type {string} */ name) =>
    h(
      "fieldset",
      {},
      h("legend", { class: "small" }, t(name)),
      ...clues[side].map((clue, at) => field(side, clue, at)),
    );
  const choose = (/** @type {number} */ index) => current && paint(current, index);
  return [
    h("p", { class: "small" }, t(colours.length ? "draw.clues.how.colours" : "draw.clues.how")),
    colours.length > 0 && palette(colours, choose),
    group("rows", "draw.clues.rows"),
    group("cols", "draw.clues.columns"),
  ].filter((element) => element !== false);
}

/** Returns a number of a clue with its colour. @param {string[]} colours @param {[number, number]} run */
const chip = (colours, [length, colour]) =>
  h("span", {}, h("i", { style: { background: colours[colour - 1] } }), String(length));

/** Returns a button for each colour. @param {string[]} colours @param {(index: number) => void} choose */
function palette(colours, choose) {
  const keepFocus = (/** @type {Event} */ event) => event.preventDefault();
  const button = (/** @type {string} */ background, /** @type {number} */ index) => {
    const letter = letterOf(index);
    const label = t("draw.clues.colour", { letter });
    const acts = { onpointerdown: keepFocus, onclick: () => choose(index) };
    const swatch = h("i", { style: { background } });
    return h("button", { class: "button line", "aria-label": label, ...acts }, swatch, letter);
  };
  return h("div", { class: "clue-palette", role: "group", "aria-label": t("draw.colours") }, ...colours.map(button));
}

/** @param {number} index */
const letterOf = (index) => String.fromCharCode(97 + index);

/** Gives the number at the caret a colour. @param {HTMLInputElement} input @param {number} index */
function paint(input, index) {
  const at = input.selectionStart ?? 0;
  const found = [...input.value.matchAll(NUMBER)].find(
    (match) => match.index <= at && at <= match.index + match[0].length,
  );
  input.focus();
  if (!found) return;
  const end = found.index + found[0].length;
  const space = end === input.value.length ? " " : "";
  input.setRangeText(`${parseInt(found[0], 10)}${letterOf(index)}${space}`, found.index, end, "end");
  input.dispatchEvent(new Event("input"));
}
