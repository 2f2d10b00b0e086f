/** The sentence next to the board, and its buttons: stronger hints, undoing mistakes, the next puzzle. */

import { hasMarks } from "../../core/game.js";
import { isSolved } from "../../core/last-marks.js";
import { dayOf, openLibraryAt } from "../../shell/daily.js";
import { loadModule } from "../../shell/lazy-loading.js";
import { goTo } from "../../shell/session.js";
import { knows } from "../../shell/solver.js";
import { state, update } from "../../shell/state.js";
import { textButton } from "../../ui/controls.js";
import { byId, h, refill, setText, show } from "../../ui/dom.js";
import { t } from "../../ui/i18n.js";
import { ruleKey, sentence } from "../../ui/text.js";
import { keepingFocus } from "./focus.js";
import { helpers, hintOn, loadChecks, loadHints } from "./helpers.js";
import { choiceOf } from "./settings.js";
import { solvedText } from "./solved.js";

/** @import {Game, PuzzleKind} from "../../core/types.js" */

export function statementElements() {
  const button = (/** @type {string} */ id, /** @type {string} */ key, /** @type {() => void} */ act, style = "line") =>
    textButton(key, { id, class: `button ${style}`, onclick: act });
  const strengths = choiceOf("hint-choice", "hint", "strength", async (strength) =>
    (await loadHints()).hintAs(strength),
  );
  const others = [
    button("hint-all", "hint.all", async () => (await loadHints()).doAll()),
    button("hint-another", "hint.another", async () => (await loadHints()).another()),
  ];
  for (const other of others) other.dataset.mode = "play"; // the row around them is for other modes, too
  byId("hint-button").after(...others);
  return [
    h("ol", { id: "hint-then", class: "then-list", hidden: true }),
    h("div", { id: "hint-ask" }, strengths),
    h(
      "div",
      { class: "row" },
      button("undo-wrong", "check.undo", async () => {
        const hint = state.game && hintOn(state.game);
        (await loadChecks()).undoWrong(hint?.found.wrong?.cells ?? []);
      }),
      button("next-puzzle", "solved.next", next, "solid"),
      button("see-result", "solved.result", () => openLibraryAt((state.game && dayOf(state.game)) ?? undefined)),
      button("see-clash", "play.clash", () => goTo("analyse"), "solid"),
      button("see-climb", "solved.climb", () => goTo("analyse")),
      button("see-review", "replay.open", () => goTo("review")),
    ),
  ];
}

async function next() {
  try {
    await (await loadModule(() => import("./next.js"), [])).openNext();
  } catch {
    update({ message: { kind: "not-loaded" } });
  }
}

/** @param {Game} game @param {PuzzleKind} puzzle */
export const renderStatement = (game, puzzle) => keepingFocus(() => render(game, puzzle));

/** @param {Game} game @param {PuzzleKind} puzzle */
function render(game, puzzle) {
  const { hints, checks } = helpers;
  const hint = hintOn(game);
  const solved = hasMarks(puzzle, game) && isSolved(game, puzzle);
  const wrong = checks?.wrongNow(game, puzzle) ?? null;
  const fell = puzzle.fallen?.(game.document, game.marks);
  const none = game.result?.verdict === "none" && !puzzle.hides?.(game.document);
  const shown = [
    solved,
    fell,
    game.falls,
    hint?.strength,
    hint?.at,
    hint?.step === undefined,
    hint?.marks,
    none,
    wrong,
  ];
  refill(byId("sentence"), JSON.stringify(["play", game.id, ...shown]), () => {
    if (fell) return sentence(`fallen.${puzzle.kind}`, { n: game.falls });
    if (hint && hints) return hints.hintText();
    if (wrong) return sentence(...wrong);
    if (solved) return solvedText(game, puzzle);
    if (none) return sentence("play.none");
    return sentence(ruleKey(puzzle, game.document));
  });
  byId("sentence").classList.toggle(
    "wrong",
    Boolean(fell) || Boolean(!hint && wrong && !wrong[0].startsWith("check.")),
  );
  const fact = (hint && hints?.hintFact()) ?? "";
  refill(byId("caption"), `${Boolean(hint)} ${fact}`, () =>
    hint ? [h("span", {}, t("hint")), h("span", {}, fact)] : [],
  );
  renderHintButtons(hint?.strength ?? null, solved);
  if (hints) hints.renderThen(hint);
  show(byId("hint-all"), Boolean(hint && hints?.hasMore(hint)));
  show(byId("undo-wrong"), Boolean(checks?.seesMistakes(game, puzzle) || hint?.found.wrong?.cells.length));
  show(byId("see-climb"), solved);
  show(byId("see-result"), solved && dayOf(game) !== null);
  renderReviewButton(game, Boolean(solved || fell), Boolean(hint));
  show(byId("next-puzzle"), solved);
  setText(byId("next-puzzle"), t(state.work?.name === "generate" ? "make.busy" : "solved.next"));
  if (solved || hint) show(byId("solve"), false);
  show(byId("see-clash"), none);
  if (none) show(byId("hint-button"), false);
  byId("solve").className = "link";
  byId("hint").classList.toggle("given", Boolean(hint && !solved && hints?.hasReasons()));
}

/**
 * Renders the button for the first hint, or a button for each stronger one.
 * @param {string | null} strength
 * @param {boolean} solved
 */
function renderHintButtons(strength, solved) {
  const { hints } = helpers;
  const stronger = hints?.strongerThan(strength ?? "") ?? [];
  refill(byId("hint-choice"), stronger, () =>
    stronger.map((name) => h("button", { "data-strength": name }, t(`hint.${name}`))),
  );
  show(byId("hint-ask"), strength !== null && !solved && Boolean(hints?.hasReasons()) && stronger.length > 0);
  const other = Boolean(state.game && hints?.hasOthers(state.game));
  show(byId("hint-another"), Boolean(state.game && hintOn(state.game)?.found.steps.length));
  byId("hint-another").setAttribute("aria-disabled", String(!other));
  setText(byId("hint-another"), t(other ? "hint.another" : "hint.only"));
  show(byId("hint-button"), !solved && strength === null);
}

/**
 * Renders the way to the review: a button when the game is over, a link before that.
 * @param {Game} game
 * @param {boolean} over
 * @param {boolean} hinted
 */
function renderReviewButton({ past, future, trial }, over, hinted) {
  const button = byId("see-review");
  const played = [...past, ...future].some(({ cells }) => cells.length);
  show(button, played && (over || !(hinted || trial)) && knows("review"));
  button.className = over ? "button line" : "link";
  setText(button, t(over ? "replay.open" : "replay.look"));
}
