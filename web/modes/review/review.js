/**
 * Review: analyses a game move by move. Was a move forced, hard to see, lucky or wrong? It shows a timeline and the
 * reason for each move on the board; the player can continue from any move.
 */

import { chart } from "../../canvas/bars.js";
import { hidesTitle, play, undo } from "../../core/game.js";
import { targetAt } from "../../core/lattice.js";
import { recorded, replay } from "../../core/replay.js";
import { entriesOf, entryWith } from "../../core/thoughts.js";
import { markOf, overlayFrom, valueText } from "../../shell/explanation.js";
import { placeFrom } from "../../shell/reasons.js";
import { hasDrill } from "../../core/practice.js";
import { drill, drilling } from "../../shell/drill.js";
import { learn } from "../../shell/practice.js";
import { change, goTo } from "../../shell/session.js";
import { ask, fail, knows, timeLimit } from "../../shell/solver.js";
import { part, state, update } from "../../shell/state.js";
import { signButton, textButton } from "../../ui/controls.js";
import { fileName, saveFile } from "../../ui/files.js";
import { byId, h, onChoice, refill, setText, show } from "../../ui/dom.js";
import { t } from "../../ui/i18n.js";
import { toggle, unfoldButton } from "../../ui/unfolding.js";
import { announce, gap, messageText, plainText, renderMessage, titleOf } from "../../ui/text.js";

/** @import {EngineMoment, Review} from "../../engine/messages.js" */
/** @import {Game, Marks, Overlay, PuzzleKind} from "../../core/types.js" */
/** @import {Moment} from "../../core/replay.js" */
/** @import {StepEntry} from "../../core/thoughts.js" */

/** The labels, in the order in which they are counted. The review opens at a move with the first label that occurs. */
const LABELS = /** @type {const} */ (["wrong", "unlucky", "lucky", "hard", "forced", "back"]);

/** @typedef {typeof LABELS[number] | "same"} MoveLabel */

/**
 * The colour of a move on the timeline, and its sign: a cross for a mistake, a disc for luck, a ring for bad luck.
 * @type {Record<MoveLabel, [colour: string, sign?: string]>}
 */
const LOOKS = {
  forced: ["line5"],
  hard: ["heat-6"],
  lucky: ["because", "disc"],
  unlucky: ["because", "ring"],
  wrong: ["conflict", "cross"],
  back: ["line"],
  same: ["line"],
};

const TOP_LEVEL = 7;
const MAX_BAR = 24; // maximum width of a bar of the timeline, in px

/**
 * A game under review.
 * @typedef {object} Looked
 * @property {string} id
 * @property {Game["past"]} past  the moves at the time of the request
 * @property {Game["future"]} future
 * @property {Marks} start
 * @property {Moment[]} moments
 * @property {Review | null} review  null until the engine has answered
 */

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {Looked | null} looked
 * @property {number} at  the selected move, from 1; 0 is the board before the first
 * @property {boolean} easier  the easier step is shown instead of the move
 * @property {Set<number>} unfolded  the unfolded thoughts
 */

/** @type {Own} */
const local = part("modes/review/review", { looked: null, at: 0, easier: false, unfolded: new Set() });

/** Returns the review of the current game. @param {Game} game */
const of = (game) =>
  local.looked?.id === game.id && local.looked.past === game.past && local.looked.future === game.future
    ? local.looked
    : null;

/** @param {EngineMoment | undefined} moment @returns {MoveLabel} */
const labelOf = (moment) => (!moment ? "same" : moment.held === false ? "unlucky" : moment.label);

/** Returns the engine's analysis of the selected move. @param {Game} game @returns {EngineMoment | undefined} */
const momentOn = (game) => of(game)?.review?.moves[local.at - 1];

