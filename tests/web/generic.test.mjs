/**
 * Complete kinds made from short descriptions: filled cells, numbers, links, colours, two shapes. Each is drawn, marked
 * by gestures and keys, read aloud, written to documents and stored.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { draw } from "../../web/canvas/board.js";
import "../../web/canvas/overlays.js";
import { hit, nodeAt } from "../../web/canvas/hit.js";
import { changes } from "../../web/canvas/changes.js";
import { layout } from "../../web/canvas/layout.js";
import { wave } from "../../web/canvas/finish.js";
import { heat } from "../../web/canvas/heat.js";
import { gameProblem } from "../../web/core/game-validation.js";
import { newGame, play, progressIn, undo, withProgress } from "../../web/core/game.js";
import { isPlace, lineFrom } from "../../web/core/clue-places.js";
import { count, essential, placeOf } from "../../web/core/lattice.js";
import { digitOf, valueOf } from "../../web/core/marks.js";
import { replay } from "../../web/core/replay.js";
import { differing, solutionsOf } from "../../web/core/results.js";
import { blank, mirror, numbersFrom, rotate, sketchOf, typedClue, withLayer } from "../../web/core/sketch.js";
import { documentOf } from "../../web/core/drawn.js";
import { documentProblem } from "../../web/core/validation.js";
import { keepSolution, keepVerdict } from "../../web/core/verdicts.js";
import { kind } from "../../web/generic/kind.js";
import { letters } from "../../web/generic/letters.js";
import { numbers } from "../../web/generic/numbers.js";
import { regions } from "../../web/generic/regions.js";
import { sides } from "../../web/generic/sides.js";
import { signs } from "../../web/generic/signs.js";
import { end, idle, move, start } from "../../web/input/gestures.js";
import { press } from "../../web/input/keys.js";
import { recorder } from "./recorder.mjs";

const common = { order: 9, glyph: "" };
const palette = () => ["#ffffff", "#cc0000", "#0000cc"];

const hitori = kind({
  ...common,
  kind: "loner",
  grid: { letters: "123456789" },
  sample: { document: { kind: "loner", grid: ["112", "231", "312"] } },
});
const latin = kind({
  ...common,
  kind: "latin",
  blocks: [{ shape: "cell", values: 9, letters: ".123456789" }],
  values: ({ grid }) => grid.length,
  grid: { letters: ".123456789", given: true },
  sample: { document: { kind: "latin", grid: ["1..4", ".3..", "..1.", "4..."] } },
});
const masyu = kind({
  ...common,
  kind: "masyu",
  blocks: [{ shape: "link" }],
  grid: { letters: ".wb", symbols: { w: "ring", b: "disc" } },
  sample: { document: { kind: "masyu", grid: [".w..", "...b", "....", "b..w"] } },
});
const colours = kind({
  ...common,
  kind: "colours",
  blocks: [{ shape: "cell", values: 3 }],
  forms: [sides({ left: "rows", top: "cols" })],
  colours: palette,
  sample: {
    document: { kind: "colours", rows: [[2, 1], [1]], cols: [[1, 1], [1]] },
  },
});
const nurikabe = kind({
  ...common,
  kind: "nurikabe",
  grid: { letters: ".123456789abc", text: (letter) => String(parseInt(letter, 36)) },
  sample: { document: { kind: "nurikabe", grid: ["2..", "..a", "..."] } },
});
const yajilin = kind({
  ...common,
  kind: "yajilin",
  blocks: [{ shape: "link" }, { shape: "cell" }],
  grid: { letters: ".0123" },
  sample: { document: { kind: "yajilin", grid: [".1.", "...", "..0"] } },
});
const corners = kind({
  ...common,
  kind: "corners",
  blocks: [{ shape: "vertex" }],
  grid: { letters: ".01234" },
  sample: { document: { kind: "corners", grid: ["2.", ".1"] } },
});
const bridges = kind({
  ...common,
  kind: "bridges",
  blocks: [{ shape: "link", values: 3, letters: "?012", strokes: [0, 1, 2] }],
  grid: { letters: ".12345678" },
  sample: { document: { kind: "bridges", grid: ["2.4", "...", "..2"] } },
});
const towers = kind({
  ...common,
  kind: "towers",
  blocks: [{ shape: "cell", values: 3 }],
  forms: [sides({ left: "west", right: "east", top: "north", bottom: "south" }, { least: 1 })],
  sample: {
    document: { kind: "towers", west: [3, null], east: [null, 1], north: [2, null, null], south: [null, null, 12] },
  },
});
const tents = kind({
  ...common,
  kind: "tents",
  grid: { letters: ".T" },
  forms: [sides({ left: "rows", top: "cols" })],
  sample: { document: { kind: "tents", grid: ["T.", ".."], rows: [0, null], cols: [1, 0] } },
});
const columns = kind({
  ...common,
  kind: "columns",
  grid: { letters: ".T" },
  forms: [sides({ bottom: "cols" })],
  sample: { document: { kind: "columns", grid: ["T.", ".."], cols: [1, 0] } },
});
const unequal = kind({
  ...common,
  kind: "unequal",
  blocks: [{ shape: "cell", values: 9, letters: "?123456789" }],
  grid: { letters: ".123456789", given: true, most: ({ width }) => width },
  forms: [signs(".<>o", ".^vo")],
  sample: { document: { kind: "unequal", grid: ["1..", ".12"], signs: { h: ["<.", ".o"], v: [".v^"] } } },
});
const blocks = kind({
  ...common,
  kind: "blocks",
  blocks: [{ shape: "cell", values: 9, letters: "?123456789" }],
  grid: { letters: ".123456789", given: true },
  forms: [regions()],
  sample: { document: { kind: "blocks", regions: ["AAB", "CBB"], grid: ["1..", "..."] } },
});
const walls = kind({
  ...common,
  kind: "walls",
  grid: { letters: ".#012", black: "#012" },
  sample: { document: { kind: "walls", grid: [".#.", "2.."] } },
});
const arrows = kind({
  ...common,
  kind: "arrows",
  grid: { letters: ".0123" },
  forms: [letters({ member: "to", letters: ".^v<>" }), letters({ member: "more", letters: ".12", at: [0.3, 0.3] })],
  sample: { document: { kind: "arrows", grid: ["1.", ".3"], to: [">.", "^v"], more: ["..", ".2"] } },
});
const slant = kind({
  ...common,
  kind: "slant",
  blocks: [{ shape: "cell", letters: "?\\/", text: (value) => "\\/"[value - 1] }],
  grid: { letters: ".01234", shape: "vertex" },
  sample: { document: { kind: "slant", grid: ["1..", ".2."] } },
});
const KINDS = [
  ...[hitori, latin, masyu, colours, nurikabe, yajilin, corners, bridges],
  ...[towers, tents, columns, unequal, blocks, walls, arrows, slant],
];

test("there is room for clues on vertices, also those on the border", () => {
  const { rim, cell } = layout(corners, corners.sample.document, { width: 600, height: 600 }, 0);
  assert.ok(rim >= 0.36 * cell);
  assert.ok(layout(hitori, hitori.sample.document, { width: 600, height: 600 }, 0).rim < 0.1 * cell);
});

/** Returns marks that include every value. */
const varied = (puzzle, document) => {
  const size = puzzle.size(document);
  const givens = puzzle.givens(document);
  const values = (index) =>
    puzzle.blocks.find((_, at) => index < count({ blocks: puzzle.blocks.slice(0, at + 1) }, size)).values;
  return [...givens]
    .map((mark, index) => (puzzle.fixed(document, index) ? mark : digitOf((index * 2 + 1) % (values(index) + 1))))
    .join("");
};

