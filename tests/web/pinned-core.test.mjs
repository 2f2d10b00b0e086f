/**
 * Pinned results of pure functions on tables of cases: games, sketches, grey pictures, links, days, gestures and keys.
 */
import { hit, nodeAt } from "../../web/canvas/hit.js";
import { layout } from "../../web/canvas/layout.js";
import { METHODS, candidates, colourAxis, enough } from "../../web/core/candidates.js";
import { dragged, gripAt, isWhole, withSide } from "../../web/core/crop.js";
import { dateOf, dayNumber, mirrored, monthOf, puzzleOfDay } from "../../web/core/daily.js";
import { decoded, fileKind } from "../../web/core/file-kind.js";
import { gameProblem } from "../../web/core/game-validation.js";
import * as game from "../../web/core/game.js";
import * as grey from "../../web/core/grayscale.js";
import * as lattice from "../../web/core/lattice.js";
import { digitOf } from "../../web/core/marks.js";
import { merged } from "../../web/core/merge.js";
import { mistakes } from "../../web/core/mistakes.js";
import { recorded, replay } from "../../web/core/replay.js";
import { certain, differing, isPosition, views } from "../../web/core/results.js";
import { fromPacked, linkIn, toFragment } from "../../web/core/share-link.js";
import * as sketch from "../../web/core/sketch.js";
import { bySize, perDay, streak } from "../../web/core/statistics.js";
import { documentProblem, isKindName, rowsProblem, sizeProblem } from "../../web/core/validation.js";
import { kind as kindOf } from "../../web/generic/kind.js";
import { cancel, drop, end, idle, move, start, tick, wheel } from "../../web/input/gestures.js";
import { press } from "../../web/input/keys.js";
import * as colours from "../../web/puzzles/nonogram/colours.js";
import { colourings } from "../../web/puzzles/nonogram/quantize.js";
import { repair } from "../../web/puzzles/nonogram/repair.js";
import { kind, kinds } from "./kinds.mjs";
import { dice, pinned } from "./pins.mjs";

const numbers = (length, first = 0) => Array.from({ length }, (_, at) => first + at);
const table = (rows, columns, cell) => rows.map((row) => columns.map((column) => cell(row, column)));
const pick = (roll, all) => all[Math.floor(roll() * all.length)];

const common = { order: 9, glyph: "" };
const masyu = kindOf({
  ...common,
  kind: "masyu",
  blocks: [{ shape: "link" }],
  grid: { letters: ".wb" },
  sample: { document: { kind: "masyu", grid: [".w..", "...b", "...."] } },
});
const yajilin = kindOf({
  ...common,
  kind: "yajilin",
  blocks: [{ shape: "link" }, { shape: "cell" }],
  grid: { letters: ".0123" },
  sample: { document: { kind: "yajilin", grid: [".1.", "...", "..0"] } },
});
const corners = kindOf({
  ...common,
  kind: "corners",
  blocks: [{ shape: "vertex" }],
  grid: { letters: ".01234" },
  sample: { document: { kind: "corners", grid: ["2.", ".1"] } },
});
const latin = kindOf({
  ...common,
  kind: "latin",
  blocks: [{ shape: "cell", values: 9, letters: ".123456789" }],
  values: ({ grid }) => grid.length,
  grid: { letters: ".123456789", given: true },
  sample: { document: { kind: "latin", grid: ["1..4", ".3..", "..1.", "4..."] } },
});
const SMALL = {
  nonogram: { kind: "nonogram", rows: [[1, 1], [3], []], cols: [[2], [1], [2]] },
  minesweeper: { kind: "minesweeper", field: ["*..", "...", "..*"], opened: [[0, 2]] },
  slitherlink: { kind: "slitherlink", grid: ["3.", ".2"] },
  binoxxo: { kind: "binoxxo", grid: ["O..X", "....", ".X..", "...."] },
};
const boards = [...kinds, masyu, yajilin, corners, latin].map((puzzle) => ({
  puzzle,
  document: SMALL[puzzle.kind] ?? puzzle.sample.document,
}));

