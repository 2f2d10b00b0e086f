/**
 * The lattice of a board in a picture: cells (or dots) are regions of one size; neighbours link to a lattice, so
 * perspective and curved pages need no model. Plain functions.
 */

import { regionsOf } from "./blobs.js";
import { extentOf, inverse, smooth } from "./map.js";
import { at, contrasting, every, halved, isDark, median, nth, over, steps, strokesOf, sums } from "./picture.js";
import { dotsUnder } from "./strokes.js";

/** @import {Blob} from "./blobs.js" */
/** @import {Extent, Node, Mapping} from "./map.js" */
/** @import {Point} from "../core/geometry.js" */
/** @import {Picture} from "./picture.js" */

/**
 * @typedef {object} Lattice
 * @property {Node[]} nodes
 * @property {Mapping} place  middle of a cell, or a dot, by row and column
 * @property {number} pitch  points from one to the next
 * @property {number} error  how far the nodes lie from the map, in points
 * @property {number} full  the share of its rectangle that was found
 * @property {boolean} [cut]  there may be more of it
 */

const LEAST = 9; // nodes
const MOST = 6000; // the maximum number of regions of one size; more are noise
const EDGES = 3; // masks of edges, which are tried first
const MANY = 25; // dots of a full lattice that are not a part of something else
const OUTSIDE = 0.2; // pitches from a line or dot to the page next to it
const LINED = 0.3; // the contrast of lines between dots, as a share of that of the dots
const BLOCKS = 4; // the least number of blocks of cells
const PATIENCE = 3; // masks without a better lattice, after which no other is tried
const LARGE = 300; // nodes
const MOSTLY = 0.4; // the share of the usual number of cells that a row or column of the board has at least
const ENOUGH = 30; // points of a pitch; larger pictures do not help to find the lattice

/** @param {number} row @param {number} column */
const key = (row, column) => row * 4096 + column;

/**
 * Returns the nearest neighbour of each blob in four directions, -1 if there is none: right, left, down, up.
 * @param {Point[]} blobs @param {number} least @param {number} most the distance of neighbours
 */
function neighbours(blobs, least, most) {
  const out = Array.from({ length: 4 }, () => new Int32Array(blobs.length).fill(-1));
  if (!most) return out;
  const xs = Float64Array.from(blobs, ({ x }) => x);
  const ys = Float64Array.from(blobs, ({ y }) => y);
  const wide = Math.floor(xs.reduce((a, b) => Math.max(a, b), 0) / most) + 3; // squares, with a margin
  const high = Math.floor(ys.reduce((a, b) => Math.max(a, b), 0) / most) + 3;
  const square = (/** @type {number} */ i) => (Math.floor(xs[i] / most) + 1) * high + Math.floor(ys[i] / most) + 1;
  const first = new Int32Array(wide * high).fill(-1); // of the blobs in a square
  const next = new Int32Array(blobs.length);
  for (let i = blobs.length - 1; i >= 0; i--) {
    next[i] = first[square(i)];
    first[square(i)] = i;
  }
  const costs = new Float64Array(4);
  for (let i = 0; i < blobs.length; i++) {
    costs.fill(Infinity);
    for (let near = 0; near < 9; near++) {
      const at = square(i) + (Math.floor(near / 3) - 1) * high + (near % 3) - 1;
      for (let j = first[at]; j >= 0; j = next[j]) {
        const dx = xs[j] - xs[i];
        const dy = ys[j] - ys[i];
        const across = Math.abs(dx);
        const down = Math.abs(dy);
        const far = Math.max(across, down);
        const off = Math.min(across, down);
        if (far < least || far > most || off > 0.27 * far) continue;
        const way = across > down ? (dx > 0 ? 0 : 1) : dy > 0 ? 2 : 3;
        if (far + 2 * off >= costs[way]) continue;
        costs[way] = far + 2 * off;
        out[way][i] = j;
      }
    }
  }
  return out;
}

