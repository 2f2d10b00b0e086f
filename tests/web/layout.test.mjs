/** Tests for the structure of web/: the imports that each folder may have, and the place of each file. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { test } from "node:test";

const web = new URL("../../web/", import.meta.url);
const modules = readdirSync(web, { recursive: true })
  .filter((name) => name.endsWith(".js"))
  .sort();
const sources = new Map(modules.map((name) => [name, readFileSync(new URL(name, web), "utf8")]));

/** The folders that each folder may import from. Modules in web/ itself (app.js) may import everything. */
const MAY_IMPORT = {
  core: [],
  canvas: ["core"],
  input: ["core"],
  engine: ["core"],
  ui: ["core"],
  generic: ["core", "canvas"],
  puzzles: ["core", "canvas", "generic"],
  reading: ["core"],
  shell: ["core", "canvas", "input", "engine", "ui"],
  modes: ["core", "canvas", "input", "engine", "ui", "shell"],
  panels: ["core", "canvas", "input", "engine", "ui", "shell", "reading"],
  embed: ["core", "canvas", "input", "engine", "ui", "shell"],
};

/** Folders that load kinds of puzzles on demand, by an address that does not name a kind. */
const LOAD_PUZZLES = ["shell", "embed"];

/** Modules that a browser or a worker loads by their address. */
const STARTED = [
  "app.js",
  "embed/embed.js",
  "engine/worker.js",
  "reading/worker.js",
  "fallback.js",
  "service-worker.js",
];

/** Files that the build adds to the site. */
const BUILT = ["pyodide/pyodide.js"];

/** Exports that only tests use, with the reason. */
const FOR_TESTS = {
  "ui/i18n.js use": "tests render sentences without fetching a locale",
  "reading/repair.js setsOf": "compared with a sort of all sets",
  "reading/nonogram.js ofOneFont": "no pixel font of the tests has digits that the network takes for others",
  "puzzles/nonogram/repair.js openCells": "says of a picture whether it was repaired",
  "puzzles/slitherlink/names.js peersOf": "compared with the example of the notation's source",
  "generic/letters.js letters": "for new kinds; tests/web/generic.test.mjs makes some",
  "generic/numbers.js numbers": "for new kinds, too",
  "generic/sides.js sides": "for new kinds; tests/web/generic.test.mjs makes some",
  "puzzles/nonogram/board.js fits": "compared with brute force; the drawing of clues shows only parts of it",
};

/** web/modes/play/play.js -> modes */
const room = (name) => (name.includes("/") ? name.split("/")[0] : "");

/** web/modes/play/play.js -> modes/play; the folder whose modules must not import neighbouring folders. */
const flat = (name) => (["modes", "puzzles"].includes(room(name)) ? name.split("/").slice(0, 2).join("/") : room(name));

