/**
 * Modes and panels, as they plug in. A mode is one way to work with the board (Play, Draw, Analyse): a tab in the
 * margin, its own tools under the board. A panel takes the place of the margin (Open, Share): a button in the header,
 * and a cross that closes it.
 */

/** @import {Mode, Panel, PuzzleKind} from "../core/types.js" */

/** @type {Mode[]} */
export const modes = [];

/** @type {Panel[]} */
export const panels = [];

/** Adds a mode; the tabs are sorted by `order`. @param {Mode} mode */
export function addMode(mode) {
  modes.push(mode);
  modes.sort((a, b) => a.order - b.order);
}

/** Adds a panel; the buttons in the header are sorted by `order`. @param {Panel} panel */
export function addPanel(panel) {
  panels.push(panel);
  panels.sort((a, b) => a.order - b.order);
}

/** @param {string} name */
export const modeOf = (name) => modes.find((mode) => mode.name === name) ?? modes[0];

/** The modes that a kind can be worked with in. @param {PuzzleKind | null} puzzle */
export const modesFor = (puzzle) => modes.filter(({ fits }) => !fits || (puzzle && fits(puzzle)));

/** @param {string | null} name */
export const panelOf = (name) => panels.find((panel) => panel.name === name);
