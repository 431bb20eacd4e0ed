import csv
import os
import pathlib
import subprocess

import numpy as np
import pytest

SOURCE = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def clothes():
    """2,000 pictures of clothing in four dimensions, and their classes."""
    rows = np.loadtxt(SOURCE / "examples/data/fashion4d.csv", delimiter=",", skiprows=1)
    return np.ascontiguousarray(rows[:, :-1]), rows[:, -1].astype(int)


@pytest.fixture(scope="session")
def clothes_test():
    rows = np.loadtxt(SOURCE / "examples/data/fashion4d-test.csv", delimiter=",", skiprows=1)
    return np.ascontiguousarray(rows[:, :-1]), rows[:, -1].astype(int)


@pytest.fixture
def program(tmp_path):
    """Runs the mpart program in a folder of its own."""
    path = os.environ.get("MPART_PROGRAM")
    if not path:
        pytest.skip("MPART_PROGRAM does not name the program")

    def run(*words):
        done = subprocess.run(
            [path, *map(str, words)], cwd=tmp_path, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.fixture
def rows_of():
    def read(path):
        with open(path, newline="") as file:
            return list(csv.DictReader(file))

    return read