/**
 * Returns the largest set of blobs that link to one lattice; a link counts if it is mutual.
 * @param {Point[]} blobs @param {number} least @param {number} most @param {number} few nodes of a set at least
 * @returns {Node[][]} all sets, the largest first
 */
function linked(blobs, least, most, few) {
  const loose = neighbours(blobs, least, most);
  const far = [];
  for (const way of [loose[0], loose[2]])
    for (let i = 0; i < blobs.length; i++)
      if (way[i] >= 0)
        far.push(Math.max(Math.abs(blobs[i].x - blobs[way[i]].x), Math.abs(blobs[i].y - blobs[way[i]].y)));
  const usual = median(far);
  const ways = neighbours(blobs, least, Math.min(most, 1.5 * usual)); // no links across cells that were not found
  const seen = new Uint8Array(blobs.length);
  /** @type {Node[][]} */
  const sets = [];
  for (let first = 0; first < blobs.length; first++) {
    if (seen[first]) continue;
    seen[first] = 1;
    const taken = new Set();
    const nodes = [];
    const queue = [{ i: first, row: 0, column: 0 }];
    for (const { i, row, column } of queue) {
      if (taken.has(key(row, column))) continue;
      taken.add(key(row, column));
      nodes.push({ row, column, x: blobs[i].x, y: blobs[i].y });
      for (let way = 0; way < 4; way++) {
        const j = ways[way][i];
        if (j < 0 || seen[j] || ways[way ^ 1][j] !== i) continue;
        seen[j] = 1;
        const step = way % 2 ? -1 : 1;
        queue.push({ i: j, row: row + (way > 1 ? step : 0), column: column + (way > 1 ? 0 : step) });
      }
    }
    if (nodes.length >= few) sets.push(nodes);
  }
  return sets.sort((a, b) => b.length - a.length);
}

/** Returns the median distance of neighbours. @param {Node[]} nodes */
function pitchOf(nodes) {
  const at = new Map(nodes.map((node) => [key(node.row, node.column), node]));
  const far = [];
  for (const { row, column, x, y } of nodes)
    for (const next of [at.get(key(row, column + 1)), at.get(key(row + 1, column))])
      if (next) far.push(Math.hypot(next.x - x, next.y - y));
  return median(far);
}

/**
 * Returns the nodes with all other blobs that lie on their lattice: islands behind cells that were not found.
 * @param {Node[]} nodes @param {Point[]} blobs
 */
function completed(nodes, blobs) {
  const out = [...nodes];
  const have = new Set(out.map(({ row, column }) => key(row, column)));
  for (let pass = 0; pass < 3; pass++) {
    const { place, error } = smooth(out);
    const pitch = pitchOf(out);
    const most = Math.min(0.16 * pitch, Math.max(0.06 * pitch, 6 * error));
    const { top, bottom, left, right } = extentOf(out);
    const before = out.length;
    for (const { x, y } of blobs) {
      const [r, c] = inverse(place, x, y, [(top + bottom) / 2, (left + right) / 2]);
      const [row, column] = [Math.round(r), Math.round(c)];
      if (!(row >= top - 3 && row <= bottom + 3 && column >= left - 3 && column <= right + 3)) continue;
      if (have.has(key(row, column))) continue;
      const [u, v] = place(row, column);
      if (Math.hypot(u - x, v - y) > most) continue;
      out.push({ row, column, x, y });
      have.add(key(row, column));
    }
    if (out.length === before) break;
  }
  return out;
}

/** @typedef {{nodes: Node[], some: Point[], score: number, others: Node[][], full: number}} FoundLattice */

/** Returns the share of its rectangle that was found. @param {Node[]} nodes */
function fullness(nodes) {
  const { top, bottom, left, right } = extentOf(nodes);
  return nodes.length / ((bottom - top + 1) * (right - left + 1));
}

