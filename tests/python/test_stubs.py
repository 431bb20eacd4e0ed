import ast
import pathlib

import pytest

import mpart
from mpart import _mpart

STUB = ast.parse((pathlib.Path(mpart.__file__).parent / "_mpart.pyi").read_text())
CLASSES = {node.name: node for node in STUB.body if isinstance(node, ast.ClassDef)}


def public(names):
    return {name for name in names if not name.startswith("_")}


def test_the_stub_names_all_of_the_module():
    functions = {node.name for node in STUB.body if isinstance(node, ast.FunctionDef)}
    assert functions | set(CLASSES) == public(vars(_mpart))


@pytest.mark.parametrize("name", CLASSES)
def test_the_stub_names_all_of_a_class(name):
    told = {n.name for n in CLASSES[name].body if isinstance(n, ast.FunctionDef)}
    told |= {n.target.id for n in CLASSES[name].body if isinstance(n, ast.AnnAssign)}
    assert public(told) == public(vars(getattr(_mpart, name)))


def test_the_package_is_typed():
    assert (pathlib.Path(mpart.__file__).parent / "py.typed").exists()
