import copy
import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pandas
import pytest
from conftest import SOURCE
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from sklearn.base import clone
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks
from threadpoolctl import threadpool_info, threadpool_limits

from mpart_learn import MPARTClassifier, ParametricUMAP



@pytest.fixture(scope="module")
def blobs():
    """600 rows of 16 values around three points, and which of them."""
    draw = np.random.default_rng(0)
    label = draw.integers(0, 3, 600)
    rows = draw.random((3, 16))[label] + 0.05 * draw.normal(size=(600, 16))
    return rows.astype(np.float32), label


@pytest.fixture(scope="module")
def fitted(blobs):
    return ParametricUMAP(2, epochs=10).fit(blobs[0])


# No exceptions: every check of scikit-learn passes.
@parametrize_with_checks([ParametricUMAP(neighbours=2, epochs=1)])
def test_scikit_learn_s_own_checks(estimator, check):
    check(estimator)


def test_neighbours_stay_together_in_the_unit_square(blobs, fitted):
    map_of = fitted.transform(blobs[0])
    assert map_of.shape == (600, 2)
    assert 0 <= map_of.min() < 1e-6 and 1 - 1e-6 < map_of.max() <= 1
    near = KNeighborsClassifier(5).fit(map_of[:300], blobs[1][:300])
    assert near.score(map_of[300:], blobs[1][300:]) > 0.98
    assert 0 < fitted.loss_ < 1 and fitted.epochs_ == 10


def test_it_stands_before_a_classifier(blobs):
    X, y = blobs
    model = make_pipeline(ParametricUMAP(2, epochs=10), MPARTClassifier(feature_range=(0, 1)))
    assert model.fit(X[:300], y[:300]).score(X[300:], y[300:]) > 0.95


@pytest.mark.parametrize(
    "options, flags",
    [({"n_components": 2, "random_state": 3}, ["--dims", 2, "--seed", 3]),
     ({"share": 0.5, "neighbours": 7, "min_dist": 0.3}, ["--share", 0.5, "--neighbours", 7, "--min-dist", 0.3]),
     ({"network": "cnn"}, ["--network", "cnn"])],
)  # fmt: skip
def test_the_network_is_that_of_the_command_line(options, flags, blobs, program, tmp_path):
    np.save(tmp_path / "rows.npy", blobs[0])
    share = [] if "--share" in flags else ["--share", 1]
    program("embed", "fit", "rows.npy", "--out", "expected.onnx", "--epochs", 3, *share, *flags)
    mine = ParametricUMAP(epochs=3, fitted_on="rows.npy", **options).fit(blobs[0])
    mine.save(tmp_path / "mine.onnx")
    assert (tmp_path / "mine.onnx").read_bytes() == (tmp_path / "expected.onnx").read_bytes()
    program("embed", "apply", "expected.onnx", "rows.npy", "--out", "map.npy")
    np.testing.assert_array_equal(mine.transform(blobs[0]), np.load(tmp_path / "map.npy"))


def test_a_file_brings_its_parameters_back(blobs, fitted, tmp_path):
    fitted.save(tmp_path / "map.onnx")
    loaded = ParametricUMAP.load(tmp_path / "map.onnx")
    assert loaded.get_params() == {**fitted.get_params(), "features": "pixels"}  # as was chosen
    assert (loaded.loss_, loaded.epochs_, loaded.n_features_in_) == (fitted.loss_, 10, 16)
    np.testing.assert_array_equal(loaded.transform(blobs[0]), fitted.transform(blobs[0]))
    assert clone(loaded).fit(blobs[0]).onnx_ == fitted.onnx_


@pytest.mark.parametrize("features", ["gradients", "both"])
def test_a_network_that_sees_gradients_takes_pixels(features, tmp_path):
    X = np.random.default_rng(0).random((60, 64), dtype=np.float32)
    model = ParametricUMAP(2, epochs=1, features=features).fit(X)
    assert (model.features_, model.n_features_in_) == (features, 64)
    assert model.transform(X).shape == (60, 2)
    model.save(tmp_path / "map.onnx")
    loaded = ParametricUMAP.load(tmp_path / "map.onnx")
    assert (loaded.features, loaded.features_, loaded.n_features_in_) == (features, features, 64)
    np.testing.assert_array_equal(loaded.transform(X), model.transform(X))


