/** Colours of nonograms: names, perceptual distances, and the pattern with which each colour is drawn. */

import { circle, fill, stroke } from "../../canvas/ink.js";

/** @import {Problem} from "../../core/types.js" */

/** @typedef {[number, number, number]} Lab  lightness, green–red, blue–yellow */

export const [LEAST, MOST] = [2, 8]; // number of colours of a puzzle, not counting blank
const COLOUR = /^#(?:[0-9a-f]{3}){1,2}$/i;

const PALETTE = ["#1a1a1a", "#d81f26", "#1f5fd6", "#f9dc24", "#2e9c3f", "#f58220", "#7d3cb5", "#8ecbf2"];

/**
 * Returns `count` colours: the given ones, followed by default colours. @param {string[]} colours @param {number} count
 */
export const palette = (colours, count) =>
  [...colours, ...PALETTE.filter((one) => !colours.includes(one))].slice(0, count);

/** Converts "#rgb" to "#rrggbb", in lower case. @param {string} colour */
export const long = (colour) =>
  (colour.length === 4 ? colour.replace(/[^#]/g, (digit) => digit + digit) : colour).toLowerCase();

/** Returns the problem with the colours of a document, if any. @param {any} colours @returns {Problem | null} */
export function coloursProblem(colours) {
  if (!Array.isArray(colours) || colours.length < LEAST || colours.length > MOST)
    return { kind: "not-colours", params: { least: LEAST, most: MOST } };
  const wrong = colours.find((one) => typeof one !== "string" || !COLOUR.test(one));
  if (wrong !== undefined) return { kind: "colour", params: { found: String(wrong) } };
  const all = colours.map(long);
  const twice = all.find((one, index) => all.indexOf(one) !== index);
  return twice ? { kind: "same-colours", params: { found: twice } } : null;
}

/** Returns whether a value is a pair of a length and a colour. @param {any} run @param {number} colours */
const isRun = (run, colours) =>
  Array.isArray(run) &&
  run.length === 2 &&
  run.every(Number.isInteger) &&
  run[0] > 0 &&
  run[1] > 0 &&
  run[1] <= colours;

/**
 * Returns the problem with the runs of a line of a coloured puzzle, if any.
 * @param {any[]} runs
 * @param {number} colours
 * @returns {Problem | null}
 */
export function runsProblem(runs, colours) {
  const wrong = runs.find((run) => !isRun(run, colours));
  return wrong === undefined ? null : { kind: "coloured-run", params: { run: JSON.stringify(wrong), n: colours } };
}

/** Returns the red, green and blue of "#rrggbb". @param {string} colour */
const rgb = (colour) => [1, 3, 5].map((at) => parseInt(long(colour).slice(at, at + 2), 16));

/** Converts a colour to CIELAB, in which distances match perception. @param {number[]} rgb 0 to 255 @returns {Lab} */
export function lab(rgb) {
  const [r, g, b] = rgb.map((part) => (part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  const [x, y, z] = [
    (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
    0.2126 * r + 0.7152 * g + 0.0722 * b,
    (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
  ].map((part) => (part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** Colours that were converted, because a board has few and draws each often. @type {Map<string, Lab>} */
const converted = new Map();

/** Returns a colour, "#rrggbb" or "rgb(1, 2, 3)", in CIELAB. @param {string} colour */
function labOf(colour) {
  const found = converted.get(colour) ?? lab(channels(colour));
  converted.set(colour, found);
  return found;
}

/** Returns the squared distance of two colours. @param {number[]} a @param {number[]} b */
export const distance = (a, b) => a.reduce((all, part, i) => all + (part - b[i]) ** 2, 0);

/** A sample of each named colour; the names are the strings "colour.<name>". @type {Record<string, string>} */
const NAMED = {
  black: "#000000 #1a1a1a",
  "dark-grey": "#44484d",
  grey: "#808080",
  "light-grey": "#cfd3d8 #c0c0c0",
  white: "#ffffff",
  red: "#d81f26 #ff0000 #e53935",
  "dark-red": "#7d1420 #8b0000",
  orange: "#f58220 #ff8000 #ffa500",
  brown: "#7b4a1e #8b5a2b #a0703c",
  beige: "#f0d9b5 #e8c9a0",
  yellow: "#f9dc24 #ffff00 #fff176",
  green: "#2e9c3f #00aa00 #00ff00 #008000",
  "light-green": "#98db7c #90ee90",
  "dark-green": "#14532d #004d00",
  turquoise: "#2bbdb4 #00ffff #008080",
  "light-blue": "#8ecbf2 #add8e6",
  blue: "#1f5fd6 #0000ff #0000cc #1e88e5",
  "dark-blue": "#16256b #000066",
  purple: "#7d3cb5 #800080 #6a0dad",
  pink: "#f49ac1 #ffc0cb #ff69b4",
  magenta: "#d916a8 #ff00ff",
};
const EXAMPLES = Object.entries(NAMED).flatMap(([name, some]) =>
  some.split(" ").map((colour) => ({ name, at: lab(rgb(colour)) })),
);

/** Returns the string key of the name of a colour. @param {string} colour */
export function nameOf(colour) {
  const at = labOf(colour);
  return `colour.${EXAMPLES.reduce((best, one) => (distance(one.at, at) < distance(best.at, at) ? one : best)).name}`;
}

/** Returns black or white, whichever is legible on a colour. @param {string} colour */
export const inkOn = (colour) => (labOf(colour)[0] > 55 ? "#000" : "#fff");

/**
 * Adds the strokes of a colour's pattern to the path, in a square with centre x, y and half side h.
 * @param {any} pen
 * @param {number} value from 1
 * @param {number} x
 * @param {number} y
 * @param {number} h
 */
function pattern(pen, value, x, y, h) {
  const { ctx } = pen;
  const line = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ c, /** @type {number} */ d) => {
    ctx.moveTo(x + a * h, y + b * h);
    ctx.lineTo(x + c * h, y + d * h);
  };
  /** @type {(() => void)[]} */
  const marks = [
    () => {},
    () => (line(-1, 0, 0, -1), line(-1, 1, 1, -1), line(0, 1, 1, 0)),
    () => circle(pen, x, y, 0.72 * h),
    () => (line(-1, -0.4, 1, -0.4), line(-1, 0.4, 1, 0.4)),
    () => (line(-0.4, -1, -0.4, 1), line(0.4, -1, 0.4, 1)),
    () => (line(-1, 0, 0, 1), line(-1, -1, 1, 1), line(0, -1, 1, 0)),
    () => (line(-1, -1, 1, 1), line(-1, 1, 1, -1)),
    () => (line(0, -1, 0, 1), line(-1, 0, 1, 0)),
  ];
  marks[value - 1]();
}

const NEAR_PAPER = 600; // the square of a distance: a colour nearer to that of the paper has a strong border

/** Returns the red, green and blue of a computed colour, "rgb(1, 2, 3)" or "#123". @param {string} colour */
const channels = (colour) => (colour.startsWith("#") ? rgb(colour) : (colour.match(/[\d.]+/g) ?? []).map(Number));

/**
 * Draws squares in one colour with its pattern.
 * @param {any} pen the pen, of which the context and the border colour are used
 * @param {string} colour
 * @param {number} value from 1
 * @param {{x: number, y: number}[]} middles
 * @param {number} side
 * @param {boolean} [plain] without the pattern
 */
export function squares(pen, colour, value, middles, side, plain = false) {
  const { ctx } = pen;
  const h = side / 2;
  if (!middles.length) return;
  const all = () => middles.forEach(({ x, y }) => ctx.rect(x - h, y - h, side, side));
  fill(pen, colour, all);
  if (plain || side < 8) return;
  ctx.globalAlpha = 0.35;
  stroke(pen, inkOn(colour), Math.max(1, 0.06 * side), () =>
    middles.forEach(({ x, y }) => pattern(pen, value, x, y, h)),
  );
  ctx.globalAlpha = 1;
  const paper = pen.colour.sheet;
  const near = paper && distance(labOf(colour), labOf(paper)) < NEAR_PAPER;
  if (!near) stroke(pen, pen.colour.ink3, 0.75, all);
  else {
    const width = Math.max(1.5, 0.08 * side);
    const inner = side - width;
    stroke(pen, pen.colour.ink2, width, () =>
      middles.forEach(({ x, y }) => ctx.rect(x - inner / 2, y - inner / 2, inner, inner)),
    );
  }
}
