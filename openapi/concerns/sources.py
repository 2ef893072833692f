"""Finds the symbols of Python sources that name a subject: the docstring, a comment or a value in their lines does."""

import ast
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from openapi.concerns.subjects import Concern, Subject
from openapi.places import Place, shown_path

_LONGEST = 90


def symbols(folder: Path, subject: Subject, kind: str = "code") -> Iterator[Concern]:
    """The functions, classes, tables and modules below *folder* that name the subject, in order of file and line.

    A symbol comes once, at its first line that names the subject. Further lines follow in what it says.
    """
    for file, text in _texts(folder):
        if subject.is_named_in(text):
            lines = text.splitlines()
            named = [number for number, line in enumerate(lines, 1) if subject.is_named_in(line)]
            yield from _symbols_in(file, lines, named, kind)


@lru_cache(maxsize=16)
def _texts(folder: Path) -> tuple[tuple[Path, str], ...]:
    """The sources below a folder, read once per process."""
    return tuple((file, file.read_text("utf-8")) for file in sorted(folder.rglob("*.py")))


@lru_cache(maxsize=512)
def _tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text("utf-8"))


def _symbols_in(file: Path, lines: list[str], named: list[int], kind: str) -> Iterator[Concern]:
    tree = _tree(file)
    by_symbol: dict[str, list[int]] = {}
    for number in named:
        by_symbol.setdefault(_symbol_at(tree, lines, number), []).append(number)
    for symbol, numbers in by_symbol.items():
        name = f"{file.stem}.{symbol}" if symbol else file.stem
        yield Concern(kind, name, Place(shown_path(file), numbers[0]), _says(lines, numbers))


def _symbol_at(tree: ast.Module, lines: list[str], number: int) -> str:
    """The qualified name of the innermost function, class or table around a line, empty for the module itself."""
    names: list[str] = []
    number = _below_comments(lines, number)
    node: ast.Module | ast.stmt | None = tree
    while isinstance(node, ast.Module | ast.ClassDef):
        node = next((inner for inner in node.body if _begin(inner) <= number <= (inner.end_lineno or 0)), None)
        names += [_name(node)] if node is not None else []
    return ".".join(filter(None, names))


def _below_comments(lines: list[str], number: int) -> int:
    """The first line from *number* on that is not a comment: a comment speaks of what follows."""
    while number < len(lines) and lines[number - 1].lstrip().startswith("#"):
        number += 1
    return number


def _begin(node: ast.stmt) -> int:
    """The first line of a statement, its decorators included."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def _name(node: ast.stmt) -> str:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return node.name
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return next((target.id for target in targets if isinstance(target, ast.Name)), "")


def _says(lines: list[str], numbers: list[int]) -> str:
    first = lines[numbers[0] - 1].strip().strip('"').strip()
    shown = f"{first[:_LONGEST]}..." if len(first) > _LONGEST else first
    more = f" (lines {', '.join(map(str, numbers))})" if len(numbers) > 1 else ""
    return f"{shown}{more}"
