/**
 * Tests that every string exists in every language with the same parameters, and that the page uses no missing string.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { test } from "node:test";
import { shapeWord } from "../../web/shell/board-text.js";
import { LANGUAGES, preferred, t, use } from "../../web/ui/i18n.js";
import { kinds } from "./kinds.mjs";

const web = new URL("../../web/", import.meta.url);
const read = (name) => readFileSync(new URL(name, web), "utf8");
const firstFiles = (language) => [
  `locales/${language}.json`,
  `../py/tesuji/locales/levels.${language}.json`,
  ...readdirSync(web, { recursive: true }).filter((name) => name.endsWith(`strings.${language}.json`)),
];
const first = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    Object.assign({}, ...firstFiles(language).map((name) => JSON.parse(read(name)))),
  ]),
);
const tables = Object.fromEntries(
  LANGUAGES.map((language) => [language, { ...first[language], ...JSON.parse(read(`locales/lazy.${language}.json`)) }]),
);
const sources = readdirSync(web, { recursive: true })
  .filter((name) => /\.(js|html)$/.test(name))
  .map(read)
  .join("\n");

const holes = (entry) => [...new Set([...JSON.stringify(entry).matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort();

test("all languages have the same strings with the same placeholders", () => {
  for (const language of LANGUAGES)
    assert.deepEqual(Object.keys(tables[language]).sort(), Object.keys(tables.en).sort());
  for (const key of Object.keys(tables.en)) assert.deepEqual(holes(tables.ja[key]), holes(tables.en[key]), key);
});

test("every string key on the page exists", () => {
  const named = [...sources.matchAll(/\bt\("([\w.]+)"|data-(?:t|label|hint)="([\w.]+)"/g)].map(
    ([, code, markup]) => code ?? markup,
  );
  assert.ok(named.length > 50);
  for (const key of named) assert.ok(key in tables.en, key);
});

test("strings needed before lazy loading are in the first file", () => {
  const modules = new Set(["app.js"]);
  for (const name of modules)
    for (const [, other] of read(name).matchAll(/^import [^;]*?"(\.[\w./-]+\.js)";/gm))
      modules.add(posix.join(posix.dirname(name), other));
  assert.ok(modules.has("modes/play/play.js") && !modules.has("modes/analyse/analyse.js"));
  const text = ["index.html", ...modules].map(read).join("\n");
  const named = [
    ...text.matchAll(
      /\b(?:t|setText|sentence|labelled)\((?:byId\("[\w-]+"\), )?"([\w.]+)"|data-(?:t|label|hint)"?[=:] ?"([\w.-]+)"/g,
    ),
  ].map(([, code, markup]) => code ?? markup);
  assert.ok(named.length > 50);
  for (const key of named) assert.ok(!(key in tables.en) || key in first.en, key);
  const prefixes = [...text.matchAll(/\b(?:t|has|sentence)\(`([\w.]+\.)\$/g)]
    .map(([, prefix]) => prefix)
    // Calls that start later load the strings for their names; until then, "other" is used.
    .filter((prefix) => !["error.", "lost.", "stage."].includes(prefix));
  for (const key of Object.keys(tables.en))
    assert.ok(
      key in first.en ||
        sources.includes(`"${key}"`) ||
        !prefixes.some((prefix) => key.startsWith(prefix) && !key.slice(prefix.length).includes(".")),
      key,
    );
});

test("every composed string key exists", () => {
  const keys = kinds.flatMap(({ kind, tools, sample, progress, givens }) => [
    ...["kind", "brief", "rule", "sample"].map((prefix) => `${prefix}.${kind}`),
    `cell.${kind}.1`,
    `cell.${kind}.2`,
    ...tools.map(({ key }) => `tool.${key}`),
    ...progress(sample.document, givens(sample.document)).map(({ key }) => key),
  ]);
  const BY_SHAPE = [
    "keys",
    "legend",
    "heat",
    "count",
    "draw.open",
    "say.multiple",
    "say.multiple.least",
    "verdict.multiple",
  ];
  const words = ["cell", "edge", "link"].map((shape) => shapeWord({ blocks: [{ shape }] }));
  assert.deepEqual(words, ["cells", "edges", "links"]);
  keys.push(...words.flatMap((shape) => BY_SHAPE.map((prefix) => `${prefix}.${shape}`)));
  for (const verdict of ["unique", "none", "unknown"]) keys.push(`verdict.${verdict}`, `verdict.${verdict}.fact`);
  keys.push("verdict.multiple");
  keys.push(
    ...["light", "dark", "contrast", "auto"].map((theme) => `theme.${theme}`),
    ...["mine", "only", "a", "b", "both", "found"].map((show) => `show.${show}`),
  );
  keys.push(
    ...["puzzle", "progress", "solution"].map((what) => `share.${what}`),
    "open",
    "share",
    "solved",
    "say.start",
    "say.checking",
    "say.none",
    "say.one",
    "say.stopped",
    "say.unknown",
  );
  for (const key of keys) assert.ok(key in tables.en, key);
});

test("every string is used", () => {
  const open =
    /^(dot|fallen|solved|reason|hint|check|hand|wrong|heat|steps|make|clash|mend|lines|census|daily|samples|tally|climb|rating|needs|rule.name|rating|kind|brief|rule|sample|cell|keys|legend|count|tool|progress|verdict|theme|show|share|level|example.level|class|stage|error|mode|say|draw|shelf|export|help|rules|image|lost|region|option|picture)\./;
  for (const key of Object.keys(tables.en))
    assert.ok(open.test(key) || sources.includes(`"${key}"`) || key === "language.other", key);
});

test("a number selects the plural form", () => {
  use("en", tables.en);
  assert.equal(t("verdict.multiple.cells", { n: 1 }), "1 cell undecided");
  assert.equal(t("verdict.multiple.cells", { n: 4 }), "4 cells undecided");
  use("ja", tables.ja);
  assert.equal(t("verdict.multiple.cells", { n: 4 }), "未定4マス");
  assert.equal(t("no.such.key"), "no.such.key");
});

test("a third language needs only its strings: plural forms by CLDR", () => {
  const forms = { one: "jeden", few: "kilka", many: "wiele", other: "ułamek" };
  const pseudo = Object.fromEntries(
    Object.entries(tables.en).map(([key, text]) => [
      key,
      typeof text === "string"
        ? text
        : Object.fromEntries(Object.entries(forms).map(([form, word]) => [form, `${word} ${text.other}`])),
    ]),
  );
  use("pl", pseudo);
  for (const [n, word] of Object.entries({ 1: "jeden", 2: "kilka", 5: "wiele", 12: "wiele", 22: "kilka" }))
    assert.equal(t("count.cells", { n: Number(n) }), `${word} ${n} cells`);
});

test("lists of numbers have the punctuation of the language", () => {
  const engine = (language) => JSON.parse(read(`../py/tesuji/locales/${language}.json`));
  for (const [language, text] of Object.entries({ en: "1, 3–5", ja: "1、3〜5" })) {
    use(language, { ...engine(language), columns: "{cells}" });
    assert.equal(t("columns", { cells: "1, 3–5" }), text);
    assert.equal(t("columns", { cells: "1, x–5" }), "1, x–5");
  }
});

test("the browser's first supported language is used", () => {
  assert.equal(preferred(["de-CH", "ja-JP", "en"]), "ja");
  assert.equal(preferred(["de", "fr"]), "en");
  assert.equal(preferred([]), "en");
});
