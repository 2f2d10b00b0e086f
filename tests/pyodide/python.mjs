// Starts Pyodide under Node for the tests.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";
import { unpack, wholeLength } from "../../web/engine/snapshot.js";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Returns a path in the repository. @param {string[]} parts */
export const at = (...parts) => join(ROOT, ...parts);

/** @param {string} path */
export const bytes = (path) => new Uint8Array(readFileSync(path));

/**
 * Returns a file of the built site, in a folder whose name contains the hash of its content.
 * @param {string} folder
 * @param {string} name
 */
export const built = (folder, name) =>
  at("dist", readdirSync(at("dist")).find((found) => found.startsWith(`${folder}-`)) ?? folder, name);

/**
 * Starts Pyodide as the site does: with the trimmed standard library, without packages, and with tesuji.zip on the
 * path.
 */
export async function siteAsBuilt() {
  const { default: lockFileContents } = await import(built("pyodide", "lock.js"));
  const python = await loadPyodide({ stdLibURL: built("pyodide", "python_stdlib.zip"), lockFileContents });
  python.FS.writeFile("/tesuji.zip", bytes(built("app", "tesuji.zip")));
  python.runPython("import sys; sys.path.insert(0, '/tesuji.zip')");
  return python;
}

/** Starts Pyodide from the site's snapshot, without any file of the standard library or the package. */
export async function siteFromSnapshot() {
  const { default: lockFileContents } = await import(built("pyodide", "lock.js"));
  const packed = new Uint8Array(gunzipSync(bytes(built("app", "python.bin"))));
  const whole = new Uint8Array(wholeLength(packed));
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async (...program) => {
    const made = await instantiate(...program);
    if (made.instance?.exports.memory) unpack(packed, new Uint8Array(made.instance.exports.memory.buffer), whole);
    return made;
  };
  try {
    return await loadPyodide({ stdLibURL: "/dev/null", lockFileContents, _loadSnapshot: whole });
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}

/** Starts stock Pyodide with all wheels of a folder unpacked. @param {string} wheels */
export async function stock(wheels) {
  const python = await loadPyodide();
  for (const wheel of readdirSync(wheels))
    python.unpackArchive(bytes(join(wheels, wheel)), "wheel", { extractDir: "/wheels" });
  python.runPython("import sys; sys.path.append('/wheels')");
  return python;
}

/**
 * Runs a test and ends the process. Prints only the message of an error, because Pyodide's stack includes a minified
 * line of a megabyte.
 * @param {() => Promise<number | void>} test
 */
export async function main(test) {
  try {
    process.exit((await test()) ?? 0);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
