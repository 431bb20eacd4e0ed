"""A model that `mpart run` made of a table takes what the table had, and says what the program says."""

import datetime
import json

import numpy as np
import pandas as pd
import pytest
from sklearn import datasets

from mpart_learn import Stream, UnsupportedError

COLOURS = ["amber", "blue", "crimson"]


def assert_same_answers(predictions, rows, classes):
    """Exactly: the program writes the shortest text that is the same number again."""
    assert len(predictions) == len(rows) > 0
    for prediction, row in zip(predictions, rows):
        label = prediction.predicted
        assert ("unknown" if label is None else label) == row["predicted"]
        told = [float(row[f"p({name})"]) for name in classes]
        assert prediction.probability.tolist() == told


@pytest.fixture
def answers(program, rows_of, tmp_path):
    """What the program says of a table."""

    def predict(model, table, *flags):
        program("predict", model, table, "--probabilities", "--out", "answers.csv", *flags)
        return rows_of(tmp_path / "answers.csv")

    return predict


@pytest.mark.parametrize("name", ["wine", "iris", "breast_cancer"])
def test_a_table_with_a_header(name, program, answers, tmp_path):
    frame = getattr(datasets, f"load_{name}")(as_frame=True).frame.sample(frac=1, random_state=0)
    frame.to_csv(tmp_path / "table.csv", index=False)
    program("run", "table.csv", "--budget", "1/10", "--model", "m.mpart")
    stream = Stream.load(tmp_path / "m.mpart")
    assert stream.feature_names == list(frame.columns[:-1])
    frame = pd.read_csv(tmp_path / "table.csv")
    backwards = frame[frame.columns[::-1]]
    expected = answers("m.mpart", "table.csv")
    rows = [row for _, row in backwards.iterrows()]
    for found in (
        stream.predict_many(frame),
        stream.predict_many(backwards.drop(columns="target")),
        stream.predict_many(frame[stream.feature_names].to_numpy()),
        stream.predict_many([row.to_dict() for row in rows]),
        [stream.predict(row) for row in rows],
        [stream.predict(row.to_dict()) for row in rows],
    ):
        assert_same_answers(found, expected, stream.classes)


def test_other_columns_are_an_error_that_names_both(program, tmp_path):
    datasets.load_wine(as_frame=True).frame.to_csv(tmp_path / "wine.csv", index=False)
    program("run", "wine.csv", "--budget", "1/10", "--model", "m.mpart")
    stream = Stream.load(tmp_path / "m.mpart")
    frame = pd.read_csv(tmp_path / "wine.csv")
    other = frame.rename(columns={"ash": "ashes"})
    for call in (lambda: stream.predict_many(other), lambda: stream.observe_many(other),
                 lambda: stream.predict(other.iloc[0]), lambda: stream.observe(dict(other.iloc[0]))):  # fmt: skip
        with pytest.raises(
            ValueError, match="alcohol, .* expected.*'ash' is missing, 'ashes' is not known"
        ):
            call()
    with pytest.raises(ValueError, match="13 values expected, 14 found"):
        stream.predict(frame.iloc[0].to_numpy())


def test_learning_goes_on_as_run_does(program, tmp_path):
    frame = datasets.load_wine(as_frame=True).frame.sample(frac=1, random_state=1)
    frame.to_csv(tmp_path / "all.csv", index=False)
    frame[:100].to_csv(tmp_path / "first.csv", index=False)
    frame[100:].to_csv(tmp_path / "rest.csv", index=False)
    program("run", "first.csv", "--budget", "1/10", "--model", "first.mpart")
    stream = Stream.load(tmp_path / "first.mpart")
    rest = pd.read_csv(tmp_path / "rest.csv")
    stream.observe_many(rest.drop(columns="target"), rest["target"])
    stream.finish()
    stream.save(tmp_path / "python.mpart")
    program("run", "rest.csv", "--resume", "first.mpart", "--model", "program.mpart")
    again = Stream.load(tmp_path / "python.mpart"), Stream.load(tmp_path / "program.mpart")
    assert again[0].counters == again[1].counters and again[0].classes == again[1].classes
    pairs = zip(*(one.predict_many(rest) for one in again))
    assert all(a.probability.tolist() == b.probability.tolist() for a, b in pairs)


def people(count, seed):
    """Words, dates, gaps and decimal commas; who they are hangs together with all of it."""
    draw = np.random.default_rng(seed)
    label = draw.integers(0, 3, count)
    frame = pd.DataFrame(
        {
            "id": [f"p{i}" for i in range(count)],
            "age": 20 * label + draw.integers(0, 20, count).astype(float),
            "colour": np.array(COLOURS)[np.where(draw.random(count) < 0.8, label, 0)],
            "member": draw.random(count) < (1 + label) / 4,
            "since": pd.Timestamp("2020-01-13") + pd.to_timedelta(draw.integers(0, 900, count) + 300 * label, "D"),
            "price": np.round(draw.random(count) + label, 3),
            "who": np.array(["ann", "bob", "cid"])[label],
        }
    )  # fmt: skip
    frame.loc[draw.random(count) < 0.1, "age"] = np.nan
    frame.loc[draw.random(count) < 0.1, "colour"] = None
    return frame