def test_the_network_of_the_demo_can_be_loaded():
    loaded = ParametricUMAP.load(SOURCE / "models/fashion-mnist-4d.onnx")
    assert (loaded.n_features_in_, loaded.n_components, loaded.share) == (784, 4, 0.3)
    assert loaded.transform(np.zeros((1, 784))).shape == (1, 4)


@pytest.mark.parametrize("copied", [lambda it: pickle.loads(pickle.dumps(it)), copy.deepcopy])
def test_copies_are_fitted_too(copied, blobs, fitted):
    np.testing.assert_array_equal(copied(fitted).transform(blobs[0]), fitted.transform(blobs[0]))


def test_kinds_of_numbers_make_no_difference(blobs, fitted):
    X = blobs[0]
    expected = fitted.transform(X)
    assert expected.dtype == np.float32
    for other in (X.astype(np.float64), np.asfortranarray(X), X.tolist(), pandas.DataFrame(X)):
        np.testing.assert_array_equal(fitted.transform(other), expected)
    assert fitted.transform(X.astype(np.float64)).dtype == np.float64


def test_seeds_decide(blobs, fitted):
    X = blobs[0]
    one = ParametricUMAP(2, epochs=1, random_state=1).fit(X).onnx_
    assert one == ParametricUMAP(2, epochs=1, random_state=np.int64(1)).fit(X).onnx_
    assert one != ParametricUMAP(2, epochs=1, random_state=2).fit(X).onnx_
    drawn = [ParametricUMAP(2, epochs=1, random_state=None).fit(X).onnx_ for _ in range(2)]
    assert drawn[0] != drawn[1]


def test_every_epoch_is_told(blobs, capsys):
    ParametricUMAP(epochs=3, verbose=True).fit(blobs[0])
    told = capsys.readouterr().out.splitlines()
    assert [line[:12] for line in told] == ["epoch 1 of 3", "epoch 2 of 3"]


@pytest.mark.parametrize("value, what", [(np.nan, "NaN"), (np.inf, "inf"), (1e300, "inf")])
def test_a_number_that_cannot_be_used_is_named(value, what, blobs, fitted):
    X = blobs[0].astype(np.float64)
    X[5, 2] = value
    for call in (ParametricUMAP(epochs=1).fit, fitted.transform):
        with pytest.raises(ValueError, match=f"{what}.*row 5, column 2"):
            call(X)


@pytest.mark.parametrize(
    "options, what",
    [({"n_components": 0}, "n_components"), ({"n_components": 2000}, "dims: 1 to 1024"),
     ({"neighbours": 1}, "neighbours"), ({"neighbours": 601}, "600 samples are too few"),
     ({"epochs": 1.5}, "epochs"), ({"min_dist": -1}, "min_dist|distance"),
     ({"min_dist": "far"}, "far"), ({"network": "gnn"}, "mlp or cnn expected, not gnn"),
     ({"features": "waves"}, "gradients, both or auto expected"),
     ({"share": 0}, "share"), ({"share": 0.01}, "too few"), ({"random_state": -1}, "random_state")],
)  # fmt: skip
def test_options_that_make_no_sense_are_value_errors(options, what, blobs):
    with pytest.raises(ValueError, match=what):
        ParametricUMAP(**options).fit(blobs[0])


def test_gradients_want_square_pictures(blobs):
    with pytest.raises(ValueError, match="a row has 15"):
        ParametricUMAP(features="gradients").fit(blobs[0][:, :15])


def test_a_cnn_wants_square_pictures(blobs):
    with pytest.raises(ValueError, match="15"):
        ParametricUMAP(network="cnn").fit(blobs[0][:, :15])


