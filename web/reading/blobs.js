/** Connected regions of a mask. Plain functions on typed arrays. */

/**
 * @typedef {object} Blob  a region, by its box
 * @property {number} id  its number in the labels
 * @property {number} points
 * @property {number} left
 * @property {number} right  the last column, so are `bottom` and rows
 * @property {number} top
 * @property {number} bottom
 * @property {number} width
 * @property {number} height
 * @property {number} x  the middle of the box
 * @property {number} y
 */

/**
 * Returns the regions of points of one value that touch each other by a side; `labels` has the number of each point's
 * region, -1 elsewhere. Goes through the rows once, from run to run of such points.
 * @param {Uint8Array} mask @param {number} width @param {number} height @param {number} value
 * @returns {{blobs: Blob[], labels: Int32Array}}
 */
export function blobsOf(mask, width, height, value) {
  const { blobs, runs, ids } = regionsOf(mask, width, value, 1);
  const labels = new Int32Array(width * height).fill(-1);
  for (let run = 0; run < ids.length; run++) labels.fill(ids[run], runs.starts[run], runs.ends[run]);
  return { blobs, labels };
}

/**
 * Returns the regions of points of one value whose boxes have sides of at least `least` points, with the runs of the
 * mask and the number of each run's region.
 * @param {Uint8Array} mask @param {number} width @param {number} value @param {number} least
 */
export function regionsOf(mask, width, value, least) {
  const runs = runsOf(mask, width, value);
  const { starts, ends } = runs;
  const ids = new Int32Array(starts.length);
  const [lefts, rights, tops, bottoms, sizes] = Array.from({ length: 5 }, () => new Int32Array(starts.length));
  const rows = joined(runs, width);
  let count = 0;
  for (let run = 0; run < starts.length; run++) {
    const first = rootOf(rows, run);
    const y = (starts[run] / width) | 0;
    const left = starts[run] - y * width;
    const right = ends[run] - 1 - y * width;
    const id = first === run ? count++ : ids[first];
    ids[run] = id;
    if (first === run) [lefts[id], rights[id], tops[id]] = [left, right, y];
    if (left < lefts[id]) lefts[id] = left;
    if (right > rights[id]) rights[id] = right;
    bottoms[id] = y;
    sizes[id] += right - left + 1;
  }
  /** @type {Blob[]} */
  const blobs = [];
  for (let id = 0; id < count; id++) {
    const [left, right, top, bottom] = [lefts[id], rights[id], tops[id], bottoms[id]];
    const [wide, high] = [right - left + 1, bottom - top + 1];
    if (wide < least || high < least) continue;
    blobs.push(blobIn(id, sizes[id], left, right, top, bottom));
  }
  return { blobs, runs, ids };
}

/**
 * Returns a region by its box.
 * @param {number} id @param {number} points @param {number} left @param {number} right @param {number} top
 * @param {number} bottom @returns {Blob}
 */
export function blobIn(id, points, left, right, top, bottom) {
  const [width, height] = [right - left + 1, bottom - top + 1];
  return { id, points, left, right, top, bottom, width, height, x: (left + right) / 2, y: (top + bottom) / 2 };
}

/**
 * Returns the runs of points of one value, each within a row.
 * @param {Uint8Array} mask
 * @param {number} width
 * @param {number} value
 */
export function runsOf(mask, width, value) {
  let count = 0;
  for (let at = 0, row = 0; at < mask.length; at++) {
    if (at === row + width) row = at;
    if (mask[at] === value && (at === row || mask[at - 1] !== value)) count++;
  }
  const [starts, ends] = [new Int32Array(count), new Int32Array(count)];
  for (let at = 0, row = 0, run = 0; at < mask.length; at++) {
    if (at === row + width) row = at;
    if (mask[at] !== value) continue;
    if (at === row || mask[at - 1] !== value) starts[run] = at;
    if (at === row + width - 1 || mask[at + 1] !== value) ends[run++] = at + 1;
  }
  return { starts, ends };
}

/**
 * Returns for each run one above it that it touches; the first run of a region has itself.
 * @param {{starts: Int32Array, ends: Int32Array}} runs @param {number} width
 */
function joined({ starts, ends }, width) {
  const above = starts.map((_, run) => run);
  for (let run = 0, over = 0; run < starts.length; run++) {
    while (ends[over] <= starts[run] - width) over++;
    for (let k = over; k < run && starts[k] < ends[run] - width; k++) {
      const a = rootOf(above, run);
      const b = rootOf(above, k);
      if (a < b) above[b] = a;
      else above[a] = b;
    }
  }
  return above;
}

/** Returns the first run of a region, and shortens the path to it. @param {Int32Array} above @param {number} run */
function rootOf(above, run) {
  while (above[run] !== run) {
    above[run] = above[above[run]];
    run = above[run];
  }
  return run;
}
