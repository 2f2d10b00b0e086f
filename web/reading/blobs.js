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
 * region,
 * -1 elsewhere. Goes through the rows once, from run to run of such points.
 * @param {Uint8Array} mask @param {number} width @param {number} height @param {number} value
 * @returns {{blobs: Blob[], labels: Int32Array}}
 */
export function blobsOf(mask, width, height, value) {
  const runs = runsOf(mask, width, value);
  const { starts, ends } = runs;
  const labels = new Int32Array(width * height).fill(-1);
  const ids = new Int32Array(starts.length);
  /** @type {Blob[]} */
  const blobs = [];
  const rows = joined(runs, width);
  for (let run = 0; run < starts.length; run++) {
    const first = rootOf(rows, run);
    const y = (starts[run] / width) | 0;
    const [left, right] = [starts[run] - y * width, ends[run] - 1 - y * width];
    const points = right - left + 1;
    if (first === run) {
      ids[run] = blobs.length;
      blobs.push({ id: blobs.length, points, left, right, top: y, bottom: y, width: 0, height: 0, x: 0, y: 0 });
    } else {
      const blob = blobs[ids[first]];
      blob.points += points;
      if (left < blob.left) blob.left = left;
      if (right > blob.right) blob.right = right;
      blob.bottom = y;
    }
    labels.fill(ids[first], starts[run], ends[run]);
  }
  for (const blob of blobs) {
    blob.width = blob.right - blob.left + 1;
    blob.height = blob.bottom - blob.top + 1;
    blob.x = (blob.left + blob.right) / 2;
    blob.y = (blob.top + blob.bottom) / 2;
  }
  return { blobs, labels };
}

/**
 * Returns the runs of points of one value, each within a row.
 * @param {Uint8Array} mask
 * @param {number} width
 * @param {number} value
 */
function runsOf(mask, width, value) {
  /** @type {number[]} */
  const starts = [];
  /** @type {number[]} */
  const ends = [];
  for (let at = 0, column = 0; at < mask.length; at++) {
    if (mask[at] === value) {
      if (!column || mask[at - 1] !== value) starts.push(at);
      if (column === width - 1 || mask[at + 1] !== value) ends.push(at + 1);
    }
    if (++column === width) column = 0;
  }
  return { starts, ends };
}

/**
 * Returns a run above that each run touches; the first of a region has itself.
 * @param {{starts: number[], ends: number[]}} runs @param {number} width
 */
function joined({ starts, ends }, width) {
  const above = Int32Array.from(starts, (_, run) => run);
  for (let run = 0, over = 0; run < starts.length; run++) {
    while (ends[over] <= starts[run] - width) over++;
    for (let k = over; k < run && starts[k] < ends[run] - width; k++) {
      const [a, b] = [rootOf(above, run), rootOf(above, k)];
      if (a < b) above[b] = a;
      else above[a] = b;
    }
  }
  return above;
}

/** Returns the first run of a region; the way there is made shorter. @param {Int32Array} above @param {number} run */
function rootOf(above, run) {
  while (above[run] !== run) {
    above[run] = above[above[run]];
    run = above[run];
  }
  return run;
}