function scenes(puzzle, document) {
  const place = layout(puzzle, document, { width: 600, height: 600 }, 0);
  const { ctx, pen } = recorder(puzzle, document, place);
  const marks = varied(puzzle, document);
  const answer = { answer: marks, k: [...marks].map((_, at) => (at % 4) - 1), only: null, numbers: true };
  const scene = { puzzle, document, marks, layout: place, palette: pen.colour, overlays: [], heat: answer };
  for (const tone of ["own", "solution", "found"])
    for (const second of [null, puzzle.givens(document)])
      for (const part of ["ground", "marks", "clues", "rowClues", "columnClues", "rowNotes", "columnNotes"])
        puzzle[part]?.(pen, { ...scene, tone, second });
  heat(pen, scene);
  heat(pen, { ...scene, heat: { ...answer, answer: null } });
  for (let target = 0; target < marks.length; target++) {
    const at = placeOf(puzzle, pen.size, target);
    puzzle.tentative(pen, 9, 9, 1, at);
    puzzle.mark(pen, 9, 9, 1, "#000", at);
    puzzle.split(pen, 9, 9, 1, 2, scene);
  }
  wave(pen, { ...scene, finish: { from: { r: 1, c: 1 }, at: 0.5 } });
  return ctx.calls;
}

for (const puzzle of KINDS) {
  const { document } = puzzle.sample;
  const size = puzzle.size(document);

  test(`${puzzle.kind}: its sample is valid, and everything can be drawn`, () => {
    assert.equal(documentProblem(puzzle, document), null);
    assert.ok(scenes(puzzle, document) > 20);
    assert.equal(typeof puzzle.text(document, varied(puzzle, document)), "string");
    assert.equal(typeof puzzle.clueText(document, { r: 1, c: 1 }), "string");
    const [{ value }, ...others] = puzzle.progress(document, puzzle.givens(document));
    assert.match(value, /^0\b/, "the player has done nothing yet");
    assert.equal(others.length, 0);
  });

  test(`${puzzle.kind}: a game can be played, stored, written to a link and undone`, () => {
    const marks = varied(puzzle, document);
    const game = play(puzzle, newGame(puzzle, document), marks);
    assert.equal(game.marks, marks);
    assert.equal(gameProblem(puzzle, undefined, JSON.parse(JSON.stringify(game))), null);
    assert.equal(gameProblem(puzzle, undefined, { ...game, marks: "z".repeat(marks.length) })?.params.field, "marks");
    assert.equal(progressIn(puzzle, withProgress(puzzle, document, marks)), marks);
    assert.equal(documentProblem(puzzle, withProgress(puzzle, document, marks)), null);
    assert.equal(undo(game).marks, puzzle.givens(document));
    assert.equal(replay(game).moments.length, 1);
    const result = { verdict: "unique", solutions: [], marks: [marks], seconds: 0 };
    assert.deepEqual(solutionsOf({ ...game, result }, puzzle), [marks]);
    assert.deepEqual(solutionsOf(game, puzzle), []);
    assert.equal(differing({ ...game, result }, puzzle), 0);
  });

  test(`${puzzle.kind}: solutions and broken rules are those that the engine reports`, async () => {
    const fresh = structuredClone(document);
    const marks = varied(puzzle, fresh);
    assert.equal(puzzle.solved(fresh, marks), false);
    const solution = marks.replaceAll("0", "2");
    const result = { verdict: "unique", solutions: [], marks: [solution], seconds: 0 };
    keepSolution({ ...newGame(puzzle, fresh), document: fresh, result }, puzzle);
    assert.equal(puzzle.solved(fresh, puzzle.bare ? marks : solution), true);
    assert.equal(puzzle.solved(fresh, marks.replace("1", "2")), false);
    assert.equal(puzzle.solved(fresh, marks.replace("1", "0")), false);
    const broken = [{ key: "wrong.rule", params: {}, where: [] }];
    await keepVerdict(fresh, marks, Promise.resolve({ solved: false, breaks: broken }));
    assert.deepEqual(puzzle.breaks(fresh, marks), broken);
  });

  test(`${puzzle.kind}: a setter can draw all clues of its grid`, async () => {
    if (!puzzle.edit) return assert.equal(puzzle.kind, "colours");
    const edit = await puzzle.edit();
    assert.deepEqual(documentOf(puzzle.kind, edit, sketchOf(edit, document, size, null)), document);
    assert.equal(documentProblem(puzzle, documentOf(puzzle.kind, edit, blank(edit, { width: 3, height: 3 }))), null);
  });
}

