"""Sends the cases of cases.json through the Python door; prints what came of each as a JSON array."""

import json
import sys

import mpart_learn


def label_of(value):
    """As the other doors read it: 3.0 stands for the text 3. Python itself keeps labels as they are."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value


def send(stream, text):
    sample = json.loads(text)
    values = next(sample[key] for key in ("values", "features", "x") if key in sample)
    step = stream.observe(values)
    queries = [query.id for query in step.queries]
    known = step.predicted is not None
    return {
        "predicted": step.predicted,
        "probability": float(max(step.probability)) if known else None,
        "queries": queries,
    }


def answer(stream, text):
    given = json.loads(text)
    if given.get("skip"):
        stream.skip(given["id"])
    elif given.get("withdraw") or given["label"] is None:
        stream.withdraw(given["id"])
    else:
        stream.teach(given["id"], label_of(given["label"]))
    return {}


def outcome(stream, case):
    try:
        return send(stream, case["sample"]) if "sample" in case else answer(stream, case["answer"])
    except mpart_learn.Error as error:
        return {"error": error.kind}
    except (ValueError, TypeError):  # numpy's own, of what is no array of numbers
        return {"error": "invalid data"}


with open(sys.argv[1]) as file:
    cases = json.load(file)
stream = mpart_learn.Stream(budget="1/4")
print(json.dumps([outcome(stream, case) if case.get("python", True) else None for case in cases]))
