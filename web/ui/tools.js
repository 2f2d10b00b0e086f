/** Buttons for the tools that mark a board. */

import { h, icon, segments } from "./dom.js";
import { t } from "./i18n.js";

/** @import {Tool} from "../core/types.js" */

/** Returns the name of a tool. @param {Pick<Tool, "key" | "text">} tool */
export const toolName = ({ key, text }) => text ?? t(`tool.${key}`);

/**
 * Returns one button per tool. A text without a sample is the button's label on every screen.
 * @param {string} name name of the data attribute
 * @param {readonly Pick<Tool, "key" | "icon" | "text" | "swatch">[]} tools
 * @param {number} chosen
 */
export const toolSegments = (name, tools, chosen) =>
  segments(
    name,
    tools.map((tool, index) => [
      String(index),
      ...(tool.text && !tool.swatch
        ? [tool.text]
        : [tool.swatch ? swatch(tool.swatch) : icon(tool.icon), h("span", {}, toolName(tool))]),
    ]),
    String(chosen),
  );

const SIDE = 40; // in device pixels

/** Returns a canvas with a sample of the value that a tool paints. @param {NonNullable<Tool["swatch"]>} paint */
function swatch(paint) {
  const canvas = /** @type {HTMLCanvasElement} */ (h("canvas", { class: "swatch", width: SIDE, height: SIDE }));
  const ctx = canvas.getContext("2d");
  if (ctx) paint(ctx, SIDE);
  return canvas;
}
