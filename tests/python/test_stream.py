import copy
import io
import pickle
import re

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine

import mpart_learn
from mpart_learn import Stream


def test_the_loop_of_five_lines_keeps_the_budget(clothes, clothes_test):
    stream = Stream(budget="1/100")
    for x, label in zip(*clothes):
        step = stream.observe(x)
        if step.ask:
            stream.teach(step.id, label)
    assert stream.counters["queries"] == stream.counters["labels"] == 20
    answers = [stream.predict(x).predicted for x in clothes_test[0]]
    assert np.mean(np.array(answers) == clothes_test[1]) > 0.5
    assert isinstance(answers[0], np.integer)


@pytest.mark.parametrize("load", [load_wine, load_iris, load_breast_cancer, load_digits])
def test_the_loop_of_five_lines_learns_any_data(load):
    """Values of any range: the question is about the sample that has just been observed."""
    X, y = load(return_X_y=True)
    order = np.random.default_rng(0).permutation(len(X))
    X, y = X[order], y[order]
    stream = Stream(budget="1/10")
    for x, label in zip(X, y):
        step = stream.observe(x)
        if step.ask:
            stream.teach(step.id, label)
        assert len(step.queries) == step.ask
    assert stream.counters["queries"] == stream.counters["labels"] >= len(X) // 10 - 1
    right = [p.predicted == label for p, label in zip(stream.predict_many(X), y)]
    assert np.mean(right) > 0.75


def test_a_stream_that_is_kept_before_its_first_sample_asks_at_once_too(tmp_path):
    X, y = load_wine(return_X_y=True)
    for again in (pickle.loads(pickle.dumps(Stream(budget="1/10"))), Stream.load(saved(tmp_path))):
        assert sum(again.observe(x).ask for x in X) >= 16


def saved(folder):
    Stream(budget="1/10").save(folder / "m.mpart")
    return folder / "m.mpart"


def test_every_period_asks_at_most_its_budget(clothes):
    stream = Stream(budget=(3, 50))
    asked = [len(stream.observe(x, y).queries) for x, y in zip(*clothes)]
    assert max(np.reshape(asked, (-1, 50)).sum(axis=1)) == 3


def test_labels_may_come_late_in_any_order(clothes):
    X, y = clothes
    stream = Stream(budget="1/20")
    open_questions = {}
    for x, label in zip(X, y):
        step = stream.observe(x)
        if step.ask:
            open_questions[step.id] = label
    assert stream.counters["labels"] == 0 and stream.predict(X[0]).predicted is None
    for id in reversed(open_questions):
        stream.teach(id, open_questions[id])
    assert stream.counters["labels"] == len(open_questions) == 100
    assert [row["label"] for row in stream.ledger()] == list(open_questions.values())


def test_a_label_can_be_corrected_withdrawn_and_skipped():
    stream = Stream(budget="1/1")
    first, second = stream.observe([0.1]), stream.observe([0.9])
    stream.teach(first.id, "cat")
    stream.teach(first.id, "dog")
    assert stream.predict([0.1]).predicted == "dog"
    stream.withdraw(first.id)
    assert stream.predict([0.1]).predicted is None
    stream.skip(second.id)
    assert [row["state"] for row in stream.ledger()] == ["withdrawn", "skipped"]
    with pytest.raises(ValueError, match="is skipped"):
        stream.teach(second.id, "cat")
    for id in (0, 3):
        with pytest.raises(LookupError, match="never asked") as error:
            stream.teach(id, "cat")
        assert isinstance(error.value, mpart_learn.NotFoundError) and error.value.kind == "not found"
    for id in (-1, "1", 1.5, None, 2**70):
        with pytest.raises(ValueError):
            stream.teach(id, "cat")
    for label in ("", None, float("nan"), np.float32("nan")):
        with pytest.raises(ValueError, match="empty"):
            stream.teach(first.id, label)


