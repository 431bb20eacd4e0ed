"""Networks that run: what needs no training."""
import os
import pathlib
import subprocess
import sys

import numpy as np

from mpart_learn import ParametricUMAP

SOURCE = pathlib.Path(__file__).parents[2]
NETWORK = SOURCE / "tests/prepare/data/networks/vit-op14.onnx"
USE = f"""
import numpy, mpart_learn
loaded = mpart_learn.ParametricUMAP.load({str(NETWORK)!r})
print(loaded.transform(numpy.zeros((2, 3 * 32 * 32), numpy.float32)).shape)
"""


def run_without_runtime(tmp_path, **more):
    """USE in a process that finds ONNX Runtime only where `more` says."""
    environment = {"PYTHONPATH": os.environ["PYTHONPATH"], "HOME": str(tmp_path), "PATH": "/nowhere"}
    environment.update(more)
    return subprocess.run([sys.executable, "-c", USE], env=environment, capture_output=True, text=True)


def test_any_network_runs_and_gives_what_is_expected():
    folder = NETWORK.parent
    pictures = np.load(folder / "pictures-32.npy")
    expected = np.load(folder / "vit-op14.out.npy")
    loaded = ParametricUMAP.load(NETWORK)
    assert np.abs(loaded.transform(pictures.reshape(4, -1)) - expected).max() < 1e-4


def test_a_network_of_mparts_own_runs():
    loaded = ParametricUMAP.load(SOURCE / "models/fashion-mnist-4d.onnx")
    values = loaded.transform(np.zeros((3, 784), np.float32))
    assert values.shape == (3, 4) and (values >= 0).all() and (values <= 1).all()


def test_where_the_runtime_is_missing_the_message_says_how_to_install_it(tmp_path):
    ended = run_without_runtime(tmp_path, MPART_ONNXRUNTIME="/nowhere/libonnxruntime.so")
    assert ended.returncode == 1
    assert "MPART_ONNXRUNTIME: /nowhere/libonnxruntime.so" in ended.stderr


def test_the_runtime_of_the_package_onnxruntime_is_found(tmp_path):
    cached = next(pathlib.Path.home().glob(".cache/mpart/onnxruntime/libonnxruntime.so.*"), None)
    if "XDG_CACHE_HOME" in os.environ:
        found = pathlib.Path(os.environ["XDG_CACHE_HOME"]).glob("mpart/onnxruntime/libonnxruntime.so.*")
        cached = next(found, cached)
    assert cached, "run scripts/setup networks"
    package = tmp_path / "packages/onnxruntime"
    (package / "capi").mkdir(parents=True)
    (package / "__init__.py").write_text("raise ImportError('is not to be imported')")
    (package / "capi" / cached.name).symlink_to(cached)
    path = f"{os.environ['PYTHONPATH']}:{package.parent}"
    ended = run_without_runtime(tmp_path, PYTHONPATH=path)
    assert ended.stdout == "(2, 96)\n", ended.stderr