/** Returns a board in the form that gestures and keys need. */
function viewOf(puzzle, tool, marks = puzzle.givens(puzzle.sample.document)) {
  const { document } = puzzle.sample;
  const place = layout(puzzle, document, { width: 900, height: 900 }, 0);
  return {
    id: "board",
    puzzle,
    document,
    marks,
    layout: place,
    tool,
    editable: true,
    cursor: null,
    hit: (x, y, shape) => hit(puzzle, place, x, y, shape),
    nodeAt: (x, y, reach, shape) => nodeAt(place, x, y, reach, shape),
  };
}

/** Returns the marks after a mouse drag over some places. */
function drag(view, ...places) {
  const at = ({ r, c }) => ({
    x: view.layout.origin.x + (c / 2) * view.layout.cell,
    y: view.layout.origin.y + (r / 2) * view.layout.cell,
  });
  const input = (place) => ({ id: 1, type: "mouse", button: 0, time: 0, ...at(place) });
  let [gesture, effects] = start(idle, input(places[0]), view);
  for (const place of places.slice(1)) [gesture] = move(gesture, input(place), view);
  [gesture, effects] = end(gesture, input(places.at(-1)), view);
  return effects.find(([name]) => name === "commit")?.[1];
}

test("a document that needs more than a grid of clues has no generic Draw mode", () => {
  const document = { kind: "rooms", grid: ["1."], rooms: ["AB"] };
  const rooms = kind({ ...common, kind: "rooms", grid: { letters: ".1" }, sample: { document } });
  assert.ok(!rooms.edit && nurikabe.edit && latin.edit);
});

/** Returns the view of Draw with one of its tools. */
async function drawingOf(puzzle, tool) {
  const edit = await puzzle.edit();
  const view = viewOf(puzzle, 0);
  const { layer } = edit.tools[tool];
  const sketch = sketchOf(edit, view.document, view.layout.size, null);
  const surface = {
    ...puzzle,
    blocks: [{ shape: edit.layers[layer], values: 36, letters: "" }],
    fixed: () => false,
    tools: [edit.tools[tool]],
  };
  const place = view.layout;
  const hits = { hit: (x, y, shape) => hit(surface, place, x, y, shape) };
  const written = (marks) => documentOf(puzzle.kind, edit, settle(edit, withLayer(sketch, layer, marks), layer));
  return { view: { ...view, ...hits, puzzle: surface, marks: sketch.layers[layer] }, written, sketch, edit };
}
const settle = (edit, sketch, layer) => edit.settle?.(sketch, layer, sketch) ?? sketch;

test("numbers next to the board are tapped and typed, and turned with it", async () => {
  const { view, written, sketch, edit } = await drawingOf(towers, 0);
  const { document } = towers.sample;
  const tapped = (r, c) => written(drag(view, { r, c }));
  assert.deepEqual(tapped(3, -0.4), { ...document, west: [3, 1] });
  assert.deepEqual(tapped(1, 6.4), { ...document, east: [1, 1] });
  assert.deepEqual(tapped(-0.4, 1), { ...document, north: [3, null, null] });
  assert.deepEqual(tapped(4.4, 3), { ...document, south: [null, 1, 12] });
  assert.deepEqual(tapped(1, 1), document, "a cell is not next to the board");
  const turned = documentOf("towers", edit, mirror(edit, sketch));
  assert.deepEqual([turned.west, turned.east, turned.north], [document.east, document.west, [null, null, 2]]);
  assert.deepEqual(edit.givens(sketch).length, 4);
  const few = await drawingOf(tents, 1);
  assert.deepEqual(few.written(drag(few.view, { r: 3, c: -0.4 })).rows, [0, 0]);
  assert.deepEqual(few.written(few.view.marks.replace(/./g, "1")).cols, [0, 0], "places without clues stay empty");
});