/** Returns a source without comments, because comments also import types. @param {string} name */
const code = (name) =>
  sources
    .get(name)
    .replace(/\/\*[^]*?\*\//g, "")
    .replace(/(^|\s)\/\/.*$/gm, "$1");

const at = (name, address) => posix.join(posix.dirname(name), address);

/** Returns the imports of a module: static ones and dynamic ones (`lazy`). */
function imports(name) {
  const found = [];
  for (const [, what, address] of code(name).matchAll(/^(?:import|export)\b([^;"()]*?)"(\.[^"]+)"/gm))
    found.push({ to: at(name, address), names: namesIn(what), lazy: false });
  for (const [, address] of code(name).matchAll(/\bimport\(\s*["`](\.[^"`]+)["`]/g))
    found.push({ to: at(name, address.replace(/\$\{[^}]*\}/g, "*")), names: [], lazy: true });
  return found;
}

/** `{ a, b as c } from` -> a, b. @param {string} what */
const namesIn = (what) =>
  (what.match(/\{([^}]*)\}/)?.[1] ?? "")
    .split(",")
    .map((part) => part.trim().split(/\s+as\s+/)[0])
    .filter(Boolean);

/** @param {string} name */
const exportsOf = (name) =>
  [...code(name).matchAll(/^export (?:async )?(?:const|let|function\*?|class) (\w+)/gm)].map(([, found]) => found);

/** Returns a cycle in a graph, or null if there is none. @param {Map<string, Set<string>>} arrows */
function circle(arrows) {
  const done = new Set();
  const visit = (node, path) => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return null;
    for (const next of arrows.get(node) ?? []) {
      const found = visit(next, [...path, node]);
      if (found) return found;
    }
    done.add(node);
    return null;
  };
  for (const node of arrows.keys()) {
    const found = visit(node, []);
    if (found) return found.join(" -> ");
  }
  return null;
}

/** Returns the imports between groups of modules, where `of` maps a module to its group. */
function arrows(of, { lazy }) {
  const all = new Map();
  for (const name of modules)
    for (const { to, lazy: late } of imports(name)) {
      if ((late && !lazy) || of(name) === of(to)) continue;
      all.set(of(name), (all.get(of(name)) ?? new Set()).add(of(to)));
    }
  return all;
}

test("a type has one name, and a name one type; only `Own`, what a module needs from the page, is in many", () => {
  const places = new Map();
  for (const [name, source] of sources)
    for (const [, type] of source.matchAll(/@(?:typedef (?:\{(?!import).*?\}|object\}?) |callback )(\w+)/gs))
      places.set(type, [...(places.get(type) ?? []), name]);
  const twice = [...places].filter(([type, modules]) => type !== "Own" && modules.length > 1);
  assert.deepEqual(twice, []);
});

test("the sources are read", () => {
  assert.ok(modules.length > 50);
  assert.ok(arrows((name) => name, { lazy: false }).size > 40);
  assert.ok(imports("app.js").some(({ names }) => names.includes("byId")));
  assert.equal(
    circle(
      new Map([
        ["a", new Set(["b"])],
        ["b", new Set(["c"])],
        ["c", new Set(["b"])],
      ]),
    ),
    "b -> c -> b",
  );
});

for (const name of modules)
  test(`${name} imports only what it may`, () => {
    const mine = room(name);
    for (const { to, lazy } of imports(name)) {
      assert.ok(modules.includes(to) || to.includes("*") || BUILT.includes(to), `${to} does not exist`);
      if (!mine) continue;
      assert.ok(mine in MAY_IMPORT, `web/${mine} is not on the map`);
      const loads = lazy && to.startsWith("puzzles/*/") && LOAD_PUZZLES.includes(mine);
      assert.ok(loads || room(to) === mine || MAY_IMPORT[mine].includes(room(to)), `it imports ${to}`);
      if (room(to) === mine) assert.equal(flat(to), flat(name), `it imports its neighbour's ${to}`);
    }
  });

test("no module needs a browser newer than those in tools/page.mjs", () => {
  const newer = /\.(toReversed|toSorted|toSpliced|groupBy|withResolvers|fromAsync|toBase64|fromBase64|isSubsetOf)\(/;
  for (const name of modules) assert.doesNotMatch(code(name), newer, name);
});

test("a panel imports no other panel", () => {
  // A module that is loaded on its own is a panel; the others in the folder are helpers, such as `share-more.js` of
  // `share.js`.
  const panels = new Set(imports("features.js").flatMap(({ to, lazy }) => (lazy && room(to) === "panels" ? [to] : [])));
  for (const name of modules.filter((each) => room(each) === "panels"))
    for (const { to } of imports(name))
      assert.ok(!panels.has(to) || name.startsWith(to.replace(".js", "-")), `${name} imports ${to}`);
});

test("neither modules nor folders import each other in a cycle", () => {
  assert.equal(circle(arrows((name) => name, { lazy: true })), null);
  assert.equal(circle(arrows((name) => flat(name) || name, { lazy: true })), null);
});

test("every module is used", () => {
  const reached = new Set(STARTED);
  for (const name of reached)
    for (const { to } of modules.includes(name) ? imports(name) : [])
      for (const each of to.includes("*") ? modules.filter((module) => like(to, module)) : [to]) reached.add(each);
  const types = ["core/geometry.js", "core/types.js", "engine/messages.js"];
  const others = [...types, "generic/letters.js", "generic/numbers.js", "generic/sides.js"]; // clues for new kinds
  for (const name of modules) assert.ok(reached.has(name) || others.includes(name), `nobody imports ${name}`);
});

/** Returns whether a pattern for addresses matches a module. */
const like = (pattern, name) => new RegExp(`^${pattern.replaceAll("*", "[^/]+")}$`).test(name);

test("every export is used by another module", () => {
  const used = new Set();
  const lazy = new Set();
  for (const name of modules)
    for (const { to, names, lazy: late } of imports(name)) {
      for (const each of names) used.add(`${to} ${each}`);
      if (late) lazy.add(to);
    }
  // Modules loaded on demand are used as an object, or by destructuring.
  const member = (name, found) =>
    lazy.has(name) &&
    modules.some((other) => other !== name && new RegExp(`(?:\\.|[{,]\\s*)${found}\\b(?!:)`).test(code(other)));
  const unused = modules.flatMap((name) =>
    exportsOf(name).flatMap((found) =>
      used.has(`${name} ${found}`) || member(name, found) || `${name} ${found}` in FOR_TESTS
        ? []
        : [`${name} ${found}`],
    ),
  );
  assert.deepEqual(unused, []);
});

for (const name of modules)
  test(`${name} starts with a comment about its purpose`, () =>
    assert.match(sources.get(name), /^(?:#!.*\n)?\/\*\*[^]{12,}?\*\//));

test("only state.js changes the state", () => {
  for (const name of modules.filter((each) => each !== "shell/state.js"))
    assert.doesNotMatch(code(name), /\bstate\.\w+\s*(?:[-+*/%&|^?]{0,2}=(?![=>])|\+\+|--)|assign\(state\b/, name);
});

test("at most ten module variables change, since the data of the page belongs in its state", () => {
  const found = modules.flatMap((name) =>
    [...code(name).matchAll(/^(?:export )?(?:let|var) (\w+)/gm)].map(([, variable]) => `${name} ${variable}`),
  );
  assert.ok(found.length <= 10, found.join("\n"));
});
