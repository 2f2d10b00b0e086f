// node tests/pyodide/suite.mjs [pytest options]: the Python suite inside Pyodide, on the package as the site ships it.
import { at, built, bytes, main, stock } from "./python.mjs";

const SUITE = `
import os, sys
sys.path[:0] = ["/tesuji.zip", "/tests"]
sys.dont_write_bytecode = True
os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = "/tmp/hypothesis"
os.chdir("/tests")

# The laws were tried on many cases outside; here it matters that they hold at all.
from hypothesis import HealthCheck, settings
settings.register_profile("short", max_examples=20, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))

import pytest
int(pytest.main(["--hypothesis-profile=short", "-W", "ignore::pytest.PytestAssertRewriteWarning", "-p", "no:cacheprovider", "-c", "/pyproject.toml", "--rootdir", "/", "-o", "pythonpath=", *options]))
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
