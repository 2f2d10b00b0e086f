// node bench/solve.mjs TASK.json: the part of bench/solve.py in Pyodide, figures to standard output.
import { readFileSync } from "node:fs";
import { at, main, siteAsBuilt } from "../tests/pyodide/python.mjs";

main(async () => {
  const python = await siteAsBuilt();
  python.runPython(readFileSync(at("bench/solve_marks.py"), "utf8"));
  python.globals.set("task", readFileSync(process.argv[2], "utf8"));
  // Emscripten's own clocks count what other programs take, too.
  python.globals.set("clock", () => process.cpuUsage().user / 1e6);
  process.stdout.write(python.runPython("json.dumps(measure(task, clock))"));
});
