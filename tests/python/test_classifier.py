import copy
import pickle

import joblib
import numpy as np
import pandas
import pytest
from sklearn.base import clone
from sklearn.datasets import load_iris, load_wine
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from mpart_learn import MPARTClassifier

LEARNERS = ["mpart", "plus", "lpart", "asoinn", "nearest", "knn"]


# No exceptions: every check of scikit-learn passes.
@parametrize_with_checks([MPARTClassifier(), MPARTClassifier("lpart"), MPARTClassifier("nearest")])
def test_scikit_learn_s_own_checks(estimator, check):
    check(estimator)


@pytest.mark.parametrize("learner", LEARNERS)
def test_every_learner_learns_clothes(learner, clothes, clothes_test):
    model = MPARTClassifier(learner).fit(*clothes)
    assert model.score(*clothes_test) > 0.55
    assert model.n_nodes_ > 10


def test_it_works_in_pipelines_and_cross_validation():
    X, y = load_iris(return_X_y=True)
    order = np.random.default_rng(0).permutation(len(X))
    model = make_pipeline(MinMaxScaler(), MPARTClassifier(feature_range=(0, 1)))
    assert cross_val_score(model, X[order], y[order], cv=5).mean() > 0.85


def test_partial_fit_in_pieces_equals_fit(clothes):
    X, y = clothes
    whole = MPARTClassifier(feature_range=(0, 1)).fit(X, y)
    parts = MPARTClassifier(feature_range=(0, 1))
    for start in range(0, len(X), 300):
        parts.partial_fit(X[start : start + 300], y[start : start + 300])
    assert whole.n_nodes_ == parts.n_nodes_ and whole.n_edges_ == parts.n_edges_
    by_class = np.argsort(parts.classes_)
    assert np.array_equal(parts.classes_[by_class], whole.classes_)
    np.testing.assert_array_equal(whole.predict_freq(X), parts.predict_freq(X)[:, by_class])
    np.testing.assert_allclose(
        whole.predict_proba(X), parts.predict_proba(X)[:, by_class], rtol=1e-12
    )


@pytest.mark.parametrize(
    "missing_label, hidden",
    [(None, lambda y: [None if i % 50 else v for i, v in enumerate(y.tolist())]),
     (None, lambda y: np.where(np.arange(len(y)) % 50, np.nan, y)),
     (-1, lambda y: np.where(np.arange(len(y)) % 50, -1, y)),
     ("?", lambda y: np.where(np.arange(len(y)) % 50, "?", y.astype(str))),
     (None, lambda y: pandas.Series(y, dtype="Int64").mask(np.arange(len(y)) % 50 > 0))],
)  # fmt: skip
def test_missing_labels_teach_nothing_but_their_samples_are_learned(clothes, missing_label, hidden):
    X, y = clothes
    model = MPARTClassifier(missing_label=missing_label, feature_range=(0, 1)).fit(X, hidden(y))
    all_labels = MPARTClassifier(feature_range=(0, 1)).fit(X, y)
    assert model.n_nodes_ == all_labels.n_nodes_
    assert model.classes_.tolist() == np.unique(y[::50].astype(model.classes_.dtype)).tolist()
    assert sum(sum(node.values()) for node in model.graph()["labels"]) == 40
    labelled_only = MPARTClassifier(feature_range=(0, 1)).fit(X[::50], y[::50])
    assert labelled_only.n_nodes_ < model.n_nodes_


def test_minus_one_is_a_class_unless_it_means_missing():
    X, y = np.random.default_rng(0).random((40, 2)), np.repeat([-1, 1], 20)
    assert MPARTClassifier().fit(X, y).classes_.tolist() == [-1, 1]
    assert MPARTClassifier(missing_label=-1).fit(X, y).classes_.tolist() == [1]


def test_new_classes_are_appended_and_none_moves(clothes):
    X, y = clothes
    model = MPARTClassifier(feature_range=(0, 1))
    model.partial_fit(X[:100], np.full(100, "trouser"))
    model.partial_fit(X[100:200], np.where(np.arange(100) % 2, "bag", "ankle boot"))
    assert model.classes_.tolist() == ["trouser", "ankle boot", "bag"]
    assert model.predict_proba(X).shape == (len(X), 3)
    assert set(model.predict(X)) <= {"trouser", "ankle boot", "bag"}


def test_a_stream_may_start_without_any_label(clothes):
    X, y = clothes
    model = MPARTClassifier(unknown_label=-1).partial_fit(X[:500])
    assert (model.predict(X) == -1).all()
    assert model.predict_proba(X).shape == (len(X), 0)
    with pytest.raises(ValueError, match="no label"):
        MPARTClassifier().partial_fit(X).predict(X)
    model.partial_fit(X[500:510], y[500:510])
    assert set(model.predict(X)) <= {-1, *y[500:510]}


def test_unknown_is_an_answer_where_no_label_reaches():
    X = np.repeat([[0.0, 0.0], [1.0, 1.0]], 10, axis=0)
    y = ["left"] * 10 + [None] * 10
    model = MPARTClassifier(feature_range=(0, 1), unknown_label="unknown").fit(X, y)
    assert model.predict([[0.0, 0.0], [1.0, 1.0]]).tolist() == ["left", "unknown"]
    guessing = clone(model).set_params(unknown_label=None).fit(X, y)
    assert guessing.predict([[1.0, 1.0]]).tolist() == ["left"]


