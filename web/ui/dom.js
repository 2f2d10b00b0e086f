/** Elements and icons, made by hand. */

/** Stroke first, what follows "F" is filled; a box of 20 × 20. @type {Record<string, string>} */
const ICONS = {
  undo: "M7 4L3.5 7.5L7 11M3.5 7.5h8a4.5 4.5 0 0 1 0 9H8",
  redo: "M13 4l3.5 3.5L13 11M16.5 7.5h-8a4.5 4.5 0 0 0 0 9H12",
  fill: "F4.5 4.5h11v11h-11z",
  cross: "M5 5l10 10M15 5L5 15",
  line: "M4.5 15.5l11-11",
  flag: "M6 17V3.5F6 3.5l9 3.5l-9 3.5z",
  ring: "M10 4.5a5.5 5.5 0 1 0 .01 0z",
  open: "M2.5 5h5l2 2.5h8v9h-15z",
  share: "M10 12.5V3M6.5 6L10 2.5L13.5 6M6 9H3.5v8.5h13V9H14",
  theme: "M10 3a7 7 0 1 0 .01 0zF10 3a7 7 0 0 1 0 14z",
  more: "F4 8.6a1.4 1.4 0 1 0 .01 0zM10 8.6a1.4 1.4 0 1 0 .01 0zM16 8.6a1.4 1.4 0 1 0 .01 0z",
  close: "M5 5l10 10M15 5L5 15",
  down: "M5 7.5l5 5l5-5",
  stop: "M5.5 5.5h9v9h-9z",
  play: "M3 3h14v14h-14zM3 10h14M10 3v14",
  analyse: "M8.5 3a5.5 5.5 0 1 0 .01 0zM12.5 12.5l4.5 4.5",
  larger: "M4 10h12M10 4v12",
  smaller: "M4 10h12",
  fit: "M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4",
  send: "M10 12.5V3M6.5 6L10 2.5L13.5 6M6 9H3.5v8.5h13V9H14",
  file: "M5 2.5h6.5l4 4v11h-10.5zM11.5 2.5v4h4",
  draw: "M4 16l1-4L14 3l3 3L8 15zM12 5l3 3",
  box: "M3.5 5h13v10h-13z",
  bucket: "M8.5 3.5l7 7l-6 5l-6-6zM4 9.5h11F17 12.5c1 1.5 1.4 2.2 1.4 3a1.4 1.4 0 0 1 -2.8 0c0-.8.4-1.5 1.4-3z",
  ox: "M6.2 3.2a3.2 3.2 0 1 0 .01 0zM11 11l5.6 5.6M16.6 11l-5.6 5.6",
  number: "M6 6.5L8.5 4.5V15.5M11.5 7a2.2 2.2 0 0 1 4.4 0c0 2-4.4 5-4.4 8.5h4.6",
  hide: "M6.5 6.5L9 4.5V15.5M4 17L16.5 4.5",
  reveal: "M3.5 3.5h13v13h-13zM7.5 10l2 2l3.5-4",
  mine: "M10 4v12M4 10h12M5.8 5.8l8.4 8.4M14.2 5.8l-8.4 8.4F10 6.6a3.4 3.4 0 1 0 .01 0z",
  mirror: "M10 3v14M7.5 6L3 14.5h4.5zM12.5 6L17 14.5h-4.5z",
  rotate: "M15.5 6.5A6.5 6.5 0 1 0 16.5 11M16 2.8v4h-4",
  thin: "M3.5 5h13M5.5 10h9M8 15h4",
  invert: "M3.5 3.5h13v13h-13zF3.5 3.5h13l-13 13z",
  clear: "M5 6h10l-.8 11h-8.4zM3.5 6h13M8 6V3.5h4V6",
  new: "M10 4v12M4 10h12",
  picture: "M3 4h14v12H3zM3 13.5l4-4l3 3l2.5-2.5l4.5 4.5F13 6.5a1.2 1.2 0 1 0 .01 0z",
  shelf: "M3 16.5h14M4.5 4v12.5M8 4v12.5M11.5 4.5l3.5 11.8",
  help: "M10 2.8a7.2 7.2 0 1 0 .01 0zM7.8 8a2.2 2.2 0 1 1 3.3 1.9c-.8.5-1.1.9-1.1 1.8F10 13.4a.9.9 0 1 0 .01 0z",
  print: "M6 7V3h8v4M6 13.5H3.5V7h13v6.5H14M6 11.5h8V17H6z",
  whatif: "M6 17V3M6 9.5c0 4 8 0 8 -5.5M11.5 6.5L14 4l2.5 2.5",
  check: "M4 10.5l4 4l8 -9",
  hint: "M10 2.8a5 5 0 0 1 2.6 9.3v2.1h-5.2v-2.1A5 5 0 0 1 10 2.8zM8 17h4",
  back: "M12.5 5l-5 5l5 5",
  next: "M7.5 5l5 5l-5 5",
  start: "M6 5v10M14 5l-5 5l5 5",
  run: "F6 4l10 6l-10 6z",
  pause: "M7 4.5v11M13 4.5v11",
  unique: "M10 2.8a7.2 7.2 0 1 0 .01 0zF10 7a3 3 0 1 0 .01 0z",
  multiple: "M7.3 5a5 5 0 1 0 .01 0zM12.7 5a5 5 0 1 0 .01 0z",
  chart: "F3.5 10h3v6.5h-3zM8.5 3.5h3v13h-3zM13.5 7h3v9.5h-3z",
  install: "M10 3v9M6.5 8.5L10 12l3.5 -3.5M3.5 13.5v3h13v-3",
  sum: "M14.5 5.5V3.5h-9L11 10l-5.5 6.5h9v-2",
  library: "M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h5v5h-5z",
  none: "M10 2.8a7.2 7.2 0 1 0 .01 0zM15 5L5 15",
  unknown: "M10 2.8a7.2 7.2 0 1 0 .01 0z",
};

