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
  const rows = joined(runs, width);
  const count = idsOf(rows, ids);
  const lefts = new Int32Array(count).fill(width);
  const rights = new Int32Array(count);
  const tops = new Int32Array(count).fill(-1);
  const bottoms = new Int32Array(count);
  const sizes = new Int32Array(count);
  for (let run = 0; run < starts.length; run++) {
    const id = ids[run];
    const y = (starts[run] / width) | 0;
    const left = starts[run] - y * width;
    const right = ends[run] - 1 - y * width;
    if (left < lefts[id]) lefts[id] = left;
    if (right > rights[id]) rights[id] = right;
    if (tops[id] < 0) tops[id] = y;
    bottoms[id] = y;
    sizes[id] += right - left + 1;
  }
  /** @type {Blob[]} */
  const blobs = [];
  for (let id = 0; id < count; id++)
    if (rights[id] - lefts[id] + 1 >= least && bottoms[id] - tops[id] + 1 >= least)
      blobs.push(blobIn(id, sizes[id], lefts[id], rights[id], tops[id], bottoms[id]));
  return { blobs, runs, ids };
}

/**
 * Returns the number of regions, numbered in the order of their first runs.
 * @param {Int32Array} above for each run one above it, as of `joined` @param {Int32Array} ids gets the numbers
 */
function idsOf(above, ids) {
  let count = 0;
  for (let run = 0; run < ids.length; run++) {
    const first = rootOf(above, run);
    ids[run] = first === run ? count++ : ids[first];
  }
  return count;
}

/**
 * Returns a region by its box.
 * @param {number} id @param {number} points @param {number} left @param {number} right @param {number} top
 * @param {number} bottom @returns {Blob}
 */
export function blobIn(id, points, left, right, top, bottom) {
  const width = right - left + 1;
  const height = bottom - top + 1;
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
  for (let at = 0; at < mask.length;)
    for (let end = at + width, inside = false; at < end; at++) {
      const same = mask[at] === value;
      if (same && !inside) count++;
      inside = same;
    }
  const starts = new Int32Array(count);
  const ends = new Int32Array(count);
  for (let at = 0, run = 0; run < count;)
    for (let end = at + width, inside = false; at < end; at++) {
      const same = mask[at] === value;
      if (same && !inside) starts[run++] = at;
      if (same) ends[run - 1] = at + 1;
      inside = same;
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