def test_predict_freq_counts_labels(clothes):
    X = np.repeat([[0.2, 0.2], [0.8, 0.8]], [30, 5], axis=0)
    y = np.repeat(["a", "b"], [30, 5])
    model = MPARTClassifier(feature_range=(0, 1)).fit(X, y)
    np.testing.assert_array_equal(model.predict_freq([[0.2, 0.2], [0.8, 0.8]]), [[30, 0], [0, 5]])
    many = MPARTClassifier().fit(*clothes)
    freq, proba = many.predict_freq(clothes[0]), many.predict_proba(clothes[0])
    reached = freq.sum(axis=1) > 0
    assert (freq.argmax(axis=1) == proba.argmax(axis=1))[reached].all()


def test_probabilities_are_as_often_right_as_they_say(clothes):
    X, y = clothes
    few = [label if i % 50 == 0 else None for i, label in enumerate(y.tolist())]
    model = MPARTClassifier(feature_range=(0, 1)).fit(X, few)
    freq, proba = model.predict_freq(X), model.predict_proba(X)
    reached = freq.sum(axis=1) > 0
    right = (model.predict(X) == y)[reached].mean()
    raw = (freq.max(axis=1)[reached] / freq.sum(axis=1)[reached]).mean()
    assert raw > right + 0.1
    assert abs(proba[reached].max(axis=1).mean() - right) < 0.1
    np.testing.assert_allclose(proba.sum(axis=1), 1)


@pytest.mark.parametrize("learner", [*LEARNERS, "mlp,epochs=2"])
def test_pickles_joblib_and_copies_go_on_as_the_original(learner, clothes, tmp_path):
    X, y = clothes
    model = MPARTClassifier(learner, random_state=1).fit(X[:300], y[:300])
    joblib.dump(model, tmp_path / "model.joblib")
    copies = [
        pickle.loads(pickle.dumps(model)),
        joblib.load(tmp_path / "model.joblib"),
        copy.deepcopy(model),
    ]
    model.partial_fit(X[300:400], y[300:400])
    for other in copies:
        other.partial_fit(X[300:400], y[300:400])
        np.testing.assert_array_equal(other.predict_proba(X), model.predict_proba(X))
        assert other.n_clipped_ == model.n_clipped_


