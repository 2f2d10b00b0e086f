/** Pinned pictures and rules of every kind on small boards: the drawing at several sizes, and the results of marks. */
import { draw } from "../../web/canvas/board.js";
import { wave } from "../../web/canvas/finish.js";
import { heat } from "../../web/canvas/heat.js";
import { layout } from "../../web/canvas/layout.js";
import "../../web/canvas/overlays.js";
import { svgCanvas } from "../../web/canvas/svg.js";
import { documentOf } from "../../web/core/drawn.js";
import { count, placeOf } from "../../web/core/lattice.js";
import { digitOf } from "../../web/core/marks.js";
import { blank, withLayer } from "../../web/core/sketch.js";
import { documentProblem, variantOf } from "../../web/core/validation.js";
import { names as namesOfLines } from "../../web/puzzles/slitherlink/names.js";
import { kinds } from "./kinds.mjs";
import { dice, pinned } from "./pins.mjs";

const COLOURS = ["#fff", "#000", "#e32", "#2a4", "#36f", "#fc0", "#808", "#964"];
/** Small boards that include every clue and given of a kind. */
const SMALL = {
  nonogram: [
    { rows: [[1, 1], [3], []], cols: [[2], [1], [2]] },
    { rows: [[1], [12, 1]], cols: Array(15).fill([1]) },
    { rows: [[9], [10]], cols: Array(15).fill([1]) },
    {
      colors: ["#c00", "#1a1aff"],
      rows: [
        [
          [1, 1],
          [1, 2],
        ],
        [[3, 2]],
        [],
      ],
      cols: [
        [[1, 1]],
        [[2, 2]],
        [
          [1, 1],
          [1, 2],
        ],
      ],
    },
    { colors: COLOURS, rows: [COLOURS.map((_, at) => [1, at + 1]), []], cols: COLOURS.map((_, at) => [[1, at + 1]]) },
  ],
  minesweeper: [
    { grid: ["1..", ".2*", "s.0"] },
    { grid: ["..", "2."], mines: 2 },
    { grid: ["...", ".8.", "..."] },
    { field: ["*..", "...", "..*"], opened: [[0, 2]] },
    { field: ["....", "....", "...*"], opened: [[0, 0]] },
    { field: ["*.", "..", ".."], opened: [], mines: 1 },
    { field: ["*..", "...", "..*"], opened: [[0, 1]] },
  ],
  slitherlink: [{ grid: ["3.", ".2"] }, { grid: ["2"] }, { grid: ["..."] }, { grid: ["3.............2"] }],
  binoxxo: [
    { grid: ["O..X", "....", ".X..", "...."] },
    { grid: ["..", ".."], distinct: false },
    { grid: ["..", ".X"], signs: { h: ["=", "x"], v: [".="] } },
  ],
  akari: [{ grid: [".1.", "..#", "0.."] }, { grid: [".2", ".."] }],
  hitori: [{ grid: ["112", "23a", ".11"] }, { grid: ["11"] }],
  star_battle: [
    { grid: ["AABB", "AABB", "CCDD", "CCDD"] },
    { grid: ["AB", "AB"], stars: 2 },
    { grid: ["AB"], stars: 3 },
    { grid: ["AB"], stars: 4 },
  ],
};
const SIZES = [3, 4, 5, 7, 8, 9.5, 10, 11.5, 12, 14, 15, 16, 18, 20, 26, 28, 34, 44, 64];
const TURNS = 300; // boards per document

const boards = kinds.flatMap((puzzle) =>
  [...(SMALL[puzzle.kind] ?? []), puzzle.sample.document].map((members, at) => {
    const document = { kind: puzzle.kind, ...members };
    return { puzzle: variantOf(puzzle, document), document, size: puzzle.size(document), name: `${puzzle.kind} ${at}` };
  }),
);

/** Returns random marks; `share` is the probability of "1". */
function marked({ puzzle, document }, roll, share) {
  const givens = puzzle.givens(document);
  return [...givens]
    .map((mark, at) => {
      if (puzzle.fixed(document, at)) return mark;
      if (document.colors && roll() < 0.4) return String(1 + Math.floor(roll() * (document.colors.length + 1)));
      return roll() < share ? "1" : roll() < 0.6 ? "2" : "0";
    })
    .join("");
}