/**
 * Returns the share of the board that was found, without the rows and columns next to it of which only some cells were:
 * those of clues.
 * @param {Node[]} nodes
 */
export function fullWithin(nodes) {
  const { top, bottom, left, right } = settled(nodes, MOSTLY);
  const inside = nodes.filter(({ row, column }) => row >= top && row <= bottom && column >= left && column <= right);
  return fullness(inside);
}

/**
 * Returns the lattice with the most blobs of one size; the most frequent sizes are tried.
 * @param {Blob[]} blobs @param {boolean} dots @param {number} [few] nodes at least
 * @returns {FoundLattice | null}
 */
function latticeOf(blobs, dots, few = LEAST) {
  /** @type {Map<number, number>} */
  const sizes = new Map();
  for (const { width, height } of blobs) {
    const size = Math.round(Math.log(Math.max(width, height)) * 8);
    sizes.set(size, (sizes.get(size) ?? 0) + 1);
  }
  const count = (/** @type {number} */ size) =>
    [size - 1, size, size + 1].reduce((sum, one) => sum + (sizes.get(one) ?? 0), 0) * Math.exp(size / 16);
  const common = [...sizes.keys()].sort((a, b) => count(b) - count(a)).slice(0, dots ? 8 : 4);
  /** @type {FoundLattice | null} */
  let best = null;
  for (const size of common) {
    const s = Math.exp(size / 8);
    const some = blobs.filter(
      ({ width, height }) => width > 0.7 * s && width < 1.35 * s && height > 0.7 * s && height < 1.35 * s,
    );
    const alike = dots ? squares(some) : [];
    const pitches = dots ? [spacing(some, 0.4), spacing(alike, 0.4), spacing(alike, 0.8)] : [s];
    for (const [k, pitch] of pitches.entries()) {
      const found = latticeOfSize(k ? alike : some, s, pitch, dots, k ? 2.6 : 3.6, few);
      if (found && (!best || found.score > best.score)) best = found;
    }
  }
  return best;
}

/**
 * Returns the blobs of the most frequent square size, give or take a point. Dots are among them; few letters are.
 * @param {Blob[]} blobs
 */
function squares(blobs) {
  const square = blobs.filter(({ width, height }) => Math.abs(width - height) < 2);
  const size = (/** @type {Blob} */ { width, height }) => width + height;
  const usual = mode(square.map(size));
  return square.filter((blob) => Math.abs(size(blob) - usual) < 3);
}

/** Returns the most frequent number. @param {number[]} values */
function mode(values) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best), [0, 0])[0];
}

/**
 * Returns the lattice of blobs of one size, or null.
 * @param {Blob[]} some
 * @param {number} s the size
 * @param {number} pitch the distance of neighbours
 * @param {boolean} dots
 * @param {number} apart the least distance of dots, in sizes; digits are nearer
 * @param {number} few nodes at least
 * @returns {FoundLattice | null}
 */
function latticeOfSize(some, s, pitch, dots, apart, few) {
  if (some.length < few || some.length > MOST) return null;
  if (dots && pitch < apart * s) return null;
  const [nodes, ...others] = dots
    ? linked(some, 0.75 * pitch, 1.45 * pitch, few)
    : linked(some, 0.85 * s, 1.9 * s, few);
  if (!nodes || flat(nodes)) return null;
  const full = fullness(nodes);
  const score = nodes.length * full * (dots ? 1 : Math.min(1, Math.sqrt(s / 10)) * Math.min(1, s / pitchOf(nodes)));
  return { nodes, some, score, others, full };
}

/** The nodes have fewer than two rows or columns. @param {Node[]} nodes */
function flat(nodes) {
  const { top, bottom, left, right } = extentOf(nodes);
  return bottom === top || right === left;
}

/**
 * Returns the distance to the nearest other blob, at a quantile.
 * @param {Blob[]} blobs
 * @param {number} share
 */
