/** Draws boards as puzz.link does: lines of JSON {puzzle, out, cell}, with the puzzle as a file, from standard input to PNG files. */
const fs = require("node:fs");
const pzpr = require("pzpr");
const { Resvg } = require("@resvg/resvg-js");

const font = { loadSystemFonts: true, defaultFontFamily: "Liberation Sans", sansSerifFamily: "Liberation Sans" };

/** Rejects if pzpr does not answer. */
const opened = (puzzle, text) =>
  new Promise((resolve, reject) => {
    puzzle.open(text, resolve);
    setTimeout(reject, 5000, new Error(`pzpr did not open ${text}`));
  });

(async () => {
  for (const line of fs.readFileSync(0, "utf8").trim().split("\n")) {
    const { puzzle: text, out, cell } = JSON.parse(line);
    const puzzle = new pzpr.Puzzle();
    await opened(puzzle, text);
    const svg = puzzle.toBuffer("svg", 0, cell).toString();
    fs.writeFileSync(out, new Resvg(svg, { background: "#ffffff", font }).render().asPng());
  }
  process.exit(0);
})();
