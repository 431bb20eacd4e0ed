"""The same seed gives the same results as the mpart program, row by row."""

import numpy as np
import pytest
from conftest import SOURCE

from mpart_learn import Stream

DATA = "clothes.csv"
RUNS = [
    ({}, []),
    ({"strategy": "random", "seed": 7, "budget": "3/50"}, ["--strategy", "random", "--seed", 7, "--budget", "3/50"]),
    ({"strategy": "memory", "budget": (2, 100)}, ["--strategy", "memory", "--budget", "2/100"]),
    ({"rho": 0.8, "layers": 1, "tau": 0.2, "density_weighting": False},
     ["--rho", 0.8, "--layers", 1, "--tau", 0.2, "--no-density"]),
    ({"learner": "lpart", "budget": 0.1}, ["--learner", "lpart", "--budget", "1/10"]),
    ({"learner": "asoinn", "strategy": "representative"}, ["--learner", "asoinn", "--strategy", "representative"]),
    ({"learner": "knn,k=3", "max_nodes": 30, "budget": "1/10"},
     ["--learner", "knn,k=3", "--max-nodes", 30, "--budget", "1/10"]),
]  # fmt: skip


@pytest.fixture(autouse=True)
def data(tmp_path):
    """Without a header, so that rows of the file are counted as rows of an array are."""
    lines = (SOURCE / "examples/data/fashion4d.csv").read_text().splitlines(keepends=True)
    (tmp_path / DATA).write_text("".join(lines[1:]))


def trace_of(stream, X, y):
    rows = []
    for x, label in zip(X, y):
        step = stream.observe(x, label)
        rows.append([step.time, step.winner, int(step.created), step.coactivated, step.best,
                     step.epistemic, step.aleatoric, step.density, step.score,
                     int(len(step.queries) > 0)])  # fmt: skip
    if stream.finish().queries:
        rows[-1][-1] = 1
    return rows


def number(text):
    return float(text) if text else None


@pytest.mark.parametrize("options, flags", RUNS)
def test_a_stream_equals_the_trace_of_a_run(options, flags, program, rows_of, clothes, tmp_path):
    program("run", DATA, "--trace", "trace.csv", "--model", "run.mpart", *flags)
    stream = Stream(**options)
    found = trace_of(stream, *clothes)
    expected = rows_of(tmp_path / "trace.csv")
    assert len(found) == len(expected) == 2000
    no_node = 2**32 - 1
    for mine, theirs in zip(found, expected):
        winner = no_node if mine[1] is None else mine[1]
        label = None if mine[4] is None else float(mine[4])
        mine = [mine[0], winner, *mine[2:4], label, *mine[5:]]
        assert mine == [number(text) for text in theirs.values()]
    stream.save(tmp_path / "stream.mpart")
    assert_same_session(tmp_path / "stream.mpart", tmp_path / "run.mpart")


def test_many_at_once_equal_one_by_one(clothes, tmp_path):
    X, y = clothes
    single, batch = Stream(budget="1/20"), Stream(budget="1/20")
    asked = sum(len(single.observe(x, label).queries) for x, label in zip(X, y))
    assert batch.observe_many(X, y) == asked == 100
    assert batch.ledger() == single.ledger()
    single.save(tmp_path / "single.mpart")
    batch.save(tmp_path / "batch.mpart")
    assert (tmp_path / "single.mpart").read_bytes() == (tmp_path / "batch.mpart").read_bytes()


def test_the_program_predicts_with_a_model_of_python(program, rows_of, clothes, tmp_path):
    X, y = clothes
    stream = Stream(budget="1/20")
    stream.observe_many(X, y)
    stream.save(tmp_path / "model.mpart")
    test = SOURCE / "examples/data/fashion4d-test.csv"
    program("predict", "model.mpart", test, "--out", "answers.csv")
    answers = rows_of(tmp_path / "answers.csv")
    values = np.loadtxt(test, delimiter=",", skiprows=1)[:, :-1]
    assert len(answers) == len(values)
    for x, answer in zip(values, answers):
        label = stream.predict(x).predicted
        assert ("unknown" if label is None else str(label)) == answer["predicted"]


def test_python_goes_on_from_a_run_of_the_program(program, clothes, tmp_path):
    X, y = clothes
    program("run", DATA, "--limit", 1000, "--model", "half.mpart")
    stream = Stream.load(tmp_path / "half.mpart")
    assert set(stream.classes) <= {str(label) for label in y}
    stream.observe_many(X[1000:], y[1000:])
    stream.save(tmp_path / "whole.mpart")
    program("run", DATA, "--model", "expected.mpart")
    assert_same_session(tmp_path / "whole.mpart", tmp_path / "expected.mpart")
    assert set(stream.classes) <= set(y)


def test_a_threshold_and_a_state_are_those_of_the_ledger_file(program, rows_of, clothes, tmp_path):
    program("run", DATA, "--ledger", "ledger.csv")
    stream = Stream()
    stream.observe_many(*clothes)
    expected = rows_of(tmp_path / "ledger.csv")
    mine = stream.ledger()
    assert len(mine) == len(expected) == 20
    for row, theirs in zip(mine, expected):
        assert row["id"] == int(theirs["id"]) and row["time"] == int(theirs["time"])
        assert row["threshold"] == float(theirs["threshold"])
        assert row["score"] == float(theirs["score"]) and row["state"] == theirs["state"]
        assert str(row["label"]) == theirs["label"]


def assert_same_session(ours, theirs):
    """Ours has no columns of a table, theirs has: they stand before the session."""
    header, checksum = 20, 8
    assert theirs.read_bytes()[:-checksum].endswith(ours.read_bytes()[header:-checksum])