/** Returns colours that are written by their token names, except that of the sheet. */
const paletteOn = (sheet) =>
  new Proxy({}, { get: (_, name) => (name === "sheet" ? sheet : String(name)), ownKeys: () => [] });

/** Returns the picture of a scene as SVG, in a room that is large enough unless one is given. */
function picture({ puzzle, document }, scene, cell, ratio = 1, room = { width: 1e4, height: 1e4 }, pan = undefined) {
  const place = layout(puzzle, document, room, cell, pan);
  const canvas = svgCanvas({ width: place.width, height: place.height });
  draw(canvas, { puzzle, document, layout: place, palette: paletteOn("sheet"), tone: "own", ...scene }, ratio);
  return canvas.text();
}

/** Returns overlays of every role, in cells, at lines and on whole lines. */
function overlaysOn({ puzzle, size }) {
  const roles = ["forced", "because", "conflict", "reach", "wrong", "either", "needed", "follows"];
  const all = roles.map((role, at) => ({ role, place: placeOf(puzzle, size, at % count(puzzle, size)), state: 1 }));
  const [first, second] = all.map(({ place }) => place);
  return [
    [...all.slice(0, 3), { role: "forced", place: second, not: [1, 2], state: 2 }],
    [...all.slice(3, 6), { role: "wrong", place: first, to: { r: first.r, c: first.c + 2 } }],
    [...all.slice(6), { role: "because", place: first, letter: "a" }, { role: "because", place: second, ring: false }],
    [
      { role: "because", row: 0, letter: "a" },
      { role: "wrong", column: 1 },
      { role: "because", column: 0, letter: "b" },
    ],
  ];
}

/** Returns every kind of display of a board, by name: [scene, cell]. */
function scenes(board) {
  const { puzzle, document, size } = board;
  const roll = dice(7);
  const [marks, others, fuller] = [0.4, 0.5, 0.9].map((share) => marked(board, roll, share));
  const [none, all] = [puzzle.givens(document), [...marks].map(() => "1").join("")];
  const k = [...marks].map((_, at) => (at % 12) - 1);
  const jots = { "row 0 0": 1, "column 1 0": 1, "cell 0 0": 1, "cell 0 1": 2, "cell 1 0": 2 };
  const at = { r: 1, c: 1 };
  const plain = { marks: fuller, k, only: null, numbers: true, paint: heat };
  return {
    own: [{ marks, jots, crosshair: at, notes: k.map(String) }, 30],
    full: [{ marks: all }, 30],
    dark: [{ marks, palette: paletteOn("rgb(20 20 20)") }, 30],
    light: [{ marks, palette: paletteOn("rgb(128 20 20)") }, 30],
    solution: [{ marks, tone: "solution" }, 30],
    found: [{ marks, tone: "found" }, 30],
    both: [{ marks, second: others, tone: "solution" }, 30],
    tentative: [{ marks, trial: none, deeper: others }, 30],
    "tentative, small": [{ marks, trial: none }, 13],
    heat: [{ marks, heat: { ...plain, answer: null } }, 40],
    "heat, solved": [{ marks, heat: { ...plain, answer: fuller } }, 40],
    "heat, one": [{ marks, heat: { ...plain, answer: fuller, only: 2 } }, 12],
    done: [{ marks: fuller, done: true }, 30],
    cursor: [{ marks, cursor: at, pen: true, counter: { place: { r: 3, c: 3 }, text: "12" } }, 30],
    names: [{ marks, crosshair: { r: 1, c: 2 }, names: puzzle.names ? namesOfLines : null }, 40],
    "names, first line": [{ marks, crosshair: { r: 0, c: 1 }, names: puzzle.names ? namesOfLines : null }, 34],
    "names, dot": [{ marks, crosshair: { r: 2, c: 2 }, names: puzzle.names ? namesOfLines : null }, 33],
    "names, no line": [{ marks, crosshair: { r: 2, c: 2 }, names: puzzle.names ? namesOfLines : null }, 34],
    finish: [{ marks: all, finish: { from: at, at: 0.4, paint: wave } }, 30],
    "finish, late": [{ marks: all, finish: { from: { r: 2 * size.height, c: 1 }, at: 0.9, paint: wave } }, 30],
    ...Object.fromEntries(
      overlaysOn(board).map((overlays, set) => [`overlays ${set}`, [{ marks, overlays }, 30 - 8 * (set % 3)]]),
    ),
  };
}

