/** Allowed imports in web/ and the place of each file: the map of DESIGN, checked by reading the sources. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { test } from "node:test";

const web = new URL("../../web/", import.meta.url);
const modules = readdirSync(web, { recursive: true })
  .filter((name) => name.endsWith(".js"))
  .sort();
const sources = new Map(modules.map((name) => [name, readFileSync(new URL(name, web), "utf8")]));

/** Room -> the rooms that it may import. Modules in web/ itself (app.js) may import everything. */
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

/** Rooms that load a kind of puzzle when it is wanted, by an address that names none. */
const LOAD_PUZZLES = ["shell", "embed"];

/** Modules that a browser or a worker starts by their address. */
const STARTED = [
  "app.js",
  "embed/embed.js",
  "engine/worker.js",
  "reading/worker.js",
  "fallback.js",
  "service-worker.js",
];

/** Files that the build puts into the site. */
const BUILT = ["pyodide/pyodide.js"];

/** Exports that only tests use, and why that is right. */
const FOR_TESTS = {
  "ui/i18n.js use": "tests render sentences without fetching a locale",
  "reading/repair.js setsOf": "compared with a sort of all sets",
  "puzzles/nonogram/repair.js openCells": "says of a picture whether it was repaired",
  "puzzles/slitherlink/names.js peersOf": "compared with the example of the notation's source",
  "puzzles/nonogram/board.js fits": "compared with brute force; the drawing of clues shows only parts of it",
};

/** web/modes/play/play.js -> modes */
const room = (name) => (name.includes("/") ? name.split("/")[0] : "");

/** web/modes/play/play.js -> modes/play; the folder that closes itself to its neighbours. */
const flat = (name) => (["modes", "puzzles"].includes(room(name)) ? name.split("/").slice(0, 2).join("/") : room(name));

/** A source without its comments, in which types are imported as well. @param {string} name */
const code = (name) =>
  sources
    .get(name)
    .replace(/\/\*[^]*?\*\//g, "")
    .replace(/(^|\s)\/\/.*$/gm, "$1");

const at = (name, address) => posix.join(posix.dirname(name), address);

/** Returns the imports of a module: at once, and (`lazy`) when it is wanted. */
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

/** A path round a circle, null if there is none. @param {Map<string, Set<string>>} arrows */
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

/** Arrows between what `of` makes of modules. */
function arrows(of, { lazy }) {
  const all = new Map();
  for (const name of modules)
    for (const { to, lazy: late } of imports(name)) {
      if ((late && !lazy) || of(name) === of(to)) continue;
      all.set(of(name), (all.get(of(name)) ?? new Set()).add(of(to)));
    }
  return all;
}

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

test("a panel imports no other panel", () => {
  // What is loaded by itself is a panel; the others in the folder are helpers, `share-more.js` one of `share.js`.
  const panels = new Set(imports("features.js").flatMap(({ to, lazy }) => (lazy && room(to) === "panels" ? [to] : [])));
  for (const name of modules.filter((each) => room(each) === "panels"))
    for (const { to } of imports(name))
      assert.ok(!panels.has(to) || name.startsWith(to.replace(".js", "-")), `${name} imports ${to}`);
});

test("there is no circle, neither of modules nor of rooms", () => {
  assert.equal(circle(arrows((name) => name, { lazy: false })), null);
  assert.equal(circle(arrows((name) => flat(name) || name, { lazy: true })), null);
});

test("every module is reached", () => {
  const reached = new Set(STARTED);
  for (const name of reached)
    for (const { to } of modules.includes(name) ? imports(name) : [])
      for (const each of to.includes("*") ? modules.filter((module) => like(to, module)) : [to]) reached.add(each);
  const types = ["core/types.js", "engine/messages.js"];
  for (const name of modules) assert.ok(reached.has(name) || types.includes(name), `nobody imports ${name}`);
});

/** Whether an address with holes means a module. */
const like = (pattern, name) => new RegExp(`^${pattern.replaceAll("*", "[^/]+")}$`).test(name);

test("every export is used by another module", () => {
  const used = new Set();
  const lazy = new Set();
  for (const name of modules)
    for (const { to, names, lazy: late } of imports(name)) {
      for (const each of names) used.add(`${to} ${each}`);
      if (late) lazy.add(to);
    }
  // Modules loaded on demand are used by their name, as a member or taken out of the module.
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
  test(`${name} begins with what it is for`, () => assert.match(sources.get(name), /^(?:#!.*\n)?\/\*\*[^]{12,}?\*\//));

test("only state.js changes the state", () => {
  for (const name of modules.filter((each) => each !== "shell/state.js"))
    assert.doesNotMatch(code(name), /\bstate\.\w+\s*(?:[-+*/%&|^?]{0,2}=(?![=>])|\+\+|--)|assign\(state\b/, name);
});

test("at most ten variables of modules change: what the page keeps lies in its state", () => {
  const found = modules.flatMap((name) =>
    [...code(name).matchAll(/^(?:export )?(?:let|var) (\w+)/gm)].map(([, variable]) => `${name} ${variable}`),
  );
  assert.ok(found.length <= 10, found.join("\n"));
});