/** Returns random marks, some of them undecided. */
const marked = ({ puzzle, document }, roll, share = 0.4) =>
  [...puzzle.givens(document)]
    .map((mark, at) => (puzzle.fixed(document, at) ? mark : roll() < share ? "1" : roll() < 0.5 ? "2" : "0"))
    .join("");

// ---- games

/** Plays random moves, jots, what-ifs, undo and redo; returns the game after each. */
function played(board, seed, turns = 40) {
  const { puzzle, document } = board;
  const roll = dice(seed);
  let now = game.newGame(puzzle, document);
  const steps = {
    play: () => game.play(puzzle, now, marked(board, roll), Math.floor(roll() * 6)),
    one: () => game.play(puzzle, now, game.set(now.marks, [Math.floor(roll() * now.marks.length)], "1")),
    jot: () =>
      game.play(puzzle, now, now.marks, -1, {
        ...now.jots,
        "row 0 1": 1 - (now.jots?.["row 0 1"] ?? 0),
        "cell 1 1": 2,
      }),
    undo: () => game.undo(now),
    redo: () => game.redo(now),
    suppose: () => game.suppose(now),
    keep: () => game.keepTrial(now),
    drop: () => game.dropTrial(puzzle, now),
    until: () => game.undoUntil(now, ({ past }) => past.length % 3 === 0),
    moved: () => game.play(puzzle, now, game.moved(puzzle, now, now.marks, [Math.floor(roll() * now.marks.length)])),
  };
  const all = numbers(turns).map(() => {
    const name = pick(roll, Object.keys(steps));
    now = steps[name]();
    return [name, now, game.lastMarked(now), game.hasMarks(puzzle, now), game.hidesTitle(puzzle, now)];
  });
  return { now, all };
}

const results = ({ puzzle, document }, marks) =>
  ["unique", "multiple", "none", "unknown"].flatMap((verdict) =>
    [undefined, marks[1]].map((forced) => ({
      ...{ verdict, seconds: 0, solutions: verdict === "unknown" && forced ? [] : [1], marks: marks.slice(0, 2) },
      ...(forced ? { forced: [], forced_marks: forced, forced_complete: puzzle.kind < "n" } : {}),
      size: puzzle.size(document),
    })),
  );

function games(board) {
  const { puzzle, document } = board;
  const { now, all } = played(board, 3);
  const roll = dice(11);
  const marks = [0.3, 0.6, 0.5].map((share) => marked(board, roll, share));
  const judged = results(board, marks).map((result) => {
    const one = { ...now, trial: null, result, marks: marks[2] };
    const more = [{}, { steps: true, heat: true }, { odds: true }, { heat: true, odds: true }];
    return [certain(one, puzzle), differing(one, puzzle), isPosition(one, puzzle), mistakes(one, puzzle), more.map((found) => views(one, found))];
  });
  const other = [played(board, 5, 9).now, played(board, 6, 8).now, played(board, 7, 0).now];
  return {
    steps: all,
    replay: [replay(now), recorded(puzzle, now)],
    identity: [game.identity(document), game.identity({ ...document, title: "a" }), game.hash("")],
    progress: [game.progressIn(puzzle, game.withProgress(puzzle, document, marks[0])), game.position({ document, marks: marks[1] }, puzzle), game.written(puzzle, marks[1])],
    revived: [game.revive(puzzle, document, now), game.revive(puzzle, document, { ...now, marks: "0" }), game.revive(puzzle, document, null)],
    results: [judged, views({ result: null }, {}), mistakes({ ...now, result: null }, puzzle), mistakes({ ...now, trial: { at: 0, marks: marks[0] } }, puzzle)],
    merged: [[0, 1, 2], [2, 1, 0], [2, 2, 1], [2, 0, 2], [0, 0, 0]].map(([a, b, c]) => merged(other[a], { ...other[b], time: 3 }, { ...other[c], seen: ["x"], time: 2 })),
    redrawn: merged(other[0], { ...other[1], alias: "x" }, other[2]),
  };
} // prettier-ignore

