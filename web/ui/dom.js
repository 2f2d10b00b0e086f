/** Helpers to create DOM elements and icons. */

import { currentLanguage } from "./i18n.js";

/**
 * SVG paths in a box of 20 × 20: first the stroked path, then after "F" the filled one. @type {Record<string, string>}
 */
const ICONS = {
  undo: "M7 4L3.5 7.5L7 11M3.5 7.5h8a4.5 4.5 0 0 1 0 9H8",
  redo: "M13 4l3.5 3.5L13 11M16.5 7.5h-8a4.5 4.5 0 0 0 0 9H12",
  fill: "F4.5 4.5h11v11h-11z",
  cross: "M5 5l10 10M15 5L5 15",
  line: "M4.5 15.5l11-11",
  flag: "M6 17V3.5F6 3.5l9 3.5l-9 3.5z",
  ring: "M10 4.5a5.5 5.5 0 1 0 .01 0z",
  ox: "M6.2 3.2a3.2 3.2 0 1 0 .01 0zM11 11l5.6 5.6M16.6 11l-5.6 5.6",
  reveal: "M3.5 3.5h13v13h-13zM7.5 10l2 2l3.5-4",
  mine: "M10 4v12M4 10h12M5.8 5.8l8.4 8.4M14.2 5.8l-8.4 8.4F10 6.6a3.4 3.4 0 1 0 .01 0z",
  star: "F10 2.5L11.9 7.83L17.6 8.03L13.1 11.5L14.7 17L10 13.8L5.3 17L6.86 11.5L2.39 8.03L8.06 7.83z",
  lamp: "M10 2.5v3M10 14.5v3M2.5 10h3M14.5 10h3F10 6.4a3.6 3.6 0 1 0 .01 0z",
  check: "M4 10.5l4 4l8 -9",
  hint: "M10 2.8a5 5 0 0 1 2.6 9.3v2.1h-5.2v-2.1A5 5 0 0 1 10 2.8zM8 17h4",
};

/** Registers icons by name. @param {Record<string, string>} more */
export const addIcons = (more) => void Object.assign(ICONS, more);

const SVG = "http://www.w3.org/2000/svg";

/** Returns an icon in the colour of the surrounding text. @param {string} paths @param {string} [name] */
export function glyph(paths, name = "") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", name ? `icon i-${name}` : "icon");
  paths.split("F").forEach((data, filled) => {
    if (!data) return;
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", data.startsWith("M") ? data : `M${data}`);
    path.setAttribute("class", filled ? "solid" : "stroke");
    svg.append(path);
  });
  return svg;
}

/** @param {string} name */
export const icon = (name) => glyph(ICONS[name] ?? "", name);

/**
 * Creates an element: `h("button", {class: "line", onclick: act}, icon("undo"), "Undo")`. Properties that are false or
 * undefined are omitted; `style` is an object. A button submits a form only with `type: "submit"`.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElement}
 */
export function h(tag, properties = {}, ...children) {
  /** @type {any} */
  const element = document.createElement(tag);
  if (tag === "button") element.type = "button";
  for (const [name, value] of Object.entries(properties)) {
    if (value === false || value === undefined) continue;
    if (name === "style") Object.assign(element.style, value);
    else if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(
    .../** @type {(Node | string)[]} */ (
      children.filter((child) => child !== null && child !== undefined && child !== false)
    ),
  );
  return element;
}

/** Returns the element with this id, which must exist. @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);

/**
 * Refills an element only if `key` or the language has changed, so that a focused child keeps the focus.
 * Returns whether one has.
 * @param {HTMLElement} element
 * @param {any} key  a value that is compared as text
 * @param {() => (Node | string)[]} build
 */
export function refill(element, key, build) {
  const now = `${currentLanguage()} ${key}`;
  if (element.dataset.key === now) return false;
  element.dataset.key = now;
  element.replaceChildren(...build());
  return true;
}

/**
 * Handles clicks in a group of buttons that is refilled, with one listener on the group. `name` is a data attribute;
 * its value is passed to `act`.
 * @param {HTMLElement} group
 * @param {string} name
 * @param {(value: string, button: HTMLElement) => void} act
 */
export function onChoice(group, name, act) {
  const attribute = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  group.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement | null} */ (
      /** @type {HTMLElement} */ (event.target).closest(`[data-${attribute}]`)
    );
    if (button && button.getAttribute("aria-disabled") !== "true")
      act(/** @type {string} */ (button.dataset[name]), button);
  });
}

/**
 * Returns buttons of which one is pressed.
 * @param {string} name name of the data attribute
 * @param {[value: string, ...content: (Node | string)[]][]} choices
 * @param {string} chosen
 */
export const segments = (name, choices, chosen) =>
  choices.map(([value, ...content]) =>
    h("button", { [`data-${name}`]: value, "aria-pressed": String(value === chosen) }, ...content),
  );

/** @param {HTMLElement} element @param {boolean} shown */
export const show = (element, shown) => void (element.hidden === shown && (element.hidden = !shown));

/** Resolves when the current drawing is on the screen, or after half a second: hidden pages get no animation frames. */
export const nextFrame = () =>
  new Promise((resolve) => {
    const limit = setTimeout(resolve, 500);
    requestAnimationFrame(() => setTimeout(() => (clearTimeout(limit), resolve(undefined))));
  });

/** The callers that wait for their turn. @type {((value: unknown) => void)[]} */
const turns = [];

/** Resolves after the next frame that no earlier caller waits for, so that no frame lays out the work of two callers. */
export const turn = () => new Promise((resolve) => void (turns.push(resolve) === 1 && takeTurns()));

async function takeTurns() {
  while (turns.length) {
    await nextFrame();
    turns[0](undefined);
    turns.shift();
  }
}

/** Elements that are shown in their turn. @type {Set<HTMLElement>} */
const waiting = new Set();

/**
 * Shows or hides an element. Each element that appears gets a frame of its own, so that no frame lays out too much.
 * @param {HTMLElement} element
 * @param {boolean} shown
 */
export function showInTurn(element, shown) {
  if (!shown) {
    element.hidden = true;
    waiting.delete(element);
  } else if (element.hidden && !waiting.has(element)) {
    waiting.add(element);
    turn().then(() => waiting.delete(element) && (element.hidden = false));
  }
}

/** @param {HTMLElement} element @param {string} text */
export const setText = (element, text) => void (element.textContent === text || (element.textContent = text));

/**
 * Fills a list with names and values, some with a sentence that explains the value.
 * @param {HTMLElement} list
 * @param {[name: string, value: string, why?: string][]} facts
 */
export const setFacts = (list, facts) =>
  refill(list, JSON.stringify(facts), () =>
    facts.map(([name, value, why]) => h("div", { title: why }, h("dt", {}, name), h("dd", {}, value))),
  );

/**
 * Moves the focus before the focused element is removed.
 * @param {string} leaving
 * @param {string} to selector of the element to focus
 */
export function moveFocus(leaving, to) {
  const had = byId(leaving).contains(document.activeElement);
  return () => had && /** @type {HTMLElement | null} */ (document.querySelector(to))?.focus();
}