@pytest.mark.parametrize(
    "date_form, decimal", [("%Y-%m-%d", "."), ("%d.%m.%Y", ","), ("%m/%d/%Y", ".")]
)
def test_words_dates_gaps_and_decimal_commas(date_form, decimal, program, answers, tmp_path):
    train, test = people(600, 1), people(200, 2)
    for frame, name in ((train, "train.csv"), (test, "test.csv")):
        frame.to_csv(tmp_path / name, index=False, sep=";", decimal=decimal, date_format=date_form)
    program("run", "train.csv", "--budget", "1/20", "--model", "m.mpart")
    stream = Stream.load(tmp_path / "m.mpart")
    assert stream.feature_names == ["age", "colour", "member", "since", "price"]
    expected = answers("m.mpart", "test.csv")
    features = test.drop(columns="who")
    as_objects = [dict(row) for _, row in features.iterrows()]
    as_texts = pd.read_csv(tmp_path / "test.csv", sep=";", dtype=str, keep_default_na=False)
    for found in (
        stream.predict_many(test),
        stream.predict_many(features.convert_dtypes()),
        stream.predict_many(as_texts),
        [stream.predict(x) for x in as_objects],
        [stream.predict(list(row)) for row in as_texts.itertuples(index=False)],
        [stream.predict({**x, "since": x["since"].to_pydatetime().date()}) for x in as_objects],
    ):
        assert_same_answers(found, expected, stream.classes)
    right = [row["predicted"] == who for row, who in zip(expected, test["who"])]
    assert np.mean(right) > 0.6  # the comparison is one of answers, not of unknowns


def test_a_cell_that_cannot_be_read_is_named(program, tmp_path):
    train = people(600, 1)
    train.to_csv(tmp_path / "train.csv", index=False)
    program("run", "train.csv", "--budget", "1/20", "--model", "m.mpart")
    stream = Stream.load(tmp_path / "m.mpart")
    good = dict(train.drop(columns=["who", "id"]).iloc[0])
    stream.predict(good)
    for change, message in (
        ({"age": "old"}, "age.*old.*is not a number"),
        ({"age": float("inf")}, "'age' is infinite"),
        ({"since": "yesterday"}, "since.*yesterday.*is not a date"),
        ({"since": 3}, "'since' is 3, not a date"),
        ({"shoe": 43}, "'shoe' is not known"),
    ):
        with pytest.raises(ValueError, match=message):
            stream.predict({**good, **change})
    with pytest.raises(ValueError, match="row 1: .*price.*dear"):
        stream.predict_many([good, {**good, "price": "dear"}])
    with pytest.raises(ValueError, match="no numbers.*by name"):
        stream._session.predict(np.zeros(5))
    assert stream.counters["samples"] == 600


@pytest.fixture(scope="module")
def messages():
    words = {"greeting": "hello good morning friend nice day", "offer": "buy now cheap price win money",
             "work": "meeting report project deadline office"}  # fmt: skip
    draw = np.random.default_rng(0)
    rows = []
    for i in range(300):
        kind = list(words)[i % 3]
        rows.append((" ".join(draw.choice(words[kind].split(), 6)), kind))
    return pd.DataFrame(rows, columns=["message", "kind"])


def test_texts_are_strings(messages, program, answers, tmp_path):
    messages[:200].to_csv(tmp_path / "train.csv", index=False)
    messages[200:].to_csv(tmp_path / "test.csv", index=False)
    program("run", "train.csv", "--budget", "1/10", "--model", "m.mpart")
    expected = answers("m.mpart", "test.csv")
    stream = Stream.load(tmp_path / "m.mpart")
    assert "text" in stream.preparation[-1] and stream.feature_names == ["message"]
    texts = list(messages["message"][200:])
    for found in (
        stream.predict_many(texts),
        stream.predict_many(messages[200:]),
        [stream.predict(text) for text in texts],
        [stream.predict({"message": text}) for text in texts],
    ):
        assert_same_answers(found, expected, stream.classes)
    step = stream.observe(texts[0], "greeting")
    assert step.predicted == expected[0]["predicted"] and stream.counters["samples"] == 201
    with pytest.raises(ValueError, match="message expected, text found"):
        stream.predict({"text": texts[0]})


def test_a_text_is_refused_where_numbers_are_expected():
    stream = Stream()
    stream.observe([0.1, 0.2])
    with pytest.raises(ValueError, match="does not take a text"):
        stream.predict("hello")


