"""Reads YAML that somebody else wrote, and refuses what no program can finish: endless aliases and endless nesting.

PyYAML shares the value of an alias, but whoever walks over the values meets them again and again. So the nodes are
counted as they would be without aliases, before any value is made of them. This module knows YAML, not OpenAPI.
"""

from typing import Any

import yaml

# Far above every document that people write, and few enough for every walk over the values.
MOST_REPEATED = 200_000
DEEPEST = 200

TOO_DEEP = f"the values are nested in more than {DEEPEST} levels. Give the inner levels a place of their own"


class BoundedLoader(yaml.CSafeLoader):
    """A safe loader that raises YAMLError, with a line, for a file that aliases or nesting make too large."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._text = text

    def get_single_node(self) -> yaml.Node | None:
        """The root of the file, None for an empty file."""
        # libyaml makes nodes by calls inside calls, and endless nesting ends the process. Events need no such calls.
        _require_shallow(self._text)
        root: yaml.Node | None = super().get_single_node()
        if root is not None:
            _Sizes().measure(root, 1)
        return root


def _require_shallow(text: str) -> None:
    """Raises ConstructorError where the text is nested too deeply. An alias counts as one value."""
    depth = 0
    for event in yaml.parse(text, yaml.CSafeLoader):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST:
            raise _refused(event.start_mark, TOO_DEEP)


class _Sizes:
    """How many values each node stands for, and how deeply they are nested, with the aliases written out."""

    def __init__(self) -> None:
        self.values: dict[yaml.Node, int] = {}
        self.levels: dict[yaml.Node, int] = {}
        self.open: set[yaml.Node] = set()

    def measure(self, node: yaml.Node, depth: int) -> None:
        """Counts a node and what is inside it. Raises ConstructorError at the first node that is too large."""
        if node in self.open:
            raise _refused(node.start_mark, "this part contains itself by an alias. Write a reference with $ref")
        if depth + self.levels.get(node, 0) > DEEPEST:
            raise _refused(node.start_mark, TOO_DEEP)
        if node in self.values:
            return
        self.open.add(node)
        inside = _inside(node)
        for inner in inside:
            self.measure(inner, depth + 1)
        self.open.remove(node)
        self.values[node] = 1 + sum(self.values[inner] for inner in inside)
        self.levels[node] = 1 + max((self.levels[inner] for inner in inside), default=-1)
        if self.values[node] > len(self.values) + MOST_REPEATED:
            problem = f"the aliases in this part repeat more than {MOST_REPEATED:,} values. Use fewer aliases"
            raise _refused(node.start_mark, problem)


def _inside(node: yaml.Node) -> list[yaml.Node]:
    if isinstance(node, yaml.MappingNode):
        return [side for pair in node.value for side in pair]
    return list(node.value) if isinstance(node, yaml.SequenceNode) else []


def _refused(mark: Any, problem: str) -> yaml.YAMLError:
    return yaml.constructor.ConstructorError(None, None, problem, mark)