/** @type {Omit<import("../../core/types.js").Mode, "name" | "order" | "icon">} */
export default {
  build() {
    const tools = h(
      "span",
      { id: "replay-tools", class: "stepper-row" },
      signButton("back", "replay.previous", { id: "replay-previous", onclick: () => go(local.at - 1) }),
      h("span", { id: "replay-count" }),
      signButton("next", "replay.next", { id: "replay-next", onclick: () => go(local.at + 1) }),
    );
    const range = h("input", { id: "replay-range", type: "range", min: 0, step: 1, "data-label": "replay.line" });
    range.addEventListener("input", () => go(Number(/** @type {HTMLInputElement} */ (range).value)));
    const canvas = h("canvas", { "aria-hidden": "true" });
    const line = h("div", { id: "replay-line", class: "chart" }, canvas, range);
    const follow = (/** @type {PointerEvent} */ event) => {
      const { left, width } = canvas.getBoundingClientRect();
      const count = (state.game && of(state.game)?.moments.length) ?? 0;
      if (event.buttons & 1 && count) go(Math.max(1, Math.ceil((count * (event.clientX - left)) / width)));
    };
    line.addEventListener("pointerdown", (event) => {
      line.setPointerCapture(event.pointerId);
      range.focus({ preventScroll: true });
      event.preventDefault();
      follow(event);
    });
    line.addEventListener("pointermove", follow);
    const counts = h("div", { id: "replay-counts", class: "replay-counts" });
    onChoice(counts, "count", (label) => next(/** @type {MoveLabel} */ (label)));
    const list = h("ol", { id: "replay-list", class: "then-list" });
    onChoice(list, "move", (move) => go(Number(move)));
    onChoice(list, "unfoldMoves", (thought) => {
      toggle(local.unfolded, Number(thought));
      update({});
      /** @type {HTMLElement | null} */ (list.querySelector(`[data-unfold-moves="${thought}"]`))?.focus();
    });
    const notes = h("ul", { id: "replay-notes", class: "replay-notes small" });
    onChoice(notes, "practise", (technique) => state.puzzle && drill(state.puzzle, technique));
    onChoice(notes, "easier", () => ((local.easier = !local.easier), update({})));
    return {
      tools: [tools],
      statement: [
        notes,
        line,
        counts,
        list,
        h(
          "div",
          { class: "row" },
          textButton("replay.play", { id: "replay-play", onclick: playHere }),
          textButton("replay.save", { id: "replay-save", onclick: save }),
        ),
      ],
    };
  },

  render(game, puzzle) {
    const found = of(game);
    const moment = momentOn(game);
    const count = found?.moments.length ?? 0;
    setText(byId("replay-count"), t("replay.of", { i: local.at, n: count }));
    byId("replay-previous").setAttribute("aria-disabled", String(local.at <= 0));
    byId("replay-next").setAttribute("aria-disabled", String(local.at >= count));
    renderSentence(game, puzzle, found, moment);
    renderNotes(found, moment);
    const range = byId("replay-range");
    range.max = String(count);
    range.value = String(local.at);
    range.setAttribute(
      "aria-valuetext",
      local.at ? `${t("replay.of", { i: local.at, n: count })}: ${labelText(moment)}` : t("replay.start"),
    );
    show(byId("replay-line"), Boolean(found?.review?.moves.length));
    renderCounts(found?.review ?? null);
    renderList(game, found?.review ?? null);
    show(byId("replay-play"), count > 0);
    show(byId("replay-save"), count > 0);
    drawNow();
  },

  scene: (game, puzzle) => scene(game, puzzle),

  heading: () => ({ result: null }),

  tap({ place }) {
    const { game, puzzle } = state;
    const found = game && of(game);
    if (!game || !puzzle || !found || !place) return;
    const target = targetAt(puzzle, puzzle.size(game.document), place);
    const last = found.moments.findLastIndex(({ event }) => "cells" in event && event.cells.includes(target));
    if (last >= 0) go(last + 1);
  },

  onKey({ key }) {
    const count = (state.game && of(state.game)?.moments.length) ?? 0;
    const to = { ArrowLeft: local.at - 1, ArrowRight: local.at + 1, Home: 0, End: count }[key];
    if (to === undefined) return false;
    go(to);
    return true;
  },

  enter: () => void look(),
  leave: () => void (local.easier = false),
};

