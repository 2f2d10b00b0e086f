/**
 * NAME: fill cells so that each number counts the filled cells among its own cell and those that share a side with it.
 * `KindDescription` in core/types.js lists the members that can be added here; the page derives the rest.
 */

import { kind } from "../../generic/kind.js";

export default kind({
  kind: "KIND",
  order: ORDER, // its position in the header
  glyph: "M2.5 2.5h15v15h-15zF7.5 2.5h5v15h-5zM2.5 7.5h15v5h-15z", // 20 by 20; stroked, filled after "F"
  grid: { letters: ".012345" },
  sizes: [
    [6, 6],
    [8, 8],
    [10, 10],
  ],
  /** On the welcome page: a board with one forced move, which "sample.KIND" in the strings explains. */
  sample: {
    document: { kind: "KIND", grid: ["3...", "3.42", ".3..", "3..2"] },
    board: ["##??", "????", "????", "????"],
    overlays: [
      { role: "because", place: { r: 1, c: 1 }, letter: "a" },
      { role: "forced", place: { r: 3, c: 1 }, state: 1 },
    ],
  },
});