const WRONG = [
  null,
  true,
  -1,
  0,
  1,
  0.5,
  3,
  9e15,
  "",
  "x",
  "012",
  [],
  [0],
  [-1],
  ["a"],
  {},
  { a: 0 },
  { a: 3 },
  { a: [0, 3] },
];

/** Returns games with one invalid member, and the member that is reported. */
async function damaged(board) {
  const { puzzle, document } = board;
  const edit = await puzzle.edit?.();
  const empty = edit && sketch.blank(edit, { width: 4, height: 4 });
  const [layer] = Object.keys(edit?.layers ?? { none: 0 });
  const next = edit && sketch.withLayer(empty, layer, empty.layers[layer].replace(/^../, "01"));
  const { past, trial } = played(board, 4).now;
  const whole = {
    ...played(board, 4).now,
    ...{ past, jots: { "row 0 0": 1 }, trial: trial ?? { at: 0, marks: puzzle.givens(document), jots: {} }, named: true, alias: "a" },
    result: { ...results(board, [puzzle.givens(document), puzzle.givens(document)])[1], solutions: [["a"], { h: ["-"] }], forced: ["?"], reason: { key: "a", params: {}, at: { row: 1 } }, checked: true },
    finished: 5,
    ...(edit ? { drawing: { ...sketch.draw(sketch.draw({ now: empty, past: [], future: [] }, next), { ...next, members: { title: "a" } }) } } : {}),
  };
  const told = [];
  const visit = (value, put) => {
    told.push(...WRONG.map((wrong) => gameProblem(puzzle, edit, put(wrong))?.params.field ?? ""));
    if (!value || typeof value !== "object") return;
    for (const [name, inner] of Object.entries(value).slice(0, 6))
      visit(inner, (wrong) => put(Array.isArray(value) ? value.with(+name, wrong) : { ...value, [name]: wrong }));
  };
  for (const [name, value] of Object.entries(whole)) if (name !== "document") visit(value, (wrong) => ({ ...whole, [name]: wrong }));
  return { whole: gameProblem(puzzle, edit, whole), told, without: gameProblem(puzzle, undefined, whole) };
} // prettier-ignore

// ---- gestures and keys

const KEYS = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "Enter", " ", "Escape", "+", "=", "-", "0", "1", "2", "5", "x", "o", "Delete", "q"]; // prettier-ignore

function viewOf({ puzzle, document }, cell, tool, marks) {
  const place = layout(puzzle, document, { width: 900, height: 900 }, cell);
  return {
    ...{ id: "board", puzzle, document, marks, layout: place, tool, editable: true, cursor: null, pen: null },
    hit: (x, y, shape) => hit(puzzle, place, x, y, shape),
    nodeAt: (x, y, reach, shape) => nodeAt(place, x, y, reach, shape),
  };
}

/** Returns the effects of random pointers, without the boards in them. */
function pointed(board, cell) {
  const roll = dice(cell);
  const told = [];
  for (const tool of board.puzzle.tools.keys()) {
    const view = viewOf(board, cell, tool, marked(board, roll));
    let gesture = idle;
    let [x, y, time] = [0, 0, 0];
    for (let turn = 0; turn < 150; turn++) {
      const jump = roll() < 0.3;
      [x, y] = jump ? [roll() * view.layout.width, roll() * view.layout.height] : [x + (roll() - 0.4) * cell, y + (roll() - 0.5) * cell]; // prettier-ignore
      time += pick(roll, [4, 4, 100, 301]);
      const type = turn % 60 < 30 ? "mouse" : "touch";
      const input = { id: roll() < 0.9 ? 1 : 2 + (turn % 2), type, button: roll() < 0.8 ? 0 : 1 + (turn % 2), time, x, y };
      const seen = roll() < 0.03 ? null : roll() < 0.04 ? { ...view, id: "other" } : roll() < 0.06 ? { ...view, editable: false } : view; // prettier-ignore
      const what = pick(roll, [start, start, move, move, move, move, move, end, end, tick, roll() < 0.2 ? cancel : move, roll() < 0.1 ? drop : move]); // prettier-ignore
      const [next, effects] = what === tick || what === drop ? what(gesture, seen) : what(gesture, input, seen);
      gesture = next;
      told.push([what.name, next.kind, next.due, next.aimUntil, next.pinch, effects.map(([name, ...rest]) => [name, ...rest.map(plainly)])]);
    }
    for (const zoom of [true, false])
      for (const sideways of [true, false])
        for (const seen of [view, null, { ...view, layout: { ...view.layout, whole: false } }])
          told.push(wheel({ x: 3, y: 4, across: 5, down: -6, zoom, sideways }, seen));
  }
  return told;
} // prettier-ignore

