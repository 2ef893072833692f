"""No module keeps a private name that nothing in it uses. ruff finds unused imports and variables, and no such
names.
"""

import ast
from collections.abc import Iterator

import pytest

from tests.test_sizes import PACKAGES, TREE, files_of


def private_names_of(tree: ast.Module) -> Iterator[str]:
    """The private functions, classes and constants of a module."""
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                names = [name]
            case ast.Assign() | ast.AnnAssign():
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                names = [part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)]
            case _:
                names = []
        yield from (name for name in names if name.startswith("_") and not name.startswith("__"))


def unused_names_of(code: str) -> set[str]:
    """The private names that the module itself does not read. A name in a text counts as read, as in an annotation."""
    tree = ast.parse(code)
    read = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return {name for name in private_names_of(tree) if name not in read and not any(name in text for text in texts)}


@pytest.mark.parametrize("package", PACKAGES)
def test_no_module_keeps_a_private_name_that_it_does_not_use(package: str) -> None:
    unused = {
        (file.relative_to(TREE).as_posix(), name)
        for file in files_of(package)
        for name in unused_names_of(file.read_text("utf-8"))
    }

    assert unused == set()


@pytest.mark.parametrize(
    ("code", "unused"),
    [
        ("_MOST = 4", {"_MOST"}),
        ("_MOST, _LEAST = 4, 1\nprint(_LEAST)", {"_MOST"}),
        ("def _f(): pass", {"_f"}),
        ("class _C: pass\ndef f() -> '_C': pass", set()),
        ("_MOST = 4\ndef f(): return _MOST", set()),
        ("MOST = 4", set()),
        ("__all__ = []", set()),
    ],
)
def test_an_unused_private_name_is_found(code: str, unused: set[str]) -> None:
    assert unused_names_of(code) == unused
