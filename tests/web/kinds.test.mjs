/**
 * Requirements of every kind of puzzle in web/puzzles/. Its name does not occur outside its folder. Tests of optional
 * members skip kinds without them.
 */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { progressIn } from "../../web/core/game.js";
import { count, placeOf } from "../../web/core/lattice.js";
import { documentOf } from "../../web/core/drawn.js";
import { blank } from "../../web/core/sketch.js";
import { documentProblem } from "../../web/core/validation.js";
import { borders } from "../../web/canvas/grid.js";
import { layout } from "../../web/canvas/layout.js";
import { LANGUAGES } from "../../web/ui/i18n.js";
import { kinds } from "./kinds.mjs";
import { recorder } from "./recorder.mjs";

const web = new URL("../../web/", import.meta.url);
const read = (name) => readFileSync(new URL(name, web), "utf8");
const strings = (kind, language) => JSON.parse(read(`puzzles/${kind}/strings.${language}.json`));
const files = readdirSync(web, { recursive: true }).filter((name) => /\.(js|html|css|json|webmanifest)$/.test(name));

/** Returns the names of a kind: the one used in code, and those shown in each language. */
const namesOf = (kind) => [kind, ...LANGUAGES.map((language) => strings(kind, language)[`kind.${kind}`])];

/** Returns whether code contains a name as a string. A name that is not a single word may be anywhere. */
const has = (text, name) => (/^\w+$/.test(name) ? new RegExp(`(["'\`])${name}\\1`).test(text) : text.includes(name));

for (const { kind } of kinds) {
  test(`${kind}: nothing outside its folder names it`, () => {
    const named = files
      .filter((name) => name.endsWith(".js") && !name.startsWith(`puzzles/${kind}/`))
      .filter((name) => !name.startsWith("reading/")) // which distinguishes the kinds by their pictures
      .filter((name) => namesOf(kind).some((word) => has(read(name), word)));
    assert.deepEqual(named, []);
  });
}

// ---- members

