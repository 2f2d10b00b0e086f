/** Binoxxo (Takuzu, Unruly): O and X, 0 and 1, rings and discs, or two colours. Plain functions. */

import { blankness, cellAt, colourOf, distance, twoGroups, weighed } from "./cells.js";
import { rowsOf, sound } from "./document.js";
import { likelihood, likeliest, ranked } from "./network.js";
import { median } from "./picture.js";
import { alike } from "./shapes.js";
import { signsOf } from "./signs.js";

/** @import {Cells, Choice, Item, Reading} from "./cells.js" */
/** @import {Glyph, Patch} from "./patch.js" */
/** @import {Picture} from "./picture.js" */

/** @typedef {{items: Item[], plausible: number}} FoundSigns */

const TURNS = 24; // directions in which the search looks for the edge of a disc
const PURE = 4; // how much cells without digits differ from their colour at most
const FRAME = 6; // the contrast of a frame inside a tile, at least
const FRAMED = 8; // the contrast of frames that noise cannot be
const INKED = 0.4; // backgrounds of small cells are mixed with the letter: how much of their difference that may be
const UNLIKELY = 0.2; // a board with clear signs and less plausible letters has few of them
const LEAD = 0.1; // by which one kind is certainly more plausible than another
const LARGE = 400; // cells; larger boards have no signs, and a search for signs would take long

/**
 * @param {Cells} cells @param {Picture} fine @param {number} scale
 * @param {number} [other] how plausible another kind is; signs that cannot make this kind likelier are not searched
 * @returns {Reading}
 */
export function binoxxo(cells, fine, scale, other = 0) {
  const { width, height } = cells;
  if (width % 2 || height % 2 || width < 4 || height < 4)
    return { kind: "binoxxo", width, height, items: [], progress: {}, plausible: 0 };
  const usual = colours(cells, 3);
  const [lone, ...found] = [letters(cells, 0), discs(cells), letters(cells, 3), figures(cells)];
  const best = Math.max(...[lone, ...found].map(({ plausible }) => plausible));
  const single = Math.max(usual.plausible, best) < UNLIKELY ? colours(cells, 1) : usual;
  const most = Math.max(usual.plausible, single.plausible, 2 * best);
  const signs = width * height > LARGE || most < other - LEAD ? null : signsOf(cells, fine, scale);
  const between = signs?.stray ? null : signs;
  if (between) found[1] = lone;
  const written = found.reduce((a, b) => (b.plausible > a.plausible ? b : a));
  const few = Math.max(usual.plausible, written.plausible) < UNLIKELY;
  const tiles = between?.clear && few ? single : usual;
  const likely = Math.min(1, written.plausible * (between ? 2 : 1)); // no other kind has signs
  const tiled = tiles.plausible > written.plausible;
  const { items } = tiled ? tiles : written;
  return {
    kind: "binoxxo",
    ...{ width, height },
    ...(tiled ? withoutPlain(cells, items) : withoutOwn(cells, items)),
    ...(between && (between.clear || !tiled) ? { signs: between.signs, whole: between.sure > 0.9 } : {}),
    ...(signs?.stray ? { whole: false } : {}), // if these are signs after all
    plausible: tiled ? tiles.plausible : likely * lawful(width, height, items),
  };
}

/**
 * Returns less than 1 if the givens break a rule, as the points of other pictures do.
 * @param {number} width
 * @param {number} height
 * @param {Item[]} items
 */
function lawful(width, height, items) {
  const values = items.map(({ choices }) => choices[0].value);
  return !items.length || sound({ kind: "binoxxo", width, height }, values) ? 1 : 0.5;
}

/**
 * Returns the items without the letters of a player, which are not givens, and the board with them. The player's strokes
 * are thinner, and their background is that of the blank cells, while givens have another one. A board without this
 * difference has givens only.
 * @param {Cells} cells @param {Item[]} items
 * @returns {{items: Item[], progress: Record<string, any>}}
 */
