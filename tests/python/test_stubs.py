import ast
import pathlib

import pytest

import mpart_learn

PACKAGE = pathlib.Path(mpart_learn.__file__).parent


def public(names):
    return {name for name in names if not name.startswith("_")}


def module_and_stub(name):
    module = pytest.importorskip(f"mpart_learn.{name}", reason="not in this build")
    return module, ast.parse((PACKAGE / f"{name}.pyi").read_text()).body


def of_kind(nodes, kind):
    return {node.name: node for node in nodes if isinstance(node, kind)}


@pytest.mark.parametrize("name", ["_mpart", "_onnx", "_train"])
def test_a_stub_names_all_of_its_module(name):
    module, stub = module_and_stub(name)
    classes = of_kind(stub, ast.ClassDef)
    assert of_kind(stub, ast.FunctionDef).keys() | classes.keys() == public(vars(module))
    for name, node in classes.items():
        told = set(of_kind(node.body, ast.FunctionDef))
        told |= {n.target.id for n in node.body if isinstance(n, ast.AnnAssign)}
        assert public(told) == public(vars(getattr(module, name))), name


def test_the_package_is_typed():
    assert (PACKAGE / "py.typed").exists()
