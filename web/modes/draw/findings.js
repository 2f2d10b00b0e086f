/** Renders the side panel of Draw: its tools, the engine's results, and changes that would make the puzzle unique. */

import { identity } from "../../core/game.js";
import { solutionsOf } from "../../core/results.js";
import { shapeWord } from "../../shell/board-text.js";
import { isBlank, symmetries } from "../../core/sketch.js";
import { state } from "../../shell/state.js";
import { choice } from "../../shell/storage.js";
import { checkbox, refillOptions } from "../../ui/controls.js";
import { byId, h, icon, refill, show } from "../../ui/dom.js";
import { has, t } from "../../ui/i18n.js";
import { toolSegments } from "../../ui/tools.js";
import { messageText, renderMessage, seconds, sentence } from "../../ui/text.js";
import { editor, spoils, take, tool, unfinished } from "./drawing.js";
import { clashOf, isMostlyOpen, mendsOf, openIn, refusal } from "./live.js";
import { marksNeeded, qualityOf } from "./quality.js";
import { numbersOfColours, setMember, showClues } from "./tools.js";

/** @import {Edit, Field, Sketch, Spot} from "../../core/sketch.js" */
/** @import {Mends} from "./live.js" */
/** @import {Game, PuzzleKind} from "../../core/types.js" */

/** Updates the elements of the mode. @param {Game} game @param {PuzzleKind} puzzle */
export function render(game, puzzle) {
  follow(game, puzzle);
  const { edit, drawing } = editor;
  const asks = Boolean(edit && !drawing && spoils(game, puzzle));
  show(byId("draw-show"), asks);
  for (const id of ["pencils", "turns", "draw-pad"]) show(byId(id), Boolean(drawing) && !asks);
  show(byId("draw-board"), Boolean(edit) && !asks);
  if (asks) {
    refill(byId("caption"), "draw", () => []);
    refill(byId("sentence"), `ask`, () => sentence("draw.ask"));
    refill(byId("mends"), "ask", () => []);
  }
  if (!edit || !drawing) return;
  renderTools(game, puzzle, edit, drawing.now);
  facts(game, puzzle, edit, drawing.now);
  renderQuality(game, drawing.now);
  renderSentence(game, drawing.now);
  proposals(game);
}

/** Follows changes of the drawing made elsewhere. @param {Game} game @param {PuzzleKind} puzzle */
function follow(game, puzzle) {
  const { edit, drawing, of } = editor;
  // A puzzle without solution has nothing that its drawing could reveal.
  if (edit && !drawing && game.result?.verdict === "none") take(game, puzzle);
  // The solution of a puzzle from elsewhere may arrive after the board was drawn.
  if (edit && drawing && !game.drawing && (of !== game.id || !drawing.past.length)) take(game, puzzle);
  // Another tab may have changed the drawing.
  else if (drawing && game.drawing && of === game.id) editor.drawing = game.drawing;
}

/** @param {Game} game @param {PuzzleKind} puzzle @param {Edit} edit @param {Sketch} now */
function renderTools(game, puzzle, edit, now) {
  const { pencil, thinning } = editor;
  refill(byId("pencils"), `${puzzle.kind} ${edit.tools.map(({ key }) => key)} ${pencil}`, () =>
    toolSegments("pencil", edit.tools, pencil),
  );
  for (const button of byId("pencils").children) button.title = button.textContent;
  const clues = edit.typed?.[tool(edit).layer]?.(now) ?? [];
  show(byId("draw-pad"), clues.length > FEW_CLUES);
  refill(byId("draw-pad"), `${clues.join()}`, () => figureButtons(clues));
  for (const side of /** @type {const} */ (["width", "height"])) {
    const length = byId(`draw-${side}`);
    if (document.activeElement !== length) length.value = String(now[side]);
    Object.assign(length, { min: edit.side.least, step: edit.side.step });
  }
  const field = byId("draw-title");
  if (document.activeElement !== field) field.value = now.members.title ?? "";
  show(byId("image-from"), Boolean(edit.photo));
  renderColours(edit);
  show(byId("draw-clues"), Boolean(edit.lines));
  showClues();
  show(byId("draw-thinning"), Boolean(edit.givens));
  byId("draw-needed").checked = marksNeeded();
  const names = symmetries.map((name) => /** @type {[string, string]} */ ([name, t(`draw.symmetry.${name}`)]));
  refillOptions(byId("draw-symmetry"), choice("symmetry", "none"), names);
  byId("draw-thin").setAttribute("aria-disabled", String(Boolean(thinning) || game.result?.verdict !== "unique"));
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-turn=invert]")))
    show(button, Boolean(edit.invert));
}

const FEW_CLUES = 7; // up to this many values are reached by taps

/** Returns a button for each figure of some clues, and one that erases. @param {string[]} clues */
const figureButtons = (clues) => [
  ...[..."0123456789"]
    .filter((figure) => clues.join("").includes(figure))
    .map((figure) => h("button", { "data-figure": figure }, figure)),
  h("button", { "data-figure": "Delete", "aria-label": t("tool.erase") }, icon("cross")),
];

/** @param {Edit} edit */
function renderColours({ colours, tools }) {
  const own = colours?.[tools.indexOf(tool(/** @type {Edit} */ (editor.edit)))];
  show(byId("draw-in-colours"), Boolean(colours));
  refill(byId("draw-colours"), colours, () => numbersOfColours(colours?.length || 1));
  show(byId("draw-colour"), Boolean(own));
  if (own) byId("draw-colour").value = own;
}

