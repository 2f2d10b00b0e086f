/**
 * Maps places of a lattice to points of the picture, by a projection for a flat page plus a polynomial for a curved
 * one. Plain functions.
 */

import { median } from "./picture.js";

/**
 * @typedef {{row: number, column: number, x: number, y: number, added?: boolean}} Node  a cell or dot that was
 *   found, and its place; added: in a row or column next to the board that was found first
 * @typedef {{top: number, bottom: number, left: number, right: number}} Extent  first and last rows and columns
 * @typedef {(row: number, column: number) => [x: number, y: number]} Mapping
 */

/** Least squares. @param {ArrayLike<number>[]} rows @param {number[]} values @returns {number[]} the weights of the columns */
function fitted(rows, values) {
  const n = rows[0].length;
  const m = Array.from({ length: n }, () => new Float64Array(n + 1));
  for (let k = 0; k < rows.length; k++) {
    const row = rows[k];
    for (let i = 0; i < n; i++) {
      const line = m[i];
      for (let j = i; j < n; j++) line[j] += row[i] * row[j];
      line[n] += row[i] * values[k];
    }
  }
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) m[i][j] = m[j][i];
  for (let i = 0; i < n; i++) {
    m[i][i] += 1e-9;
    let pivot = i;
    for (let k = i + 1; k < n; k++) if (Math.abs(m[k][i]) > Math.abs(m[pivot][i])) pivot = k;
    [m[i], m[pivot]] = [m[pivot], m[i]];
    for (let k = 0; k < n; k++) {
      if (k === i) continue;
      const f = m[k][i] / m[i][i];
      for (let j = i; j <= n; j++) m[k][j] -= f * m[i][j];
    }
  }
  return m.map((row, i) => row[n] / row[i]);
}

/**
 * Returns the projection that maps some points to others with the least error; exact for four.
 * @param {{u: number, v: number, x: number, y: number}[]} pairs from (u, v), of about -1 to 1, to (x, y)
 * @returns {(u: number, v: number) => [x: number, y: number]}
 */
export function projection(pairs) {
  const flat = flatMap(pairs);
  return (u, v) => projected(flat, u, v);
}

/** @typedef {{weights: number[], size: number}} Flat  a projection */

/** @param {{u: number, v: number, x: number, y: number}[]} pairs @returns {Flat} */
function flatMap(pairs) {
  const size = Math.max(1, ...pairs.map(({ x, y }) => Math.max(Math.abs(x), Math.abs(y))));
  const rows = [];
  const values = [];
  for (const { u, v, x, y } of pairs) {
    const a = x / size;
    const b = y / size;
    rows.push(Float64Array.of(u, v, 1, 0, 0, 0, -u * a, -v * a), Float64Array.of(0, 0, 0, u, v, 1, -u * b, -v * b));
    values.push(a, b);
  }
  return { weights: fitted(rows, values), size };
}

/** @param {Flat} flat @param {number} u @param {number} v @returns {[x: number, y: number]} */
function projected({ weights: h, size }, u, v) {
  const w = (h[6] * u + h[7] * v + 1) / size;
  return [(h[0] * u + h[1] * v + h[2]) / w, (h[3] * u + h[4] * v + h[5]) / w];
}

/** @param {number} u @param {number} v @param {number} degree */
function powers(u, v, degree) {
  const out = new Float64Array(((degree + 1) * (degree + 2)) / 2);
  for (let i = 0, k = 0, across = 1; i <= degree; i++, across *= u)
    for (let j = 0, both = across; i + j <= degree; j++, both *= v) out[k++] = both;
  return out;
}

/** Returns the first and last rows and columns of nodes. @param {Node[]} nodes @returns {Extent} */
export function extentOf(nodes) {
  const out = { top: Infinity, bottom: -Infinity, left: Infinity, right: -Infinity };
  for (const { row, column } of nodes) {
    out.top = Math.min(out.top, row);
    out.bottom = Math.max(out.bottom, row);
    out.left = Math.min(out.left, column);
    out.right = Math.max(out.right, column);
  }
  return out;
}

/**
 * Returns some of many nodes, evenly from all parts of the board, chosen by multiples of the golden ratio.
 * @param {Node[]} nodes
 */
const sampleOf = (nodes) => nodes.filter((_, i) => (i * GOLDEN) % 1 < MANY / nodes.length);

/**
 * Returns the smooth map nearest to the nodes, without those that lie far off; beyond the nodes the page counts as
 * flat.
 * @param {Node[]} nodes at least four, not all in a line @param {number} [bends] the degree of the polynomial at most
 * @returns {{place: Mapping, error: number}} the error is the median distance in points
 */
export function smooth(nodes, bends = 3) {
  const { top, bottom, left, right } = extentOf(nodes);
  const steps = Math.min(bottom - top, right - left);
  const known = nodes.length > 60 && steps > 4 ? 3 : nodes.length > 20 ? 2 : 1;
  const usual = fittedTo(nodes, Math.min(bends, known));
  if (bends < 3 || nodes.length <= LARGE || steps <= FEW) return usual;
  const bent = fittedTo(nodes, STEEP); // a bound page bends most near its spine
  return bent.error < BETTER * usual.error ? bent : usual;
}