/** Requests the review of the current game, once. */
async function look() {
  const { game, puzzle } = state;
  if (!game || !puzzle) return;
  if (of(game)?.review) return update({});
  const { start, moments } = replay(game);
  const asked = {
    id: game.id,
    past: game.past,
    future: game.future,
    start,
    moments,
    review: /** @type {any} */ (null),
  };
  local.looked = asked;
  local.at = moments.length;
  local.unfolded.clear();
  update({});
  if (!moments.length) return;
  try {
    asked.review = await ask("review", { ...recorded(puzzle, game), timeout: timeLimit() });
    if (local.looked !== asked) return;
    learn(game, moments, /** @type {Review} */ (asked.review));
    const labels = asked.review.moves.map(labelOf);
    const first = LABELS.slice(0, 4).find((label) => labels.includes(label));
    go(first ? labels.indexOf(first) + 1 : moments.length);
  } catch (error) {
    fail(error);
  }
}

/** Shows the board after a number of moves. @param {number} move */
function go(move) {
  const { game } = state;
  const count = (game && of(game)?.moments.length) ?? 0;
  local.at = Math.min(Math.max(move, 0), count);
  local.easier = false;
  update({});
  const moment = game && momentOn(game);
  void explain();
  if (moment && state.puzzle)
    announce(
      `${t("replay.of", { i: local.at, n: count })}: ${labelText(moment)}. ${plainText(text(state.puzzle, moment))}`,
    );
}

/** Requests the reason for the selected move, if the review ran out of time before it. */
async function explain() {
  const { game, puzzle } = state;
  const found = game && of(game);
  const moment = game && momentOn(game);
  if (!game || !puzzle || !found?.review || !moment || !lacksReason(moment) || state.work) return;
  const [index, { moves }] = [local.at - 1, found.review];
  try {
    /** @type {Review} */
    const { moves: told } = await ask("review", { ...recorded(puzzle, game), at: index, timeout: timeLimit() });
    const { step, clash, level } = told[index] ?? {};
    moves[index] = { ...moves[index], asked: true, ...(step ? { step, level } : {}), ...(clash ? { clash } : {}) };
    update({});
  } catch (error) {
    fail(error);
  }
}

/** @param {EngineMoment} moment */
const lacksReason = ({ label, sentence, step, clash, asked }) =>
  !asked && !step && !clash && ["forced", "hard", "wrong"].includes(label) && sentence.key !== "review.seen";

/** Selects the next move with a label, starting again after the last one. @param {MoveLabel} label */
function next(label) {
  const { game } = state;
  const labels = ((game && of(game)?.review?.moves) ?? []).map(labelOf);
  const later = labels.indexOf(label, local.at);
  go((later < 0 ? labels.indexOf(label) : later) + 1);
}

/** @param {EngineMoment | undefined} moment */
const labelText = (moment) => t(`review.label.${labelOf(moment)}`);

/**
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @param {Looked | null} found
 * @param {EngineMoment | undefined} moment
 */
function renderSentence(game, puzzle, found, moment) {
  const { work } = state;
  const label = moment && labelOf(moment);
  const key = `review ${game.id} ${local.at} ${local.easier} ${Boolean(found?.review)} ${work?.name} ${moment?.asked}`;
  refill(byId("caption"), key, () =>
    moment
      ? [
          h("span", { class: `replay-label ${label}` }, labelText(moment)),
          h("span", {}, moment.level ? t("replay.level", { level: moment.level }) : ""),
        ]
      : [],
  );
  refill(byId("sentence"), key, () => {
    if (moment)
      return local.easier && moment.easier
        ? renderMessage(moment.easier.sentence, moment.easier.because)
        : text(puzzle, moment);
    if (found?.review)
      return renderMessage(local.at && !found.review.finished ? { key: "replay.unfinished" } : found.review.sentence);
    return [
      t(found && !found.moments.length ? "replay.none" : work?.name === "review" ? "replay.busy" : "replay.stopped"),
    ];
  });
  byId("sentence").classList.toggle("wrong", label === "wrong");
}

/**
 * Returns a move as text.
 * @param {PuzzleKind} puzzle
 * @param {EngineMoment} moment
 * @returns {(Node | string)[]}
 */
function text(puzzle, moment) {
  const { step, clash, label } = moment;
  const own = renderMessage(moment.sentence);
  if (label === "forced" && step) return renderMessage(step.sentence, step.because);
  if (label === "hard" && step) return [...own, gap(), ...renderMessage(step.sentence, step.because)];
  if (label !== "wrong") return own;
  if (step)
    return [
      t("replay.wrong", { what: valueText(puzzle, step.cells[0]) }),
      gap(),
      ...renderMessage(step.sentence, step.because),
    ];
  return clash ? [...own, gap(), ...renderMessage(clash.sentence, clash.because, "conflict")] : own;
}