test("a cursor moves to the clues around the board", async () => {
  const { view } = await drawingOf(towers, 0);
  const moves = ["ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowDown", "ArrowRight", "End"];
  let cursor = null;
  const way = moves.map((key) => (cursor = press({ key }, { ...view, cursor }).at(-1)[1]));
  assert.deepEqual(
    way.map(({ r, c }) => `${r} ${c}`),
    ["-1 3", "-1 1", "-1 -1", "1 -1", "1 1", "1 7"],
  );
  assert.equal(changes({ ...view, cursor: null }, { ...view, cursor }), null, "everything is drawn again");
});

test("the key of a value lowers the pen that draws it", () => {
  const { document } = bridges.sample;
  const board = layout(bridges, document, { width: 300, height: 300 }, 0);
  const at = { puzzle: bridges, document, marks: "0".repeat(12), layout: board, tool: 0, editable: true };
  const [[effect, pen]] = press({ key: "2" }, { ...at, cursor: { r: 1, c: 1 }, pen: null });
  assert.deepEqual([effect, bridges.tools[pen].text], ["pen", "2"]);
  const [[, marks]] = press({ key: "ArrowRight" }, { ...at, cursor: { r: 1, c: 1 }, pen });
  assert.equal(marks, `3${"0".repeat(11)}`);
  assert.equal(press({ key: "9" }, { ...at, cursor: { r: 1, c: 1 }, pen: null }), null);
});

test("signs are drawn between cells, and read with the direction of their place", async () => {
  const { view, written } = await drawingOf(unequal, 1);
  assert.deepEqual(written(drag(view, { r: 1, c: 2 })).signs, { h: [">.", ".o"], v: [".v^"] });
  assert.equal("signs" in written("0".repeat(7)), false);
  assert.equal(unequal.clueText(unequal.sample.document, { r: 1, c: 3 }), "<← v↓");
  const problem = (signs) => unequal.problem({ ...unequal.sample.document, signs })?.kind;
  assert.deepEqual([{ h: ["<.", "<."] }, { h: [], v: [], x: [] }, 3].map(problem), ["missing", "signs", "signs"]);
});

test("a cell has several letters, each with a tool and keys of its own", async () => {
  const { document } = arrows.sample;
  const { view, written, edit } = await drawingOf(arrows, 1);
  assert.deepEqual(written(view.marks), document);
  assert.deepEqual(written(drag(view, { r: 1, c: 3 })).to, [">^", "^v"]);
  assert.deepEqual(
    edit.tools.map(({ key, layer }) => [key, layer]),
    [
      ["number", "clues"],
      ["arrow", "to"],
      ["number", "more"],
    ],
  );
  assert.equal(edit.keys.to[">"], 4);
  assert.equal(arrows.clueText(document, { r: 3, c: 3 }), "3 · ↓ · 2");
  assert.equal(arrows.clueText(document, { r: 3, c: 2 }), "");
  assert.equal(arrows.problem({ ...document, to: [">."] }).kind, "height");
});

test("numbers next to the board are shown and typed as letters", async () => {
  const document = { kind: "views", left: [1, null], top: [null, 2] };
  const views = kind({
    ...common,
    kind: "views",
    blocks: [{ shape: "cell", values: 3, letters: "?AB-" }],
    forms: [sides({ left: "left", top: "top" }, { least: 1, most: () => 2, text: (number) => "AB"[number - 1] })],
    sample: { document },
  });
  assert.equal(views.clueText(document, { r: 1, c: 3 }), "A · B");
  const { keys } = await views.edit();
  assert.deepEqual(keys.sides, { a: 1, A: 1, b: 2, B: 2, Backspace: 0, Delete: 0 });
});

test("the cell of a clue is outlined if the clue is not in its middle", () => {
  const grid = { letters: ".12", at: [-0.25, -0.25] };
  const circles = (changed) => {
    const document = { kind: "cages", grid: ["1"] };
    const cages = kind({ ...common, kind: "cages", grid: { ...grid, ...changed }, sample: { document } });
    const place = layout(cages, document, { width: 300, height: 300 }, 0);
    let count = 0;
    const ctx = new Proxy(
      {},
      {
        get: (_, name) => () =>
          name === "measureText"
            ? { width: 8, actualBoundingBoxAscent: 8, actualBoundingBoxDescent: 0 }
            : name === "arc" && count++,
        set: () => true,
      },
    );
    const overlays = [{ role: "because", place: { r: 1, c: 1 } }];
    const { pen } = recorder(cages, document, place);
    const scene = { puzzle: cages, document, marks: "0", layout: place, palette: pen.colour, overlays };
    draw({ width: 0, height: 0, style: {}, getContext: () => ctx }, scene, 1);
    return count;
  };
  assert.deepEqual([circles({}), circles({ at: undefined })], [0, 1]);
});

test("numbers next to the board fit each other", () => {
  const problem = (changed) => towers.problem({ ...towers.sample.document, ...changed })?.kind;
  const wrong = [{ west: "12" }, { east: [1] }, { north: [1, -1, 2] }, { west: [], east: [] }, { east: undefined }, {}];
  assert.deepEqual(wrong.map(problem), ["not-clues", "height", "not-a-clue", "empty", "missing", undefined]);
});

test("numbers next to columns only fit the grid, which has the size", () => {
  const { document } = columns.sample;
  assert.deepEqual(columns.size(document), { width: 2, height: 2 });
  const wrong = [{}, { cols: [1] }, { cols: [1, "2"] }, { cols: undefined }, { grid: undefined }, { grid: ["T", "."] }];
  assert.deepEqual(
    wrong.map((changed) => columns.problem({ ...document, ...changed })?.kind),
    [undefined, "height", "not-a-clue", "missing", "missing", "height"],
  );
});