function withoutOwn({ glyphs, patches, width }, items) {
  const values = items.map(({ choices }) => choices[0].value);
  const written = values.flatMap((value, i) => (value !== "." && glyphs[i] ? [i] : []));
  const none = { items, progress: {} };
  if (written.length < 2) return none;
  const { means, group } = twoGroups(written.map((i) => patches[i].ground));
  const apart = distance(means[0], means[1]);
  const near = (/** @type {number} */ i, /** @type {number} */ k, share = 0.15) =>
    distance(patches[i].ground, means[k]) < share * apart + 1; // in a photograph all backgrounds differ
  const blank = values.flatMap((value, i) => (value === "." ? [i] : []));
  const usual = [0, 1].map((k) => median(written.flatMap((i, n) => (group[n] === k ? [glyphs[i]?.points ?? 0] : []))));
  const own = (blank.length ? near(blank[0], 0) : usual[0] < usual[1]) ? 0 : 1; // a full board has no blank cell
  if (apart < 4 || !blank.every((i) => near(i, own)) || !written.every((i, n) => near(i, group[n], INKED))) return none;
  const mass = (/** @type {string} */ value, /** @type {number} */ k) =>
    median(
      written.flatMap((i, n) =>
        values[i] === value && group[n] === k ? [(glyphs[i]?.points ?? 0) * patches[i].peak] : [],
      ),
    );
  const ratios = ["O", "X"].map((value) => mass(value, own) / mass(value, 1 - own)); // 0 or infinite: one group only
  if (!ratios.some((ratio) => ratio > 0 && ratio < 0.8) || ratios.some((ratio) => ratio > 0.8 && ratio < Infinity))
    return none;
  const mine = new Set(written.filter((_, n) => group[n] === own));
  return { ...withoutThese(items, mine), progress: { board: rowsOf(values, width) } };
}

/**
 * Returns the items without the plain tiles of a player, if the givens have a frame inside, as in Tatham's Unruly.
 * @param {Cells} cells @param {Item[]} items
 * @returns {{items: Item[], progress: Record<string, any>, whole?: boolean}}
 */
function withoutPlain({ patches, width }, items) {
  const values = items.map(({ choices }) => choices[0].value);
  const frames = patches.map(frameIn);
  const inked = (/** @type {boolean} */ framed) =>
    values.flatMap((value, i) => (value !== "." && frames[i] > FRAME === framed ? [i] : []));
  const [framed, plain] = [inked(true), inked(false)];
  const sorts = new Set(framed.map((i) => values[i]));
  // The tiles of one colour may have more noise than those of the other.
  if (!plain.length || !plain.some((i) => sorts.has(values[i]))) return { items, progress: {} };
  const most = Math.max(...plain.map((i) => frames[i]));
  const clear = sorts.size > 1 && framed.length > 2 && most < 0.6 * Math.min(...framed.map((i) => frames[i]));
  if (!clear) return { items, progress: {}, ...(Math.max(...frames) > FRAMED ? { whole: false } : {}) };
  return { ...withoutThese(items, new Set(plain)), progress: { board: rowsOf(values, width) } };
}

/** Returns the contrast of a frame inside a tile, on its faintest side. @param {Patch} patch */
function frameIn({ channels: [values], width }) {
  const middle = Array.from({ length: width / 2 }, (_, k) => width / 4 + k);
  const side = (/** @type {(far: number, along: number) => number} */ place) => {
    const lines = Array.from({ length: width / 2 - 4 }, (_, k) =>
      middle.reduce((sum, along) => sum + values[place(k + 3, along)] / middle.length, 0),
    );
    const face = median(lines.slice(7));
    return Math.max(...lines.slice(0, 7).map((value) => Math.abs(value - face)));
  };
  return Math.min(
    side((far, along) => far * width + along),
    side((far, along) => (width - 1 - far) * width + along),
    side((far, along) => along * width + far),
    side((far, along) => along * width + width - 1 - far),
  );
}

/** Returns the items with some of them blank. @param {Item[]} items @param {Set<number>} these */
const withoutThese = (items, these) => ({
  items: items.map((item, i) => (these.has(i) ? { ...item, choices: [{ value: ".", likelihood: 1 }] } : item)),
});

const NOTHING = { items: [], plausible: 0 };

