"""Nothing that can be passed crashes: it works, or it is a ValueError, TypeError or LookupError."""

import pickle

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from mpart_learn import MPARTClassifier, ParametricUMAP, Stream, _mpart

REFUSALS = (ValueError, TypeError, LookupError, NotImplementedError)
settings.register_profile(
    "here", deadline=None, max_examples=200, derandomize=True, database=None,
    suppress_health_check=[HealthCheck.too_slow],
)  # fmt: skip
settings.load_profile("here")

dtypes = st.one_of(
    arrays.floating_dtypes(), arrays.integer_dtypes(), arrays.boolean_dtypes(),
    arrays.complex_number_dtypes(), arrays.unicode_string_dtypes(max_len=3),
    arrays.datetime64_dtypes(),
)  # fmt: skip
any_array = dtypes.flatmap(
    lambda dtype: arrays.arrays(
        dtype, arrays.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=6)
    )
)
labels = st.one_of(
    st.none(), st.integers(), st.floats(), st.text(max_size=4), st.booleans(), st.binary(max_size=3),
    st.tuples(st.integers(), st.text(max_size=2)),
)  # fmt: skip
numbers = st.one_of(st.none(), st.integers(), st.floats(), st.text(max_size=2), st.booleans())
rows = arrays.arrays(
    np.float64,
    st.tuples(st.integers(2, 30), st.integers(1, 3)),
    elements=st.floats(width=64, allow_nan=False, allow_infinity=False),
)


def refused_or(call):
    try:
        return call()
    except REFUSALS:
        return None


@given(any_array, st.lists(labels, max_size=6), any_array)
def test_classifier(X, y, other):
    model = MPARTClassifier(feature_range="learn")
    refused_or(lambda: model.fit(X, y))
    refused_or(lambda: model.partial_fit(X, y))
    refused_or(lambda: model.partial_fit(X))
    refused_or(lambda: model.predict(other))
    refused_or(lambda: model.predict_freq(X))


@given(rows, st.data())
def test_whatever_finite_numbers_are_fitted_can_be_predicted(X, data):
    y = data.draw(arrays.arrays(np.int64, len(X), elements=st.integers(0, 4)))
    model = MPARTClassifier().fit(X, y)
    assert np.isfinite(model.predict_proba(X)).all()
    assert set(model.predict(X)) <= set(y)
    assert model.n_clipped_ == 0


@given(st.lists(st.one_of(any_array, st.lists(numbers, max_size=3), numbers, st.dictionaries(numbers, numbers, max_size=3)), max_size=6),
       st.lists(labels, min_size=6, max_size=6), st.lists(numbers, max_size=6))  # fmt: skip
def test_stream(samples, names, ids):
    stream = Stream(budget="1/2")
    for x, name in zip(samples, names):
        step = refused_or(lambda: stream.observe(x, name))
        if step is not None and step.ask:
            refused_or(lambda: stream.teach(step.id, name))
        refused_or(lambda: stream.predict(x))
        refused_or(lambda: stream.predict_one(x))
        refused_or(lambda: stream.observe_many(x, names))
    for id in ids:
        for verb in (stream.skip, stream.withdraw, lambda id: stream.teach(id, "a")):
            refused_or(lambda: verb(id))
    stream.ledger(), stream.graph(), stream.finish()
    assert pickle.loads(pickle.dumps(stream)).counters == stream.counters


@given(
    st.dictionaries(
        st.sampled_from(
            ["learner", "rho", "alpha", "beta", "layers", "max_nodes", "seed", "budget", "strategy"]
        ),
        labels,
    )
)
def test_options(options):
    stream = refused_or(lambda: Stream(**options))
    if stream is not None:
        stream.observe([0.5, 0.5])


@given(any_array, any_array)
def test_the_engine_itself(X, codes):
    for range in ([], [[], []], [[0.0, 0.0], [1.0, 1.0]]):  # learned, none, given
        learner = _mpart.Learner(_mpart.Parameters(), 0, *range)
        refused_or(lambda: learner.predict(X))
        refused_or(lambda: learner.learn(X, codes))
        refused_or(lambda: learner.predict(X))
    refused_or(lambda: _mpart.Learner(_mpart.Parameters(), 0, X, codes))


@given(st.binary(max_size=200), st.integers(0, 400), st.integers(1, 255))
def test_bytes_that_are_no_model(data, position, change):
    refused_or(lambda: _mpart.Session.decode(data, {}))
    sound = bytearray(Stream()._session.encode())
    sound[position % len(sound)] ^= change
    assert refused_or(lambda: _mpart.Session.decode(bytes(sound), {})) is None


@given(st.lists(st.floats(), max_size=20))
def test_scores(scores):
    budget = _mpart.ScoreBudget("explorer", 1, 5, 0)
    expected = refused_or(lambda: budget.peek(scores))
    assert refused_or(lambda: budget.advance(scores)) == expected


@settings(max_examples=60)
@given(any_array, any_array)
def test_parametric_umap(X, other):
    model = ParametricUMAP(2, neighbours=2, epochs=1)
    refused_or(lambda: model.fit(X))
    refused_or(lambda: model.transform(other))


@settings(max_examples=60)
@given(numbers, numbers, numbers, numbers, numbers)
def test_options_of_parametric_umap(n_components, neighbours, min_dist, share, random_state):
    options = [{"n_components": n_components}, {"neighbours": neighbours}, {"min_dist": min_dist},
               {"share": share}, {"random_state": random_state}]  # fmt: skip
    X = np.random.default_rng(0).random((30, 3))
    for option in options:
        refused_or(lambda: ParametricUMAP(epochs=1, **option).fit(X))


@settings(max_examples=60)
@given(st.binary(), st.text(max_size=3))
def test_what_is_no_network(content, name):
    network = pytest.importorskip("mpart_learn._onnx").Network
    with pytest.raises(ValueError):
        network(content, name)
