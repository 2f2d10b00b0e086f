/**
 * node tools/minify.mjs FROM OUT: every .js and .css below FROM, without comments and long names, at the same place below OUT.
 * One file in, one file out, nothing bundled: the modules of the page stay the modules of the page.
 */

import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { transform } from "esbuild";

const LOADERS = { ".js": "js", ".css": "css" };
const [from, out] = process.argv.slice(2);

for (const name of await readdir(from, { recursive: true })) {
  const loader = LOADERS[extname(name)];
  if (!loader) continue;
  const { code } = await transform(await readFile(join(from, name), "utf8"), { loader, minify: true, target: "esnext", charset: "utf8", legalComments: "none" });
  await mkdir(dirname(join(out, name)), { recursive: true });
  await writeFile(join(out, name), code);
}
