"""Features have names: in dicts, Series and frames, before a model is saved and after it is loaded."""

import copy
import pickle

import numpy as np
import pandas as pd
import pytest
from conftest import SOURCE

from mpart_learn import Stream

NAMES = ["width", "height", "depth", "weight"]


@pytest.fixture
def frame(clothes):
    """Columns of very different ranges, so that one taken for another gives another answer."""
    return pd.DataFrame(clothes[0] * [1, 100, -1, 1e5] + [0, 5, 3, 0], columns=NAMES)


@pytest.fixture
def stream(frame, clothes):
    stream = Stream(budget="1/10")
    stream.observe_many(frame, clothes[1])
    return stream


def said(predictions):
    return [(p.predicted if p.predicted is None else str(p.predicted), p.probability.tolist())
            for p in predictions]  # fmt: skip


@pytest.mark.parametrize("keep", ["save", "pickle", "deepcopy"])
def test_a_stream_answers_by_name_as_before_it_was_kept(keep, stream, frame, tmp_path):
    if keep == "save":
        stream.save(tmp_path / "m.mpart")
        again = Stream.load(tmp_path / "m.mpart")
    else:
        again = pickle.loads(pickle.dumps(stream)) if keep == "pickle" else copy.deepcopy(stream)
    assert again.feature_names == stream.feature_names == NAMES
    backwards = frame[NAMES[::-1]][:200]
    expected = said(stream.predict(row) for row in frame[:200].to_numpy())
    assert len({str(answer) for answer in expected}) > 20
    for form in (
        lambda s: s.predict_many(backwards),
        lambda s: s.predict_many([dict(row) for _, row in backwards.iterrows()]),
        lambda s: [s.predict(row) for _, row in backwards.iterrows()],
        lambda s: [s.predict(dict(row)) for _, row in backwards.iterrows()],
        lambda s: s.predict_many(frame[:200].to_numpy()),
    ):
        assert said(form(stream)) == expected
        assert said(form(again)) == expected


def test_going_on_by_name_after_loading_is_bit_equal(frame, clothes, tmp_path):
    labels = [str(label) for label in clothes[1]]
    whole = Stream(budget="1/10")
    whole.observe_many(frame, labels)
    half = Stream(budget="1/10")
    half.observe_many(frame[:900], labels[:900])
    half.save(tmp_path / "half.mpart")
    loaded = Stream.load(tmp_path / "half.mpart")
    for (_, row), label in zip(frame[NAMES[::-1]][900:].iterrows(), labels[900:]):
        loaded.learn_one(dict(row), label)
    whole.save(tmp_path / "whole.mpart")
    loaded.save(tmp_path / "loaded.mpart")
    assert (tmp_path / "whole.mpart").read_bytes() == (tmp_path / "loaded.mpart").read_bytes()


@pytest.mark.parametrize(
    "names, wrong",
    [(["width", "height", "depth"], "'weight' is missing"),
     ([*NAMES, "age"], "'age' is not known"),
     (["width", "height", "depth", "mass"], "'weight' is missing, 'mass' is not known")],
)  # fmt: skip
def test_missing_extra_and_other_names_are_errors_that_name_both(names, wrong, stream, tmp_path):
    stream.save(tmp_path / "m.mpart")
    x = dict.fromkeys(names, 0.5)
    message = f"width, height, depth, weight expected, {', '.join(names)} found: {wrong}"
    for one in (stream, Stream.load(tmp_path / "m.mpart")):
        for call in (one.observe, one.predict, one.learn_one, one.predict_one):
            for form in (x, pd.Series(x)):
                with pytest.raises(ValueError, match=message):
                    call(form)
        for call in (one.observe_many, one.predict_many):
            with pytest.raises(ValueError, match=message):
                call(pd.DataFrame([x]))
        assert one.counters["samples"] == 2000


def test_a_dict_is_refused_where_features_have_no_names(clothes, tmp_path):
    stream = Stream()
    stream.observe_many(*clothes)
    stream.save(tmp_path / "m.mpart")
    for one in (stream, Stream.load(tmp_path / "m.mpart")):
        assert one.feature_names is None
        with pytest.raises(ValueError, match="have no names, and a, b, c, d were given"):
            one.predict(dict(zip("abcd", clothes[0][0])))