const SVG = "http://www.w3.org/2000/svg";

/** A drawing in the colour of its text. @param {string} paths @param {string} [name] */
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
 * An element: `h("button", {class: "line", onclick: act}, icon("undo"), "Undo")`; a property that is false or undefined
 * is left out.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElement}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === false || value === undefined) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(
    .../** @type {(Node | string)[]} */ (
      children.filter((child) => child !== null && child !== undefined && child !== false)
    ),
  );
  return element;
}

/** The element with this id; the page has it. @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);

/**
 * Fills an element anew, but only when `key` differs from the last time: what has the focus keeps it.
 * @param {HTMLElement} element
 * @param {string} key
 * @param {() => (Node | string)[]} build
 */
export function refill(element, key, build) {
  if (element.dataset.key === key) return;
  element.dataset.key = key;
  element.replaceChildren(...build());
}

/**
 * Buttons of a group that is filled anew: one listener on the group. `name` is that of a data attribute, its value is
 * handed over.
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
 * Buttons of which one is pressed.
 * @param {string} name of the data attribute
 * @param {[value: string, ...content: (Node | string)[]][]} choices
 * @param {string} chosen
 */
export const segments = (name, choices, chosen) =>
  choices.map(([value, ...content]) =>
    h("button", { type: "button", [`data-${name}`]: value, "aria-pressed": String(value === chosen) }, ...content),
  );

/** @param {HTMLElement} element @param {boolean} shown */
export const show = (element, shown) => void (element.hidden = !shown);

/** @param {HTMLElement} element @param {string} text */
export const setText = (element, text) => void (element.textContent === text || (element.textContent = text));

/**
 * Names and values, two and two, perhaps with a sentence that explains the value.
 * @param {HTMLElement} list
 * @param {[name: string, value: string, why?: string][]} facts
 */
export const setFacts = (list, facts) =>
  refill(list, JSON.stringify(facts), () =>
    facts.map(([name, value, why]) => h("div", { title: why }, h("dt", {}, name), h("dd", {}, value))),
  );
