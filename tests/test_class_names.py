"""Two things never share a name: each class of a package has a name of its own, and each function of the suite."""

import ast
from collections import Counter
from collections.abc import Iterator, Mapping

import pytest

from tests.test_participles import is_fixture
from tests.test_sizes import TREE, files_of

# A program writes these twins of `embedding/asynchronous/`, under the names that readers of synchronous tests expect.
TWINS = TREE / "mock_server" / "embedding" / "synchronous"
_OF_TABLES = "of the transition table of each noun, under one name since the tables are read side by side"
# Package -> name -> why two classes have it.
EXCEPTIONS: Mapping[str, Mapping[str, str]] = {
    "conformance": {
        "Lives": "of the tours and their conditions, where one reads the other",
        "_Handler": "handlers of the HTTP server of Python, private to their modules",
    },
    "mock_server": {"Facts": _OF_TABLES, "State": _OF_TABLES, "Status": _OF_TABLES, "Trigger": _OF_TABLES},
    "openapi": {},
}


def classes_of(code: str) -> Iterator[str]:
    """The classes of a module, and its types that have a name. A type variable is no type: it stands for any."""
    for node in ast.parse(code).body:
        match node:
            case ast.ClassDef(name=name):
                yield name
            case ast.Assign(value=ast.Call(func=ast.Name(id="TypeVar"))):
                pass
            case ast.Assign(targets=[ast.Name(id=name)]) if name[0].isupper() and not name.isupper():
                yield name


@pytest.mark.parametrize("package", EXCEPTIONS)
def test_no_two_classes_of_a_package_share_a_name(package: str) -> None:
    files = [file for file in files_of(package) if file.parent != TWINS]
    names = Counter(name for file in files for name in classes_of(file.read_text("utf-8")))

    assert {name for name, count in names.items() if count > 1} == set(EXCEPTIONS[package])


def functions_of(code: str) -> Iterator[str]:
    """The public functions of a module that others import: no checks and no fixtures, whose names pytest reads."""
    for node in ast.parse(code).body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith(("_", "test_")) and not is_fixture(node):
            yield node.name


def test_no_two_functions_of_the_suite_share_a_name() -> None:
    files = files_of("conformance/suite")
    names = Counter(name for file in files for name in functions_of(file.read_text("utf-8")))

    assert {name for name, count in names.items() if count > 1} == set()


def test_public_functions_count() -> None:
    code = "def lap(): pass\ndef _lap(): pass\ndef test_lap(): pass\n@pytest.fixture\ndef laps(): pass\n"

    assert list(functions_of(code)) == ["lap"]


def test_classes_and_named_types_count() -> None:
    code = (
        "class Hold: pass\nHolds = list[Hold]\nMOST = 4\nResult = TypeVar('Result')\ndef f():\n    class Inner: pass\n"
    )

    assert list(classes_of(code)) == ["Hold", "Holds"]
