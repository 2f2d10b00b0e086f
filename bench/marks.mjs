// node bench/marks.mjs NAME TASK.json: runs `measure` of bench/NAME_marks.py in Pyodide as the site ships it, and
// prints the figures.
import { readFileSync } from "node:fs";
import { at, main, siteAsBuilt } from "../tests/pyodide/python.mjs";

main(async () => {
  const python = await siteAsBuilt();
  python.runPython(readFileSync(at(`bench/${process.argv[2]}_marks.py`), "utf8"));
  python.globals.set("task", readFileSync(process.argv[3], "utf8"));
  // Emscripten's own clocks also count the time of other programs.
  python.globals.set("clock", () => process.cpuUsage().user / 1e6);
  process.stdout.write(python.runPython("json.dumps(measure(task, clock))"));
});
