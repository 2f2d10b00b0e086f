/**
 * The registry of modes and panels. A mode (Play, Draw, Analyse) has a tab in the margin and its own tools below the
 * board. A panel (Open, Share) is shown instead of the margin; it has a button in the header and a close button.
 */

/** @import {Mode, Panel, PuzzleKind} from "../core/types.js" */

/** @type {Mode[]} */
export const modes = [];

/** @type {Panel[]} */
export const panels = [];

/** Registers a mode. Tabs are sorted by `order`. @param {Mode} mode */
export function addMode(mode) {
  modes.push(mode);
  modes.sort((a, b) => a.order - b.order);
}

/** Registers a panel. The buttons in the header are sorted by `order`. @param {Panel} panel */
export function addPanel(panel) {
  panels.push(panel);
  panels.sort((a, b) => a.order - b.order);
}

/** @param {string} name */
export const modeOf = (name) => modes.find((mode) => mode.name === name) ?? modes[0];

/** Returns the modes that a kind supports. @param {PuzzleKind | null} puzzle */
export const modesFor = (puzzle) => modes.filter(({ fits }) => !fits || (puzzle && fits(puzzle)));

/** @param {string | null} name */
export const panelOf = (name) => panels.find((panel) => panel.name === name);
