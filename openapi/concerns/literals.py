"""Finds the names in quotes in Python code, and what the code calls the values behind them."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from openapi.places import Place, shown_path


@dataclass(frozen=True)
class Literal:
    """A text in quotes. *function* is the top function or class around it, *names* are attributes and arguments beside
    it. *is_key* is true where the text is a key of a mapping that the code writes.
    """

    word: str
    place: Place
    function: str
    is_key: bool
    names: frozenset[str]
    line: str

    @property
    def symbol(self) -> str:
        """The function or class with its module."""
        return f"{Path(self.place.file).stem}.{self.function}"


@lru_cache(maxsize=256)
def literals(file: Path) -> tuple[Literal, ...]:
    """Every text in quotes inside the functions and classes of a file."""
    text = file.read_text("utf-8")
    lines = text.splitlines()
    return tuple(
        Literal(word, Place(shown_path(file), number), node.name, is_key, names, lines[number - 1].strip())
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        for word, number, is_key, names in _in(node)
    )


def _in(function: ast.AST) -> Iterator[tuple[str, int, bool, frozenset[str]]]:
    keys: dict[int, ast.AST] = {}
    named: dict[int, str] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Dict):
            keys |= {id(key): value for key, value in zip(node.keys, node.values, strict=True) if key is not None}
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
            keys[id(node.targets[0].slice)] = node.value
        if isinstance(node, ast.keyword) and node.arg:
            named |= {id(inner): node.arg for inner in ast.walk(node.value)}
    for node in ast.walk(function):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            value = keys.get(id(node))
            names = {inner.attr for inner in ast.walk(value) if isinstance(inner, ast.Attribute)} if value else set()
            names |= {named[id(node)]} if id(node) in named else set()
            yield node.value, node.lineno, value is not None, frozenset(names)
