/** QR codes by lean-qr (MIT), which the build places next to this file. */

import { part } from "../shell/state.js";
/** @typedef {{size: number, get: (x: number, y: number) => boolean}} Code */

const QUIET_ZONE = 4; // width of the white margin in modules, required by readers

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {Promise<{generate: (text: string) => Code}> | undefined} library
 */

/** @type {Own} */
const local = part("panels/qr", { library: undefined });

/**
 * Returns a text as an SVG picture of a QR code, or null if it is too long.
 * @param {string} text
 * @param {string} label
 * @returns {Promise<SVGElement | null>}
 */
export async function codeOf(text, label) {
  local.library ??= import(new URL("../lean-qr.js", import.meta.url).href);
  const { generate } = await local.library;
  try {
    return picture(generate(text), label);
  } catch {
    return null;
  }
}

/** @param {Code} code @param {string} label */
function picture(code, label) {
  const whole = code.size + 2 * QUIET_ZONE;
  let path = "";
  for (let y = 0; y < code.size; y++) {
    for (let x = 0, end = 0; x < code.size; x = end + 1) {
      for (end = x; end < code.size && code.get(end, y); end++);
      if (end > x) path += `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h${end - x}v1h${x - end}z`;
    }
  }
  const make = (/** @type {string} */ tag, /** @type {Record<string, string>} */ attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };
  const svg = make("svg", {
    viewBox: `0 0 ${whole} ${whole}`,
    role: "img",
    "aria-label": label,
    "shape-rendering": "crispEdges",
  });
  // Dark on light in every theme, since many readers support only that.
  svg.append(make("path", { d: `M0 0h${whole}v${whole}H0z`, fill: "#fff" }), make("path", { d: path, fill: "#000" }));
  return /** @type {SVGElement} */ (svg);
}