def test_river_numbers_its_features_and_they_are_found_again(clothes, tmp_path):
    stream = Stream(budget="1/10")
    for x, label in zip(*clothes):
        stream.learn_one(dict(enumerate(x)), label)
    stream.save(tmp_path / "m.mpart")
    loaded = Stream.load(tmp_path / "m.mpart")
    assert loaded.feature_names == ["0", "1", "2", "3"]
    for x in clothes[0][:100]:
        backwards = dict(reversed(list(enumerate(x))))
        expected = stream.predict_proba_one(dict(enumerate(x)))
        assert list(loaded.predict_proba_one(backwards).values()) == list(expected.values())
        assert stream.predict_proba_one(backwards) == expected


def test_a_first_sample_that_is_refused_names_nothing():
    stream = Stream()
    with pytest.raises(ValueError, match="'b' is infinite"):
        stream.observe({"a": 1.0, "b": float("inf")})
    with pytest.raises(ValueError, match="'b' is 'red', not a number"):
        stream.observe({"a": 1.0, "b": "red"})
    with pytest.raises(ValueError, match="without features"):
        stream.observe({})
    with pytest.raises(ValueError, match="1 and '1' have the same name"):
        stream.observe({1: 1.0, "1": 2.0})
    with pytest.raises(ValueError, match="empty name"):
        stream.observe({"": 1.0})
    with pytest.raises(ValueError, match="two features are called 'a'"):
        stream.observe_many(pd.DataFrame([[1.0, 2.0]], columns=["a", "a"]))
    stream.observe({"x": 1.0, "y": 2.0})
    assert stream.feature_names == ["x", "y"]


def test_predicting_sets_no_names():
    stream = Stream()
    assert stream.predict_one({"b": 1.0, "a": 2.0}) is None
    stream.observe({"a": 1.0, "b": 2.0})
    assert stream.feature_names == ["a", "b"]


def test_numbers_that_pandas_counts_up_are_no_names(clothes):
    frame = pd.DataFrame(clothes[0])
    named, plain = Stream(budget="1/10"), Stream(budget="1/10")
    named.observe_many(frame, clothes[1])
    plain.observe_many(clothes[0], clothes[1])
    assert named.feature_names is None
    assert named.predict(frame.iloc[0]).best == plain.predict(clothes[0][0]).best


def test_a_table_is_no_sample(stream, frame):
    with pytest.raises(ValueError, match="one sample expected, a table found"):
        stream.predict(frame)


def test_the_program_takes_a_model_of_named_features(program, rows_of, stream, frame, tmp_path):
    stream.save(tmp_path / "m.mpart")
    backwards = frame[NAMES[::-1]]
    backwards.to_csv(tmp_path / "table.csv", index=False)
    backwards.assign(label="1").to_csv(tmp_path / "labelled.csv", index=False)
    for table in ("table.csv", "labelled.csv"):
        program("predict", "m.mpart", table, "--out", "answers.csv")
        answers = [row["predicted"] for row in rows_of(tmp_path / "answers.csv")]
        expected = said(stream.predict_many(pd.read_csv(tmp_path / "table.csv")))
        assert answers == ["unknown" if label is None else label for label, _ in expected]
    assert "columns: 4 numbers" in program("inspect", "m.mpart")


def test_the_program_refuses_other_columns(stream, frame, tmp_path):
    import os
    import subprocess

    stream.save(tmp_path / "m.mpart")
    frame.rename(columns={"depth": "deep"}).to_csv(tmp_path / "table.csv", index=False)
    done = subprocess.run([os.environ["MPART_PROGRAM"], "predict", "m.mpart", "table.csv"],
                          cwd=tmp_path, capture_output=True, text=True)  # fmt: skip
    assert done.returncode == 2 and "no column depth; found are width, height, deep" in done.stderr


def test_what_predicts_many_takes_nothing_too(stream):
    assert stream.predict_many(np.empty((0, 4))) == []
    assert stream.predict_many([]) == []
    assert stream.observe_many(np.empty((0, 4))) == 0


def test_the_example_table_is_read_by_its_header(program, tmp_path):
    """A frame of the file itself, with its label column beside the features."""
    path = SOURCE / "examples/data/fashion4d.csv"
    program("run", path, "--budget", "1/20", "--model", "m.mpart")
    stream = Stream.load(tmp_path / "m.mpart")
    frame = pd.read_csv(path)
    features = frame[stream.feature_names]
    assert said(stream.predict_many(frame)) == said(stream.predict_many(features.to_numpy()))
