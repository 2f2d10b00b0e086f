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
 * The regions of points of one value that touch each other by a side; `labels` has the number of each point's region,
 * -1 elsewhere.
 * @param {Uint8Array} mask @param {number} width @param {number} height @param {number} value
 * @returns {{blobs: Blob[], labels: Int32Array}}
 */
export function blobsOf(mask, width, height, value) {
  const labels = new Int32Array(width * height).fill(-1);
  const stack = new Int32Array(width * height);
  /** @type {Blob[]} */
  const blobs = [];
  for (let first = 0; first < labels.length; first++)
    if (mask[first] === value && labels[first] < 0) blobs.push(flooded(first));
  return { blobs, labels };

  /** @param {number} first */
  function flooded(first) {
    const id = blobs.length;
    let [depth, points, left, right, top, bottom] = [0, 0, width, 0, height, 0];
    stack[depth++] = first;
    labels[first] = id;
    const visit = (/** @type {number} */ o) => {
      if (mask[o] !== value || labels[o] >= 0) return;
      labels[o] = id;
      stack[depth++] = o;
    };
    while (depth) {
      const o = stack[--depth];
      const y = (o / width) | 0;
      const x = o - y * width;
      points++;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
      if (x) visit(o - 1);
      if (x < width - 1) visit(o + 1);
      if (y) visit(o - width);
      if (y < height - 1) visit(o + width);
    }
    const box = { left, right, top, bottom, width: right - left + 1, height: bottom - top + 1 };
    return { id, points, ...box, x: (left + right) / 2, y: (top + bottom) / 2 };
  }
}
