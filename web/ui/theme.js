/** Themes (light, dark, high contrast; chosen by the player or the device) and their colours for the canvas. */

/** @import {Palette} from "../core/types.js" */

export const THEMES = ["auto", "light", "dark", "contrast"];

const TOKENS =
  "paper sheet sunk given closed ink ink2 ink3 fill line line5 hair band focus forced forced-tint because because-tint conflict conflict-tint".split(
    " ",
  );
for (let k = 1; k <= 8; k++) TOKENS.push(`heat-${k}`, `heat-ink-${k}`);

const devices = {
  dark: matchMedia("(prefers-color-scheme: dark)"),
  contrast: matchMedia("(prefers-contrast: more)"),
  forced: matchMedia("(forced-colors: active)"),
};

/** @param {() => void} changed */
export function watchDevice(changed) {
  for (const query of Object.values(devices)) query.addEventListener("change", changed);
}

/** Applies a theme to the page. @param {string} theme @returns {Palette} */
export function applyTheme(theme) {
  const { dataset } = document.documentElement;
  dataset.theme = theme === "light" || theme === "dark" ? theme : devices.dark.matches ? "dark" : "light";
  dataset.contrast = theme === "contrast" || (theme === "auto" && devices.contrast.matches) ? "more" : "normal";
  const colours = palette();
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", colours.paper);
  return colours;
}

/** Returns the colours of the current theme, or of the light or dark one. @param {string} [scheme] @returns {Palette} */
export function palette(scheme = "") {
  const swatches = /** @type {HTMLElement} */ (document.getElementById("swatches"));
  swatches.dataset.theme = scheme;
  // Read all colours at once, because reading a style after a change triggers a recalculation.
  if (!swatches.childElementCount)
    swatches.append(
      ...TOKENS.map((token) => Object.assign(document.createElement("i"), { style: `color: var(--${token})` })),
    );
  const colours = TOKENS.map((token, index) => [token, getComputedStyle(swatches.children[index]).color]);
  swatches.dataset.theme = "";
  return withBlack(Object.fromEntries(colours));
}

/**
 * Adds the colours of black cells and of text on them. Black cells are darker than others in every theme.
 * @param {Palette} colours
 * @returns {Palette}
 */
function withBlack(colours) {
  const isDark = parseInt(colours.sheet.slice(4)) < 128;
  return { ...colours, black: isDark ? colours.paper : colours.fill, "on-black": isDark ? colours.ink : colours.sheet };
}