test("arrows and signs are turned with the board", async () => {
  const turned = async (puzzle) => {
    const { sketch, edit } = await drawingOf(puzzle, 0);
    return [mirror, rotate].map((turn) => documentOf(puzzle.kind, edit, turn(edit, sketch)));
  };
  const [left, down] = await turned(arrows);
  assert.deepEqual(
    [left.to, down.to],
    [
      [".<", "v^"],
      [">v", "<."],
    ],
  );
  const [mirrored, rotated] = await turned(unequal);
  assert.deepEqual(mirrored.signs, { h: [".>", "o."], v: ["^v."] });
  assert.deepEqual(rotated.signs, { h: [".", "<", ">"], v: [".^", "o."] });
});

test("a region begins with a tap and grows with a drag", async () => {
  const { view, written } = await drawingOf(blocks, 0);
  assert.deepEqual(written(drag(view, { r: 1, c: 1 })).regions, ["DAB", "CBB"]);
  assert.deepEqual(written(drag(view, { r: 1, c: 1 }, { r: 3, c: 1 })).regions, ["AAB", "ABB"]);
  assert.equal(blocks.problem({ ...blocks.sample.document, grid: ["1.", ".."] }).kind, "ragged");
});

test("a drawing may be unfinished while its regions are too large", async () => {
  const rooms = kind({
    ...common,
    kind: "rooms",
    forms: [regions()],
    unfinished: ({ regions: rows }) => (new Set(rows.join("")).size < 2 ? { n: 2 } : null),
    sample: { document: { kind: "rooms", regions: ["AB"] } },
  });
  const edit = await rooms.edit();
  const empty = blank(edit, { width: 2, height: 1 });
  assert.deepEqual(edit.unfinished(empty), { n: 2 });
  assert.equal(edit.unfinished(withLayer(empty, "regions", "01")), null);
  assert.ok(!("unfinished" in rooms));
});

test("clues are at vertices, also on the border, and two values are letters", async () => {
  const { document } = slant.sample;
  assert.deepEqual(slant.size(document), { width: 2, height: 1 });
  assert.deepEqual(
    ["11", "1"].map((row) => slant.problem({ ...document, grid: [row] })?.kind),
    ["empty", "empty"],
  );
  assert.equal(slant.problem({ ...document, grid: ["1..", ".."] }).kind, "ragged");
  const clues = [0, 1, 2].flatMap((r) => [0, 1, 2, 3, 4].map((c) => slant.clueText(document, { r, c })));
  assert.equal(clues.join(" ").trim(), "1" + " ".repeat(12) + "2");
  const { view, written } = await drawingOf(slant, 0);
  assert.deepEqual(written(drag(view, { r: 0, c: 4 })).grid, ["1.0", ".2."]);
  const [[name, marks]] = press({ key: "/" }, { ...viewOf(slant, 0), cursor: { r: 1, c: 3 } });
  assert.deepEqual([name, marks], ["commit", "02"]);
  assert.equal(drag(viewOf(slant, 1), { r: 1, c: 1 }), "20");
  assert.equal(slant.bare, false);
  assert.equal(essential(slant, slant.size(document), "12"), "12", "both values are needed");
});

test("black cells cannot be marked", () => {
  const { document } = walls.sample;
  assert.equal(walls.givens(document), "020200");
  assert.deepEqual(
    [0, 1].map((cell) => walls.fixed(document, cell)),
    [false, true],
  );
  const { ctx, pen } = recorder(walls, document, layout(walls, document, { width: 600, height: 600 }, 0));
  const drawn = (given) => {
    const before = ctx.calls;
    walls.onHeat(pen, 9, 9, 2, "#000", given, { r: 1, c: 3 });
    return ctx.calls > before;
  };
  assert.deepEqual([drawn(true), drawn(false)], [false, true], "no × covers the number of a black cell");
});

test("black cells have the last value, which has no tool", () => {
  const document = { kind: "straights", grid: ["#1", "2."] };
  const straights = kind({
    ...common,
    kind: "straights",
    blocks: [{ shape: "cell", values: 3, letters: "?12#" }],
    values: () => 2,
    grid: { letters: ".12#", given: true, black: "#" },
    sample: { document },
  });
  assert.equal(straights.givens(document), "3120");
  assert.deepEqual(
    straights.toolsFor(document).map(({ key }) => key),
    ["value-1", "value-2", "erase"],
  );
});

