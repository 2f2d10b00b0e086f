/**
 * Every puzzle lives on one lattice of half steps. A place is {r, c}: odd/odd is a cell, even/odd the edge above one,
 * odd/even the edge to its left, even/even a corner. What can be marked (the targets) is numbered from 0:
 * cells row by row; edges first the horizontal ones, then the vertical ones.
 */

/** @import {Marks, Place, PuzzleDocument, PuzzleKind, Size} from "./types.js" */

/**
 * @type {Record<PuzzleKind["targets"], {count: (size: Size) => number, place: (size: Size, index: number) => Place,
 *   index: (size: Size, place: Place) => number}>}
 */
const targets = {
  cells: {
    count: ({ width, height }) => width * height,
    place: ({ width }, index) => ({ r: 2 * Math.floor(index / width) + 1, c: 2 * (index % width) + 1 }),
    index: ({ width, height }, { r, c }) =>
      r & c & 1 && r > 0 && c > 0 && r < 2 * height && c < 2 * width ? (r >> 1) * width + (c >> 1) : -1,
  },
  edges: {
    count: ({ width, height }) => (height + 1) * width + height * (width + 1),
    place: ({ width, height }, index) => {
      const vertical = index - (height + 1) * width;
      return vertical < 0
        ? { r: 2 * Math.floor(index / width), c: 2 * (index % width) + 1 }
        : { r: 2 * Math.floor(vertical / (width + 1)) + 1, c: 2 * (vertical % (width + 1)) };
    },
    index: ({ width, height }, { r, c }) => {
      if (r < 0 || c < 0 || r > 2 * height || c > 2 * width || !((r + c) & 1)) return -1;
      return r & 1 ? (height + 1) * width + (r >> 1) * (width + 1) + (c >> 1) : (r >> 1) * width + (c >> 1);
    },
  },
};

/** How many targets a board of this size has. @param {Pick<PuzzleKind, "targets">} puzzle @param {Size} size */
export const count = (puzzle, size) => targets[puzzle.targets].count(size);

/** Where a target lies. @param {Pick<PuzzleKind, "targets">} puzzle @param {Size} size @param {number} index */
export const placeOf = (puzzle, size, index) => targets[puzzle.targets].place(size, index);

/**
 * The target at a place, -1 where there is none.
 * @param {Pick<PuzzleKind, "targets">} puzzle
 * @param {Size} size
 * @param {Place} place
 */
export const targetAt = (puzzle, size, place) => targets[puzzle.targets].index(size, place);

/**
 * The four edges of a cell, as targets: above, below, left, right.
 * @param {Size} size
 * @param {number} row
 * @param {number} column
 */
export function edgesAround({ width, height }, row, column) {
  const vertical = (height + 1) * width + row * (width + 1) + column;
  return [row * width + column, (row + 1) * width + column, vertical, vertical + 1];
}

/**
 * Marks as a document spells them: rows of letters, or {h, v} for edges.
 * @param {Pick<PuzzleKind, "targets" | "letters">} puzzle
 * @param {Size} size
 * @param {Marks} marks
 */
export function spell(puzzle, { width, height }, marks) {
  const rows = (/** @type {string} */ digits, /** @type {number} */ length, /** @type {string} */ letters) =>
    (digits.match(new RegExp(`.{${length}}`, "g")) ?? []).map((row) =>
      [...row].map((digit) => letters[+digit]).join(""),
    );
  if (puzzle.targets === "cells") return rows(marks, width, puzzle.letters);
  const horizontal = (height + 1) * width;
  return {
    h: rows(marks.slice(0, horizontal), width, puzzle.letters.slice(0, 3)),
    v: rows(marks.slice(horizontal), width + 1, puzzle.letters.slice(3)),
  };
}

/**
 * Marks from a player's board as `spell` writes it, or with `answers` from a solution; letters unknown are undecided.
 * @param {PuzzleKind} puzzle
 * @param {Size} size
 * @param {any} spelt
 * @param {Record<string, number>} [answers]
 * @returns {Marks}
 */
export function read(puzzle, size, spelt, answers) {
  const state = (/** @type {string} */ letter) =>
    answers ? (answers[letter] ?? 0) : Math.max(0, puzzle.letters.indexOf(letter) % 3);
  const rows = Array.isArray(spelt) ? spelt : [...(spelt?.h ?? []), ...(spelt?.v ?? [])];
  const marks = [...rows.join("")].map(state).join("");
  const all = count(puzzle, size);
  return marks.length === all ? marks : "0".repeat(all);
}

/**
 * The targets on the straight way from one to another, both ends included.
 * @param {PuzzleKind} puzzle
 * @param {Size} size
 * @param {number} from
 * @param {number} to
 */
export function between(puzzle, size, from, to) {
  const [a, b] = [placeOf(puzzle, size, from), placeOf(puzzle, size, to)];
  const steps = Math.max(Math.abs(b.r - a.r), Math.abs(b.c - a.c)) / 2;
  const way = [];
  for (let step = 0; step <= steps; step++) {
    const along = (/** @type {number} */ start, /** @type {number} */ end) =>
      start + 2 * Math.round(((end - start) / 2 / (steps || 1)) * step);
    way.push(targetAt(puzzle, size, { r: along(a.r, b.r), c: along(a.c, b.c) }));
  }
  return way;
}