/** Returns every result of a kind for some marks. */
const verdictOf = (puzzle, document, marks) => [
  puzzle.solved(document, marks),
  puzzle.breaks(document, marks),
  puzzle.progress(document, marks),
  puzzle.text(document, marks),
  puzzle.finish?.(document, marks),
  puzzle.fallen?.(document, marks),
  puzzle.position?.(document, marks),
  puzzle.chord?.(document, marks, marks.length - 1),
  puzzle.chord?.(document, marks, marks.length >> 1),
];

/** Returns the results of a kind for a sequence of marks. */
function game(board) {
  const { puzzle, document, size } = board;
  const roll = dice(3);
  const turns = count(puzzle, size) > 30 ? 30 : TURNS;
  let before = puzzle.givens(document);
  return Array.from({ length: turns }, (_, turn) => {
    const marks = marked(board, roll, 0.2 + (0.6 * turn) / turns);
    const answers = [marks, verdictOf(puzzle, document, marks), puzzle.settle?.(document, before, marks)];
    before = marks;
    return answers;
  });
}

/** Returns the picture of a tool. */
function swatched(swatch) {
  const canvas = svgCanvas({ width: 24, height: 24 });
  swatch(canvas.getContext("2d"), 24);
  return canvas.text();
}

/** Returns the results of a kind that depend only on a document. */
function facts({ puzzle, document, size }) {
  const targets = [...Array(count(puzzle, size)).keys()];
  const places = targets.map((target) => placeOf(puzzle, size, target));
  const cells = targets.map((at) => ({ r: 2 * Math.floor(at / size.width) + 1, c: 2 * (at % size.width) + 1 }));
  const inside = cells.filter(({ r }) => r < 2 * size.height);
  const lines = ["row", "column"].flatMap((side) => [0, 1].map((at) => [side, at]));
  return {
    givens: puzzle.givens(document),
    problem: documentProblem(puzzle, document),
    fixed: targets.map((target) => puzzle.fixed(document, target)),
    clues: [...places, ...inside, ...inside.map(({ r, c }) => ({ r: r - 1, c: c - 1 }))].map((place) =>
      puzzle.clueText(document, place),
    ),
    cells: inside.map((place) => [puzzle.reach?.(document, place), puzzle.lineClues?.(document, place)]),
    bands: SIZES.map((cell) => puzzle.bands(document, cell)),
    most: [5, 6, 10, 11].map((side) => puzzle.most({ width: side, height: 3 })),
    lengths: SIZES.flatMap((cell) => lines.map(([side, at]) => puzzle.clueLength?.(document, side, at, cell))),
    numbers: lines.map(([side, at]) =>
      [...Array(90).keys()].map((far) => puzzle.clueAt?.(document, side, at, far, 30)),
    ),
    game: [puzzle.hides?.(document), puzzle.midGame?.(document), puzzle.toolsFor?.(document)],
    regions: puzzle.regions?.(document),
    words: [puzzle.rule?.(document), puzzle.sizeNote?.(document)],
    swatches: puzzle.tools.map(({ swatch }) => swatch && swatched(swatch)),
  };
}

