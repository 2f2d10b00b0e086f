/** Line solving for nonograms: the values that the cells of a line can have. */

/** @typedef {[length: number, colour: number]} Run */

export const BLANK = 1; // bit 0 of a cell's possible values is blank; the bit of a colour is 1 << colour

/**
 * Removes the values that occur in no arrangement of a line.
 * @param {Uint16Array} line the possible values of each cell, as bits
 * @param {Run[]} clue
 * @returns {boolean} whether anything was removed
 */
export function solveLine(line, clue) {
  const [n, k] = [line.length, clue.length];
  const [before, behind] = [reaches(line, clue), reaches(line.slice().reverse(), [...clue].reverse())];
  const seen = new Uint16Array(n);
  for (let run = 0; run < k; run++) {
    const [length, colour] = clue[run];
    const [gap, next] = [clue[run - 1]?.[1] === colour, clue[run + 1]?.[1] === colour];
    for (let from = 0, free = 0, covered = 0; from + length <= n; from++) {
      const to = from + length;
      for (free = Math.max(free, from); free < to && line[free] & (1 << colour); free++);
      if (free < to) continue;
      const left = gap ? line[from - 1] & BLANK && before[run][from - 1] : before[run][from];
      const rest = behind[k - run - 1];
      const right = next ? line[to] & BLANK && rest[n - to - 1] : rest[n - to];
      if (left && right) for (covered = Math.max(covered, from); covered < to; covered++) seen[covered] |= 1 << colour;
    }
  }
  let found = false;
  for (let at = 0; at < n; at++) {
    for (let run = 0; run <= k && line[at] & BLANK && !(seen[at] & BLANK); run++)
      if (before[run][at] && behind[k - run][n - at - 1]) seen[at] |= BLANK;
    if (line[at] !== seen[at]) [line[at], found] = [seen[at], true];
  }
  return found;
}

/**
 * Returns a table [run][at]: whether the first `at` cells can hold the first `run` runs.
 * @param {Uint16Array} line
 * @param {Run[]} clue
 */
function reaches(line, clue) {
  const n = line.length;
  const all = [new Uint8Array(n + 1)];
  all[0][0] = 1;
  for (let at = 1; at <= n; at++) all[0][at] = Number(all[0][at - 1] && line[at - 1] & BLANK);
  clue.forEach(([length, colour], run) => {
    const [last, now] = [all[run], new Uint8Array(n + 1)];
    const gap = clue[run - 1]?.[1] === colour;
    let free = 0; // length of the stretch up to here whose cells can all have the colour
    for (let at = 1; at <= n; at++) {
      free = line[at - 1] & (1 << colour) ? free + 1 : 0;
      const start = at - length;
      const placed = free >= length && (gap ? line[start - 1] & BLANK && last[start - 1] : last[start]);
      now[at] = Number(Boolean(placed || (now[at - 1] && line[at - 1] & BLANK)));
    }
    all.push(now);
  });
  return all;
}

/** Returns the runs of a line of values. @param {ArrayLike<number>} line @returns {Run[]} */
export function runsOf(line) {
  /** @type {Run[]} */
  const runs = [];
  for (let at = 0; at < line.length; at++)
    if (line[at] && at && line[at] === line[at - 1]) runs[runs.length - 1][0]++;
    else if (line[at]) runs.push([1, line[at]]);
  return runs;
}
