"""Notebooks run from their first cell to their last, in Jupyter's own kernel."""

import json

import nbformat
import pytest
from conftest import SOURCE
from nbclient import NotebookClient

NOTEBOOKS = sorted((SOURCE / "notebooks").glob("*.ipynb"))

# Someone who reads the question and answers it, but for one of them.
A_PERSON = """
questions = []

def input(question):
    questions.append(question)
    temperature, vibration = (float(word.strip(",:")) for word in question.split() if word[0].isdigit())
    if len(questions) == 3:
        return ""
    return "loose" if vibration > 6 else "hot" if temperature > 60 else "normal"
"""


def run(name, folder, before="", after=""):
    """Runs a copy; returns what `after`, an expression, is worth at its end."""
    (folder / "notebooks").mkdir()
    (folder / "models").symlink_to(SOURCE / "models")
    notebook = nbformat.read(SOURCE / "notebooks" / name, as_version=4)
    code = nbformat.v4.new_code_cell
    notebook.cells = [
        code(before),
        *notebook.cells,
        code(f"import json; print(json.dumps({after}))"),
    ]
    there = {"metadata": {"path": str(folder / "notebooks")}}
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources=there).execute()
    return json.loads(notebook.cells[-1].outputs[0].text)


def test_fashion_mnist_is_learned_with_twenty_questions(tmp_path):
    pytest.importorskip("mpart_learn._onnx", reason="built without OpenCV")
    found = run("fashion-mnist.ipynb", tmp_path, after="[len(asked), accuracy, own_accuracy]")
    assert found[0] == 20 and found[1] > 0.5 and found[2] > 0.4
    assert (tmp_path / "notebooks/fashion.onnx").read_bytes() == (
        SOURCE / "models/fashion-mnist-4d.onnx"
    ).read_bytes()


def test_a_person_answers_in_the_notebook(tmp_path):
    after = "[questions, stream.counters, sorted(stream.classes), [row[:3] for row in rows]]"
    questions, counters, classes, rows = run("own-stream.ipynb", tmp_path, A_PERSON, after)
    assert len(questions) == counters["queries"] == 12 and counters["labels"] == 11
    assert classes == ["hot", "loose", "normal"]
    assert any("looks like" in question for question in questions)
    for temperature, vibration, answer in rows:
        truth = "loose" if vibration > 6 else "hot" if temperature > 60 else "normal"
        assert answer in (truth, None)
    assert sum(answer is not None for *_, answer in rows) >= 8


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_what_is_committed_is_valid_and_has_no_outputs(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert cell.outputs == [] and cell.execution_count is None