/**
 * Returns a step whose technique is worth practising, because the move was hard to see or overlooked.
 * @param {EngineMoment | undefined} moment
 */
function practisedBy(moment) {
  if (!moment || !knows("generate") || !state.puzzle?.sizes) return null;
  const { label, step, easier } = moment;
  const missed = label === "hard" || label === "wrong" ? [step, easier] : label === "lucky" ? [easier] : [];
  return missed.find((one) => one && one.level > 1 && hasDrill(one.technique)) ?? null;
}

/** Renders further remarks on the move. @param {Looked | null} found @param {EngineMoment | undefined} moment */
function renderNotes(found, moment) {
  const notes = moment?.notes ?? [];
  const link = (/** @type {Record<string, string>} */ properties, /** @type {string} */ text) => [
    h("li", {}, h("button", { class: "link", ...properties }, text)),
  ];
  const other = moment?.easier;
  const practised = practisedBy(moment);
  const key = `${found?.id} ${local.at} ${local.easier} ${Boolean(moment)} ${drilling()} ${practised?.technique}`;
  refill(byId("replay-notes"), key, () => [
    ...notes.map((note) => h("li", {}, messageText(note))),
    ...(other
      ? link(
          { "data-easier": "", "aria-pressed": String(local.easier) },
          local.easier ? t("replay.mine") : t("replay.easier", { name: messageText(other.name) }),
        )
      : []),
    ...(practised
      ? link(
          { "data-practise": practised.technique },
          drilling() ? t("techniques.busy") : t("replay.practise", { name: messageText(practised.name) }),
        )
      : []),
  ]);
}

/** Renders the number of moves per label; pressing one selects its next move. @param {Review | null} review */
function renderCounts(review) {
  const counts = review?.counts ?? {};
  const there = LABELS.filter((label) => counts[label]);
  show(byId("replay-counts"), there.length > 0);
  refill(byId("replay-counts"), `${JSON.stringify(counts)}`, () =>
    there.map((label) =>
      h(
        "button",
        {
          "data-count": label,
          class: `replay-label ${label}`,
          title: t("replay.count", { label: t(`review.label.${label}`) }),
        },
        h("span", {}, t(`review.label.${label}`)),
        " ",
        h("b", {}, String(counts[label])),
      ),
    ),
  );
}

/** Lists the moves by thoughts. @param {Game} game @param {Review | null} review */
function renderList(game, review) {
  const list = byId("replay-list");
  const entries = entriesOf(
    (review?.thoughts ?? []).map(({ moves }) => ({ steps: moves })),
    local.unfolded,
  );
  const reached = review?.moves.filter(({ asked }) => asked).length;
  show(list, entries.length > 0);
  refill(list, `${game.id} ${entries.length} ${[...local.unfolded]} ${reached}`, () =>
    review ? entries.map((entry) => listed(review, entry)) : [],
  );
  const current = entryWith(entries, local.at - 1);
  [...list.querySelectorAll("[data-move]")].forEach((button, at) => {
    button.setAttribute("aria-current", String(at === current));
  });
  const selected = list.children[current];
  if (selected) list.scrollTop = Math.max(0, selected.offsetTop - list.offsetTop - list.clientHeight / 2);
}

/** Returns the entry of a thought, or of a move of an unfolded thought. @param {Review} review @param {StepEntry} entry */
function listed({ moves, thoughts }, { thought, inner, steps }) {
  const moment = moves[steps[0]];
  const { moves: all, sentence } = thoughts[thought];
  const then = sentence && steps.length > 1 ? messageText(sentence) : "";
  const easy = then && sentence?.key === "review.easy-moves";
  const name = moment.step ? messageText(moment.step.name) : "";
  const text = easy
    ? then
    : [labelOf(moment) === "forced" && name ? "" : labelText(moment), name].filter(Boolean).join(" · ");
  return h(
    "li",
    { class: inner ? "inner" : "" },
    all.length > 1 && !inner && unfoldButton("unfold-moves", thought, local.unfolded.has(thought)),
    h(
      "button",
      { "data-move": steps[0] + 1 },
      h("span", { class: "number" }, String(steps[0] + 1)),
      h("span", { class: easy ? "" : `replay-label ${labelOf(moment)}` }, text, !easy && then && h("small", {}, then)),
    ),
  );
}

