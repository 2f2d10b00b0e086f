"""Compare Tesuji and its peers on the same puzzles: CPU seconds, verdicts, ratios.

    python bench/peers.py FILE.jsonl ... [--repeat 3] [--timeout 20] [--peers tesuji,clingo,...] [--only TEXT]
                          [--json OUT] [--pbnsolve PROGRAM] [--pynogram CHECKOUT] [--noqx CHECKOUT] [--cspuz PROGRAM]

FILE has one puzzle document per line. All peers solve the same task: find a solution and prove that there is no other,
or find two solutions. bench/README.md lists the requirements and explains the other figures.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from math import exp, log
from pathlib import Path
from select import select
from time import perf_counter
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FOLDER, BUILD = ROOT / "bench" / "peers", ROOT / "build" / "peers"
PYTHON = BUILD / f"venv-{sys.version_info.major}.{sys.version_info.minor}" / "bin" / "python"
FROM_PIP = ["clingo==5.8.3", "python-sat==1.9.dev17", "six==1.17.0"]
FROM_NPM = ["clingo-wasm@0.6.0", "pyodide@314.0.7"]

sys.path[:0] = [str(ROOT / "py"), str(FOLDER)]

from facts import facts  # noqa: E402

from tesuji.puzzles import parse  # noqa: E402

KINDS = tuple(sorted(path.stem for path in FOLDER.glob("*.lp") if "." not in path.stem))
TUNED = tuple(kind for kind in KINDS if (FOLDER / f"{kind}.tuned.lp").exists())
CALL = "tesuji-call"
"""Tesuji as it is called by default, which also determines what all solutions share."""
LEAST = 1e-4
"""In seconds; smaller times count as equal."""
WARM_UP = [
    {"kind": "nonogram", "rows": [[1], [2]], "cols": [[2], [1]]},
    {"kind": "minesweeper", "grid": ["1.", ".."]},
    {"kind": "slitherlink", "grid": ["3.", ".."]},
    {"kind": "binoxxo", "grid": ["O..X", "....", "....", "...."]},
    {"kind": "akari", "grid": ["1.", ".#"]},
    {"kind": "hitori", "grid": ["112", "231", "312"]},
    {"kind": "star_battle", "grid": ["A"]},
]


@dataclass
class Peer:
    """A process that solves puzzles, started on first use."""

    name: str
    command: list[Any]
    against: str = "tesuji"
    """The peer with which its figures are compared: Tesuji natively, or in Pyodide."""
    kinds: tuple[str, ...] = KINDS
    process: subprocess.Popen | None = field(default=None, repr=False)

    def ask(self, puzzle: str, seconds: float) -> dict[str, Any]:
        """Return {"verdict", "seconds"}. The verdict is "timeout" if it has used more than `seconds` of CPU time."""
        if self.process is None:
            self.start()
        self.process.stdin.write(puzzle + "\n")
        self.process.stdin.flush()
        began, used = perf_counter(), cpu_seconds(self.process.pid)
        while not select([self.process.stdout], [], [], 0.2)[0]:
            if (perf_counter() - began if used is None else cpu_seconds(self.process.pid) - used) > seconds:
                self.stop()
                return {"verdict": "timeout", "seconds": seconds}
        line = self.process.stdout.readline()
        if not line:
            self.stop()
            return {"verdict": "error", "seconds": 0.0, "message": f"{self.name} has ended"}
        return json.loads(line)

    def start(self) -> None:
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "py"), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [str(part) for part in self.command]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        for document in WARM_UP:
            if document["kind"] in self.kinds:
                self.ask(request(document), 60)

    def stop(self) -> None:
        if self.process:
            self.process.kill()
            self.process.communicate()
        self.process = None


def cpu_seconds(process: int) -> float | None:
    """Return the CPU seconds of a process so far, in hundredths, or None if the system does not report them."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def request(document: dict) -> str:
    return json.dumps({"document": document, "facts": facts(document)})