/**
 * Returns such a map with a polynomial of some degree.
 * @param {Node[]} nodes @param {number} degree
 * @returns {{place: Mapping, error: number}}
 */
function fittedTo(nodes, degree) {
  const { top, bottom, left, right } = extentOf(nodes);
  const [tall, wide] = [Math.max(1, (bottom - top) / 2), Math.max(1, (right - left) / 2)];
  const [middle, centre] = [(top + bottom) / 2, (left + right) / 2];
  const all = sampleOf(nodes).map(({ row, column, x, y }) => ({
    u: (column - centre) / wide,
    v: (row - middle) / tall,
    x,
    y,
  }));
  let used = all;
  for (let pass = 0; ; pass++) {
    const flat = flatMap(used);
    const base = used.map(({ u, v }) => projected(flat, u, v));
    const terms = used.map(({ u, v }) => powers(u, v, degree));
    const [across, down] = [0, 1].map((k) =>
      fitted(
        terms,
        used.map(({ x, y }, i) => (k ? y : x) - base[i][k]),
      ),
    );
    const map = { flat, degree, across, down };
    const off = all.map(({ u, v, x, y }) => {
      const point = pointAt(map, u, v);
      return Math.hypot(point[0] - x, point[1] - y);
    });
    const error = median(off);
    const kept = all.filter((_, i) => off[i] <= Math.max(1.5, 4 * error));
    if (pass === 2 || kept.length < 6 || kept.length === used.length)
      return { place: (row, column) => pointAt(map, (column - centre) / wide, (row - middle) / tall), error };
    used = kept;
  }
}

const MANY = 500; // nodes from which the map is computed
const LARGE = 400; // nodes from which a polynomial of a higher degree is tried
const FEW = 12; // rows or columns up to which it is not
const STEEP = 6; // its degree
const BETTER = 0.6; // its error at most, as a share of that of the usual one
const GOLDEN = 0.6180339887;
const STEP = 0.1;
const CLOSE = 1e-5; // pitches; a step of less ends the search for a place
const BEYOND = 0.8; // the distance to which a bend continues beyond the nodes

/** @typedef {{flat: Flat, degree: number, across: number[], down: number[]}} Bent  a projection and its bends */

/** Room for bends at a point, and left of it, right of it, above and below. */
const [HERE, LEFT, RIGHT, ABOVE, BELOW] = Array.from({ length: 5 }, () => new Float64Array(2));

/**
 * Returns the point of a smooth map. It is not a closure, so it is compiled once for all maps.
 * @param {Bent} map @param {number} u @param {number} v @returns {[number, number]}
 */
function pointAt(map, u, v) {
  const out = projected(map.flat, u, v);
  const p = within(u);
  const q = within(v);
  bend(map, p, q, HERE);
  out[0] += HERE[0];
  out[1] += HERE[1];
  if (p === u && q === v) return out;
  const left = within(p - STEP);
  const right = within(p + STEP);
  const above = within(q - STEP);
  const below = within(q + STEP);
  bend(map, left, q, LEFT);
  bend(map, right, q, RIGHT);
  bend(map, p, above, ABOVE);
  bend(map, p, below, BELOW);
  const across = Math.max(-BEYOND, Math.min(BEYOND, u - p)) / (right - left);
  const down = Math.max(-BEYOND, Math.min(BEYOND, v - q)) / (below - above);
  for (let k = 0; k < 2; k++) out[k] = out[k] + across * (RIGHT[k] - LEFT[k]) + down * (BELOW[k] - ABOVE[k]);
  return out;
}

/**
 * Computes how far a page is bent at a place.
 * @param {Bent} map @param {number} u @param {number} v @param {Float64Array} out gets it
 */
function bend({ degree, across, down }, u, v, out) {
  let x = 0;
  let y = 0;
  for (let i = 0, k = 0, power = 1; i <= degree; i++, power *= u)
    for (let j = 0, both = power; i + j <= degree; j++, both *= v, k++) {
      x += both * across[k];
      y += both * down[k];
    }
  out[0] = x;
  out[1] = y;
}

/** @param {number} u */
const within = (u) => Math.max(-1, Math.min(1, u));

/**
 * Returns the place in the lattice of a point of the picture.
 * @param {Mapping} place @param {number} x @param {number} y @param {[row: number, column: number]} from where to begin
 */
export function inverse(place, x, y, [row, column]) {
  for (let pass = 0; pass < 8; pass++) {
    const p = place(row, column);
    const q = place(row, column + 0.5);
    const s = place(row + 0.5, column);
    const a = 2 * (q[0] - p[0]);
    const b = 2 * (q[1] - p[1]);
    const c = 2 * (s[0] - p[0]);
    const d = 2 * (s[1] - p[1]);
    const whole = a * d - b * c || 1;
    const u = x - p[0];
    const v = y - p[1];
    const across = (u * d - v * c) / whole;
    const down = (v * a - u * b) / whole;
    column += across;
    row += down;
    if (Math.abs(across) + Math.abs(down) < CLOSE) break;
  }
  return [row, column];
}