/** Draws the timeline. */
function drawNow() {
  const { game } = state;
  const found = game && of(game);
  if (!found?.review) return;
  const { palette } = state;
  const bars = found.moments.map((_, index) => {
    const moment = found.review?.moves[index];
    const [colour, sign] = LOOKS[labelOf(moment)];
    return { part: (moment?.level ?? 1) / TOP_LEVEL, colour: palette[colour], sign };
  });
  const canvas = /** @type {HTMLCanvasElement} */ (byId("replay-line").firstElementChild);
  canvas.style.maxWidth = `${MAX_BAR * bars.length}px`;
  chart(canvas, bars, local.at - 1, palette.ink);
}

/**
 * Returns the scene of the selected move, with the reason.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 * @returns {{marks: Marks, tone: "own", overlays: Overlay[]}}
 */
function scene(game, puzzle) {
  const found = of(game);
  const played = found?.moments[local.at - 1];
  if (!found) return { marks: game.marks, tone: "own", overlays: [] };
  if (!played) return { marks: found.start, tone: "own", overlays: [] };
  const moment = momentOn(game);
  const { document } = game;
  const drawn = (/** @type {import("../../engine/messages.js").EngineStep} */ step) =>
    overlayFrom(puzzle, document, step.overlay, step.because);
  if (local.easier && moment?.easier) return { marks: played.before, tone: "own", overlays: drawn(moment.easier) };
  if (!moment) return { marks: played.after, tone: "own", overlays: [] };
  const { label, step, clash, cells } = moment;
  const made = (/** @type {Overlay["role"]} */ role, /** @type {string} */ which) =>
    cells
      .filter((cell) => cell.label === which || (which === "forced" && cell.label === "hard"))
      .map((entry) => ({ role, place: placeFrom(entry.cell), state: markOf(puzzle, entry) }));
  if (label === "forced" || label === "hard")
    return {
      marks: played.before,
      tone: "own",
      overlays: once([...made("forced", "forced"), ...(step ? drawn(step) : [])]),
    };
  if (label === "wrong") {
    const why = step
      ? drawn(step).filter(({ role }) => role !== "forced")
      : clash
        ? overlayFrom(puzzle, document, clash.overlay, clash.because)
        : [];
    return { marks: played.after, tone: "own", overlays: once([...why, ...made("wrong", "wrong")]) };
  }
  return {
    marks: played.after,
    tone: "own",
    overlays: label === "lucky" ? made(moment.held === false ? "wrong" : "either", "lucky") : [],
  };
}

/** Removes duplicate places with the same role. @param {Overlay[]} overlays */
const once = (overlays) => [
  ...new Map(overlays.map((one) => [JSON.stringify([one.role, one.place, one.row, one.column]), one])).values(),
];

/** Copies this board to the player's board. Later moves can be redone, unless they were undone in the game. */
function playHere() {
  const { game, puzzle } = state;
  const found = game && of(game);
  if (!game || !puzzle || !found) return;
  const moment = found.moments[local.at - 1];
  const past = moment?.past ?? [];
  const stands = past.every(({ cells }, index) => cells === game.past[index]?.cells);
  let then = game;
  if (stands) while (then.past.length > past.length) then = undo(then);
  else then = play(puzzle, game, moment?.after ?? found.start);
  change(then);
  goTo("play", { show: "mine" });
}

/** Saves the game as a file for `tesuji review`. */
function save() {
  const { game, puzzle } = state;
  if (!game || !puzzle) return;
  const { document, moves } = recorded(puzzle, game);
  const lines = [document, ...moves].map((line) => `${JSON.stringify(line)}\n`);
  const name = fileName(titleOf(game, hidesTitle(puzzle, game)));
  saveFile(`${name || game.kind}.jsonl`, new Blob(lines, { type: "application/x-ndjson" }));
}
