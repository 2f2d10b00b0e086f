/**
 * Generates a new unique puzzle of this kind with the chosen size and level; for some kinds, a game that needs no
 * guessing.
 */

import { textButton, refillOptions } from "../../ui/controls.js";
import { byId, h, setText, show } from "../../ui/dom.js";
import { t } from "../../ui/i18n.js";
import { loadModule } from "../../shell/lazy-loading.js";
import { knows } from "../../shell/solver.js";
import { state } from "../../shell/state.js";
import { choice, choose } from "../../shell/storage.js";

/** @import {PuzzleKind} from "../../core/types.js" */

const LEVELS = ["1", "2", "3", "4", "5"];

/** Names of levels stored by earlier versions. @type {Record<string, string>} */
const OLDER = { easy: "1", normal: "2", hard: "3" };

export function buildMake() {
  const onchange = (/** @type {any} */ { target }) => (choose(target.id, target.value), prepare());
  const select = (/** @type {string} */ name) =>
    h("select", { id: `make-${name}`, "data-label": `make.${name}`, onchange });
  return h(
    "details",
    { id: "make", ontoggle: () => byId("make").open && prepare() },
    h("summary", { class: "small", "data-t": "make" }),
    h(
      "div",
      { class: "row" },
      ...["size", "level", "variant"].map(select),
      textButton("make.new", { id: "make-new", onclick: make }),
    ),
  );
}

/** @param {PuzzleKind} puzzle */
export function renderMake(puzzle) {
  const { work } = state;
  show(byId("make"), Boolean(puzzle.sizes) && knows("generate"));
  fill(
    "size",
    "",
    (puzzle.sizes ?? []).map(([width, height]) => [`${width}x${height}`, `${width} × ${height}`]),
  );
  fill("level", "2", [
    ...LEVELS.map((level) => /** @type {[string, string]} */ ([level, t(`level.${level}`)])),
    ["any", t("make.any")],
  ]);
  show(byId("make-variant"), Boolean(puzzle.variants));
  const variants = puzzle.variants ? ["", ...puzzle.variants] : [];
  fill(
    "variant",
    "",
    variants.map((name) => [name, variantText(name || puzzle.kind)]),
  );
  const busy = work?.name === "generate";
  byId("make-new").setAttribute("aria-disabled", String(busy));
  setText(byId("make-new"), t(busy ? "make.busy" : "make.new"));
}

/** @param {string} name @param {string} first  chosen at first @param {[string, string][]} choices */
function fill(name, first, choices) {
  const stored = choice(`make-${name}`, first);
  refillOptions(byId(`make-${name}`), OLDER[stored] ?? stored, choices);
}

/** @param {string} name  such as "signs" or "blocks-3" */
function variantText(name) {
  const [word, n = ""] = name.split("-");
  return t(`make.variant.${word}${n && "-n"}`, { n });
}

/** Returns the level for new puzzles, or null for any. */
export const wantedLevel = () => Number(OLDER[choice("make-level", "2")] ?? choice("make-level", "2")) || null;

/** Returns the chosen size, level and variant. */
function chosen() {
  const [width, height] = byId("make-size").value.split("x").map(Number);
  const level = byId("make-level").value;
  const variant = (state.puzzle?.variants && byId("make-variant").value) || undefined;
  return { width, height, level, variant };
}

async function make() {
  await (await loadModule(() => import("./making.js"), [])).makeOne(chosen());
}

/** Generates the puzzle in advance that the button would generate now. Without a connection, the button reports it. */
const prepare = () => void import("./making.js").then((module) => module.prepare(chosen())).catch(() => {});