def peers(options: argparse.Namespace) -> list[Peer]:
    """Return the requested peers; by default, all that can be installed or are given by path."""
    known = [
        Peer("tesuji", [sys.executable, FOLDER / "run_tesuji.py"]),
        Peer(CALL, [sys.executable, FOLDER / "run_tesuji.py", "call"]),
        Peer("clingo", [PYTHON, FOLDER / "run_clingo.py"]),
        Peer("clingo-tuned", [PYTHON, FOLDER / "run_clingo.py", "tuned"], kinds=TUNED),
        Peer("python-sat", [PYTHON, FOLDER / "run_pysat.py"], kinds=tuple(kind for kind in KINDS if kind != "hitori")),
        Peer("pyodide", ["node", FOLDER / "run_tesuji.mjs", BUILD, ROOT]),
        Peer("clingo-wasm", ["node", FOLDER / "run_clingo.mjs", BUILD], "pyodide"),
        Peer("clingo-wasm-tuned", ["node", FOLDER / "run_clingo.mjs", BUILD, "tuned"], "pyodide", TUNED),
    ]
    if options.pbnsolve:
        command = [PYTHON, FOLDER / "run_pbnsolve.py", options.pbnsolve, max(1, round(options.timeout))]
        known.append(Peer("pbnsolve", command, kinds=("nonogram",)))
    if options.pynogram:
        known.append(Peer("pynogram", [PYTHON, FOLDER / "run_pynogram.py", options.pynogram], kinds=("nonogram",)))
    if options.noqx:
        kinds = ("akari", "hitori", "star_battle")
        known.append(Peer("noqx", [PYTHON, FOLDER / "run_noqx.py", options.noqx], kinds=kinds))
    if options.cspuz:
        kinds = ("akari", "hitori", "slitherlink", "star_battle")
        known.append(Peer("cspuz", [PYTHON, FOLDER / "run_cspuz.py", options.cspuz], kinds=kinds))
    names = options.peers.split(",") if options.peers else [peer.name for peer in known]
    unknown = set(names) - {peer.name for peer in known}
    if unknown:
        sys.exit(f"no such peer: {', '.join(unknown)}; there are {', '.join(peer.name for peer in known)}")
    return [peer for peer in known if peer.name in names]


def install(chosen: list[Peer]) -> None:
    """Install missing peers, with pinned versions, under build/peers."""
    BUILD.mkdir(parents=True, exist_ok=True)
    python, npm = PYTHON.parent.parent / "installed", BUILD / "installed-npm"
    if any(PYTHON in peer.command for peer in chosen) and not _same(python, FROM_PIP):
        subprocess.run([sys.executable, "-m", "venv", "--clear", PYTHON.parent.parent], check=True)
        subprocess.run(
            [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *FROM_PIP], check=True
        )
        python.write_text("\n".join(FROM_PIP))
    if any("node" in peer.command for peer in chosen) and not _same(npm, FROM_NPM):
        if not shutil.which("npm"):
            sys.exit("Node and npm are needed for the peers in wasm; --peers names others")
        subprocess.run(
            ["npm", "install", "--silent", "--no-save", "--engine-strict=false", "--prefix", BUILD, *FROM_NPM],
            check=True,
        )
        npm.write_text("\n".join(FROM_NPM))


def _same(stamp: Path, wanted: list[str]) -> bool:
    return stamp.exists() and stamp.read_text().split() == wanted


# Measuring


@dataclass
class Row:
    """One puzzle, and for each peer the best time of all rounds."""

    name: str
    kind: str
    size: str
    expected: str | None
    document: dict
    seconds: dict[str, float] = field(default_factory=dict)
    verdicts: dict[str, str] = field(default_factory=dict)

    def note(self, peer: str, answer: dict[str, Any]) -> None:
        if answer["verdict"] == "error":
            print(f"\n{self.name}: {peer}: {answer.get('message')}", file=sys.stderr)
        self.verdicts[peer] = answer["verdict"]
        self.seconds[peer] = min(self.seconds.get(peer, answer["seconds"]), answer["seconds"])

    def disagreement(self) -> bool:
        decided = {
            verdict for verdict in [*self.verdicts.values(), self.expected] if verdict in ("unique", "multiple", "none")
        }
        return len(decided) > 1

    def ratio(self, peer: Peer) -> float | None:
        """Return the time relative to Tesuji."""
        if "error" in (self.verdicts.get(peer.name, "error"), self.verdicts.get(peer.against, "error")):
            return None
        if self.verdicts[peer.name] == self.verdicts[peer.against] == "timeout":
            return None
        return max(self.seconds[peer.name], LEAST) / max(self.seconds[peer.against], LEAST)


def read(paths: list[Path], only: str | None) -> list[Row]:
    rows = []
    for path in paths:
        for number, line in enumerate(path.read_text().splitlines(), 1):
            document = json.loads(line)
            expected = (document.pop("expected", None) or {}).get("status")
            name = str(document.get("id", f"{path.stem}:{number}"))
            if only and not any(text in (name, document.get("set")) or text in name for text in only.split(",")):
                continue
            _, puzzle = parse(document)
            rows.append(Row(name, puzzle.kind, f"{puzzle.width}x{puzzle.height}", expected, document))
    return rows


