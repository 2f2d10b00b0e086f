/** Exports a board as a picture: PNG, SVG or a sheet to print. Loaded on demand. */

import { draw } from "../canvas/board.js";
import { layout } from "../canvas/layout.js";
import { codeOf } from "./qr.js";
import { h } from "../ui/dom.js";
import { identity } from "../core/game.js";
import { hidesPixels } from "../core/readback.js";
import { t } from "../ui/i18n.js";
import { svgCanvas } from "../canvas/svg.js";
import { palette } from "../ui/theme.js";
import { kindName, ruleKey, titleOf } from "../ui/text.js";

/** @import {Layout, Marks, Palette, PuzzleDocument, PuzzleKind, Scene} from "../core/types.js" */

/** @typedef {{puzzle: PuzzleKind, document: PuzzleDocument, marks: Marks, solution: boolean}} Export */

const MAX_SIDE = 2400; // in px
const MARGIN = 16;

/**
 * Returns the layout of a board for export, limited only by the maximum size of the picture. @param {Export} picture
 */
function placed({ puzzle, document }) {
  const { width, height } = puzzle.size(document);
  const cell = Math.max(
    6,
    Math.min(puzzle.most({ width, height }), 40, Math.floor(MAX_SIDE / 2 / Math.max(width, height))),
  );
  return layout(puzzle, document, { width: 1e5, height: 1e5 }, cell);
}

/** @param {Export} picture @param {Layout} place @param {Palette} colours @returns {Scene} */
const sceneOf = ({ puzzle, document, marks, solution }, place, colours) => ({
  puzzle,
  document,
  marks,
  layout: place,
  palette: colours,
  tone: solution ? "solution" : "own",
  done: solution && Boolean(puzzle.picture),
});

/** Returns the colours for printing, independent of the theme. */
const onPaper = () => ({ ...palette("light"), sheet: "#fff", paper: "#fff" });

/** @param {Export} picture @param {Palette} [colours] @returns {string} */
export function toSvg(picture, colours = onPaper()) {
  const place = placed(picture);
  const canvas = svgCanvas({
    width: place.width,
    height: place.height,
    title: picture.document.title ?? kindName(picture.puzzle.kind),
    paper: colours.paper,
  });
  draw(/** @type {any} */ (canvas), sceneOf(picture, place, colours), 1);
  return canvas.text();
}

/**
 * Returns the picture as PNG, in the given colours. Rejects if the browser hides the pixels of pictures.
 * @param {Export} picture
 * @param {Palette} colours
 * @returns {Promise<Blob>}
 */
export async function toPng(picture, colours) {
  if (hidesPixels()) throw new Error("the browser hides the pixels of pictures");
  const place = placed(picture);
  const board = document.createElement("canvas");
  draw(board, sceneOf(picture, place, colours), 2);
  const whole = document.createElement("canvas");
  Object.assign(whole, { width: board.width + 4 * MARGIN, height: board.height + 4 * MARGIN });
  const context = /** @type {CanvasRenderingContext2D} */ (whole.getContext("2d"));
  context.fillStyle = colours.paper;
  context.fillRect(0, 0, whole.width, whole.height);
  context.drawImage(board, 2 * MARGIN, 2 * MARGIN);
  return new Promise((resolve, reject) =>
    whole.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}

/**
 * Prints the puzzle with its link as a QR code, and the solution on a second page if it is known.
 * @param {Export} puzzle
 * @param {Export | null} solution
 * @param {string} link
 */
export async function print(puzzle, solution, link) {
  const code = await codeOf(link, t("export.qr"));
  document.getElementById("print")?.remove();
  const named = { id: identity(puzzle.document), document: puzzle.document };
  const title = titleOf(named, false, kindName(puzzle.puzzle.kind));
  const hidden = Boolean(puzzle.puzzle.picture) && !puzzle.puzzle.solved(puzzle.document, puzzle.marks);
  const { width, height } = puzzle.puzzle.size(puzzle.document);
  const by = puzzle.document.author ? [h("p", { class: "small" }, puzzle.document.author)] : [];
  const sheet = (/** @type {Export} */ picture, /** @type {string} */ heading, /** @type {Node[]} */ ...more) =>
    h(
      "figure",
      {},
      h("h1", {}, heading),
      h("p", { class: "small" }, `${kindName(puzzle.puzzle.kind)} · ${width} × ${height}`),
      ...by,
      drawing(picture),
      ...more,
    );
  const pages = [
    sheet(
      puzzle,
      hidden ? titleOf(named, hidden) : title,
      h("p", { class: "rule" }, t(ruleKey(puzzle.puzzle, puzzle.document))),
      ...(code ? [code] : []),
      h("p", { class: "address" }, link.length < 1500 ? link : ""),
    ),
  ];
  if (solution) pages.push(sheet(solution, t("export.solution", { title })));
  document.body.append(h("section", { id: "print" }, ...pages));
  window.print();
}

/** @param {Export} picture */
function drawing(picture) {
  const parsed = new DOMParser().parseFromString(toSvg(picture), "image/svg+xml");
  return document.importNode(parsed.documentElement, true);
}
