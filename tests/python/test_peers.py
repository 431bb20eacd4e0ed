"""With river and scikit-activeml, where they are installed."""

import inspect

import numpy as np
import pytest

from mpart_learn import MPARTClassifier, MPARTQueryStrategy, Stream


def test_river_measures_it_like_a_classifier_of_its_own(clothes):
    pytest.importorskip("river")
    from river import evaluate, metrics, preprocessing
    from river.stream import iter_array

    from mpart_learn.river import RiverClassifier

    model = preprocessing.MinMaxScaler() | RiverClassifier(budget="1/10", parameters={"rho": 0.9})
    metric = evaluate.progressive_val_score(iter_array(*clothes), model, metrics.Accuracy())
    assert metric.get() > 0.5
    stream = model["RiverClassifier"].stream
    assert stream.counters["samples"] == 2000 and stream.counters["labels"] == 200
    fresh = model.clone()["RiverClassifier"]
    assert fresh.stream.counters["samples"] == 0 and fresh.parameters == {"rho": 0.9}


def test_river_s_class_says_what_a_stream_says(clothes):
    pytest.importorskip("river")
    from mpart_learn.river import UNKNOWN, RiverClassifier

    wrapped, stream = RiverClassifier(budget="1/20"), Stream(budget="1/20")
    for values, label in zip(*clothes):
        x = dict(enumerate(values))
        assert wrapped.predict_proba_one(x) == stream.predict_proba_one(x)
        said = stream.predict_one(x)
        assert wrapped.predict_one(x) == (UNKNOWN if said is None else said)
        wrapped.learn_one(x, label)
        stream.observe(x, label)


MANAGERS = [
    "BalancedIncrementalQuantileFilter", "DensityBasedSplitBudgetManager", "RandomBudgetManager",
    "RandomVariableUncertaintyBudgetManager", "SplitBudgetManager",
    "VariableUncertaintyBudgetManager",
]  # fmt: skip


@pytest.mark.parametrize("name", MANAGERS)
def test_scikit_activeml_s_budget_managers_decide(name, clothes):
    managers = pytest.importorskip("skactiveml.stream.budgetmanager")
    manager = getattr(managers, name)(budget=0.1)
    wants_utilities = "utilities" in inspect.signature(manager.update).parameters
    strategy = MPARTQueryStrategy(budget_manager=manager)
    model = MPARTClassifier(feature_range=(0, 1)).partial_fit(clothes[0][:1])
    labels = 0
    for x, label in zip(clothes[0][:1000], clothes[1]):
        asked, utilities = strategy.query([x], model, return_utilities=True)
        strategy.update([x], asked, {"utilities": utilities} if wants_utilities else None)
        model.partial_fit([x], [label if len(asked) else None])
        labels += len(asked)
    assert 50 < labels < 200


def test_scikit_activeml_s_own_strategy_takes_the_classifier(clothes):
    pytest.importorskip("skactiveml")
    from skactiveml.classifier import SklearnClassifier
    from skactiveml.stream import StreamProbabilisticAL

    X, y = clothes
    strategy = StreamProbabilisticAL(budget=0.1)
    model = SklearnClassifier(MPARTClassifier(feature_range=(0, 1)), classes=range(10))
    model.fit(X[:10], y[:10])
    labels = 0
    for x, label in zip(X[10:510], y[10:510]):
        asked, utilities = strategy.query([x], model, return_utilities=True)
        strategy.update([x], asked, {"utilities": utilities})
        labels += len(asked)
        model.partial_fit([x], [label if len(asked) else np.nan])
    assert 25 < labels < 75
    assert (model.predict_freq(X).sum(axis=1) > 0).mean() > 0.5
