/** A heap: the cheapest entry first. Plain functions. */

/** Inserts an entry; the cheapest is on top. @template {{cost: number}} T @param {T[]} heap @param {T} entry */
export function pushed(heap, entry) {
  let at = heap.push(entry) - 1;
  while (at && heap[(at - 1) >> 1].cost > heap[at].cost) {
    const above = (at - 1) >> 1;
    [heap[at], heap[above]] = [heap[above], heap[at]];
    at = above;
  }
}

/** Removes and returns the top of a heap. @template {{cost: number}} T @param {T[]} heap @returns {T} */
export function popped(heap) {
  const top = heap[0];
  const last = /** @type {T} */ (heap.pop());
  if (heap.length) heap[0] = last;
  for (let at = 0; ;) {
    let least = at;
    for (const child of [2 * at + 1, 2 * at + 2])
      if (child < heap.length && heap[child].cost < heap[least].cost) least = child;
    if (least === at) return top;
    [heap[at], heap[least]] = [heap[least], heap[at]];
    at = least;
  }
}