function spacing(blobs, share) {
  const some = blobs.filter((_, i) => i % Math.ceil(blobs.length / 100) === 0);
  const nearest = some.map((a) => {
    let least = Infinity;
    for (const b of blobs) if (a !== b) least = Math.min(least, Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)));
    return least;
  });
  return nearest.sort((a, b) => a - b)[Math.floor(nearest.length * share)] ?? 0;
}

/** @param {FoundLattice | null} found @returns {(Lattice & {others: Node[][]}) | null} */
function finished(found) {
  if (!found) return null;
  const nodes = completed(found.nodes, found.some);
  return { nodes, ...smooth(nodes), pitch: pitchOf(nodes), full: fullness(nodes), others: found.others };
}

/** Returns the level of the noise: the median step. @param {Float32Array} values */
function noiseOf(values) {
  const histogram = new Int32Array(256);
  for (let i = 0; i < values.length; i += 3) histogram[Math.min(255, values[i] | 0)]++;
  let [level, below] = [0, 0];
  while (below <= values.length / 6 && level < 255) below += histogram[level++];
  return level - 1;
}

/**
 * Returns the masks in which cells are regions of 0, the likeliest first: edges, then points that differ from their
 * neighbourhood, then edges in smaller pictures, which have less noise.
 * @param {Picture} picture
 * @returns {Generator<{mask: Uint8Array, picture: Picture}>}
 */
function* cellMasks(picture) {
  const differences = steps(picture);
  const noise = noiseOf(differences);
  for (const least of [Math.max(16, 4 * noise + 6), Math.max(5, 2.2 * noise + 3), Math.max(40, 6 * noise)])
    yield { mask: over(differences, least), picture };
  const table = sums(picture.grey, picture.width, picture.height);
  const radius = Math.round(Math.max(picture.width, picture.height) / 60);
  for (const [reach, share, sign] of /** @type {const} */ ([
    [1, 0.12, 1],
    [0.5, 0.06, 1],
    [2, 0.2, 1],
    [1, 0.08, -1],
  ]))
    yield { mask: contrasting(picture, table, Math.max(4, Math.round(reach * radius)), share, sign), picture };
  let small = picture;
  for (let level = 0; level < 2; level++) {
    small = halved(small);
    const values = steps(small);
    const grain = noiseOf(values);
    yield { mask: over(values, 2 * grain + 2), picture: small };
    yield { mask: over(values, 3 * grain + 5), picture: small };
    // The sum of all channels has less noise than each of them.
    const bright = steps({ ...small, channels: [small.grey] });
    const usual = median(bright);
    for (const times of usual ? [1.05, 1.35, 1.8] : [1]) yield { mask: over(bright, times * usual), picture: small };
  }
}

/**
 * Returns the lattice of cells. If the edges show none, and dots fill a lattice, there is none.
 * @param {Picture} picture
 * @param {() => Lattice | null} [dotted] the lattice of dots
 */
export function findCells(picture, dotted) {
  /** @type {FoundLattice | null} */
  let best = null;
  let [tried, vain] = [0, 0]; // masks; those since the best
  for (const { mask, picture: seen } of cellMasks(picture)) {
    if (tried++ === EDGES && !best && fills(picture, dotted?.())) return null;
    const found = scaled(cellsIn(mask, seen), seen.scale / picture.scale);
    vain++;
    if (found && (!best || found.score > best.score * 1.02)) [best, vain] = [found, 0];
    if (found && found.full > 0.98 && found.nodes.length >= 64 && !found.others.length) break;
    if (best && isClear(best) && vain >= PATIENCE) break;
  }
  return finished(best);
}

/** Returns whether a lattice is so full or so large that it is not one of something else. @param {{nodes: Node[], full: number}} lattice */
const isClear = ({ nodes, full }) => nodes.length >= (full > 0.7 ? 64 : LARGE);

/**
 * Returns whether a lattice of dots has no gap, and its nodes are dots.
 * @param {Picture} picture @param {Lattice | null | undefined} dots
 */
