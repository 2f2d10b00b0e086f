"""Runs `measure` of a file NAME_marks.py in Pyodide as the site ships it, under Node."""

import json
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def in_pyodide(name: str, task: str) -> dict[str, list[float]]:
    """Return the result of `measure(task, clock)` of bench/NAME_marks.py. Needs the built site."""
    path = ROOT / "build" / f"bench-{name}.json"
    path.write_text(task, encoding="utf-8")
    done = subprocess.run(
        ["node", str(ROOT / "bench" / "marks.mjs"), name, str(path)], stdout=subprocess.PIPE, text=True, check=True
    )
    return json.loads(done.stdout)
