"""What version 0.1 of the package saved is read by this one: tests/fixtures/v0.1."""

import json
import pickle
from pathlib import Path

import numpy as np
import pytest

from mpart_learn import Stream

ROOT = Path(__file__).parents[2]
SAVED = ROOT / "tests/fixtures/v0.1/python"
EXPECTED = json.loads((SAVED / "expected.json").read_text())


@pytest.fixture
def samples():
    table = np.loadtxt(ROOT / "examples/data/fashion4d-test.csv", delimiter=",", skiprows=1)
    return table[:20, :-1]


def test_a_model_file_is_loaded_with_its_questions_and_answers(samples):
    stream = Stream.load(SAVED / "stream.mpart")
    said = [stream.predict(x) for x in samples]
    expected = dict(EXPECTED["counters"])
    expected["queries"] = expected.pop("questions")  # as it was called then
    assert stream.counters == expected
    assert [row["state"] for row in stream.ledger()] == EXPECTED["states"]
    assert [one.predicted for one in said] == EXPECTED["labels of the model file"]
    assert [one.raw_probability.tolist() for one in said] == EXPECTED["probabilities"]


class Renaming(pickle.Unpickler):
    """As docs/python.md shows it: the package was called mpart."""

    def find_class(self, module, name):
        return super().find_class(module.replace("mpart", "mpart_learn", 1), name)


def test_a_pickle_of_the_old_name_keeps_labels_that_are_numbers(samples):
    with (SAVED / "stream.pickle").open("rb") as file:
        stream = Renaming(file).load()
    assert [stream.predict(x).predicted for x in samples] == EXPECTED["labels of the pickle"]
    with (SAVED / "classifier.pickle").open("rb") as file:
        model = Renaming(file).load()
    assert model.predict(samples).tolist() == EXPECTED["labels of the classifier"]