test("sums are written in figures, in the colour of their cell, each with its tool", async () => {
  const document = { kind: "sums", grid: ["#."], across: ["h."], down: [".2"] };
  const sums = (/** @type {string} */ member, /** @type {string} */ text) =>
    letters({ member, letters: ".123456789abcdefgh", most: () => 17, tool: { key: member, text } });
  const puzzle = kind({
    ...common,
    kind: "sums",
    blocks: [{ shape: "cell", values: 10, letters: "?123456789#" }],
    values: () => 9,
    grid: { letters: ".#", black: "#" },
    forms: [sums("across", "→"), sums("down", "↓")],
    sample: { document },
  });
  assert.equal(puzzle.clueText(document, { r: 1, c: 1 }), "17", "the sign of a black cell is not a clue");
  const { pen } = recorder(puzzle, document, layout(puzzle, document, { width: 300, height: 300 }, 0));
  /** @type {string[]} */
  const written = [];
  const colour = new Proxy({}, { get: (_, name) => name });
  const ctx = new Proxy(
    { fillStyle: "" },
    {
      get: (_, name) =>
        name === "measureText"
          ? () => ({ width: 8, actualBoundingBoxAscent: 8, actualBoundingBoxDescent: 0 })
          : (/** @type {any} */ text) => name === "fillText" && written.push(`${text} ${_.fillStyle}`),
    },
  );
  puzzle.clues({ ...pen, ctx, colour }, { puzzle, document, marks: puzzle.givens(document) });
  assert.deepEqual(written, ["17 on-black", "2 ink"]);
  const { tools, typed } = await puzzle.edit();
  assert.deepEqual(
    tools.map(({ key, text }) => text ?? key),
    ["clue", "→", "↓"],
  );
  assert.equal(typed.across(pen.size).at(-1), "17");
});

test("links are drawn from centre to centre, also as the second shape of a board", () => {
  const centres = [1, 3, 5].map((c) => ({ r: 1, c }));
  assert.equal(drag(viewOf(masyu, 0), ...centres), `11${"0".repeat(22)}`);
  assert.equal(drag(viewOf(yajilin, 0), ...centres), `11${"0".repeat(19)}`);
  assert.equal(drag(viewOf(yajilin, 2), { r: 1, c: 1 }), `${"0".repeat(12)}1${"0".repeat(8)}`);
  assert.equal(drag(viewOf(masyu, 0), { r: 1, c: 2 }), `1${"0".repeat(23)}`, "a tap on a border marks its link");
  assert.equal(drag(viewOf(corners, 0), { r: 2, c: 2 }), "000010000");
});

test("a mark of a link with several values is drawn as its number of lines", () => {
  const lines = (mark) => {
    const { document } = bridges.sample;
    const place = layout(bridges, document, { width: 600, height: 600 }, 0);
    const { ctx, pen } = recorder(bridges, document, place);
    const scene = { puzzle: bridges, document, marks: mark.padEnd(12, "0"), layout: place, palette: pen.colour };
    bridges.marks(pen, { ...scene, tone: "solution" });
    return ctx.calls;
  };
  const [blank, none, one, two] = ["", "1", "2", "3"].map(lines);
  assert.deepEqual([none - blank, one - blank, two - blank], [0, 2, 4], "moveTo and lineTo for each line");
});

test("digits set values, and a board has one tool per value", () => {
  const view = { ...viewOf(latin, 0), cursor: { r: 1, c: 3 } };
  const [[name, marks]] = press({ key: "3" }, view);
  assert.deepEqual([name, marks.slice(0, 4)], ["commit", "1304"]);
  assert.deepEqual(
    latin.toolsFor(latin.sample.document).map(({ text }) => text),
    ["1", "2", "3", "4", undefined],
  );
  const [[, kept]] = press({ key: "2" }, { ...view, cursor: { r: 1, c: 1 } });
  assert.equal(kept[0], "1", "a given cell keeps its value");
});

test("a digit that the board does not have is not entered", () => {
  const small = { ...latin, tools: latin.toolsFor(latin.sample.document) };
  const view = { ...viewOf(latin, 0), puzzle: small, cursor: { r: 1, c: 3 } };
  assert.equal(press({ key: "5" }, view), null);
  assert.equal(press({ key: "4" }, view)[0][1].slice(0, 2), "14");
});

test("a given value that the board does not have is refused with its place", () => {
  const refused = (/** @type {string[]} */ ...grid) => documentProblem(latin, { kind: "latin", grid });
  assert.equal(refused("12", "21"), null);
  assert.deepEqual(refused("12", ".3"), { kind: "value", at: { row: 2, column: 2 }, params: { n: 2 } });
});

test("a kind adds checks of its own to those of its clues", () => {
  const small = kind({
    ...latin,
    grid: { letters: ".12" },
    problem: ({ grid }) => (grid[2] ? { kind: "large" } : null),
  });
  const kinds = [["1."], ["1.", ".2", ".."], ["1x"]].map(
    (grid) => documentProblem(small, { kind: "latin", grid })?.kind,
  );
  assert.deepEqual(kinds, [undefined, "large", "character"]);
});

test("a sign may be a dot", () => {
  const sample = { document: { kind: "dots", grid: ["12"], signs: { h: ["b"], v: [] } } };
  const filled = (/** @type {string} */ symbol) => {
    const dots = kind({
      ...common,
      kind: "dots",
      grid: { letters: ".12" },
      forms: [signs(".wb", ".wb", { b: symbol })],
      sample,
    });
    const { pen } = recorder(dots, sample.document, layout(dots, sample.document, { width: 300, height: 300 }, 0));
    /** @type {string[]} */
    const seen = [];
    const colour = new Proxy({}, { get: (_, name) => name });
    const ctx = new Proxy(
      { fillStyle: "" },
      {
        get: (own, name) =>
          name === "measureText"
            ? () => ({ width: 8, actualBoundingBoxAscent: 8, actualBoundingBoxDescent: 0 })
            : () => name === "fill" && seen.push(own.fillStyle),
      },
    );
    assert.equal(dots.clueText(sample.document, { r: 1, c: 1 }), `1 · ${symbol === "disc" ? "●" : "○"}→`);
    dots.clues({ ...pen, ctx, colour }, { puzzle: dots, document: sample.document, marks: "00" });
    return seen.includes("ink");
  };
  assert.deepEqual([filled("disc"), filled("ring")], [true, false]);
});

