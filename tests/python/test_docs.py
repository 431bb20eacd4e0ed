import re
import shutil

import matplotlib
import pytest
from conftest import SOURCE

matplotlib.use("Agg")
OPTIONAL = {"river", "skactiveml"}


def test_what_the_page_shows_runs(tmp_path, monkeypatch, capsys):
    shutil.copytree(SOURCE / "examples/data", tmp_path / "examples/data")
    monkeypatch.chdir(tmp_path)
    pieces = re.findall(r"```python\n(.*?)```", (SOURCE / "docs/python.md").read_text(), re.S)
    assert len(pieces) >= 8
    names = {}
    for piece in pieces:
        try:
            exec(compile(piece, "docs/python.md", "exec"), names)
        except ImportError as missing:
            if missing.name not in OPTIONAL and "built without" not in str(missing):
                raise
    told = capsys.readouterr().out
    assert "20 questions" in told
    if "embedder" in names:
        assert (tmp_path / "embedder.onnx").read_bytes() == names["embedder"].onnx_
    assert (tmp_path / "stream.png").stat().st_size > 10_000


@pytest.mark.parametrize(
    "name", ["MPARTClassifier", "Stream", "MPARTQueryStrategy", "ParametricUMAP"]
)
def test_what_is_public_has_documentation(name):
    import mpart_learn

    public = getattr(mpart_learn, name)
    assert len(public.__doc__) > 200
    assert set(mpart_learn.__all__) <= set(dir(mpart_learn))