/** @param {Game} game @param {Sketch} now */
function renderSentence(game, now) {
  const clash = clashOf(game);
  if (clash)
    return refill(byId("sentence"), `${JSON.stringify(clash.sentence)}`, () =>
      renderMessage(clash.sentence, clash.because, "conflict"),
    );
  const [key, params] = finding(game, now);
  refill(byId("sentence"), `${key} ${JSON.stringify(params)}`, () => sentence(key, params, "conflict"));
}

/**
 * Renders the difficulty of the puzzle and the number of clues that are needed. @param {Game} game @param {Sketch} now
 */
function renderQuality(game, now) {
  const { level, atLeast, needed, tried, of } = (!isBlank(now) && qualityOf(game)) || {};
  const name = level ? messageText(level) : "";
  const count =
    tried && marksNeeded()
      ? t(tried === of ? "draw.needed.all" : "draw.needed.so-far", { n: needed?.length, of, tried })
      : "";
  const words = {
    "draw-level": name && t("draw.level", { level: atLeast ? t("level.least", { level: name }) : name }),
  };
  refill(byId("caption"), `draw ${name} ${atLeast} ${count}`, () =>
    Object.entries({ ...words, "draw-needs": count }).flatMap(([id, text]) => (text ? [h("span", { id }, text)] : [])),
  );
}

/**
 * Renders the choices that only some kinds have.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @param {Edit} own
 * @param {Sketch} now
 */
function facts(game, puzzle, own, now) {
  refill(byId("draw-facts"), `${puzzle.kind} ${identity(game.document)} ${game.result?.verdict}`, () => [
    ...(own.fields ?? []).map((field) => numberField(field, now)),
    ...(own.options ?? []).map(({ key, member, checked, value }) => {
      const act = (/** @type {boolean} */ is) =>
        setMember(member, value(is, now, solutionsOf(game, puzzle)[0] ?? null));
      return checkbox(`draw-${member}`, checked(now.members[member]), act, h("span", {}, t(key)));
    }),
  ]);
}

/**
 * Returns the text field for a member of the document. A text that is not allowed leaves the member unchanged.
 * @param {Field} field
 * @param {Sketch} now
 */
function numberField({ key, member, text, value }, { members }) {
  const input = /** @type {HTMLInputElement} */ (
    h("input", { type: "text", id: `draw-${member}`, inputmode: "decimal", autocomplete: "off" })
  );
  input.value = text(members[member]);
  const isWrong = () => value(input.value) === undefined;
  input.addEventListener("input", () => input.setAttribute("aria-invalid", String(isWrong())));
  input.addEventListener("change", () => !isWrong() && setMember(member, value(input.value)));
  return h("label", { for: `draw-${member}` }, h("span", { class: "small" }, t(key)), input);
}

/**
 * Returns the sentence about the drawing, as a key and parameters.
 * @param {Game} game
 * @param {Sketch} now
 * @returns {[string, Record<string, any>]}
 */
function finding(game, now) {
  const { result } = game;
  const { edit, thinning } = editor;
  if (thinning) return ["draw.thinning", thinning];
  const shown = edit && tool(edit).key;
  const open = unfinished();
  if (open || (isBlank(now) && result?.verdict !== "none"))
    return [[game.kind, shown].map((name) => `draw.begin.${name}`).find(has) ?? "draw.begin", open ?? {}];
  if (!result) return [state.engine === "failed" ? "draw.unchecked" : refusal() ? "" : "draw.checking", {}];
  switch (result.verdict) {
    case "unique":
      return ["say.unique", {}];
    case "multiple":
      return state.puzzle ? [`draw.open.${shapeWord(state.puzzle)}`, { n: openIn(game, state.puzzle) }] : ["", {}];
    case "none": {
      const { key = "", params = {}, at = {} } = result.reason ?? {};
      return has(key) ? [key, { ...params, ...at }] : ["say.none", {}];
    }
    default:
      return ["say.unknown", { s: seconds(result.seconds) }];
  }
}

/** @param {Game} game */
function proposals(game) {
  const shown = mendsOf(game);
  const changes = shown?.changes;
  const silent = Boolean(state.puzzle && isMostlyOpen(game, state.puzzle));
  const key = shown ? JSON.stringify(changes ?? shown.ways) + shown.done + silent : "";
  refill(byId("mends"), key, () => {
    const found =
      changes?.map((change) => h("div", {}, messageText(change.sentence))) ?? shown?.ways.map(wayText) ?? [];
    if (!shown || !found.length) return shown?.done && !silent ? [h("p", { class: "small" }, t(nothing(shown)))] : [];
    return [
      h(
        "div",
        { class: "split small" },
        h("h2", {}, t("draw.mend")),
        h("span", {}, t(changes ? "draw.mend.one" : shown.fewest ? "draw.mend.fewest" : "draw.mend.tried")),
      ),
      h(
        "ul",
        {},
        ...found.map((words, index) =>
          h("li", { class: "split" }, words, h("button", { class: "button line", "data-way": index }, t("draw.try"))),
        ),
      ),
    ];
  });
}

/** Returns the string key to use if no change makes the puzzle unique. @param {Mends} shown */
const nothing = ({ changes, every }) =>
  changes ? (every ? "mend.no-change" : "mend.no-change-yet") : every ? "draw.mend.none" : "draw.mend.no";

const MAX_LISTED = 4;

/** Returns changes that belong together as text; if there are many, only their number. @param {Spot[]} way */
const wayText = (way) =>
  way.length > MAX_LISTED
    ? h("div", {}, t("draw.mend.cells", { n: way.length }))
    : h("div", {}, ...way.map(({ key, params }) => h("div", {}, t(key, params))));
