"""How the files of a document are written: no trailing spaces, and no text that YAML readers take for something else.

This module knows YAML as text, not OpenAPI.
"""

import re
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import yaml

from openapi.lint.documents import Document
from openapi.lint.rules import Rule, RuleSet, Source
from openapi.yaml_nodes import BoundedLoader

_Node = TypeVar("_Node", bound=yaml.Node)
_TRUTH = frozenset({"true", "false"})
_MISREAD = ("tag:yaml.org,2002:timestamp", "tag:yaml.org,2002:bool", "tag:yaml.org,2002:int")
SPACE_AT_END = re.compile(r"[ \t]+(?=\r?$)")
_PLAIN_INTEGER = re.compile(r"-?(0|[1-9][0-9]*)")


@dataclass(frozen=True)
class Line:
    """A line of a file. The pointer is its number, counted from 1."""

    file: str
    number: int
    sentence: str
    source: Source = Source.FILE

    @property
    def pointer(self) -> str:
        """File and line."""
        return f"{self.file}:{self.number}"


@dataclass(frozen=True)
class Scalar:
    """A text without quotes in a YAML file: its line, counted from 1, and the columns of its ends, counted from 0."""

    text: str
    line: int
    start: int
    end: int


def _untidy_lines(document: Document) -> Iterator[Line]:
    for file, text in document.files.items():
        for number, line in enumerate(text.split("\n"), start=1):
            if SPACE_AT_END.search(line):
                yield Line(file, number, "The line ends with a space.")
        if text and not text.endswith("\n"):
            yield Line(file, text.count("\n") + 1, "The file does not end with a line break.")


def _misread_lines(document: Document) -> Iterator[Line]:
    for file, text in document.files.items():
        if not file.endswith(".json"):
            for scalar in misread_scalars(text):
                sentence = f"YAML readers do not agree that `{scalar.text}` is a text. Put it into quotes."
                yield Line(file, scalar.line, sentence)


def misread_scalars(text: str) -> list[Scalar]:
    """The texts without quotes that YAML 1.1 takes for a date, a truth value or a number in base 60, and keys that are
    numbers.
    """
    return [
        Scalar(
            scalar.value,
            scalar.start_mark.line + 1,
            scalar.start_mark.column,
            scalar.end_mark.column,
        )
        for scalar, is_key in _scalars(_root(text), False)
        if _is_misread(scalar, is_key)
    ]


def _root(text: str) -> yaml.Node | None:
    loader = BoundedLoader(text)
    try:
        return loader.get_single_node()
    except yaml.YAMLError:
        return None
    finally:
        loader.dispose()


def nodes_of(text: str, kind: type[_Node]) -> list[_Node]:
    """Every node of a kind in a YAML text, the outermost first. An alias is not followed."""
    found: list[_Node] = []
    waiting: deque[yaml.Node | None] = deque([_root(text)])
    seen: set[int] = set()
    while waiting:
        node = waiting.popleft()
        if node is None or id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, kind):
            found.append(node)
        if isinstance(node, yaml.MappingNode):
            waiting += [side for pair in node.value for side in pair]
        elif isinstance(node, yaml.SequenceNode):
            waiting += node.value
    return found


class Lines:
    """A YAML text by its lines. The text is read once, for however many questions. Lines in answers count from 1."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def misread(self) -> Mapping[int, Scalar]:
        """Line to its first text without quotes that readers do not agree on."""
        return {scalar.line: scalar for scalar in reversed(misread_scalars(self.text))}

    @cached_property
    def mappings(self) -> Mapping[int, list[yaml.MappingNode]]:
        """Line to the mappings that begin there, the outermost first."""
        found: dict[int, list[yaml.MappingNode]] = {}
        for mapping in nodes_of(self.text, yaml.MappingNode):
            found.setdefault(mapping.start_mark.line + 1, []).append(mapping)
        return found

    @cached_property
    def texts(self) -> Mapping[tuple[int, str], yaml.ScalarNode]:
        """Line and name of a member to its plain value. The outermost member counts."""
        members = [pair for mapping in nodes_of(self.text, yaml.MappingNode) for pair in mapping.value]
        return {
            (key.start_mark.line + 1, key.value): value
            for key, value in reversed(members)
            if isinstance(key, yaml.ScalarNode) and isinstance(value, yaml.ScalarNode)
        }

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(line_break.end() for line_break in re.finditer("\n", self.text))]

    def offset(self, line: int) -> int:
        """Where a line begins. The line counts from 0."""
        return self._starts[line]

    def offset_of(self, mark: yaml.Mark) -> int:
        """Where a mark of the reader is."""
        return self.offset(mark.line) + mark.column

    def rest(self, start: int) -> str:
        """The characters from an offset to the end of its line."""
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end]


def _is_misread(scalar: yaml.ScalarNode, is_key: bool) -> bool:
    if scalar.style or scalar.tag not in _MISREAD or scalar.value in _TRUTH:
        return False
    return is_key or not _PLAIN_INTEGER.fullmatch(scalar.value)


def _scalars(node: yaml.Node | None, is_key: bool) -> Iterator[tuple[yaml.ScalarNode, bool]]:
    if isinstance(node, yaml.ScalarNode):
        yield node, is_key
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from _scalars(item, False)
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from _scalars(key, True)
            yield from _scalars(value, False)


RULES = (
    Rule(
        "line-is-tidy",
        RuleSet.STYLE,
        "Spaces at the end of a line are differences that nobody sees.",
        _untidy_lines,
        lambda _, line: line.sentence,
    ),
    Rule(
        "text-is-quoted",
        RuleSet.STYLE,
        "Without quotes, a date, a time of day, a status or `no` becomes another value in some YAML readers.",
        _misread_lines,
        lambda _, line: line.sentence,
    ),
)