def measure(rows: list[Row], chosen: list[Peer], rounds: int, seconds: float) -> None:
    """Measure puzzle by puzzle, with all peers in turn. Each round has new processes, so that no peer has seen a puzzle
    before.
    """
    for number in range(rounds):
        for place, row in enumerate(rows):
            print(
                f"\rround {number + 1}/{rounds}, puzzle {place + 1}/{len(rows)} {row.name:<24}",
                end="",
                file=sys.stderr,
                flush=True,
            )
            puzzle = request(row.document)
            for peer in chosen:
                if row.kind in peer.kinds and row.verdicts.get(peer.name) != "timeout":
                    row.note(peer.name, peer.ask(puzzle, seconds))
        for peer in chosen:
            peer.stop()
    print(file=sys.stderr)


# Reporting


def report(rows: list[Row], chosen: list[Peer], seconds: float) -> None:
    _puzzles(rows, chosen, seconds)
    kinds = defaultdict(list)
    for row in rows:
        kinds[row.kind].append(row)
    for kind, some in kinds.items():
        _summary(kind, some, chosen)
    for row in rows:
        if row.disagreement():
            print(
                f"!!! VERDICTS DISAGREE on {row.name}: {row.verdicts}"
                + (f", expected {row.expected}" if row.expected else "")
            )


def _puzzles(rows: list[Row], chosen: list[Peer], seconds: float) -> None:
    print(
        f"{'puzzle':<26}{'size':>8} {'verdict':<9}"
        + "".join(f"{peer.name:>18}{'' if own(peer) else 'ratio':>7}" for peer in chosen)
    )
    for row in rows:
        verdict = next(
            (verdict for verdict in row.verdicts.values() if verdict in ("unique", "multiple", "none")), "unknown"
        )
        cells = []
        for peer in chosen:
            its = row.verdicts.get(peer.name)
            text = (
                ""
                if its is None
                else f"> {seconds:.0f}"
                if its == "timeout"
                else its
                if its == "error"
                else f"{row.seconds[peer.name]:.4f}"
            )
            ratio = None if own(peer) else row.ratio(peer)
            cells.append(f"{text:>18}{'' if ratio is None else f'{ratio:.2f}':>7}")
        print(
            f"{row.name[:25]:<26}{row.size:>8} {verdict:<9}"
            + "".join(cells)
            + ("  !!! DISAGREE" if row.disagreement() else "")
        )


def _summary(kind: str, rows: list[Row], chosen: list[Peer]) -> None:
    print(
        f"\n{kind}, {len(rows)} puzzles; ratio: times as long as Tesuji (a peer in wasm: as Tesuji in Pyodide), >1: Tesuji is faster"
    )
    print(
        f"  {'peer':<18}{'decided':>8}{'median s':>10}{'max s':>9}{'geometric mean':>16}{'least ratio':>13}{'Tesuji slower on':>18}"
    )
    for peer in chosen:
        decided = [row for row in rows if row.verdicts.get(peer.name) in ("unique", "multiple", "none")]
        if not decided:
            continue
        taken = sorted(row.seconds[peer.name] for row in decided)
        line = f"  {peer.name:<18}{len(decided):>8}{taken[len(taken) // 2]:>10.4f}{taken[-1]:>9.3f}"
        ratios = [] if own(peer) else [ratio for row in rows if (ratio := row.ratio(peer)) is not None]
        if ratios:
            mean = exp(sum(map(log, ratios)) / len(ratios))
            line += f"{mean:>16.2f}{min(ratios):>13.2f}{sum(ratio < 1 for ratio in ratios):>18}"
        print(line)


def own(peer: Peer) -> bool:
    return peer.name == peer.against


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--repeat", type=int, default=3, help="rounds; the best time of each peer counts")
    parser.add_argument("--timeout", type=float, default=20, help="CPU seconds per puzzle")
    parser.add_argument("--peers", help="names with commas between")
    parser.add_argument("--only", help="puzzles whose id contains one of these texts, or whose set it is")
    parser.add_argument("--pbnsolve", help="path of the program")
    parser.add_argument("--pynogram", help="path of a checkout")
    parser.add_argument("--noqx", help="path of a checkout")
    parser.add_argument("--cspuz", help="path of the program that bench/peers/cspuz makes")
    parser.add_argument("--json", type=Path, help="also write all figures there")
    options = parser.parse_args()
    chosen, rows = peers(options), read(options.files, options.only)
    install(chosen)
    try:
        measure(rows, chosen, options.repeat, options.timeout)
    finally:
        for peer in chosen:
            peer.stop()
    report(rows, chosen, options.timeout)
    if options.json:
        keys = ("name", "kind", "size", "expected", "seconds", "verdicts")
        options.json.write_text("".join(json.dumps({key: getattr(row, key) for key in keys}) + "\n" for row in rows))
    sys.exit(any(row.disagreement() for row in rows))


if __name__ == "__main__":
    main()
