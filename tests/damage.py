"""Damaged documents and certificates, for tests and for `tools/soak.py`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

from tesuji.checker import Puzzle, Refused
from tesuji.checker.lines import Lines
from tesuji.checker.proof import Proof

ODD: list[Any] = [
    *(None, True, False, 0, -1, 1, 2, 9, 0.0, 1.0, 1.9, float("inf"), float("nan"), 10**30),
    *("", "x", "1", "１", "²", "no", "yes", "OX..", "...."),
    *([], {}, [[]], [0], [1], [True], [0.0], [None], ["."], [[0]], [[0, 0]], [[True, 0]], ["....", "...."]),
    *({"h": [], "v": []}, 201 * [[1]], 200 * ["."], ["." * 200], ["." * 201]),
]
"""Values that look valid or are near a limit."""
MEMBERS = ("kind", "grid", "field", "rows", "cols", "mines", "opened", "distinct", "full", "board", "edges", "title")
LETTERS = "?#.*OX014589１sx-|_ a"


def places(value: Any, at: tuple = ()) -> Iterator[tuple]:
    """Yield the path to everything inside a document, including single letters of texts."""
    if at:
        yield at
    if isinstance(value, dict):
        for name in value:
            yield from places(value[name], (*at, name))
    elif isinstance(value, (list, str)) and len(at) < 8:
        for number in range(len(value)):
            if isinstance(value, list):
                yield from places(value[number], (*at, number))
            else:
                yield (*at, number)


def damaged_document(document: dict, random: Random) -> dict:
    """Return a copy with one to three changes."""
    document = deepcopy(document)
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        chance = random.random()
        if chance < 0.2:
            document[random.choice(MEMBERS)] = deepcopy(random.choice(ODD))
        elif chance < 0.25 and document:
            del document[random.choice(list(document))]
        elif ways := list(places(document)):
            _change(document, random.choice(ways), random)
    return document


def _change(document: dict, way: tuple, random: Random) -> None:
    holders: list[Any] = [document]
    for step in way[:-1]:
        holders.append(holders[-1][step])
    inside, last = holders[-1], way[-1]
    if isinstance(inside, str):
        holders[-2][way[-2]] = inside[:last] + random.choice(LETTERS) + inside[last + 1 :]
    elif isinstance(inside, list) and random.random() < 0.4:
        if random.random() < 0.5:
            del inside[last]
        else:
            inside.insert(last, deepcopy(inside[last]))
    else:
        inside[last] = deepcopy(random.choice(ODD))


NUMBERS = ("0", "-0", "1", "-1", "2", "+1", "1_0", "１", "4000000000", "-4000000000", "9" * 30, "1.5", "x", "")
WORDS = ("by", "from", "if", "of", "fact", "end", "define", "run", "inside", "given", "counting", "board 1", "loop")


def damaged_certificate(text: str, random: Random) -> str:
    """Return a certificate with one to three changes to its lines, words, letters or JSON."""
    lines = text.rstrip("\n").split("\n")
    for _ in range(random.choice([1, 1, 2, 3])):
        at = random.randrange(len(lines))
        match random.randrange(7):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, random.choice(lines or [""]))
            case 2:
                other = random.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                letter = random.randrange(len(lines[at]) + 1)
                lines[at] = lines[at][:letter] + random.choice(LETTERS + '\r\t\0[]{}"\\') + lines[at][letter + 1 :]
            case 4:
                lines[at] = _with_json(lines[at], random)
            case _:
                words = lines[at].split(" ")
                words[random.randrange(len(words))] = random.choice([*NUMBERS, *WORDS, *words])
                lines[at] = " ".join(words)
        lines = lines or [""]
    return "\n".join(lines)


def _with_json(line: str, random: Random) -> str:
    """Return the line with its JSON changed, if it has any."""
    word, _, rest = line.partition(" ")
    try:
        value = json.loads(rest)
    except ValueError:
        return line
    if not isinstance(value, (dict, list)):
        return line
    return f"{word} {json.dumps(damaged_document({'': value}, random).get('', value), ensure_ascii=False)}"


def forged_lines(puzzle: Puzzle, random: Random, number: int) -> list[str]:
    """Return lines of a proof as an attacker could invent them: definitions, clauses and facts from arbitrary rules or
    clauses. Few of them follow.
    """
    rules = [*puzzle.clues, *puzzle.game, *puzzle.derived]
    lines, variables = [], list(range(1, puzzle.size + 1))

    def literals(most: int, rule: str = "") -> str:
        """Return some literals, mostly of the rule's scope."""
        cells = [*getattr(puzzle.rule(rule), "cells", ())] if random.random() < 0.7 else []
        cells = cells or variables
        chosen = random.sample(cells, min(random.randint(0, most), len(cells)))
        return " ".join(str(x * random.choice([1, -1])) for x in chosen)

    for clause in range(1, number + 1):
        kind = random.random()
        if kind < 0.1:
            variable = puzzle.size + len(lines) + 1
            cells = random.sample(range(1, puzzle.size + 1), random.randint(1, puzzle.size))
            what = f"{random.randint(1, len(cells))} of {' '.join(map(str, cells))}"
            if random.random() < 0.5:
                line, run, place = random.choice(rules), random.randint(1, 3), random.randint(1, 5)
                boxes = f"inside {random.randint(1, 3)} {random.randint(1, 3)}"
                what = random.choice([f"run {run} of {line} by {place}", boxes])
            lines.append(f"define {variable} {what}")
            variables += [variable] * 3
        elif kind < 0.3:
            rule = random.choice(rules)
            lines.append(f"fact {literals(2, rule)} if {literals(3)} by {rule}")
        elif kind < 0.45:
            hints = " ".join(str(random.randint(1, clause) * random.choice([1, 1, 1, -1])) for _ in range(3))
            lines.append(f"{clause} {literals(3)} from {hints}")
        else:
            rule = random.choice(rules)
            lines.append(f"{clause} {literals(8, rule)} by {rule}")
    return lines


def accepted_of(puzzle: Puzzle, lines: list[str]) -> Proof:
    """Return the proof after these lines, skipping those that the checker refuses."""
    proof = Proof(puzzle)
    for line in lines:
        try:
            for _ in proof.read(Lines([line])):
                pass
        except Refused:
            continue
    return proof


def broken_claims(proof: Proof, board: frozenset[int]) -> list[tuple[int, ...]]:
    """Return the clauses and facts of a proof that do not hold on a board."""
    true = set(board)
    for variable, meaning in proof.definitions.items():
        true.add(variable if holds(meaning, board, proof.puzzle) else -variable)
    claims = [*proof.clauses.values(), *[(x,) for x in proof.facts]]
    return [claim for claim in claims if true.isdisjoint(claim)]


def holds(meaning: tuple, board: frozenset[int], puzzle: Puzzle) -> bool:
    """Return whether a variable of a proof is true on a board."""
    if isinstance(meaning[0], frozenset):
        cells, number = meaning
        return len(cells & board) >= number
    if meaning[0] == "inside":
        (row, column), width, height = meaning[1], puzzle.blocks[0].width, puzzle.blocks[0].height
        first = (height + 1) * width + (row - 1) * (width + 1) + 1
        return sum(edge in board for edge in range(first, first + column)) % 2 == 1
    rule, run, place = meaning
    filled = [cell in board for cell in rule.line]
    starts = [at for at, yes in enumerate(filled) if yes and not (at and filled[at - 1])]
    return run < len(starts) and starts[run] <= place