def test_networks_of_ones_own(program, answers, clothes, tmp_path):
    draw = np.random.default_rng(0)
    wide = pd.DataFrame(clothes[0] @ draw.random((4, 30)), columns=[f"v{i}" for i in range(30)])
    wide["kind"] = [f"k{label}" for label in clothes[1]]
    wide.to_csv(tmp_path / "wide.csv", index=False)
    program("embed", "fit", "wide.csv", "--out", "map.onnx", "--epochs", 2)
    program("run", "wide.csv", "--embedder", "map.onnx", "--budget", "1/20", "--model", "m.mpart")
    expected = answers("m.mpart", "wide.csv")
    stream = Stream.load(tmp_path / "m.mpart")
    found = stream.predict_many(pd.read_csv(tmp_path / "wide.csv"))
    assert_same_answers(found, expected, stream.classes)
    with pytest.raises(ValueError, match="missing, and a network takes none"):
        stream.predict({**dict.fromkeys(stream.feature_names, 0.5), "v3": None})


def test_what_python_cannot_prepare_is_refused(program, tmp_path):
    rows = np.random.default_rng(0).random((200, 3))
    np.savetxt(tmp_path / "series.csv", rows, delimiter=",", header="a,b,c", comments="")
    program("run", "series.csv", "--unlabelled", "--window", "10", "--model", "m.mpart")
    with pytest.raises(UnsupportedError, match="windows of 10 rows"):
        Stream.load(tmp_path / "m.mpart")


def test_a_table_without_a_header_has_no_names(program, answers, tmp_path):
    X, y = datasets.load_wine(return_X_y=True)
    table = np.column_stack([X, y])[np.random.default_rng(0).permutation(len(X))]
    np.savetxt(tmp_path / "wine.csv", table, delimiter=",", fmt="%r")
    program("run", "wine.csv", "--budget", "1/10", "--model", "m.mpart")
    stream = Stream.load(tmp_path / "m.mpart")
    assert stream.feature_names is None
    found = stream.predict_many(table[:, :-1])
    assert_same_answers(found, answers("m.mpart", "wine.csv"), stream.classes)
    with pytest.raises(ValueError, match="have no names, and 0, 1, 2"):
        stream.predict(dict(enumerate(table[0, :-1])))


def test_a_date_with_a_time_is_that_of_the_table(program, answers, tmp_path):
    draw = np.random.default_rng(3)
    start = np.datetime64("2021-03-01T00:00:00.000", "ms")
    frame = pd.DataFrame(
        {"when": start + draw.integers(0, 10**9, 300) * 86, "value": draw.random(300)}
    )
    frame["kind"] = np.where(frame["value"] > 0.5, "high", "low")
    frame.to_csv(tmp_path / "t.csv", index=False)
    program("run", "t.csv", "--budget", "1/10", "--model", "m.mpart")
    stream = Stream.load(tmp_path / "m.mpart")
    expected = answers("m.mpart", "t.csv")
    zone = datetime.timezone(datetime.timedelta(hours=2))
    abroad = [{"when": row.when.tz_localize("UTC").astimezone(zone), "value": row.value}
              for row in frame.itertuples()]  # fmt: skip
    assert_same_answers(stream.predict_many(frame), expected, stream.classes)
    assert_same_answers(stream.predict_many(abroad), expected, stream.classes)


def test_a_key_that_records_may_lack_is_a_missing_value(program, answers, tmp_path):
    draw = np.random.default_rng(4)
    records = []
    for i in range(400):
        record = {"a": 10 * (i % 2) + draw.random(), "b": draw.random(), "label": "xy"[i % 2]}
        if draw.random() < 0.2:
            del record["b"]
        records.append(record)
    (tmp_path / "r.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    program("run", "r.jsonl", "--budget", "1/20", "--model", "m.mpart")
    stream = Stream.load(tmp_path / "m.mpart")
    assert stream.feature_names == ["a", "b"]
    features = [{name: record[name] for name in "ba" if name in record} for record in records]
    expected = answers("m.mpart", "r.jsonl")
    assert_same_answers(stream.predict_many(features), expected, stream.classes)
    assert_same_answers([stream.predict(x) for x in features], expected, stream.classes)
    assert_same_answers(stream.predict_many(pd.DataFrame(features)), expected, stream.classes)
    without = stream.predict_many(pd.DataFrame({"a": [0.5, 10.5]}))
    assert [p.predicted for p in without] == ["x", "y"]
    with pytest.raises(ValueError, match="'a' is missing"):
        stream.predict({"b": 0.5})


def test_names_that_are_no_utf_8_do_not_keep_a_model_from_loading(program, tmp_path):
    rows = "".join(f"{i % 7 / 7},{i % 5 / 5},k{i % 2}\n" for i in range(300))
    (tmp_path / "latin.csv").write_bytes("größe,höhe,label\n".encode("latin-1") + rows.encode())
    program("run", "latin.csv", "--budget", "1/20", "--model", "m.mpart")
    stream = Stream.load(tmp_path / "m.mpart")
    assert len(stream.feature_names) == 2
    stream.predict([0.5, 0.5])
    stream.predict(dict.fromkeys(stream.feature_names, 0.5))
