"""The measurements of bench/hint.py: runs in CPython and, as text, in Pyodide."""

import json


def measure(task, clock):
    """Return {name: [CPU seconds of one call ...]} for the calls [name of the call, arguments] of a task, which is JSON
    text. Calls run as in the page's worker.
    """
    from tesuji.worker import call

    figures = {}
    for name, calls in json.loads(task).items():
        spent = []
        for what, args in calls:
            began = clock()
            under_way = call(what, json.dumps(args))
            while "progress" in (answer := json.loads(under_way.advance(16))):
                pass
            spent.append(clock() - began)
            assert "error" not in answer, answer
        figures[name] = spent
    return figures
