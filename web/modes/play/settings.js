/** The settings of Play and their controls. They are stored on this device. */

import { clockText, elapsed } from "../../core/clock.js";
import { state, update } from "../../shell/state.js";
import { choice, choose } from "../../shell/storage.js";
import { checkbox, refillSegments } from "../../ui/controls.js";
import { byId, h, onChoice, refill, setText, show } from "../../ui/dom.js";
import { t } from "../../ui/i18n.js";
import { optionsOf, isOn, turn } from "./play-options.js";

/** @import {Game, PuzzleKind} from "../../core/types.js" */

/** The names under which the settings are stored. The first version called the preset `hand`. */
const STORED = { check: "check", clock: "clock", preset: "hand", hint: "hint" };

/**
 * `check`: when mistakes are shown; `hint`: the strength of the first hint; `preset`: the effect of a tap, by the
 * kind's names; `clock`: whether the clock is shown.
 */
export const settings = {
  check: choice(STORED.check, "ask"),
  clock: choice(STORED.clock, "shown"),
  preset: choice(STORED.preset, "cycle"),
  hint: choice(STORED.hint, "nudge"),
};

/** @param {keyof typeof settings} name @param {string} value */
function set(name, value) {
  settings[name] = value;
  choose(STORED[name], value);
  update({});
}

/**
 * Returns the tools in the order that this player prefers.
 * @param {PuzzleKind} puzzle
 * @param {Game["document"]} document
 */
export const toolsOf = (puzzle, document) =>
  puzzle.toolsFor?.(document) ?? puzzle.presets?.find(({ key }) => key === settings.preset)?.tools ?? puzzle.tools;

export function settingElements() {
  const toggle = () => set("clock", settings.clock === "shown" ? "hidden" : "shown");
  return [
    h("div", { class: "clock" }, h("span", { "data-t": "clock" }), h("button", { id: "clock", onclick: toggle })),
    h(
      "details",
      { id: "play-options" },
      h("summary", { class: "small" }, h("span", { "data-icon": "gear" }, h("span", { "data-t": "play.settings" }))),
      labelled("check-when", "check.mistakes", "when", (value) => set("check", value)),
      labelled("hint-first", "hint.first", "first", (value) => set("hint", value)),
      labelled("preset-choice", "hand", "preset", (value) => set("preset", value), "presets"),
      h("div", { id: "option-choice" }),
    ),
  ];
}

/** @param {PuzzleKind} puzzle */
export function renderSettings(puzzle) {
  fill("check-when", "when", settings.check, ["ask", "always", "never"], (value) => t(`check.${value}`));
  fill("hint-first", "first", settings.hint, ["nudge", "technique", "cells"], (value) => t(`hint.${value}`));
  const presets = (puzzle.presets ?? []).map(({ key }) => key);
  show(byId("presets"), presets.length > 0);
  fill("preset-choice", "preset", settings.preset, presets, (value) => t(`hand.${value}`));
  renderOptions(puzzle);
  renderClock();
}

/**
 * @param {string} id
 * @param {string} name name of the data attribute
 * @param {string} chosen
 * @param {string[]} values
 * @param {(value: string) => string} word
 */
function fill(id, name, chosen, values, word) {
  refillSegments(
    byId(id),
    name,
    chosen,
    values.map((value) => [value, word(value)]),
  );
}

/** Renders the playing time, or the label that shows it. */
export function renderClock() {
  const { game } = state;
  if (!game) return;
  const button = byId("clock");
  const text = settings.clock === "shown" ? clockText(elapsed(game)) : t("clock.show");
  setText(button, text);
  button.setAttribute("aria-label", settings.clock === "shown" ? t("clock.hide", { time: text }) : t("clock.show"));
}

/**
 * Returns a group of buttons of which one is pressed. The buttons are added later.
 * @param {string} id
 * @param {string} label
 * @param {string} name name of the data attribute
 * @param {(value: string) => void} act
 */
export function choiceOf(id, label, name, act) {
  const group = h("div", { id, class: "segments wide", role: "group", "data-label": label });
  onChoice(group, name, act);
  return group;
}

/** The keys that have the same effect as a tap. @type {Record<string, string>} */
const KEYS = { strike: "S, Shift+S", shade: "S" };

/** Renders a checkbox for each play option. @param {PuzzleKind} puzzle */
function renderOptions(puzzle) {
  refill(byId("option-choice"), puzzle.kind, () =>
    optionsOf(puzzle).map((name) => {
      const keys = KEYS[name] ? [h("span", { class: "keys" }, ` (${KEYS[name]})`)] : [];
      const words = h("span", {}, t(`option.${name}`), ...keys);
      return checkbox(`option-${name}`, isOn(name), (on) => (turn(name, on), update({})), words);
    }),
  );
}

/**
 * Returns a choice with its label as a heading.
 * @param {string} group
 * @param {string} label
 * @param {string} name
 * @param {(value: string) => void} act
 * @param {string} [id]
 */
const labelled = (group, label, name, act, id) =>
  h("div", { class: "labelled", id }, h("p", { class: "small", "data-t": label }), choiceOf(group, label, name, act));
