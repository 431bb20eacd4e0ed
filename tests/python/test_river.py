"""What river's evaluation makes of our answers. river need not be installed: its rule is here."""

import copy
import importlib
import pickle
import sys
import types

import numpy as np
import pytest

from mpart_learn import Stream


@pytest.fixture
def river(monkeypatch):
    """mpart_learn.river, with the part of river that it needs."""
    try:
        import river  # noqa: F401
    except ImportError:
        base = types.SimpleNamespace(Classifier=object)
        monkeypatch.setitem(sys.modules, "river", types.SimpleNamespace(base=base))
        monkeypatch.delitem(sys.modules, "mpart_learn.river", raising=False)
    return importlib.import_module("mpart_learn.river")


def progressive_accuracy(X, y, model):
    """As river.evaluate.progressive_val_score counts: what is None or {} is left out."""
    counted = right = 0
    for values, label in zip(X, y):
        x = dict(enumerate(values))
        said = model.predict_one(x)
        if said is not None and said != {}:
            counted += 1
            right += said == label
        model.learn_one(x, label)
    return right / max(counted, 1), counted


@pytest.mark.parametrize("budget", ["1/1000", "1/100", "1/10"])
def test_accuracy_is_that_over_all_samples(budget, river, clothes):
    X, y = clothes
    stream, right = Stream(budget=budget), 0
    for values, label in zip(X, y):
        x = dict(enumerate(values))
        right += stream.predict_one(x) == label
        stream.learn_one(x, label)
    found, counted = progressive_accuracy(X, y, river.RiverClassifier(budget=budget))
    assert counted == len(X) and found == right / len(X)


def test_with_none_river_leaves_unknowns_out(river, clothes):
    found, counted = progressive_accuracy(*clothes, river.RiverClassifier(unknown=None))
    whole, all_counted = progressive_accuracy(*clothes, river.RiverClassifier())
    assert counted < all_counted == 2000 and found > whole


@pytest.mark.parametrize(
    "labels", [[True, False], [0, 1, 2], ["a", "unknown"], [1.5, 0.0], [(1, 2)]]
)
def test_unknown_is_no_label_and_sorts_behind_all(labels, river):
    unknown = river.UNKNOWN
    assert all(unknown != label and label != unknown for label in labels)
    for order in ([*labels, unknown], [unknown, *labels]):
        assert sorted(order) == [*sorted(labels), unknown]
    assert unknown == unknown and len({unknown, unknown, *labels}) == len(labels) + 1


def test_unknown_stays_itself_and_reads_as_unknown(river):
    unknown = river.UNKNOWN
    assert pickle.loads(pickle.dumps(unknown)) is unknown is copy.deepcopy(unknown)
    assert f"{unknown:>9}|{unknown}|{unknown!r}" == "  unknown|unknown|unknown"
    assert not unknown


def test_missing_values_and_names_are_those_of_a_stream(river):
    model = river.RiverClassifier(budget="1/1")
    draw = np.random.default_rng(0)
    for _ in range(200):
        label = draw.integers(0, 2)
        x = {"a": 10 * label + draw.random(), "b": None if draw.random() < 0.3 else draw.random()}
        model.learn_one(x, label)
    assert model.predict_one({"b": float("nan"), "a": 10.5}) == 1
    assert model.predict_one({"b": None, "a": 0.5}) == 0
    with pytest.raises(ValueError, match="a, b expected, a, c found"):
        model.predict_one({"a": 1.0, "c": 1.0})
    with pytest.raises(ValueError, match="'b' is infinite"):
        model.learn_one({"a": 1.0, "b": float("inf")}, 0)