/** Returns a stroke as its cells and marks. */
const plainly = (part) => (part?.cells ? [part.cells, part.from, part.to, part.corners, part.first] : part);

/** Returns the effect of every key at some places of the cursor. */
function typed(board) {
  const { puzzle, document } = board;
  const { width, height } = puzzle.size(document);
  const roll = dice(2);
  const places = [null, { r: 1, c: 1 }, { r: 2 * height - 1, c: 3 }, { r: 2, c: 2 * width }, { r: 3, c: 2 }, { r: 0, c: 1 }];
  return [...puzzle.tools.keys()].flatMap((tool) =>
    places.map((cursor) => {
      const view = { ...viewOf(board, 30, tool, marked(board, roll)), cursor };
      return KEYS.map((key) =>
        [view, { ...view, editable: false }, { ...view, pen: tool }].flatMap((seen) =>
          [false, true].map((shift) => press({ key, shift }, seen)?.map(([name, ...rest]) => [name, ...rest.map(plainly)])),
        ),
      );
    }),
  );
} // prettier-ignore

// ---- sketches and the lattice

async function drawn(board) {
  const edit = await board.puzzle.edit?.();
  if (!edit) return { none: true };
  const roll = dice(6);
  const empty = sketch.blank(edit, { width: 4, height: 2 });
  const filled = () =>
    Object.keys(edit.layers).reduce(
      (one, layer) => sketch.withLayer(one, layer, [...one.layers[layer]].map(() => digitOf(roll() < 0.5 ? 0 : 1)).join("")),
      empty,
    );
  let drawing = { now: empty, past: [], future: [] };
  const all = numbers(12).map((turn) => {
    const layer = pick(roll, Object.keys(edit.layers));
    if (turn % 4 === 3) drawing = sketch.undo(drawing);
    else if (turn % 5 === 4) drawing = sketch.redo(drawing);
    else drawing = sketch.draw(drawing, turn % 3 ? sketch.withSpot(drawing.now, { layer, target: turn % 8, to: "1" }) : filled());
    return drawing;
  });
  const one = filled();
  const steps = Object.keys(edit.layers).flatMap((layer) => [0, 3, 4, 5, 7].map((target) => ({ layer, target, to: "0" })));
  return {
    history: [all, sketch.undo({ now: empty, past: [], future: [] }), sketch.redo({ now: empty, past: [], future: [] })],
    turned: [sketch.mirror(edit, one), sketch.rotate(edit, one), sketch.resize(edit, one, { width: 3, height: 5 }), sketch.clear(edit, one)],
    orbits: ["none", "turn", "mirror"].map((symmetry) => sketch.orbits(edit, one, steps, symmetry)),
    blank: [sketch.isBlank(empty), sketch.isBlank(one)],
  };
} // prettier-ignore

const SHAPES = ["cell", "edge", "link", "vertex"];
const places = table(numbers(8, -1), numbers(8, -1), (r, c) => ({ r, c })).flat();

// ---- pictures

const field = (width, height, seed = 1, low = 0) => {
  const roll = dice(seed);
  const values = Float32Array.from({ length: width * height }, (_, i) =>
    i % width < low || i < low * width ? 9 : Math.round(255 * roll()),
  );
  return { width, height, values };
};
const coloured = (width, height, seed) => {
  const roll = dice(seed);
  const hue = [roll(), roll(), roll()];
  const data = new Uint8ClampedArray(4 * width * height);
  for (let i = 0; i < data.length; i++) {
    const [x, y] = [(i >> 2) % width, (i >> 2) / width];
    const inside = Math.hypot(x - width / 2, y - height / 2) < width / 3 && Math.hypot(x - width / 3, y - height / 2) > 3;
    data[i] = i % 4 === 3 ? 255 - 90 * Number(x < 2) : 200 * (inside ? hue[i % 4] : 1 - hue[(i + 1) % 4]) + 40 * roll();
  }
  return { width, height, data };
}; // prettier-ignore