const fills = (picture, dots) =>
  Boolean(dots && dots.full > 0.98 && dots.nodes.length >= MANY && !areCrossings(picture, dots));

/**
 * Returns whether the nodes of a lattice are the crossings of lines: those between most of them show, too.
 * @param {Picture} picture @param {Lattice} lattice
 */
function areCrossings(picture, { nodes, place }) {
  const grey = (/** @type {number} */ row, /** @type {number} */ column) =>
    at(picture.grey, picture, ...place(row, column));
  const off = (/** @type {number} */ row, /** @type {number} */ column, /** @type {[number, number][]} */ ways) =>
    ways.reduce((sum, [down, across]) => sum + grey(row + down, column + across) / ways.length, 0) - grey(row, column);
  /** @type {[number, number][]} */
  const [above, left] = [[OUTSIDE, 0], [0, OUTSIDE]]; // prettier-ignore
  const sides = (/** @type {[number, number]} */ [down, across]) =>
    /** @type {[number, number][]} */ ([[down, across], [-down, -across]]); // prettier-ignore
  const dot = median(
    nodes.map(({ row, column }) => off(row, column, [...sides([OUTSIDE, OUTSIDE]), ...sides([-OUTSIDE, OUTSIDE])])),
  );
  const lines = nodes.flatMap(({ row, column }) => [
    off(row, column + 0.5, sides(above)),
    off(row + 0.5, column, sides(left)),
  ]);
  return median(lines) / dot > LINED;
}

/**
 * Returns lattices of few large squares, which may be blocks of cells with faint lines.
 * @param {Picture} picture @param {number} least the side of a block in points
 * @returns {Generator<Lattice & {others: Node[][]}>}
 */
export function* findBlocks(picture, least) {
  const differences = steps(picture);
  const noise = noiseOf(differences);
  for (const most of [16, 40, 5]) {
    const mask = over(differences, Math.max(most, 2.2 * noise + 3));
    const blobs = regionsOf(mask, picture.width, 0, least).blobs.filter(
      ({ width, height, points }) => width < 1.2 * height && height < 1.2 * width && points > 0.5 * width * height,
    );
    const lattice = finished(latticeOf(blobs, false, BLOCKS));
    if (lattice) yield lattice;
  }
}

/**
 * Searches again in a picture without shadows, and returns the better of the two lattices.
 * @param {Picture} picture @param {Lattice & {others: Node[][]}} lattice
 */
export function levelled(picture, lattice) {
  if (fullWithin(lattice.nodes) > 0.98 && lattice.error < 0.04 * lattice.pitch) return lattice;
  const small = lattice.pitch > ENOUGH ? halved(picture) : picture;
  const scale = small.scale / picture.scale;
  let best = lattice;
  for (const mask of levelMasks(small, lattice.pitch * scale)) {
    const next = finished(scaled(cellsIn(mask, small), scale));
    if (next && worth(next) > worth(best) * 1.01) best = next;
  }
  return best;
}

/** Returns the number of nodes, less if they do not lie on a smooth map. @param {Lattice} lattice */
const worth = (lattice) =>
  lattice.nodes.length * Math.sqrt(lattice.full) * Math.exp((-3 * lattice.error) / lattice.pitch);

/** Returns masks without shadows. @param {Picture} picture @param {number} pitch */
function levelMasks(picture, pitch) {
  const dark = isDark(every(picture.grey, 7));
  const { grey } = strokesOf(picture, Math.round(0.8 * pitch), dark);
  const some = every(grey, 11);
  const [page, strong] = [0.5, 0.97].map((share) => nth(some, Math.floor(share * some.length)));
  return [0.12, 0.35].map((share) => over(grey, page + 3 + share * (strong - page)));
}

/**
 * Returns whether a mask is noise: more than a share of its points differ from the point on their left.
 * @param {Uint8Array} mask
 * @param {number} share
 */