/** @param {Cells} cells @param {(glyph: Glyph, i: number) => Choice[]} choices of a glyph @returns {Item[]} */
const itemsOf = (cells, choices) =>
  cells.glyphs.map((glyph, i) => {
    const blank = blankness(cells, i);
    const some = glyph
      ? choices(glyph, i).map(({ value, likelihood: l }) => ({ value, likelihood: l * (1 - blank) }))
      : ["O", "X"].map((value) => ({ value, likelihood: (1 - blank) / 2 }));
    return { at: cellAt(i, cells.width), choices: weighed([{ value: ".", likelihood: blank }, ...some]) };
  });

/** The glyphs of the page, if there are enough of them for a puzzle. @param {Cells} cells @param {number} [least] */
function enough({ glyphs, width, height }, least = 3) {
  const read = glyphs.flatMap((glyph) => glyph ?? []);
  if (!least) return read; // signs are given, too
  return read.length >= least && read.length > 0.05 * width * height ? read : [];
}

/** Discs and rings, classified by the share that is filled. @param {Cells} cells @returns {FoundSigns} */
function discs(cells) {
  const read = enough(cells);
  if (!read.length) return NOTHING;
  const round = read.filter(({ width, height }) => Math.abs(width - height) <= 4);
  const { means } = twoGroups(read.map(({ fill }) => [fill]));
  const [low, high] = [Math.min(means[0][0], means[1][0]), Math.max(means[0][0], means[1][0])];
  if (high < 0.66 || low > 0.52 || round.length < 0.8 * read.length) return NOTHING;
  const radius = median(round.map(({ width }) => width)) / 2;
  const items = itemsOf(cells, ({ fill }) => {
    const full = 1 / (1 + Math.exp((-16 * (fill - (low + high) / 2)) / (high - low)));
    return [
      { value: "X", likelihood: full },
      { value: "O", likelihood: 1 - full },
    ];
  });
  const whole = items.map((item, i) => {
    const value = cells.glyphs[i] || cells.patches[i].peak < cells.least ? null : discIn(cells.patches[i], radius);
    if (!value) return item;
    const choices = [
      { value, likelihood: 0.95 },
      { value: ".", likelihood: 0.05 },
    ];
    return { ...item, choices };
  });
  return { items: whole, plausible: round.length / read.length };
}

/**
 * Returns the letter of a disc or ring that touches the frame of its cell, so that it is not a glyph; null if there is
 * none.
 * @param {Patch} patch @param {number} radius in samples
 */
function discIn({ ink, width, peak }, radius) {
  const inked = (/** @type {number} */ far, /** @type {number} */ turn) => {
    const [x, y] = [Math.cos, Math.sin].map((way) => Math.round((width - 1) / 2 + far * way(turn)));
    return ink[y * width + x] > peak / 2;
  };
  const turns = Array.from({ length: TURNS }, (_, k) => (2 * Math.PI * k) / TURNS);
  const around = turns.filter((turn) => [0, 1, 2, 3].some((inner) => inked(radius - inner, turn))).length;
  if (around < 0.8 * TURNS) return null;
  const within = turns.filter((turn) => inked(radius / 3, turn)).length;
  return within > TURNS / 2 ? "X" : "O";
}

/**
 * O and X, or 0 and 1, whichever fit the glyphs better.
 * @param {Cells} cells @param {number} least @returns {FoundSigns}
 */
function letters(cells, least) {
  const read = enough(cells, least);
  if (!read.length) return NOTHING;
  const mass = (/** @type {string} */ name) => read.reduce((sum, { scores }) => sum + likelihood(scores, name), 0);
  const one = mass("X") > mass("1") ? "X" : "1";
  const plausible = (mass("0") + mass(one)) / read.length;
  if (least && Math.min(mass("0"), mass(one)) < (plausible > 0.9 ? 0.9 : 0.1 * read.length)) return NOTHING;
  const items = itemsOf(cells, ({ scores }) => {
    const strange = 1 - likelihood(scores, "0") - likelihood(scores, one);
    return ranked(scores, `0${one}`).map(({ name, likelihood: l }) => ({
      value: name === "0" ? "O" : "X",
      likelihood: l * (1 - strange) + strange / 2,
    }));
  });
  return { items, plausible };
}

/**
 * Glyphs of two shapes, one of them a zero or a ring, the other any sign of the picture's font.
 * @param {Cells} cells @returns {FoundSigns}
 */
