/**
 * Makes a picture one whose clues have no other solution, and that can be solved line by line, by changing few of its
 * cells. A search by hand and eye would do the same: solve by lines, change a cell when stuck.
 */

/** @import {Sketch} from "../../core/sketch.js" */
/** @import {Marks} from "../../core/types.js" */

const [UNKNOWN, FILLED, EMPTY] = [0, 1, 2];
const TRIED = 24; // cells that are tried before the best of them is changed
const LARGE = { share: 0.25, cells: 300 }; // where more is open, whole regions are smoothed instead
const SEARCH = 0.6; // of the time, for the search; the rest for taking back what is not needed

/**
 * Return what all arrangements of a line agree on.
 * @param {Uint8Array} line as far as it is known; gets what is found
 * @param {number[]} clue
 * @returns {boolean} whether anything was found
 */
export function solveLine(line, clue) {
  const n = line.length;
  const [before, behind] = [reaches(line, clue), reaches(line.slice().reverse(), [...clue].reverse())];
  const k = clue.length;
  // True if the cells from `at` on can hold the runs from `run` on.
  const rest = (/** @type {number} */ run, /** @type {number} */ at) => behind[k - run][n - at];
  const covered = new Int32Array(n + 1);
  const gaps = new Int32Array(n + 1); // known empty cells before each place
  for (let at = 0; at < n; at++) gaps[at + 1] = gaps[at] + Number(line[at] === EMPTY);
  for (let run = 0; run < k; run++) {
    for (let from = 0; from + clue[run] <= n; from++) {
      const to = from + clue[run];
      if (gaps[to] !== gaps[from]) continue;
      const left = from ? line[from - 1] !== FILLED && before[run][from - 1] : run === 0;
      const right = to < n ? line[to] !== FILLED && rest(run + 1, to + 1) : run === k - 1;
      if (left && right) (covered[from]++, covered[to]--);
    }
  }
  let [found, runs] = [false, 0];
  for (let at = 0; at < n; at++) {
    runs += covered[at];
    if (line[at] !== UNKNOWN) continue;
    let empty = false;
    for (let run = 0; run <= k && !empty; run++) empty = before[run][at] === 1 && rest(run, at + 1) === 1;
    if (Boolean(runs) === empty) continue;
    line[at] = runs ? FILLED : EMPTY;
    found = true;
  }
  return found;
}

/**
 * [run][at]: whether the first `at` cells can hold the first `run` runs.
 * @param {Uint8Array} line
 * @param {number[]} clue
 */
function reaches(line, clue) {
  const n = line.length;
  const all = [new Uint8Array(n + 1)];
  all[0][0] = 1;
  for (let at = 1; at <= n; at++) all[0][at] = Number(all[0][at - 1] && line[at - 1] !== FILLED);
  clue.forEach((length, run) => {
    const [last, now] = [all[run], new Uint8Array(n + 1)];
    let free = 0; // cells up to here, none of them known to be empty
    for (let at = 1; at <= n; at++) {
      free = line[at - 1] === EMPTY ? 0 : free + 1;
      const start = at - length;
      const placed = free >= length && (start > 0 ? line[start - 1] !== FILLED && last[start - 1] : run === 0);
      now[at] = Number(placed || (now[at - 1] && line[at - 1] !== FILLED));
    }
    all.push(now);
  });
  return all;
}

/** @param {ArrayLike<number>} line */
function runsOf(line) {
  const runs = [];
  for (let at = 0, length = 0; at <= line.length; at++) {
    if (line[at]) length++;
    else if (length) (runs.push(length), (length = 0));
  }
  return runs;
}

/**
 * The cells that line solving leaves open.
 * @param {Uint8Array} picture 1 filled
 * @param {number} width
 * @returns {number[]}
 */
export function openCells(picture, width) {
  const height = picture.length / width;
  const known = new Uint8Array(picture.length);
  const lines = Array.from({ length: height + width }, (_, line) =>
    line < height
      ? { from: line * width, step: 1, length: width }
      : { from: line - height, step: width, length: height },
  );
  const take = (/** @type {Uint8Array} */ of, /** @type {(typeof lines)[0]} */ { from, step, length }) =>
    Uint8Array.from({ length }, (_, at) => of[from + at * step]);
  const clues = lines.map((line) => runsOf(take(picture, line)));
  const waiting = new Set(lines.keys());
  for (const number of waiting) {
    waiting.delete(number);
    const { from, step, length } = lines[number];
    const line = take(known, lines[number]);
    if (!solveLine(line, clues[number])) continue;
    for (let at = 0; at < length; at++) {
      const cell = from + at * step;
      if (known[cell] === line[at]) continue;
      known[cell] = line[at];
      waiting.add(number < height ? height + at : at);
    }
  }
  return [...known.keys()].filter((cell) => known[cell] === UNKNOWN);
}

