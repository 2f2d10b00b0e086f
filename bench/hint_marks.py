"""What bench/hint.py measures: runs in CPython and, as text, in Pyodide."""

import json


def measure(task, clock):
    """{name: [CPU seconds of one hint ...]} for the documents of a task, which is JSON text; as the page's worker
    asks."""
    from tesuji.worker import call

    figures = {}
    for name, documents in json.loads(task).items():
        spent = []
        for document in documents:
            began = clock()
            hint = call("hint", json.dumps({"document": document}))
            while "progress" in (answer := json.loads(hint.advance(16))):
                pass
            spent.append(clock() - began)
            assert "error" not in answer, answer
        figures[name] = spent
    return figures
