/** Tests that every kind can be drawn as SVG with the code for canvases. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { draw } from "../../web/canvas/board.js";
import { layout } from "../../web/canvas/layout.js";
import { svgCanvas } from "../../web/canvas/svg.js";
import { kinds } from "./kinds.mjs";

const palette = new Proxy({}, { get: () => "#123" });

for (const puzzle of kinds) {
  test(`${puzzle.kind}: SVG is well formed and contains every clue`, () => {
    const { document } = puzzle.sample;
    const place = layout(puzzle, document, { width: 1e5, height: 1e5 }, 32);
    const canvas = svgCanvas({ width: place.width, height: place.height, title: 'a < b & "c"', paper: "#fff" });
    draw(canvas, { puzzle, document, marks: puzzle.givens(document), layout: place, palette, tone: "own" }, 1);
    const text = canvas.text();
    assert.match(text, /^<svg [^>]*viewBox="0 0 /);
    assert.ok(text.includes("<title>a &#60; b &#38; &#34;c&#34;</title>"));
    assert.equal(text.split("<g").length, text.split("</g>").length);
    assert.ok(!/NaN|undefined|Infinity/.test(text));
    const open = [];
    for (const [, close, name, , own] of text.matchAll(/<(\/?)([a-zA-Z]+)((?:[^">]|"[^"]*")*?)(\/?)>/g)) {
      if (close) assert.equal(open.pop(), name);
      else if (!own) open.push(name);
    }
    assert.deepEqual(open, []);
    const figures = JSON.stringify([document.rows, document.cols, document.grid]).match(/[1-4]/g) ?? [];
    if (puzzle.kind !== "binoxxo") assert.equal(text.split("<text").length - 1 >= figures.length / 2, true);
  });
}

test("a title with characters not allowed in XML still gives a valid picture", () => {
  const canvas = svgCanvas({ width: 9, height: 9, title: "a\0b\x1bc\ud800\u{1f600}\t", paper: "#fff" });
  assert.ok(canvas.text().includes("<title>a\ufffdb\ufffdc\ufffd\u{1f600}\t</title>"));
});