/** Returns the results of drawing: sketches of random digits, before and after another one. */
async function drawing(puzzle) {
  const edit = await puzzle.edit?.();
  if (!edit) return { none: true };
  const roll = dice(9);
  const empty = blank(edit, { width: 3, height: 4 });
  const most = Object.fromEntries(
    Object.keys(edit.layers).map((layer) => [
      layer,
      Math.max(...edit.tools.filter((tool) => tool.layer === layer).map(({ cycle }) => cycle.length)),
    ]),
  );
  const filled = (share) =>
    Object.keys(edit.layers).reduce((sketch, layer) => {
      const digits = [...sketch.layers[layer]].map(() =>
        roll() < share ? digitOf(Math.floor(roll() * most[layer])) : "0",
      );
      return withLayer(sketch, layer, digits.join(""));
    }, empty);
  const solution = (length) => Array.from({ length }, () => (roll() < 0.4 ? "1" : "2")).join("");
  const answers = Array.from({ length: 80 }, (_, turn) => {
    const [before, other] = [filled((turn % 10) / 8), filled(0.3)];
    const sketch = turn % 3 ? before : { ...before, members: { field: true, mines: 3 } };
    const document = documentOf(puzzle.kind, edit, sketch);
    const cells = [...Array(12).keys()];
    return [
      document,
      edit.marks(sketch),
      edit.givens?.(sketch),
      edit.invert?.(sketch),
      edit.forLayout?.(document),
      edit.read(document, empty, turn % 2 ? solution(edit.marks(sketch).length) : null),
      Object.keys(edit.layers).map((layer) =>
        edit.settle?.(withLayer(sketch, layer, other.layers[layer]), layer, sketch),
      ),
      cells.map((cell) => [
        edit.mend?.(sketch, cell),
        edit.add?.(sketch, cell, [0, 1, 2, 3, "*", "O", "X"][(cell + turn) % 7]),
      ]),
      edit.members?.(sketch.members),
      edit.unfinished?.(sketch),
      (edit.options ?? []).map(({ checked, value }) => [
        [true, false, undefined, 2, 3].map(checked),
        [value(true, sketch, solution(12)), value(false, sketch, null), value(true, empty, null)],
      ]),
    ];
  });
  const clues = ["", "3 1", "2a 1b", "1b,2;0 3a", "1z", "1 x", "\uff13 1"].map((text) => edit.lines?.clue(text));
  const kept = { rows: [clues[1], []], cols: [[], clues[2], clues[1]] };
  return {
    edit,
    sketches: answers,
    clues: [clues, clues.map((clue) => clue && edit.lines.text(clue))],
    kept: edit.lines && documentOf(puzzle.kind, edit, { ...empty, members: kept }),
    random: [1, 2, 3, 4].map((seed) => edit.random?.(empty, 3 * seed, dice(seed))),
  };
}

/** Returns a board drawn with cells of every size. */
function sized(board) {
  const marks = marked(board, dice(5), 0.4);
  return Object.fromEntries(SIZES.map((cell) => [`${cell} px`, picture(board, { marks }, cell, cell % 2 ? 1 : 1.5)]));
}

/** Returns parts of a board that does not fit its room. */
function clipped(board) {
  const { puzzle, document } = board;
  const marks = marked(board, dice(11), 0.5);
  const parts = [13, 20, 34].flatMap((cell) => {
    const { width, height } = layout(puzzle, document, { width: 1e4, height: 1e4 }, cell);
    const rooms = [
      { width: 0.7 * width, height: 0.6 * height },
      { width: 0.4 * width, height, touch: true },
    ];
    return rooms.flatMap((room) =>
      [
        { x: 0, y: 0 },
        { x: 0.6 * cell, y: 1.2 * cell },
        { x: width, y: height },
      ].map((pan) => picture(board, { marks, crosshair: { r: 3, c: 3 } }, cell, 1, room, pan)),
    );
  });
  return { clipped: parts };
}

pinned("boards", {
  ...Object.fromEntries(
    kinds.map((puzzle) => [puzzle.kind, async () => ({ members: puzzle, ...(await drawing(puzzle)) })]),
  ),
  "nonogram in colours": () =>
    drawing(
      variantOf(
        kinds.find(({ kind }) => kind === "nonogram"),
        SMALL.nonogram[2],
      ),
    ),
  ...Object.fromEntries(
    boards.map((board) => [
      board.name,
      () => ({
        ...facts(board),
        marks: game(board),
        ...sized(board),
        ...clipped(board),
        ...Object.fromEntries(Object.entries(scenes(board)).map(([name, scene]) => [name, picture(board, ...scene)])),
      }),
    ]),
  ),
});
