// Checks that any Pyodide can install the site's wheel from its address with micropip.
import { createReadStream, readdirSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:http";
import { basename, join } from "node:path";
import { at, main, stock } from "./python.mjs";

const INSTALL = `
import micropip
await micropip.install(address)

from tesuji import solve
result = solve({"kind": "nonogram", "rows": [[1], [2]], "cols": [[2], [1]]})
assert result["verdict"] == "unique", result
assert result["solutions"] == [["#.", "##"]], result
`;

main(async () => {
  const [wheel] = readdirSync(at("dist")).filter((name) => name.endsWith(".whl"));
  const server = createServer(({ url }, response) =>
    createReadStream(join(at("dist"), basename(url ?? ""))).pipe(response),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const python = await stock(at("build/test-wheels"));
  python.globals.set("address", `http://127.0.0.1:${port}/${wheel}`);
  await python.runPythonAsync(INSTALL);
  console.log(`   ${wheel} installed and solving`);
});
