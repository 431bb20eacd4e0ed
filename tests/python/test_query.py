import pickle

import numpy as np
import pytest
from sklearn.base import clone

from mpart_learn import MPARTClassifier, MPARTQueryStrategy, Stream


def ask(strategy, model, X, y, size):
    """The loop of scikit-activeml; returns the positions asked about."""
    asked = []
    for start in range(0, len(X), size):
        part = X[start : start + size]
        indices, utilities = strategy.query(part, model, return_utilities=True)
        again = strategy.query(part, model)
        np.testing.assert_array_equal(indices, again)  # asking changes nothing
        strategy.update(part, indices, {"utilities": utilities})
        labels = np.full(len(part), np.nan)
        labels[indices] = y[start : start + size][indices]
        model.partial_fit(part, labels)
        asked += (start + indices).tolist()
    return asked


@pytest.mark.parametrize("strategy", ["explorer", "random"])
@pytest.mark.parametrize("size", [1, 10])
def test_the_budget_holds_and_the_model_learns(strategy, size, clothes, clothes_test):
    model = MPARTClassifier(feature_range=(0, 1)).partial_fit(clothes[0][:2])
    asked = ask(MPARTQueryStrategy("2/100", strategy), model, *clothes, size)
    assert max(np.bincount(np.array(asked) // 100)) == 2
    assert len(asked) == 40
    assert model.score(*clothes_test) > 0.4


def test_the_utility_is_the_score_that_a_stream_gives(clothes):
    X, y = clothes
    stream = Stream(budget="1/1")
    stream.observe_many(X[:500], y[:500])
    model = MPARTClassifier(feature_range=(0, 1)).fit(X[:500], y[:500])
    _, utilities = MPARTQueryStrategy().query(X[500:600], model, return_utilities=True)
    np.testing.assert_allclose(utilities, [stream.predict(x).score for x in X[500:600]])


def test_update_wants_the_utilities(clothes):
    with pytest.raises(ValueError, match="utilities"):
        MPARTQueryStrategy().update(clothes[0], [])
    for bad in ({"budget": 2.0}, {"strategy": "memory"}, {"random_state": -1}):
        with pytest.raises(ValueError):
            MPARTQueryStrategy(**bad).update(clothes[0], [], {"utilities": [0.1]})


class EveryThird:
    """What scikit-activeml asks of a budget manager."""

    def __init__(self):
        self.seen = 0

    def query_by_utility(self, utilities):
        return [i for i in range(len(utilities)) if (self.seen + i) % 3 == 0]

    def update(self, candidates, queried_indices, utilities):
        self.seen += len(candidates)


def test_a_budget_manager_of_one_s_own_decides(clothes):
    X, y = clothes[0][:30], clothes[1][:30]
    model = MPARTClassifier(feature_range=(0, 1)).partial_fit(X)
    assert ask(MPARTQueryStrategy(budget_manager=EveryThird()), model, X, y, 1) == list(
        range(0, 30, 3)
    )


@pytest.mark.parametrize("strategy", ["explorer", "random"])
def test_a_pickle_goes_on_and_a_clone_starts_anew(strategy):
    scores = np.random.default_rng(0).random(200)
    original = MPARTQueryStrategy("3/50", strategy, random_state=5)
    original.update(scores[:70], [], {"utilities": scores[:70]})
    pickled = pickle.loads(pickle.dumps(original))
    assert pickled.budget_.peek(scores) == original.budget_.peek(scores)
    anew = clone(original)
    assert not hasattr(anew, "budget_")
    anew.update(scores[:70], [], {"utilities": scores[:70]})
    assert anew.budget_.peek(scores) == original.budget_.peek(scores)
