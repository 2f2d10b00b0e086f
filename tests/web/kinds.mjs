/** Lists all kinds of puzzles of the page by the folders in web/puzzles/. */
import { readdirSync } from "node:fs";

const folder = new URL("../../web/puzzles/", import.meta.url);

export const kinds = await Promise.all(
  readdirSync(folder).map(async (name) => (await import(new URL(`${name}/board.js`, folder))).default),
);

export const kind = (name) => kinds.find((puzzle) => puzzle.kind === name);