/**
 * Yields after every look at a whole board (some ms at 50 × 50); returns the picture.
 * @param {Sketch} sketch
 * @param {() => number} spent the share of the time that is over; the less there is, the more cells are changed
 * @returns {Generator<void, Marks>}
 */
export function* repair({ width, layers: { picture } }, spent) {
  const own = Uint8Array.from(picture, (digit) => Number(digit === "1"));
  const better = yield* improved(own.slice(), width, () => spent() > SEARCH);
  const made = yield* flattened(better, width);
  return [...(yield* restored(made, own, width, () => spent() > 1))].join("");
}

/**
 * Changes the cell that leaves the fewest open, again and again; where much is open, smooths it.
 * @param {Uint8Array} now
 * @param {number} width
 * @param {() => boolean} late
 * @returns {Generator<void, Uint8Array>}
 */
function* improved(now, width, late) {
  let open = openCells(now, width);
  yield;
  for (let smoothed = 0; open.length && !late();) {
    if (open.length > Math.max(LARGE.share * now.length, LARGE.cells) && smoothed < 3) {
      now = smooth(now, width, open);
      smoothed++;
      open = openCells(now, width);
      yield;
      continue;
    }
    let best = { left: open, picture: now };
    const stride = Math.max(1, open.length / TRIED);
    for (let at = 0; at < open.length && !late(); at += stride) {
      const picture = now.slice();
      picture[open[Math.floor(at)]] ^= 1;
      const left = openCells(picture, width);
      yield;
      if (left.length < best.left.length) best = { left, picture };
    }
    if (best.picture === now) break;
    [now, open] = [best.picture, best.left];
  }
  return now;
}

/**
 * Each of some cells as most of the cells around it.
 * @param {Uint8Array} now
 * @param {number} width
 * @param {number[]} cells
 */
function smooth(now, width, cells) {
  const next = now.slice();
  for (const cell of cells) {
    const around = [...neighbours(cell, width, now.length), cell];
    const filled = around.reduce((sum, other) => sum + now[other], 0);
    next[cell] = Number(2 * filled > around.length);
  }
  return next;
}

/** The up to eight cells around one. @param {number} cell @param {number} width @param {number} count */
function neighbours(cell, width, count) {
  const column = cell % width;
  return [-1, 0, 1].flatMap((down) =>
    [-1, 0, 1].flatMap((across) => {
      const other = cell + down * width + across;
      const inside = column + across >= 0 && column + across < width && other >= 0 && other < count;
      return inside && (down || across) ? [other] : [];
    }),
  );
}

/**
 * Fills what stays open, or clears it where little is filled, and more around it, until nothing is open. It ends, as a
 * board of one colour has one solution.
 * @param {Uint8Array} now
 * @param {number} width
 * @returns {Generator<void, Uint8Array>}
 */
function* flattened(now, width) {
  /** @type {Set<number>} */
  const flat = new Set();
  for (let open = openCells(now, width); open.length; open = openCells(now, width)) {
    yield;
    const more = open.some((cell) => !flat.has(cell))
      ? open
      : [...flat, ...open].flatMap((cell) => neighbours(cell, width, now.length));
    for (const cell of more) flat.add(cell);
    const filled = [...flat].reduce((sum, cell) => sum + now[cell], 0);
    const colour = Number(2 * filled >= flat.size);
    now = now.map((value, cell) => (flat.has(cell) ? colour : value));
  }
  return now;
}

/**
 * Takes changes back that are not needed, many at once as long as that does.
 * @param {Uint8Array} made
 * @param {Uint8Array} own
 * @param {number} width
 * @param {() => boolean} late
 * @returns {Generator<void, Uint8Array>}
 */
function* restored(made, own, width, late) {
  for (const size of [64, 16, 4, 1]) {
    const changed = [...made.keys()].filter((cell) => made[cell] !== own[cell]);
    for (let at = 0; at < changed.length && !late(); at += size) {
      const back = made.slice();
      for (const cell of changed.slice(at, at + size)) back[cell] = own[cell];
      if (!openCells(back, width).length) made = back;
      yield;
    }
  }
  return made;
}
