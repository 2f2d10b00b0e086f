/** Statistics of solved puzzles: counts, best and median times, streaks. */

import { dayNumber } from "./daily.js";

/** @typedef {{kind: string, width: number, height: number, time: number, hints: number, at: number}} Solved */

/** @param {number[]} values not empty */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Groups solved puzzles by kind and size, with the number, best time and median time of each; sorted by kind, then by
 * size.
 * @param {readonly Solved[]} solved
 */
export function bySize(solved) {
  /** @type {Map<string, Solved[]>} */
  const groups = new Map();
  for (const entry of solved) {
    const key = `${entry.kind} ${entry.width} ${entry.height}`;
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups.values()]
    .map((all) => {
      const times = all.map(({ time }) => time);
      const { kind, width, height } = all[0];
      return { kind, width, height, count: all.length, best: Math.min(...times), median: median(times) };
    })
    .sort((a, b) => a.kind.localeCompare(b.kind) || a.width * a.height - b.width * b.height || a.width - b.width);
}

/**
 * Returns the current streak of days with a solved puzzle, ending today or yesterday, and the longest streak.
 * @param {readonly Solved[]} solved
 * @param {Date} today
 */
export function streak(solved, today) {
  const days = [...new Set(solved.map(({ at }) => dayNumber(new Date(at))))].sort((a, b) => a - b);
  let [run, longest] = [0, 0];
  days.forEach((day, index) => {
    run = day - 1 === days[index - 1] ? run + 1 : 1;
    longest = Math.max(longest, run);
  });
  const last = days.at(-1);
  return { now: last !== undefined && dayNumber(today) - last <= 1 ? run : 0, longest };
}

/**
 * Returns the number of puzzles solved on each of the last days, oldest first.
 * @param {readonly Solved[]} solved
 * @param {Date} today
 * @param {number} length
 */
export function perDay(solved, today, length) {
  const counts = Array(length).fill(0);
  const first = dayNumber(today) - length + 1;
  for (const { at } of solved) {
    const day = dayNumber(new Date(at)) - first;
    if (day >= 0 && day < length) counts[day]++;
  }
  return counts;
}
