/** Every kind of puzzle that the page has: the folder is the registry. */
import { readdirSync } from "node:fs";

const folder = new URL("../../web/puzzles/", import.meta.url);

export const kinds = await Promise.all(
  readdirSync(folder).map(async (name) => (await import(new URL(`${name}/board.js`, folder))).default),
);

export const kind = (name) => kinds.find((puzzle) => puzzle.kind === name);
