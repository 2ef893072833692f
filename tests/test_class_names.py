"""Two things never share a name: each class of the suite has a name of its own."""

import ast
from collections import Counter
from collections.abc import Iterator, Mapping

from tests.test_sizes import files_of

# Name -> why two classes have it.
EXCEPTIONS: Mapping[str, str] = {
    "Lives": "of the tours and their conditions, where one reads the other",
    "_Handler": "handlers of the HTTP server of Python, private to their modules",
}


def classes_of(code: str) -> Iterator[str]:
    """The classes of a module, and its types that have a name."""
    for node in ast.parse(code).body:
        match node:
            case ast.ClassDef(name=name):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)]) if name[0].isupper() and not name.isupper():
                yield name


def test_no_two_classes_of_the_suite_share_a_name() -> None:
    names = Counter(name for file in files_of("conformance") for name in classes_of(file.read_text("utf-8")))

    assert {name for name, count in names.items() if count > 1 and len(name) > 1} == set(EXCEPTIONS)


def test_classes_and_named_types_count() -> None:
    code = "class Hold: pass\nHolds = list[Hold]\nMOST = 4\nT = TypeVar('T')\ndef f():\n    class Inner: pass\n"

    assert list(classes_of(code)) == ["Hold", "Holds"]
