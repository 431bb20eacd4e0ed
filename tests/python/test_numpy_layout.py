"""The modules work with every NumPy, since they know nothing of how NumPy lays out its structures.

pybind11 before 2.12 reads the size of an element where NumPy 2 has flags: arrays that such a module
makes repeat their first element. tests/pypi/check compares answers under two versions of NumPy.
"""

import pathlib

import numpy as np
import pytest
from conftest import SOURCE

import mpart_learn
from mpart_learn import MPARTClassifier, Stream, _mpart

MODULES = sorted(pathlib.Path(mpart_learn.__file__).parent.glob("_*.so"))


def test_no_source_includes_the_header_that_does():
    sources = sorted((SOURCE / "python/src").iterdir())
    assert len(sources) > 10
    assert [path.name for path in sources if "pybind11/numpy.h" in path.read_text()] == []


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name.split(".")[0])
def test_no_module_asks_numpy_for_its_table_of_functions(module):
    assert len(MODULES) == 3
    assert b"_ARRAY_API" not in module.read_bytes()


def test_arrays_that_come_out_have_all_their_elements(clothes):
    model = MPARTClassifier(feature_range=(0, 1)).fit(*clothes)
    probability = model.predict_proba(clothes[0])
    assert probability.shape == (2000, 10) and probability.flags.c_contiguous
    np.testing.assert_allclose(probability.sum(axis=1), 1)
    assert len(np.unique(probability)) > 100
    graph = model.graph()
    assert graph["id"].tolist() == sorted(set(graph["id"].tolist()))
    assert {graph[name].dtype.kind for name in ("lower", "weight")} == {"f"}
    assert {graph[name].dtype.kind for name in ("id", "wins", "from", "to")} == {"u"}


@pytest.mark.parametrize(
    "array",
    [np.zeros((4, 2), "f4")[::2], np.zeros((4, 2), ">f8"), np.zeros((4, 2), "i8"), np.zeros(4),
     np.zeros((4, 2), "M8[s]"), np.zeros((4, 2), object), np.zeros(65, "b")[1:].view("f8").reshape(4, 2),
     "text", None, [[0.1, 0.2]]],
    ids=str,
)  # fmt: skip
def test_the_engine_refuses_what_it_cannot_read_in_place(array):
    learner = _mpart.Learner(_mpart.Parameters(), 0, [], [])
    with pytest.raises((ValueError, TypeError)):
        learner.learn(array, np.zeros(4, np.int64))


def test_arrays_that_cannot_be_written_to_are_read():
    X = np.random.default_rng(0).random((50, 3))
    X.setflags(write=False)
    stream = Stream()
    stream.observe_many(X)
    stream.observe(X[0])
    assert stream.counters["samples"] == 51