const BYTES = ["\x89PNG", "\xff\xd8\xff", "GIF8", "RIFF____WEBP", "RIFF____WAVE", "____ftyp", "BM____\0\0\0\0", "II*\0", "MM\0*", "\0\0\x01\0", "%PDF", "PK\x03\x04", "\x1f\x8b", "7z\xbc\xaf", "Rar!\x1a", "ID3", "SQLite", "\xff\xfea\0", "\xfe\xff\0a", "P4 \xff", "a\0", "\x93\xfa", "abc", "\xe3\x81\x82"]; // prettier-ignore
const bytesOf = (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const TEXTS = ["", "a", "#", "#p=abc", " https://x.y/#p=abc ", "#p=a b", "https://x.y/#u=a%20b", "#u=%", "#u= a", "x y #p=a", "#q=1", "#p=", "see#u=1%0A2"]; // prettier-ignore
const box = { left: 20, top: 10, right: 60, bottom: 40 };
const size = { width: 90, height: 70 };
const POINTS = table([-5, 4, 11, 25, 38, 44, 80], [-9, 3, 19, 24, 39, 58, 62, 95], (y, x) => ({ x, y })).flat();
const days = numbers(40, 20450);
const LEVELS = [[3], [1, 1, 2], [5, 1, 4, 2, 3], [1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3]];
const solved = numbers(25).map((n) => ({
  ...{ kind: ["b", "a"][n % 2], width: 3 + (n % 3), height: 3 + (n % 2), time: 100 + ((n * 37) % 50) },
  at: new Date(2026, 0, 3 + ((n * n) % 17), 12).getTime(),
}));

/** Returns a figure on a page that is brighter on one side, with specks and perhaps a mark at the border. */
const lit = (seed) => {
  const roll = dice(seed);
  const [width, height] = [1 + Math.floor(30 * roll()), 1 + Math.floor(30 * roll())];
  const [left, top, right, bottom] = [0.4, 0.4, 1, 1].map((end, at) => Math.floor(end * roll() * (at % 2 ? height : width)));
  const [across, down, mark] = [90 * roll(), 60 * roll(), roll() < 0.3];
  const value = (x, y) => {
    if ((x >= left && x < right && y >= top && y < bottom) || roll() < 0.004 || (mark && !x && y % 3)) return 40;
    return 250 - (across * x) / width - (down * y) / height;
  };
  return { width, height, values: Float32Array.from({ length: width * height }, (_, at) => value(at % width, Math.floor(at / width))) };
}; // prettier-ignore

pinned("core", {
  ...Object.fromEntries(
    boards.flatMap((board) => {
      const { kind: name } = board.puzzle;
      return [
        [`games of ${name}`, () => games(board)],
        [`pointers on ${name}`, () => ({ small: pointed(board, 13), large: pointed(board, 50), keys: typed(board) })],
        [`sketches of ${name}`, () => drawn(board)],
      ];
    }),
  ),
  "damaged games": async () =>
    Object.fromEntries(
      await Promise.all(
        ["nonogram", "minesweeper", "slitherlink"].map(async (name) => [
          name,
          await damaged({ puzzle: kind(name), document: SMALL[name] }),
        ]),
      ),
    ),
  lattice: () =>
    Object.fromEntries(
      [["cell"], ["edge"], ["link"], ["vertex"], ["link", "cell"], ["cell", "edge"]].map((shapes) => {
        const blocks = shapes.map((shape) => ({ shape, values: shape === "cell" ? 3 : 2, letters: "?ab" }));
        const [puzzle, board] = [{ blocks }, { width: 3, height: 2 }];
        const all = numbers(lattice.count(puzzle, board));
        return [
          shapes.join(" and "),
          [
            all.map((at) => [lattice.placeOf(puzzle, board, at), lattice.blockOf(puzzle, board, at)]),
            [lattice.placeOf(puzzle, board, 99), lattice.blockOf(puzzle, board, 99), lattice.blockRanges(puzzle, board)],
            places.map((place) => [place, ...SHAPES.map((shape) => ({ ...place, shape }))].map((one) => lattice.targetAt(puzzle, board, one))),
            places.map((place) => SHAPES.map((shape) => [lattice.endsOf(place, shape), lattice.lineShape(puzzle, { ...place, shape })])),
            table(all, all.slice(0, 5), (from, to) => lattice.between(puzzle, board, from, to)),
            places.map((place) => [place, ...SHAPES.map((shape) => ({ ...place, shape }))].map((one) => lattice.blockAt(puzzle, one).shape)),
            lattice.essential(puzzle, board, all.map((at) => at % 3).join("")),
          ],
        ];
      }),
    ),
  boxes: () => ({
    around: table([0, 1], [0, 1, 2], (row, column) => lattice.edgesAround({ width: 3, height: 2 }, row, column)),
    parity: SHAPES.map((shape) => [lattice.parityOf(shape), lattice.isLine(shape)]),
    lines: table(numbers(12), numbers(12), (from, to) => [sketch.lineOf({ width: 4 }, "", from, to), sketch.boxOf({ width: 4 }, "", from, to)]),
    areas: numbers(12).map((from) => sketch.areaOf({ width: 4, height: 3 }, "110010011100", from)),
    scattered: numbers(9).map((filled) => sketch.scattered({ width: 8, height: 1 }, filled, dice(filled))),
  }),
  pictures: () => {
    const [small, larger] = [field(7, 5), field(30, 20, 2, 4)];
    const art = { ...field(12, 8), values: field(12, 8).values.map((_, i) => ((Math.floor((i % 12) / 2) + Math.floor(i / 24)) % 3 ? 200 : 10)) };
    return {
      grey: grey.grey(coloured(4, 3, 5)),
      shrunk: [[2, 2], [7, 5], [9, 11], [1, 1], [3, 4]].map(([width, height]) => grey.shrunk(small, { width, height })),
      otsu: [[7], [7, 7, 9], [1, 2, 200, 210, 240], small.values, [-5, 300, 20]].map(grey.otsu),
      filled: [true, false].map((inverted) => grey.filled(small, small.values[3], inverted)),
      content: [small, larger, art].map((one) => [grey.content(one), grey.cropped(one, { left: 1, top: 2, right: 4, bottom: 5 })]),
      margins: numbers(60, 1).map((seed) => grey.content(lit(seed))),
      dots: [small, art, field(16, 12, 3)].map(grey.dotSize),
      blurred: [0, 1, 3].map((radius) => grey.blurred(small, radius)),
      contrast: [grey.localContrast(small), grey.localContrast(larger)],
      edges: [grey.edges(small), grey.edges(field(301, 3, 4))],
      dithered: [grey.dithered(small, 90), grey.dithered(larger, 128)],
      clamped: [-1, 0, 3, 255, 256].map(grey.clamped),
    };
  },
  colours: () => {
    const samples = table(numbers(6), numbers(36), (a, at) => [51 * a, 51 * Math.floor(at / 6), 51 * (at % 6)]).flat();
    return {
      names: samples.map((rgb) => colours.nameOf(`rgb(${rgb.join(", ")})`)),
      lab: samples.map(colours.lab),
      ...Object.fromEntries(
        numbers(5, 1).map((seed) => {
          const image = coloured(36, 30, seed);
          const [red, green, blue] = [0, 1, 2].map((at) => grey.grey(image, [0, 1, 2].map((part) => Number(part === at))));
          const sizes = [[12, 10], [9, 5], [6, 10]].map(([width, height]) => ({ width, height }));
          return [`picture ${seed}`, table(sizes, [2, 3, 5, 8], (size, count) => colourings({ red, green, blue }, size, count))];
        }),
      ),
    };
  },
  repairs: () =>
    Object.fromEntries(
      [0, 0.3, 0.7, 2].map((late) => [
        `spent ${late}`,
        numbers(8, 3).map((seed) => {
          const [roll, width, height] = [dice(seed), 3 + (seed % 6), 4 + (seed % 4)];
          const picture = numbers(width * height).map(() => (roll() < 0.3 + seed / 30 ? "1" : "0")).join("");
          let asked = 0;
          const search = repair({ width, height, layers: { picture }, members: {} }, () => (late === 2 ? 2 : (late * asked++) / 9));
          for (let turns = 0, step = search.next(); ; turns++, step = search.next()) if (step.done) return [step.value, turns];
        }),
      ]),
    ),
  candidates: () =>
    Object.fromEntries(
      numbers(3, 1).map((seed) => {
        const image = coloured(31, 25, seed);
        const picture = { grey: grey.grey(image), colour: colourAxis(image) };
        const sizes = [6, 10, 15].map((side) => ({ width: side, height: side }));
        const seen = Object.values(METHODS).map(({ see, cells }) => cells(see(picture), sizes[1]));
        return [`picture ${seed}`, [picture.colour, candidates(picture, sizes[1]), enough(picture, sizes), seen]];
      }),
    ),
  frames: () => ({
    grips: POINTS.map((at) => [gripAt(size, box, at, 6), gripAt(size, { left: 0, top: 0, right: 90, bottom: 70 }, at, 6)]),
    dragged: POINTS.map((to) => [[], ["left"], ["right", "bottom"], ["left", "top", "right", "bottom"]].map((grip) => dragged(size, box, grip, { x: 30.4, y: 20 }, to, 12))),
    sides: ["left", "top", "right", "bottom"].map((side) => [-4, 15, 30.6, 55, 99].map((at) => withSide(size, box, side, at, 12))),
    whole: [isWhole(size, box), isWhole(size, { left: 0, top: 0, right: 90, bottom: 70 })],
  }),
  days: () => ({
    puzzles: LEVELS.map((levels) => [...days, ...numbers(9, -5)].map((day) => puzzleOfDay(levels.map((level) => ({ level })), day))),
    dates: [-400, 0, 59, 20450, 20600].map((day) => [dayNumber(dateOf(day)) === day, dateOf(day).getDate(), monthOf(day)]),
    mirrored: [...Object.values(SMALL), { kind: "a", other: 1 }, { kind: "star_battle", grid: ["AB"], stars: 2 }].map(mirrored),
    statistics: [bySize(solved), bySize([]), [1, 4, 9, 17, 21].map((day) => streak(solved, new Date(2026, 0, day, 12))), streak([], new Date()), perDay(solved, new Date(2026, 0, 15, 12), 10)],
  }),
  files: () => ({
    kinds: BYTES.map((text) => [{}, { name: "a.svg" }, { type: "image/svg+xml" }, { name: "b.tar.gz" }].map((file) => fileKind(bytesOf(text), file))),
    cut: BYTES.map((text) => fileKind(bytesOf(text.slice(0, -1)))),
    late: fileKind(bytesOf(`${"a".repeat(4095)}\0`)).kind + fileKind(bytesOf(`${"a".repeat(4096)}\0`)).kind,
    decoded: BYTES.map((text) => decoded(bytesOf(text))),
  }),
  links: async () => ({
    found: TEXTS.map(linkIn),
    there: await Promise.all(Object.values(SMALL).map(async (document) => fromPacked((await toFragment(document)).slice(3)))),
    broken: await Promise.all(["", "a", "!", "q1bKzUwpzs9LVbJSKi7JLy5RqgUA"].map((packed) => fromPacked(packed).catch((problem) => problem))),
    sizes: table([0, 1, 199, 200, 201], [0, 1, 199, 200, 201], (width, height) => [sizeProblem(width, height), rowsProblem({ grid: Array(height).fill(".".repeat(width)) }, "grid", ".")]),
    names: ["a", "a_1", "A", "1a", "", "a-b"].map(isKindName),
    refused: boards.map(({ puzzle, document }) => WRONG.map((wrong) => ["title", "grid", "rows", "mines"].map((name) => documentProblem(puzzle, { ...document, [name]: wrong })))),
  }),
}); // prettier-ignore