function figures(cells) {
  const places = cells.glyphs.flatMap((glyph, i) => (glyph ? [i] : []));
  const read = enough(cells);
  const groups = alike(read);
  if (groups.length !== 2) return NOTHING;
  const mean = (/** @type {number[]} */ group, /** @type {string} */ names) =>
    group.reduce((sum, k) => sum + [...names].reduce((all, name) => all + likelihood(read[k].scores, name), 0), 0) /
    group.length;
  const [o, x] = mean(groups[0], "0") > mean(groups[1], "0") ? groups : [groups[1], groups[0]];
  if (mean(o, "0") < 0.8 || mean(x, "23") > 0.5) return NOTHING;
  const rings = new Set(o.map((k) => places[k]));
  const items = itemsOf(cells, (_, i) => [
    { value: "O", likelihood: rings.has(i) ? 0.98 : 0.02 },
    { value: "X", likelihood: rings.has(i) ? 0.02 : 0.98 },
  ]);
  return { items, plausible: 0.8 };
}

/**
 * Two colours on a background; the darker one is X. The background is the most frequent of the three colours, unless
 * with another one both letters are equally frequent, or its cells have frames, as givens do.
 * @param {Cells} cells @param {number} least letters
 * @returns {FoundSigns}
 */
function colours(cells, least) {
  const { patches, width, height } = cells;
  const all = patches.map(colourOf);
  const read = cells.glyphs.filter(
    (glyph) => glyph && !"?0".includes(likeliest(glyph.scores)) && Math.max(...glyph.scores) > 0.8,
  );
  if (read.length > 0.1 * all.length) return NOTHING;
  const pure = read.length ? 0 : PURE;
  const near = all.map((a) => all.filter((b) => distance(a, b) < 14).length);
  const first = all[near.indexOf(Math.max(...near))];
  const usual = coloured(all, first, pure, width, least);
  const framed = patches.map((patch) => frameIn(patch) > FRAMED);
  const found = [usual, ...usual.means.map((ground) => coloured(all, ground, pure, width, least))].map(
    ({ items, plausible }) => {
      const [o, x, blank] = [..."OX."].map((letter) =>
        items.flatMap(({ choices }, i) => (choices[0].value === letter ? [i] : [])),
      );
      const fit = plausible * lawful(width, height, items);
      // Both letters are equally frequent, and blank cells are plain.
      const even = Math.min(o.length, x.length) / Math.max(1, o.length, x.length);
      const plain = blank.filter((i) => !framed[i]).length / Math.max(1, blank.length);
      return { items, plausible: fit, even: fit * even * plain };
    },
  );
  return found.reduce((best, next) => (next.even > 1.5 * best.even ? next : best));
}

/**
 * Returns the reading of the colours of all cells if one of them is the background, and the other two colours.
 * @param {number[][]} all
 * @param {number[]} ground
 * @param {number} pure the spread below which the cells certainly have these colours
 * @param {number} width
 * @param {number} least letters; if it is 1, all may be the same
 * @returns {FoundSigns & {means: number[][]}}
 */
function coloured(all, ground, pure, width, least) {
  const away = all.filter((colour) => distance(colour, ground) > 25);
  if (away.length < least) return { ...NOTHING, means: [] };
  const { means } = twoGroups(away);
  const bright = (/** @type {number[]} */ colour) => colour[0] + colour[1] + colour[2];
  const [dark, light] = bright(means[0]) < bright(means[1]) ? means : [means[1], means[0]];
  const spread = away.reduce((sum, c) => sum + Math.min(distance(c, dark), distance(c, light)), 0) / away.length;
  const same = distance(dark, light) < 40;
  if (same && least > 1) return { ...NOTHING, means };
  const items = all.map((colour, i) => {
    const far = [distance(colour, ground), distance(colour, dark), distance(colour, light)];
    const values = same ? [".", "X"] : [".", "X", "O"];
    const choices = values.map((value, k) => ({ value, likelihood: Math.exp(-far[k] / 8) + 1e-9 }));
    return { at: cellAt(i, width), choices: weighed(choices) };
  });
  return { items, plausible: spread < pure ? 0.95 : spread < 15 ? 0.8 : 0.3, means };
}