def test_a_damaged_pickle_is_a_value_error(clothes):
    learner = MPARTClassifier().fit(*clothes)._learner
    state = learner.__getstate__()
    for place in (2, 3):  # the range and the learner
        whole = state[place]
        for cut in (0, 10, len(whole) // 2, len(whole) - 1):
            fresh = type(learner).__new__(type(learner))
            with pytest.raises(ValueError):
                fresh.__setstate__((*state[:place], whole[:cut], *state[place + 1 :]))


def test_a_pickle_of_a_range_that_did_not_grow_loads(clothes):
    """What versions before that wrote: low, high and the learner's bytes."""
    X, y = clothes[0] * 50 - 7, clothes[1]
    model = MPARTClassifier(feature_range=(-7, 43)).fit(X, y)
    parameters, seed, _, learner, clipped = model._learner.__getstate__()
    fresh = type(model._learner).__new__(type(model._learner))
    fresh.__setstate__((parameters, seed, [-7.0] * 4, [43.0] * 4, learner, clipped))
    expected = model.predict_proba(X)
    model._learner = fresh
    np.testing.assert_array_equal(model.predict_proba(X), expected)


def test_data_frames_keep_their_names(clothes):
    X, y = clothes
    frame = pandas.DataFrame(X, columns=list("abcd"))
    names = pandas.Series(y).map(lambda v: f"class {v}")
    model = MPARTClassifier().fit(frame, names)
    assert model.feature_names_in_.tolist() == list("abcd")
    assert model.predict(frame)[0].startswith("class ")
    with pytest.raises(ValueError, match="feature names"):
        model.predict(frame.rename(columns={"a": "z"}))


def test_all_layouts_of_an_array_give_the_same(clothes):
    X = clothes[0].astype(np.float32)
    unaligned = np.frombuffer(b"x" + X.tobytes(), np.float32, offset=1).reshape(X.shape)
    layouts = [X, X.astype(float), np.asfortranarray(X), np.repeat(X, 2, 0)[::2], unaligned]
    layouts += [X.astype(">f4"), X.tolist()]
    expected = MPARTClassifier().fit(X, clothes[1]).predict_proba(X)
    for layout in layouts:
        found = MPARTClassifier().fit(layout, clothes[1]).predict_proba(layout)
        np.testing.assert_array_equal(found, expected)


def test_a_few_values_outside_the_range_are_clipped_and_counted(clothes):
    X, y = clothes
    model = MPARTClassifier().partial_fit(X[:1000] * 50 - 7, y[:1000])
    np.testing.assert_allclose(model.feature_low_, X[:1000].min(0) * 50 - 7)
    assert model.n_clipped_ == 0
    model.partial_fit([[1e300, 0, 0, -1e300]], [0])
    assert model.n_clipped_ == 2
    scaled = MPARTClassifier().fit(X * 50 - 7, y)
    plain = MPARTClassifier().fit(X, y)
    assert (scaled.predict(X * 50 - 7) == plain.predict(X)).mean() > 0.99


def late_order(y, seed):
    """A third of the classes alone at first, then all of them."""
    draw = np.random.default_rng(seed)
    alone = np.flatnonzero(y == 0)[: (y == 0).sum() // 2]
    return np.concatenate([alone, draw.permutation(np.setdiff1d(np.arange(len(y)), alone))])


@pytest.mark.parametrize("load", [load_wine, load_iris])
def test_the_range_grows_when_new_classes_come(load):
    X, y = load(return_X_y=True)
    accuracy, clipped = [], []
    for seed in range(5):
        order = late_order(y, seed)
        learned, known = MPARTClassifier(), MPARTClassifier(feature_range=(X.min(0), X.max(0)))
        for rows in np.array_split(order, 10):
            learned.partial_fit(X[rows], y[rows])
            known.partial_fit(X[rows], y[rows])
        accuracy.append((learned.score(X, y), known.score(X, y)))
        clipped.append(learned.n_clipped_)
        assert (learned.feature_low_ >= X.min(0)).all() and (learned.feature_high_ <= X.max(0)).all()
    grown, told = np.mean(accuracy, axis=0)
    assert grown > told - 0.04
    assert max(clipped) < 0.2 * X.size


def test_one_wrong_value_does_not_spoil_the_range(clothes):
    X, y = clothes
    clean = MPARTClassifier().partial_fit(X[:1000], y[:1000])
    model = MPARTClassifier().partial_fit(X[:1000], y[:1000])
    for start in range(1000, 2000, 50):
        part, labels = X[start : start + 50].copy(), y[start : start + 50]
        clean.partial_fit(part, labels)
        part[7] = [1e300, -1e300, 1e9, 5]
        model.partial_fit(part, labels)
    assert model.feature_high_.max() < 2 and model.n_clipped_ >= 80
    assert model.score(X, y) > clean.score(X, y) - 0.03


@pytest.mark.parametrize("extreme", [5e-324, 1e-310, 1e308, 1.7976931348623157e308])
def test_the_range_may_be_extreme(extreme):
    X = np.array([[-extreme], [0.0], [extreme], [extreme / 3]])
    model = MPARTClassifier().fit(X, [0, 1, 2, 1])
    assert model.predict([[-extreme], [extreme]]).tolist() == [0, 2]


@pytest.mark.parametrize(
    "feature_range", [(1, 0), (0, np.nan), (0, [1, 2, 3]), "fit", 3, None, (0, 1, 2), (0, "x")]
)
def test_a_range_that_is_none_is_refused(clothes, feature_range):
    with pytest.raises(ValueError, match="feature_range"):
        MPARTClassifier(feature_range=feature_range).fit(*clothes)


@pytest.mark.parametrize(
    "parameters, message",
    [({"rho": 2}, "rho"), ({"beta": 0}, "beta"), ({"layers": -1}, "layers"),
     ({"layers": 1.5}, "layers"), ({"max_nodes": -3}, "max_nodes"), ({"alpha": "x"}, "alpha"),
     ({"learner": "tree"}, "learner must be"), ({"learner": "knn,q=3"}, "q")],
)  # fmt: skip
def test_bad_parameters_are_value_errors_that_name_them(clothes, parameters, message):
    with pytest.raises(ValueError, match=message):
        MPARTClassifier(**parameters).fit(*clothes)


@pytest.mark.parametrize("bad, name", [(np.inf, "infinity"), (-np.inf, "infinity")])
def test_a_bad_value_is_named_by_row_and_column_and_nothing_is_learned(clothes, bad, name):
    X, y = clothes
    model = MPARTClassifier().fit(X, y)
    nodes, before = model.n_nodes_, model.predict_proba(X)
    wrong = X.copy()
    wrong[1234, 2] = bad
    for call in (model.partial_fit, lambda X, y: model.predict(X)):
        with pytest.raises(ValueError, match=f"{name}: row 1234, column 2"):
            call(wrong, y)
    assert model.n_nodes_ == nodes
    np.testing.assert_array_equal(model.predict_proba(X), before)


@pytest.mark.parametrize(
    "y", [[1, "a"] * 1000, [1.5] * 2000, [[1, 2]] * 2000, [1] * 1999, [None] * 2000]
)
def test_labels_that_are_none_are_value_errors(clothes, y):
    with pytest.raises(ValueError):
        MPARTClassifier().fit(clothes[0], y)


def test_numbers_and_strings_cannot_follow_each_other(clothes):
    X, y = clothes
    model = MPARTClassifier().fit(X, y)
    with pytest.raises(ValueError, match="all numbers or all strings"):
        model.partial_fit(X, y.astype(str))


def test_max_nodes_bounds_the_model(clothes):
    assert MPARTClassifier(max_nodes=20).fit(*clothes).n_nodes_ == 20