def test_memory_asks_about_samples_that_have_passed(clothes):
    X, y = clothes
    stream = Stream(strategy="memory", budget="2/100")
    times = []
    for x in X:
        for question in stream.observe(x).queries:
            np.testing.assert_array_equal(question.values, X[question.time])
            stream.teach(question.id, y[question.time])
            times.append(question.time)
    assert len(times) == 40 and len(set(np.array(times) // 100)) == 20


def test_labels_come_back_as_they_were_given():
    for labels in ([3, 4], ["a", "b"], [True, False], [(1, 2), (3, 4)], [1.5, 2.5], ["Ü", "猫"]):
        stream = Stream(budget="1/1")
        for value, label in zip([0.1, 0.9], labels):
            stream.observe([value], label)
        assert stream.classes == labels
        assert stream.predict([0.9]).predicted == labels[1]
        assert stream.predict([0.9]).predicted is labels[1]
        assert pickle.loads(pickle.dumps(stream)).classes == labels


def test_two_labels_of_one_name_are_refused():
    stream = Stream(budget="1/1")
    stream.observe([0.1], 3)
    with pytest.raises(ValueError, match="3 and '3' have the same name"):
        stream.observe([0.2], "3")
    assert stream.counters["samples"] == 1


def test_a_pickle_of_the_name_mpart_loads_when_its_modules_are_renamed(clothes):
    class Renaming(pickle.Unpickler):
        def find_class(self, module, name):
            return super().find_class(re.sub(r"^mpart(?=\.|$)", "mpart_learn", module), name)

    stream = Stream()
    stream.observe_many(clothes[0], clothes[1].tolist())
    # Protocol 3 writes names of modules as plain lines, so that they can be put back by hand.
    old = pickle.dumps(stream, protocol=3).replace(b"cmpart_learn.", b"cmpart.")
    assert b"mpart_learn" not in old
    with pytest.raises(ImportError):
        pickle.loads(old)
    loaded = Renaming(io.BytesIO(old)).load()
    assert loaded.classes == stream.classes and loaded.ledger() == stream.ledger()


def test_a_model_file_keeps_names_a_pickle_objects(tmp_path, clothes):
    stream = Stream(budget="1/10", seed=3)
    stream.observe_many(*clothes)
    stream.save(tmp_path / "a.mpart")
    loaded = Stream.load(tmp_path / "a.mpart")
    assert loaded.classes == [str(label) for label in stream.classes]
    for other in (pickle.loads(pickle.dumps(stream)), copy.deepcopy(stream), loaded):
        assert repr(other) == repr(stream)
        other.observe_many(clothes[0][:500])
        assert other.counters["samples"] == 2500
    assert stream.counters["samples"] == 2000


@pytest.mark.parametrize("learned", [1, 255, 256, 257, 258, 600])
@pytest.mark.parametrize("gap", [None, 100, 400])
def test_a_stream_in_the_unit_goes_on_from_its_file_when_it_leaves_it(learned, gap, tmp_path):
    """The file has no scale of data that was in [0,1] for long; then a running stream has none."""
    draw = np.random.default_rng(0)
    X, later = draw.random((learned, 3)), 1.4 * draw.random((600, 3)) - 0.2
    later[::7, 1] = np.nan
    if gap is not None and gap < learned:
        X[gap, 2] = np.nan
    stream = Stream(budget="1/10")
    stream.observe_many(X, ["a" if x[0] < 0.5 else "b" for x in X])
    stream.save(tmp_path / "m.mpart")
    loaded = Stream.load(tmp_path / "m.mpart")
    for x in later:
        assert loaded.predict(x).score == stream.predict(x).score
        mine, theirs = stream.observe(x), loaded.observe(x)
        assert (mine.score, mine.winner, mine.clipped) == (theirs.score, theirs.winner, theirs.clipped)
    stream.save(tmp_path / "whole.mpart")
    loaded.save(tmp_path / "loaded.mpart")
    assert (tmp_path / "whole.mpart").read_bytes() == (tmp_path / "loaded.mpart").read_bytes()


def test_files_that_are_no_model_are_told_of(tmp_path):
    with pytest.raises(FileNotFoundError):
        Stream.load(tmp_path / "none.mpart")
    with pytest.raises(OSError):
        Stream().save(tmp_path / "no" / "folder.mpart")
    stream = Stream(budget="1/1")
    stream.observe([0.5], "x")
    stream.save(tmp_path / "m.mpart")
    sound = (tmp_path / "m.mpart").read_bytes()
    for bad in (b"", b"hello", sound[:-1], sound[:50], sound + b"x"):
        (tmp_path / "bad.mpart").write_bytes(bad)
        with pytest.raises(ValueError):
            Stream.load(tmp_path / "bad.mpart")


def test_river_s_verbs_take_dicts():
    stream = Stream(budget="1/1")
    assert stream.predict_one({"a": 0.1, "b": 0.2}) is None
    assert stream.predict_proba_one({"a": 0.1, "b": 0.2}) == {}
    assert stream.learn_one({"a": 0.1, "b": 0.2}, "low") is None
    stream.learn_one({"b": 0.9, "a": 0.8}, "high")
    assert stream.predict_one({"b": 0.2, "a": 0.1}) == "low"
    said = stream.predict_proba_one({"a": 0.8, "b": 0.9})
    assert list(said) == ["low", "high"] and said["high"] > 0.7
    assert sum(said.values()) == pytest.approx(1)
    assert stream.predict({"a": 0.8, "b": 0.9}).raw_probability.tolist() == [0, 1]
    with pytest.raises(ValueError, match="a, b expected, a, c found: 'b' is missing, 'c' is not known"):
        stream.learn_one({"a": 0.1, "c": 0.1}, "low")
    with pytest.raises(ValueError, match="a, b expected, a, b, c found: 'c' is not known"):
        stream.learn_one({"a": 0.1, "b": 0.1, "c": 0.1}, "low")


def test_learn_one_uses_the_labels_it_asks_for(clothes):
    stream = Stream(budget="1/100")
    for x, y in zip(*clothes):
        stream.learn_one(dict(enumerate(x)), y)
    assert stream.counters["labels"] == 20


@pytest.mark.parametrize(
    "x, message",
    [([0.1, float("-inf")], "column 1"), ([float("inf"), 0.1], "column 0"), ([0.1], "2 values"),
     ([], "2 values"), ([[0.1, 0.2]], "1-D"), (0.5, "1-D")],
)  # fmt: skip
def test_a_bad_sample_is_a_value_error_and_teaches_nothing(x, message):
    stream = Stream()
    stream.observe([0.1, 0.2])
    for call in (stream.observe, stream.predict):
        with pytest.raises(ValueError, match=message):
            call(x)
    assert stream.counters["samples"] == 1


def test_a_bad_value_of_many_is_named_and_none_is_learned(clothes):
    X = clothes[0].copy()
    X[77, 3] = np.inf
    stream = Stream()
    with pytest.raises(ValueError, match="infinity: row 77, column 3"):
        stream.observe_many(X)
    with pytest.raises(ValueError, match="2000 labels expected, 3 found"):
        stream.observe_many(clothes[0], [1, 2, 3])
    assert stream.counters["samples"] == 0


def test_clipped_values_are_counted():
    stream = Stream()
    for i in range(300):  # what has been in [0,1] for long keeps its scale
        stream.observe([i / 300, 0.5])
    assert stream.observe([1.5, 0.5]).clipped == 1
    stream.observe([-1, 7])
    assert stream.counters["clipped_values"] == 3 and stream.counters["clipped_samples"] == 2


@pytest.mark.parametrize("budget", ["1/20", "5%", "0.05", 0.05, (1, 20)])
def test_a_budget_is_a_fraction_or_a_share(budget):
    stream = Stream(budget=budget)
    stream.observe([0.5, 0.5])
    assert stream._session.options["budget"] == (1, 20)


@pytest.mark.parametrize("budget", ["0/1", "2/1", "x", (1,), (1, 2, 3), 0.0, -1, 1.5, None, "1/0", ("a", "b"),
                                    float("nan"), float("inf")])  # fmt: skip
def test_a_budget_that_is_none_is_refused(budget):
    with pytest.raises(ValueError):
        Stream(budget=budget)


def test_parameters_that_do_not_exist_are_refused():
    with pytest.raises(TypeError, match="no parameter 'rh'.*rho"):
        Stream(rh=0.9)
    with pytest.raises(ValueError, match="strategy"):
        Stream(strategy="best")
    with pytest.raises(ValueError, match="seed"):
        Stream(seed=-1)
    with pytest.raises(mpart_learn.UnsupportedError, match="representative"):
        Stream("knn", strategy="representative")
