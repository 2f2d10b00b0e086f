"""The measurements of bench/solve.py: runs in CPython and, as text, in Pyodide."""

import json


def measure(task, clock):
    """Return {name: [seconds ...]} for the lines and the documents of a task, which is JSON text; `clock` returns CPU
    seconds.
    """
    task = json.loads(task)
    figures = {"line of 30": of_lines(task["lines"], clock)}
    for name, documents in task["documents"].items():
        figures[name] = of_documents(documents, clock)
    return figures


def of_lines(lines, clock):
    """Return the times of five rounds over all lines, the first of which is a warm-up, because a puzzle solves each of
    its lines many times.
    """
    from tesuji.constraints import Runs

    ready = [(Runs(range(30), runs).solve, filled | empty << 30) for runs, filled, empty in lines]
    spent = []
    for _ in range(5):
        # A line takes less than the resolution of the clock, so a hundred are measured together.
        for start in range(0, len(ready), 100):
            some = ready[start : start + 100]
            began = clock()
            for solve, known in some:
                solve(known)
            spent.append((clock() - began) / len(some))
    return spent[len(spent) // 5 :]


def of_documents(documents, clock):
    from tesuji import solve

    spent = []
    for document in documents:
        began = clock()
        result = solve(document)
        spent.append(clock() - began)
        assert result["verdict"] in ("unique", "multiple"), result["verdict"]
    # The first one is a warm-up.
    return spent[1:]