function busy(mask, share) {
  let changes = 0;
  for (let i = 1; i < mask.length; i++) changes += mask[i] ^ mask[i - 1];
  return changes > share * mask.length;
}

/** @param {Uint8Array} mask @param {Picture} picture */
function cellsIn(mask, { width: wide }) {
  if (busy(mask, 0.4)) return null;
  const blobs = regionsOf(mask, wide, 0, 6).blobs.filter(
    ({ width, height, points }) =>
      width < 1.6 * height && height < 1.6 * width && points > 0.3 * width * height && width < wide / 3,
  );
  return latticeOf(blobs, false);
}

/**
 * Returns a lattice found in a smaller picture, in points of the whole one.
 * @param {FoundLattice | null} found
 * @param {number} scale
 */
function scaled(found, scale) {
  if (!found || scale === 1) return found;
  const move = (/** @type {number} */ value) => (value + 0.5) / scale - 0.5;
  const nodes = found.nodes.map((node) => ({ ...node, x: move(node.x), y: move(node.y) }));
  const some = found.some.map(({ x, y }) => ({ x: move(x), y: move(y) }));
  return { ...found, nodes, some };
}

/**
 * Returns the nodes with all dots that lines touch: points of the mask at the places of the lattice.
 * @param {Lattice & {others: Node[][]}} lattice @param {Uint8Array} mask @param {Picture} picture
 */
function withTouched(lattice, mask, { width, height }) {
  const { nodes, place } = lattice;
  const inked = (/** @type {number} */ x, /** @type {number} */ y) =>
    x >= 0 && y >= 0 && x < width && y < height && mask[y * width + x] === 1;
  const have = new Set(nodes.map(({ row, column }) => key(row, column)));
  const { top, bottom, left, right } = extentOf(nodes);
  const more = [];
  for (let row = top; row <= bottom; row++)
    for (let column = left; column <= right; column++) {
      if (have.has(key(row, column))) continue;
      const [x, y] = place(row, column).map(Math.round);
      if (inked(x, y)) more.push({ row, column, x, y });
    }
  const all = [...nodes, ...more];
  const whole = settled(all, 0.8);
  const inside = all.filter(
    ({ row, column }) => row >= whole.top && row <= whole.bottom && column >= whole.left && column <= whole.right,
  );
  if (fullness(inside) <= 0.95) return { ...lattice, nodes: all, full: fullness(all) };
  const { nodes: kept, cut } = widened(inside, place, (x, y) => inked(Math.round(x), Math.round(y)));
  return { ...lattice, nodes: kept, full: fullness(kept), cut };
}

/**
 * Returns the nodes of a complete board with the lines of dots next to it that were found in part only, because lines
 * touch the dots; what lies outside is text. `cut` is true if such a line is still in doubt.
 * @param {Node[]} nodes
 * @param {Mapping} place
 * @param {(x: number, y: number) => boolean} inked
 */
function widened(nodes, place, inked) {
  const out = [...nodes];
  let cut = false;
  for (const [side, step] of /** @type {const} */ ([
    ["top", -1],
    ["bottom", 1],
    ["left", -1],
    ["right", 1],
  ])) {
    for (;;) {
      const extent = extentOf(out);
      const across = side === "top" || side === "bottom";
      const line = extent[side] + step;
      const [first, last] = across ? [extent.left, extent.right] : [extent.top, extent.bottom];
      const places = Array.from({ length: 2 * (last - first) + 1 }, (_, k) =>
        across ? { row: line, column: first + k / 2 } : { row: first + k / 2, column: line },
      ).map(({ row, column }) => ({ row, column, x: place(row, column)[0], y: place(row, column)[1] }));
      const dots = places.filter((_, k) => k % 2 === 0);
      const share = dots.filter(({ x, y }) => inked(x, y)).length / dots.length;
      // A continuous line is not a row of dots.
      const framed = places.every(({ x, y }, k) => k % 2 === 0 || inked(x, y));
      cut ||= share > 0.4 && share < 0.9 && !framed;
      if (share < 0.9 || framed) break;
      out.push(...dots);
    }
  }
  return { nodes: out, cut };
}

