/**
 * The conflict of a puzzle without solution: the clues that cannot hold together, as few as possible, on the board and
 * as a list.
 */

import { chainScene, linkText } from "./chain.js";
import { known } from "./findings.js";
import { byId, h, onChoice, refill, setText, show } from "../../ui/dom.js";
import { goTo } from "../../shell/session.js";
import { isPosition } from "../../core/results.js";
import { t } from "../../ui/i18n.js";
import { modesFor } from "../../shell/registry.js";
import { ask, fail, knows } from "../../shell/solver.js";
import { state, update } from "../../shell/state.js";
import { overlayFrom, reasonList } from "../../shell/explanation.js";
import { renderMessage } from "../../ui/text.js";

/** @import {Game, Overlay, PuzzleKind} from "../../core/types.js" */
/** @import {EngineLink} from "../../engine/messages.js" */

/** Asks for the conflict. */
export async function askClash() {
  const { game } = state;
  if (!game) return;
  try {
    const found = knows("conflict")
      ? await ask("conflict", { document: game.document })
      : await ask("explain", { document: game.document, start: "givens" });
    if (state.game?.id !== game.id) return;
    Object.assign(known(game), { clash: found.clash ?? (found.because ? found : null), linkAt: -1 });
    update({});
  } catch (error) {
    fail(error);
  }
}

export function buildClash() {
  const story = h("ol", { id: "clash-story", class: "chain" });
  onChoice(story, "linkAt", (link) => {
    if (!state.game) return;
    const found = known(state.game);
    found.linkAt = found.linkAt === +link ? -1 : +link;
    update({ show: "mine" });
  });
  const list = h(
    "section",
    { id: "clash" },
    h("div", { class: "beside small" }, h("h2", { id: "clash-title" }), h("span", { id: "clash-least" })),
    h("ul", { id: "clash-list", class: "reasons" }),
    h("p", { id: "clash-note", class: "small" }),
    h("div", { id: "clash-chain" }, h("h3", { class: "small", "data-t": "clash.story" }), story),
  );
  const mend = h(
    "button",
    { id: "mend", type: "button", class: "button line", "data-icon": "draw", onclick: () => goTo("draw") },
    h("span", { "data-t": "clash.mend" }),
  );
  return { statement: [h("div", { class: "row" }, mend)], evidence: [list] };
}

/** @param {Game} game @param {PuzzleKind} puzzle */
export function renderClash(game, puzzle) {
  const { clash } = known(game);
  const none = game.result?.verdict === "none";
  show(byId("clash"), none && Boolean(clash?.because.length));
  show(
    byId("mend"),
    (none || (game.result?.verdict === "multiple" && !(state.puzzle && isPosition(game, state.puzzle)))) &&
      modesFor(state.puzzle).some(({ name }) => name === "draw"),
  );
  if (!clash) return;
  setText(byId("clash-title"), t("clash.clues"));
  setText(byId("clash-least"), clash.smallest ? t("clash.least") : clash.minimal ? "" : t("clash.few"));
  refill(byId("clash-list"), `${state.language} ${game.id} ${clash.because.length}`, () =>
    reasonList(clash.because, "conflict"),
  );
  setText(byId("clash-note"), clash.minimal ? t("clash.minimal") : "");
  renderStory(game, puzzle);
}

/** All links of the story in a row, each with the number of its chain. @param {Game} game */
const links = (game) =>
  (known(game).clash?.story ?? []).flatMap((chain, number) => chain.map((link) => ({ link, number })));

/** From the clues link by link to what breaks. @param {Game} game @param {PuzzleKind} puzzle */
function renderStory(game, puzzle) {
  const all = links(game);
  const { linkAt } = known(game);
  show(byId("clash-chain"), all.length > 0);
  refill(byId("clash-story"), `${state.language} ${game.id} ${all.length} ${linkAt}`, () =>
    all.map(({ link }, index) =>
      h(
        "li",
        {},
        h(
          "button",
          { type: "button", "data-link-at": index, "aria-current": String(index === linkAt) },
          ...linkText(puzzle, link),
        ),
      ),
    ),
  );
}

/**
 * The story on the board up to the link that was chosen: what follows as marks of a what-if, and the reasons; null
 * where none was.
 * @param {Game} game
 * @param {PuzzleKind} puzzle
 */
export function storyScene(game, puzzle) {
  const { linkAt, clash } = known(game);
  const all = links(game);
  if (linkAt < 0 || !all[linkAt]) return null;
  const { number } = all[linkAt];
  const so = all.slice(0, linkAt + 1).filter((entry) => entry.number === number);
  const before = (clash?.story ?? []).slice(0, number);
  return chainScene(
    game,
    puzzle,
    puzzle.givens(game.document),
    so.map(({ link }) => link),
    before.map(([supposed]) => supposed),
  );
}

/** The conflict in words. @param {Game} game */
export function clashText(game) {
  const { clash } = known(game);
  return clash ? renderMessage(clash.sentence, clash.because, "conflict") : [];
}

/** @param {Game} game @param {PuzzleKind} puzzle @returns {Overlay[]} */
export function clashOverlays(game, puzzle) {
  const { clash } = known(game);
  return clash ? overlayFrom(puzzle, game.document, clash.overlay, clash.because) : [];
}