/** Returns the members that core/types.js documents in a typedef, and whether each is optional. */
function documented(typedef) {
  const text = read("core/types.js").replace(/\n \* {3}/g, " ");
  const [, body] = text.split(`@typedef {object} ${typedef} `);
  const [own] = body.split("@typedef");
  const members = [...own.matchAll(/@property (\{.*)/g)].map(([, line]) =>
    /\} (\[?)(\w+)/.exec(line.replace(/\{[^]*\}(?= )/, "}")),
  );
  return members.map(([, optional, name]) => ({ name, optional: Boolean(optional) }));
}

test("the members of a kind are documented, and in groups", () => {
  assert.ok(documented("KindBasics").length > 15);
  for (const { name, optional } of documented("KindBasics")) assert.ok(!optional, name);
  for (const group of ["KindDrawing", "KindPlay", "KindSetting"]) {
    assert.ok(documented(group).length > 2, group);
    for (const { name, optional } of documented(group)) assert.ok(optional, name);
  }
});

for (const puzzle of kinds) {
  const { kind, sample } = puzzle;
  const names = Object.fromEntries(
    ["KindBasics", "KindDrawing", "KindPlay", "KindSetting"].map((group) => [
      group,
      documented(group).map(({ name }) => name),
    ]),
  );

  test(`${kind}: has all required members, and only documented ones`, () => {
    for (const name of names.KindBasics) assert.ok(name in puzzle, name);
    const known = new Set(Object.values(names).flat());
    for (const name of Object.keys(puzzle)) assert.ok(known.has(name), name);
  });

  test(`${kind}: has the strings that its members need`, async () => {
    const edit = await puzzle.edit?.();
    const shared = LANGUAGES.map((language) => [
      language,
      { ...JSON.parse(read(`locales/${language}.json`)), ...JSON.parse(read(`locales/lazy.${language}.json`)) },
    ]);
    const keys = [
      ...["kind", "brief", "rule", "sample"].map((prefix) => `${prefix}.${kind}`),
      `rules.${kind}.1`,
      ...(puzzle.blocks[0].values === 2 ? [`cell.${kind}.1`, `cell.${kind}.2`] : []),
      ...puzzle.tools.filter(({ text }) => !text).map(({ key }) => `tool.${key}`),
      ...(puzzle.hides ? [`solved.game.${kind}`] : []),
      ...(puzzle.presets ?? []).map(({ key }) => `hand.${key}`),
      ...(puzzle.fallen ? [`fallen.${kind}`, `solved.falls.${kind}`] : []),
      ...(edit ? edit.tools.map(({ key }) => `tool.${key}`) : []),
      ...(edit?.options ?? []).map(({ key }) => key),
      ...puzzle.progress(sample.document, puzzle.givens(sample.document)).map(({ key }) => key),
    ];
    for (const [language, table] of shared) {
      const own = strings(kind, language);
      for (const key of keys) assert.ok(key in own || key in table, `${language}: ${key}`);
      for (const key of keys.filter((key) => key.includes(kind))) assert.ok(key in own, `${language}: ${key}`);
    }
  });

  test(`${kind}: its practice puzzle is valid and not yet solved`, () => {
    const document = puzzle.practice ?? sample.document;
    assert.equal(documentProblem(puzzle, document), null);
    assert.ok(!puzzle.solved(document, puzzle.givens(document)));
  });

  test(`${kind}: its layers exist, and photos fill a layer of cells`, async (context) => {
    const edit = await puzzle.edit?.();
    if (!edit) return context.skip("it cannot be drawn");
    for (const { layer } of edit.tools) assert.ok(layer in edit.layers, layer);
    for (const layer of Object.keys(edit.layers)) assert.ok(layer in edit.keys, layer);
    const { first, least } = edit.side;
    const empty = blank(edit, { width: first, height: first });
    assert.equal(documentProblem(puzzle, documentOf(kind, edit, empty)), null);
    assert.ok(first >= least);
    if (edit.photo) assert.equal(edit.layers[edit.photo], "cell");
  });
}

// ---- documents that the engine and the page must reject

/** Returns the document and board of the sample, drawn with every drawing member. */
function drawn(puzzle, document) {
  const givens = progressIn(puzzle, document) ?? puzzle.givens(document);
  const { ctx, pen } = recorder(puzzle, document, layout(puzzle, document, { width: 600, height: 600 }, 0));
  const scene = { puzzle, document, marks: givens, layout: pen.layout, palette: pen.colour, overlays: [] };
  for (const tone of ["own", "solution", "found"])
    for (const part of ["ground", "marks", "clues", "rowClues", "columnClues", "rowNotes", "columnNotes"])
      puzzle[part]?.(pen, { ...scene, tone });
  if (puzzle.regions) borders(pen, puzzle.regions(document));
  puzzle.breaks(document, givens);
  puzzle.solved(document, givens);
  puzzle.progress(document, givens);
  puzzle.text(document, givens);
  for (let target = 0; target < count(puzzle, puzzle.size(document)); target++) {
    puzzle.fixed(document, target);
    puzzle.clueText(document, placeOf({ blocks: [{ shape: "cell" }] }, puzzle.size(document), 0));
  }
  return ctx.calls;
}

for (const puzzle of kinds) {
  const { kind, sample } = puzzle;
  const listed = new URL(`../data/refused/${kind}.json`, import.meta.url);

  test(`${kind}: rejects the documents that the engine rejects, for the same reason at the same place`, (context) => {
    if (!existsSync(listed)) return context.skip("nothing is listed");
    const refused = JSON.parse(readFileSync(listed, "utf8"));
    assert.ok(refused.length);
    for (const { document, error, at } of refused) {
      const problem = documentProblem(puzzle, document);
      const short = JSON.stringify(document).slice(0, 120);
      assert.equal(problem?.kind, error, short);
      assert.deepEqual(problem?.at ?? null, at, short);
    }
  });

  test(`${kind}: every accepted document can be drawn`, () => {
    const begun = sample.board && { ...sample.document, [puzzle.boardKey]: sample.board };
    for (const document of [sample.document, begun, puzzle.practice]) {
      if (!document) continue;
      assert.equal(documentProblem(puzzle, document), null);
      assert.ok(drawn(puzzle, document) > 0);
    }
  });

  test(`${kind}: a damaged document is rejected or can be drawn`, () => {
    const wrong = [null, true, -1, 0, 1.5, "", "x", [], {}, [null], [[]], [[null]], ["", "x"], [[0], [-1]], { h: [] }];
    const whole = { ...sample.document, [puzzle.boardKey]: sample.board };
    let refusals = 0;
    for (const member of [...Object.keys(whole), "mines", "title"].filter((name) => name !== "kind")) {
      const { [member]: gone, ...without } = whole;
      for (const document of [without, ...wrong.map((value) => ({ ...whole, [member]: value }))]) {
        if (documentProblem(puzzle, document)) refusals++;
        else drawn(puzzle, document);
      }
    }
    assert.ok(refusals > 20);
  });

  test(`${kind}: members that should be text but are not are rejected and named`, () => {
    for (const field of ["title", "author", "source"]) {
      const problem = documentProblem(puzzle, { ...sample.document, [field]: 5 });
      assert.deepEqual(problem, { kind: "not-text", params: { field } });
      assert.equal(documentProblem(puzzle, { ...sample.document, [field]: "" }), null);
    }
  });
}
