"""Finds the operations of a contract that a task needs, and says about one of them what a caller must know."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any

METHODS = ("get", "post", "put", "patch", "delete")
# How much a word counts, by where the contract has it.
WEIGHTS = {"name": 6, "summary": 6, "path": 3, "description": 1}
# Words of a task that the contract says in another way.
ALIKE = {"find": "search", "subscribe": "subscription"}
_REFERENCES = "#/components/"
# What a reader of a schema does not need. Examples come as whole bodies.
_LEFT_OUT = ("examples", "example", "title", "links", "security")


@dataclass(frozen=True, slots=True)
class DocumentedOperation:
    """One operation of a contract. *shared* are the parameters of its path."""

    method: str
    path: str
    node: Mapping[str, Any]
    shared: tuple[Any, ...]

    @property
    def name(self) -> str:
        """Its id in the contract."""
        return str(self.node["operationId"])

    @property
    def line(self) -> str:
        """The operation in one line."""
        return f"{self.name}: {self.method.upper()} {self.path} - {self.node.get('summary', '')}"

    def words(self) -> Counter[str]:
        """The stems of its words, each with its weight."""
        texts = {
            "name": re.sub(r"([A-Z])", r" \1", self.name),
            "summary": str(self.node.get("summary", "")),
            "path": self.path,
            "description": str(self.node.get("description", "")),
        }
        weighed: Counter[str] = Counter()
        for place, text in texts.items():
            for stem in stems(text):
                weighed[stem] = max(weighed[stem], WEIGHTS[place])
        return weighed


def operations_of(document: Mapping[str, Any]) -> list[DocumentedOperation]:
    """Every operation of a contract, in the order of the contract."""
    return [
        DocumentedOperation(method, path, item[method], tuple(item.get("parameters", ())))
        for path, item in document["paths"].items()
        for method in item
        if method in METHODS
    ]


def fitting(task: str, operations: list[DocumentedOperation]) -> list[DocumentedOperation]:
    """The operations that have words of the task, best first. A word counts more if few operations have it."""
    named = [operation for operation in operations if operation.name.lower() == task.strip().lower()]
    if named:
        return named
    words = {operation.name: operation.words() for operation in operations}
    spread = Counter(stem for weighed in words.values() for stem in weighed)
    wanted = stems(task)
    scores = {
        operation.name: sum(words[operation.name][stem] / sqrt(spread[stem]) for stem in wanted if stem in spread)
        for operation in operations
    }
    found = [operation for operation in operations if scores[operation.name] > 0]
    return sorted(found, key=lambda operation: -scores[operation.name])


def stems(text: str) -> set[str]:
    """The beginnings of the words of a text: `booking` and `book` have the same."""
    return {ALIKE.get(word, word)[:4] for word in re.findall(r"[a-z]{3,}", text.lower())}


def about(document: Mapping[str, Any], operation: DocumentedOperation) -> dict[str, Any]:
    """What a caller must know about an operation: parameters, body, an example, and its answers."""
    whole = plain(
        document, {**operation.node, "parameters": [*operation.shared, *operation.node.get("parameters", ())]}
    )
    said = {
        "operation": operation.line,
        "description": whole.get("description", ""),
        "parameters": whole["parameters"],
        "answers": {status: answer.get("description", "") for status, answer in whole["responses"].items()},
    }
    content = operation.node.get("requestBody", {}).get("content", {}).get("application/json")
    if content is not None:
        said["body"] = plain(document, content["schema"])
        said["example"] = _first_example(document, content)
    return said


def _first_example(document: Mapping[str, Any], content: Mapping[str, Any]) -> Any:
    examples = list(content.get("examples", {}).values())
    return _resolved(document, examples[0]).get("value") if examples else None


def plain(document: Mapping[str, Any], node: Any) -> Any:
    """A part of a contract without references, examples and extensions."""
    if isinstance(node, list):
        return [plain(document, item) for item in node]
    if not isinstance(node, Mapping):
        return node
    whole = _resolved(document, node)
    return {name: plain(document, value) for name, value in whole.items() if _is_needed(name)}


def _is_needed(name: str) -> bool:
    return not name.startswith("x-") and name not in _LEFT_OUT


def _resolved(document: Mapping[str, Any], node: Mapping[str, Any]) -> Mapping[str, Any]:
    reference = node.get("$ref")
    if not isinstance(reference, str) or not reference.startswith(_REFERENCES):
        return node
    found: Any = document
    for step in reference.removeprefix("#/").split("/"):
        found = found[step.replace("~1", "/").replace("~0", "~")]
    beside = {name: value for name, value in node.items() if name != "$ref"}
    return {**_resolved(document, found), **beside}
