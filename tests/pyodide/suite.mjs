// node tests/pyodide/suite.mjs [pytest options]: runs the Python tests inside Pyodide, on the package as the site ships
// it, with a few cases and examples of each test. Assertions stay as they are, because rewriting all of them takes
// longer than most tests.
import { at, built, bytes, main, stock } from "./python.mjs";

/** Number of cases and examples to run per test. */
const CASES = 2;
const EXAMPLES = 3;

const SUITE = `
CASES, EXAMPLES = ${CASES}, ${EXAMPLES}
import os, sys
sys.path[:0] = ["/tesuji.zip", "/tests"]
sys.dont_write_bytecode = True
os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = "/tmp/hypothesis"
os.chdir("/tests")

# The laws were tried on many cases outside; here it matters that they hold at all.
from hypothesis import HealthCheck, settings
settings.register_profile("short", max_examples=EXAMPLES, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))

import pytest

WITH = "_hypothesis_internal_use_settings"  # where @settings keeps what it was given

class Few:
    """Of a test with many cases, a few that lie far apart: the others were tried outside, too."""

    def pytest_collection_modifyitems(self, config, items):
        cases = {}
        for item in items:
            cases.setdefault(item.nodeid.split("[")[0], []).append(item)
        kept = {id(some[at * len(some) // CASES] if len(some) > CASES else item) for some in cases.values() for at, item in enumerate(some[:CASES])}
        config.hook.pytest_deselected(items=[item for item in items if id(item) not in kept])
        items[:] = [item for item in items if id(item) in kept]
        for test in {item.obj for item in items if hasattr(item.obj, WITH)}:
            own = getattr(test, WITH)
            setattr(test, WITH, settings(own, max_examples=min(own.max_examples, EXAMPLES)))

int(pytest.main(["--hypothesis-profile=short", "--assert=plain", "-p", "no:cacheprovider", "-c", "/pyproject.toml", "--rootdir", "/", "-o", "pythonpath=", *options], plugins=[Few()]))
`;

main(async () => {
  const python = await stock(at("build/test-wheels"));
  python.FS.writeFile("/tesuji.zip", bytes(built("app", "tesuji.zip")));
  python.FS.writeFile("/pyproject.toml", bytes(at("pyproject.toml")));
  python.FS.mkdir("/tests");
  python.FS.mount(python.FS.filesystems.NODEFS, { root: at("tests") }, "/tests");
  const options = process.argv.slice(2);
  python.globals.set("options", python.toPy(options.length ? options : ["/tests"]));
  return python.runPython(SUITE);
});
