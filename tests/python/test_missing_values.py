"""A missing value is learned as the program learns it: it becomes the mean of its column."""

import os
import pickle
import subprocess

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris, load_wine

from mpart_learn import MPARTClassifier, MPARTQueryStrategy, Stream

NAN = float("nan")


@pytest.fixture(scope="module")
def gaps():
    """wine, a tenth of whose values are missing."""
    frame = load_wine(as_frame=True).frame.sample(frac=1, random_state=3).reset_index(drop=True)
    holes = np.random.default_rng(1).random((len(frame), 13)) < 0.1
    values = frame.iloc[:, :-1].mask(holes)
    return values, frame["target"].to_numpy()


def test_a_stream_with_gaps_is_that_of_the_program(gaps, program, rows_of, tmp_path):
    values, labels = gaps
    values.assign(label=labels).to_csv(tmp_path / "gaps.csv", index=False)
    run = [os.environ["MPART_PROGRAM"], "run", "-", "--budget", "1/10", "--model", "m.mpart"]
    with open(tmp_path / "gaps.csv", "rb") as pipe:  # of a file it would fit a scale beforehand
        subprocess.run(run, stdin=pipe, cwd=tmp_path, check=True, capture_output=True)
    program("predict", "m.mpart", "gaps.csv", "--out", "answers.csv", "--probabilities")
    answers = rows_of(tmp_path / "answers.csv")
    as_none = values.astype(object).where(values.notna(), None)
    as_na = values.convert_dtypes()
    assert as_na.isna().to_numpy().any() and as_none.iloc[:, 0].isna().any()
    masked = np.ma.masked_invalid(values.to_numpy())
    for table in (values, values.to_numpy(), as_none, as_na, masked):
        stream = Stream("plus", strategy="cover", max_nodes=1000, budget="1/10")
        stream.observe_many(table, labels)
        stream.finish()
        for prediction, row in zip(stream.predict_many(table), answers):
            told = [float(row[f"p({name})"]) for name in stream.classes]
            assert prediction.probability.tolist() == told


@pytest.mark.parametrize("missing", [NAN, None, np.nan, np.float32("nan"), pd.NA, pd.NaT])
def test_every_spelling_of_a_missing_value_is_the_same(missing, gaps):
    values, labels = gaps
    streams = [Stream(budget="1/10") for _ in range(5)]
    for (_, row), label in zip(values.iterrows(), labels):
        there = dict(row)
        spelled = {name: missing if value != value else value for name, value in there.items()}
        streams[0].observe(row.to_numpy(), label)
        streams[1].observe(there, label)
        streams[2].observe(spelled, label)
        streams[3].observe(list(spelled.values()), label)
        streams[4].observe(pd.Series(spelled, dtype=object), label)
    answers = [[p.probability.tolist() for p in s.predict_many(values.to_numpy())] for s in streams]
    assert all(answer == answers[0] for answer in answers)


def test_a_missing_value_costs_little(gaps):
    values, labels = gaps
    whole = load_wine(as_frame=True).frame.sample(frac=1, random_state=3).iloc[:, :-1]
    accuracy = []
    for table in (whole.to_numpy(), values.to_numpy()):
        model = MPARTClassifier().fit(table[:120], labels[:120])
        accuracy.append(model.score(table[120:], labels[120:]))
    assert accuracy[0] > 0.9 and accuracy[1] > accuracy[0] - 0.1


@pytest.mark.parametrize("infinite", [float("inf"), -np.inf, np.float32("inf")])
def test_infinity_is_an_error_that_names_the_feature(infinite, gaps):
    stream = Stream()
    stream.observe({"a": 0.5, "b": 0.5})
    for x in ({"a": 0.5, "b": infinite}, pd.Series({"b": infinite, "a": 0.5})):
        for call in (stream.observe, stream.predict, stream.learn_one, stream.predict_one):
            with pytest.raises(ValueError, match="'b' is infinite"):
                call(x)
    with pytest.raises(ValueError, match="row 1: the feature 'b' is infinite"):
        stream.observe_many(pd.DataFrame({"a": [0.1, 0.2], "b": [0.1, infinite]}))
    with pytest.raises(ValueError, match="row 0, column 1"):
        stream.observe_many([[0.5, infinite]])
    assert stream.counters["samples"] == 1


def test_a_classifier_fills_gaps_with_the_mean():
    X, y = load_iris(return_X_y=True)
    order = np.random.default_rng(0).permutation(len(X))
    X, y = X[order], y[order]
    model = MPARTClassifier(feature_range=(0, 8)).fit(X, y)
    gaps, filled = X[:50].copy(), X[:50].copy()
    gaps[::2, 1] = np.nan
    filled[::2, 1] = X[:, 1].mean()
    np.testing.assert_allclose(model.predict_proba(gaps), model.predict_proba(filled), atol=1e-6)
    again = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(again.predict_proba(gaps), model.predict_proba(gaps))
    frame = pd.DataFrame(gaps).astype(object)
    np.testing.assert_array_equal(model.predict_proba(frame), model.predict_proba(gaps))


def test_a_feature_may_be_missing_at_first_altogether():
    X, y = load_iris(return_X_y=True)
    order = np.random.default_rng(0).permutation(len(X))
    X, y = X[order], y[order]
    late = X.copy()
    late[:30, 3] = np.nan
    model = MPARTClassifier().partial_fit(late[:30], y[:30])
    assert np.isnan(model.feature_low_[3])
    for start in range(30, 150, 30):
        model.partial_fit(late[start : start + 30], y[start : start + 30])
    assert model.feature_low_[3] < model.feature_high_[3]
    assert model.score(X, y) > 0.85


def test_a_query_strategy_takes_gaps(clothes):
    X = clothes[0][:200].copy()
    X[::3, 2] = np.nan
    model = MPARTClassifier(feature_range=(0, 1)).fit(X, clothes[1][:200])
    strategy = MPARTQueryStrategy(budget=0.1)
    asked, utilities = strategy.query(X, model, return_utilities=True)
    assert len(asked) == 20 and np.isfinite(utilities).all()


@pytest.mark.parametrize("learner", ["knn", "mlp", "asoinn"])
def test_learners_that_do_not_scale_refuse_what_is_missing(learner):
    stream = Stream(learner)
    stream.observe([0.1, 0.2])
    with pytest.raises(ValueError, match="column 2|not finite|NaN"):
        stream.observe([0.1, NAN])
    assert stream.counters["samples"] == 1


def test_dates_and_complex_numbers_are_no_features():
    stream = Stream()
    for X in (np.array([["2021-01-01"]], "datetime64[s]"), np.array([[1 + 2j]])):
        with pytest.raises(ValueError, match="numbers expected"):
            stream.observe_many(X)
        with pytest.raises(ValueError, match="the feature 'a' is .*not a number"):
            stream.observe({"a": X[0, 0]})
        with pytest.raises(ValueError, match="the feature 'a' is .*not a number"):
            stream.observe_many(pd.DataFrame({"a": X[:, 0]}))