test("a clue that is drawn as a symbol is read as one", () => {
  const { document } = masyu.sample;
  assert.deepEqual([masyu.clueText(document, { r: 1, c: 3 }), masyu.clueText(document, { r: 3, c: 7 })], ["○", "●"]);
});

test("the numbers of a board may have two digits", () => {
  const towers = kind({
    ...common,
    kind: "towers",
    blocks: [{ shape: "cell", values: 12, text: String }],
    forms: [sides({ left: "left", top: "top" })],
    sample: { document: { kind: "towers", left: [1, 2], top: [2, 1] } },
  });
  assert.deepEqual(
    towers.tools.slice(8, 11).map(({ text }) => text),
    ["9", "10", "11"],
  );
  assert.equal(latin.tools[8].text, "9");
});

test("numbers in cells are typed and shown in figures, from 0 or 1 up to 61", async () => {
  const letters = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  for (const least of [0, 1]) {
    const document = { kind: "rooms", grid: [".aA", "19Z"] };
    const rooms = kind({
      ...common,
      kind: "rooms",
      grid: { letters: `.${letters.slice(least)}`, most: () => 61 },
      sample: { document },
    });
    const edit = await rooms.edit?.();
    const numbers = [3, 5, 1, 3, 5].map((c, at) => rooms.clueText(document, { r: at < 2 ? 1 : 3, c }));
    assert.deepEqual(numbers, ["10", "36", "1", "9", "61"]);
    assert.deepEqual(edit.typed.clues({ width: 3, height: 2 }).slice(0, 3), ["", String(least), String(least + 1)]);
    const layers = edit.read(document, { width: 3, height: 2 });
    assert.deepEqual(
      [...layers.clues].map(valueOf),
      [0, 10, 36, 1, 9, 61].map((n) => n && n + 1 - least),
    );
    assert.deepEqual(edit.write({ width: 3, height: 2, layers }), { grid: document.grid });
  }
});

test("several numbers in a cell are typed, in any order", async () => {
  const RUNS = ["0", "1", "3", "1 1", "1 3", "1 1 3"];
  const document = { kind: "walls", grid: [".f"] };
  const puzzle = kind({
    ...common,
    kind: "walls",
    grid: { letters: ".abcdef", text: (letter) => RUNS["abcdef".indexOf(letter)] },
    sample: { document },
  });
  const { typed } = await puzzle.edit();
  const texts = typed.clues({ width: 2, height: 1 });
  assert.deepEqual(texts, ["", ...RUNS]);
  const type = (figures) =>
    [...figures].reduce((before, figure) => typedClue(texts, before.figures, figure), { figures: "" }).digit;
  assert.deepEqual(["1", "11", "113", "311", "0", "131"].map(type), [2, 4, 6, 6, 1, 6]);
  assert.equal(type("33"), 3, "a figure that no clue has besides begins another one");
  const sums = numbersFrom(3, 45);
  assert.deepEqual([typedClue(sums, "", "1").digit, sums[typedClue(sums, "1", "7").digit]], [0, "17"]);
  assert.deepEqual(typedClue(sums, "4", "6"), { figures: "6", digit: 4 });
});

test("a number or a list of numbers of the whole puzzle has a field in Draw", async () => {
  const fleet = kind({
    ...common,
    kind: "fleet",
    grid: { letters: ".#" },
    forms: [
      numbers("total", { key: "draw.total", most: 9 }),
      numbers("ships", { key: "draw.ships", least: 1, list: true, first: [2, 1] }),
    ],
    sample: { document: { kind: "fleet", grid: ["..", ".#"], total: 3, ships: [2, 1] } },
  });
  const edit = await fleet.edit();
  const [total, ships] = edit.fields;
  assert.deepEqual(blank(edit, { width: 2, height: 2 }).members, { ships: [2, 1] });
  assert.deepEqual([ships.text([4, 3, 3]), total.text(undefined)], ["4 3 3", ""]);
  assert.deepEqual(["4 3 3", "4,3", "", "4 x", "0"].map(ships.value), [[4, 3, 3], [4, 3], ...Array(3)]);
  assert.deepEqual(["7", "10", "1 2", ""].map(total.value), [7, ...Array(3)]);
  const { document } = fleet.sample;
  const now = sketchOf(edit, document, { width: 2, height: 2 }, null);
  assert.deepEqual(documentOf("fleet", edit, now), document);
  const kinds = (changed) => fleet.problem({ ...document, ...changed })?.kind;
  assert.deepEqual(
    [{}, { total: undefined }, { total: "3" }, { ships: undefined }, { ships: 2 }, { ships: [0] }].map(kinds),
    [undefined, undefined, "numbers", "missing", "numbers", "numbers"],
  );
});

test("links at black cells have no lines, and black cells are read as such", () => {
  const document = { kind: "loop", grid: [".#", ".."] };
  const loop = (block) =>
    kind({ ...common, kind: "loop", blocks: [block], grid: { letters: ".#", black: "#" }, sample: { document } });
  assert.equal(loop({ shape: "link" }).givens(document), "2002");
  const bridges = loop({ shape: "link", values: 3, letters: "?012", strokes: [0, 1, 2] });
  assert.equal(bridges.givens(document), "1001");
  assert.equal(bridges.clueText(document, { r: 1, c: 3 }), "");
  assert.deepEqual(
    [1, 3].map((c) => bridges.black(document, { r: 1, c })),
    [false, true],
  );
});