/**
 * Returns the lattice of the dots under the lines that a player drew, and of the dots between them.
 * @param {Blob[]} blobs @param {Uint8Array} mask @param {number} width
 * @returns {FoundLattice | null}
 */
function underLines(blobs, mask, width) {
  const lines = dotsUnder(mask, width);
  if (!lines) return null;
  const { points, pitch } = lines;
  /** @type {Point[]} */
  const some = [];
  for (const point of [...points, ...blobs.filter((blob) => blob.width < 0.3 * pitch)])
    if (!some.some(({ x, y }) => Math.hypot(x - point.x, y - point.y) < 0.3 * pitch)) some.push(point);
  const [nodes, ...others] = linked(some, 0.75 * pitch, 1.3 * pitch, LEAST);
  if (!nodes || flat(nodes)) return null;
  const full = fullness(nodes);
  return { nodes, some, score: nodes.length * full, others, full };
}

/** Returns the lattice of dots. @param {Picture} picture */
export function findDots(picture) {
  const table = sums(picture.grey, picture.width, picture.height);
  const radius = Math.round(Math.max(picture.width, picture.height) / 50);
  /** @type {(FoundLattice & {mask: Uint8Array}) | null} */
  let best = null;
  /** @type {{blobs: Blob[], mask: Uint8Array} | null} */
  let usual = null;
  const dark = isDark(every(picture.grey, 7));
  for (const [share, sign, reach] of /** @type {const} */ ([
    [0.12, 1, 1],
    [0.25, 1, 1],
    [0.12, 1, 0.5],
    [0.15, -1, 1],
  ])) {
    const mask = contrasting(picture, table, Math.max(4, Math.round(radius * reach)), share, sign);
    if (busy(mask, 0.25)) continue;
    const blobs = regionsOf(mask, picture.width, 1, 1).blobs.filter(
      ({ width, height, points }) =>
        points >= 3 &&
        width < picture.width / 20 &&
        height < picture.height / 20 &&
        width < 1.9 * height &&
        height < 1.9 * width &&
        points > 0.45 * width * height,
    );
    const found = latticeOf(blobs, true);
    if (found && (!best || found.score > best.score * 1.02)) best = { ...found, mask };
    if (sign === (dark ? -1 : 1)) usual ??= { blobs, mask };
  }
  if (usual && (!best || best.full <= 0.98)) {
    const lined = underLines(usual.blobs, usual.mask, picture.width);
    if (lined && lined.score > (best?.score ?? 0) * 1.02) best = { ...lined, mask: usual.mask };
  }
  const lattice = finished(best);
  return best && lattice && withTouched(lattice, best.mask, picture);
}

/**
 * Returns the rows and columns whose nodes were mostly found.
 * @param {Node[]} nodes @param {number} share of the usual number of nodes
 * @returns {Extent}
 */
export function settled(nodes, share) {
  const extent = extentOf(nodes);
  const count = (/** @type {"row" | "column"} */ name) => {
    /** @type {Map<number, number>} */
    const counts = new Map();
    for (const node of nodes) counts.set(node[name], (counts.get(node[name]) ?? 0) + 1);
    const least = share * median([...counts.values()]);
    return (/** @type {number} */ line) => (counts.get(line) ?? 0) >= least;
  };
  const [row, column] = [count("row"), count("column")];
  while (extent.top < extent.bottom && !row(extent.top)) extent.top++;
  while (extent.bottom > extent.top && !row(extent.bottom)) extent.bottom--;
  while (extent.left < extent.right && !column(extent.left)) extent.left++;
  while (extent.right > extent.left && !column(extent.right)) extent.right--;
  return extent;
}