def test_what_is_no_network_is_refused(tmp_path, fitted):
    damaged = tmp_path / "damaged.onnx"
    for content in (b"", b"hello", fitted.onnx_[:-100]):
        damaged.write_bytes(content)
        with pytest.raises(ValueError, match="damaged.onnx"):
            ParametricUMAP.load(damaged)
    with pytest.raises(FileNotFoundError):
        ParametricUMAP.load(tmp_path / "absent.onnx")
    with pytest.raises(OSError):
        fitted.save(tmp_path / "no folder" / "map.onnx")


finite = st.floats(width=64, allow_nan=False, allow_infinity=False)
rows = arrays.arrays(np.float64, st.tuples(st.integers(0, 20), st.integers(0, 4)), elements=finite)


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(rows, rows)
def test_any_numbers_give_a_map_or_a_value_error(X, others):
    model = ParametricUMAP(2, neighbours=2, epochs=1)
    try:
        model.fit(X)
        for samples in (X, others):
            map_of = model.transform(samples)
            assert ((map_of >= 0) & (map_of <= 1)).all()
    except ValueError:
        pass


def test_modules_are_loaded_when_they_are_needed():
    check = (
        "import sys, mpart_learn; mpart_learn.ParametricUMAP();"
        "sys.exit(any(name in sys.modules for name in ('mpart_learn._train', 'mpart_learn._onnx')))"
    )
    assert subprocess.run([sys.executable, "-c", check]).returncode == 0


def test_other_libraries_keep_their_threads(blobs):
    def threads():
        return {pool["filepath"]: pool["num_threads"] for pool in threadpool_info()}

    with threadpool_limits(limits=2):
        before = threads()
        ParametricUMAP(epochs=1).fit(blobs[0])
        assert before.items() <= threads().items() and set(before.values()) == {2}


def test_threads_may_fit_and_transform_at_once(blobs, fitted):
    X = blobs[0]
    expected, results = fitted.transform(X), []

    def fit():
        results.append(ParametricUMAP(2, epochs=10).fit(X).onnx_ == fitted.onnx_)

    def transform():
        results.append(all((fitted.transform(X) == expected).all() for _ in range(50)))

    threads = [threading.Thread(target=job) for job in (fit, fit, transform, transform)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [True] * 4


# Neighbours are looked for before anything is learned, in the second case for long.
LONG_WORK = """
import threading
import numpy as np
from mpart_learn import ParametricUMAP
X = np.random.default_rng(0).random(({rows}, 64), np.float32)
ticks, done = [], threading.Event()
def tick():
    while not done.wait(0.01):
        ticks.append(1)
threading.Thread(target=tick).start()
ParametricUMAP(epochs=1).fit(X[:20])  # loads the module, during which nothing else runs
ticks.clear()
model = ParametricUMAP(epochs=100000)
print("begun", flush=True)
try:
    model.fit(X)
except KeyboardInterrupt:
    print("interrupted", len(ticks), hasattr(model, "loss_"), flush=True)
done.set()
"""


@pytest.mark.parametrize("rows", [2000, 60_000])
def test_ctrl_c_ends_a_fit_during_which_other_threads_run(rows):
    script = LONG_WORK.format(rows=rows)
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "begun\n"
    time.sleep(1.5)
    assert child.poll() is None, "the work was not long"
    start = time.monotonic()
    child.send_signal(signal.SIGINT)
    said, ticks, has_result = child.stdout.readline().split()
    assert time.monotonic() - start < 2
    assert said == "interrupted" and int(ticks) > 10 and has_result == "False"
    assert child.wait(30) == 0


def test_a_fit_that_is_interrupted_leaves_the_one_before_whole(monkeypatch):
    X = np.random.default_rng(0).random((40, 6), np.float32)
    model = ParametricUMAP(epochs=1).fit(X)
    before = model.transform(X)

    class Interrupted:
        @staticmethod
        def fit(*_):
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "mpart_learn._train", Interrupted)
    with pytest.raises(KeyboardInterrupt):
        model.fit(X[:, :4])
    assert model.n_features_in_ == 6
    np.testing.assert_array_equal(model.transform(X), before)