test("a hint for a link is drawn below the numbers at its ends", () => {
  const { document } = bridges.sample;
  const place = layout(bridges, document, { width: 600, height: 600 }, 0);
  const { pen } = recorder(bridges, document, place);
  /** @type {string[]} */
  const order = [];
  const ctx = new Proxy(
    {},
    {
      get: (_, name) =>
        name === "measureText"
          ? () => ({ width: 8, actualBoundingBoxAscent: 8, actualBoundingBoxDescent: 0 })
          : () => (name === "fillText" ? order.push("number") : name === "lineTo" && order.push("line")),
      set: () => true,
    },
  );
  const canvas = { width: 0, height: 0, style: {}, getContext: () => ctx };
  const overlays = [{ role: "forced", place: { r: 1, c: 2, shape: "link" }, state: 3 }];
  const scene = { puzzle: bridges, document, marks: "0".repeat(12), layout: place, palette: pen.colour, overlays };
  draw(canvas, scene, 1);
  assert.ok(order.includes("number") && order.lastIndexOf("line") < order.indexOf("number"), order.join());
});

test("a drawing keeps as many regions as a document can have", async () => {
  const names = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  for (const outside of ["", "."]) {
    const form = regions("regions", outside);
    const { layer } = form;
    const edit = await layer?.();
    const document = { regions: [names + (outside || "A")] };
    const size = form.size?.(document);
    const [drawn] = edit.write({ ...size, layers: edit.read(document, size) }).regions;
    assert.equal(new Set(drawn).size, 62 + outside.length);
    assert.equal(drawn.at(-1), outside || "A");
    assert.equal(form.problem({ regions: [drawn] }), null);
    assert.deepEqual(
      ["a", "B", "z"].map((key) => edit.keys.regions[key]),
      [0, 1, 25],
    );
  }
});

test("a board whose size its lines give may have given cells or none", async () => {
  const { kind: name, sample } = colours;
  const towers = kind({
    ...common,
    kind: name,
    blocks: [{ shape: "cell", values: 3 }],
    grid: { letters: ".123", given: true },
    forms: [sides({ left: "left", top: "top" })],
    sample,
  });
  const [blank, given] = [{}, { grid: ["3.", ".1"] }].map((more) => ({
    kind: name,
    left: [1, 2],
    top: [2, 1],
    ...more,
  }));
  assert.deepEqual([towers.problem(blank), towers.problem(given)], [null, null]);
  assert.equal(towers.problem({ ...given, grid: ["4.", ".."] }).kind, "character");
  assert.equal(towers.problem({ ...given, grid: 0 }).kind, "not-rows");
  assert.deepEqual(towers.size(blank), { width: 2, height: 2 });
  assert.deepEqual([towers.givens(blank), towers.givens(given)], ["0000", "3001"]);
  assert.equal(towers.edit, undefined, "the generic Draw mode has no lists");
});

test("a × is drawn for the marks of the player, not for what the puzzle excludes", () => {
  const document = { kind: "yajilin", grid: ["1..", "..."] };
  const calls = (/** @type {any} */ puzzle, /** @type {string} */ marks) => {
    const board = layout(puzzle, document, { width: 300, height: 300 }, 0);
    const { ctx, pen } = recorder(puzzle, document, board);
    puzzle.marks(pen, { puzzle, document, layout: board, marks, tone: "own" });
    return ctx.calls;
  };
  const given = "2020000" + "200000";
  const closed = kind({
    ...common,
    kind: "yajilin",
    blocks: [{ shape: "link" }, { shape: "cell" }],
    grid: { letters: ".0123" },
    givens: () => given,
    sample: { document },
  });
  assert.ok(closed.fixed(document, 0) && !closed.fixed(document, 1), "nor can it be marked");
  assert.equal(calls(closed, given), calls(yajilin, "0".repeat(13)));
  assert.ok(calls(yajilin, given) > calls(closed, given));
});

test("a clue is a place, or a line with its side", () => {
  const places = [{ row: 0, column: 1 }, { right: [0, 1] }, { vertex: [1, 1] }];
  const lines = [{ row: 1 }, { right: 1 }, { top: 0 }, { mines: true }];
  assert.deepEqual([...places, ...lines].map(isPlace), [true, true, true, false, false, false, false]);
  assert.deepEqual(lines.map(lineFrom), [{ row: 1 }, { row: 1, side: "right" }, { column: 0, side: "top" }, lines[3]]);
});

test("the arrow keys move between the places that lines join", () => {
  const step = (puzzle, tool) => press({ key: "ArrowRight" }, viewOf(puzzle, tool)).at(-1)[1];
  assert.deepEqual(step(masyu, 0), { r: 1, c: 3 });
  assert.deepEqual(step(corners, 0), { r: 0, c: 2 });
  const end = (puzzle) => press({ key: "End" }, viewOf(puzzle, 0))[0][1];
  assert.deepEqual(
    [end(masyu), end(corners), end(latin)],
    [7, 4, 7].map((c) => ({ r: c % 2, c })),
  );
  const [[, marks]] = press({ key: "ArrowRight", shift: true }, viewOf(masyu, 0));
  assert.equal(marks[0], "1");
});
