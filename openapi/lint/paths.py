"""Paths, statuses and versions: what every interface of this house has in common."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from openapi.lint.documents import Document
from openapi.lint.parts import DocumentPart
from openapi.lint.rules import Judged, Rule, RuleSet, every, judgement, operations, whole

_PARAMETER = re.compile(r"\{[^{}]+\}")


def _path_items(document: Document) -> list[DocumentPart]:
    return [part for part in document.parts("path_item") if part.pointer.startswith("/paths/")]


@dataclass
class _Step:
    """What follows the same beginning of several paths: a step for each literal segment and for each pattern.

    A path meets only the steps that it matches, and not every other path.
    """

    literals: dict[str, "_Step"] = field(default_factory=dict)
    patterns: dict[str, "_Step"] = field(default_factory=dict)
    first: tuple[int, str] | None = None  # The first path that ends here, and its number.

    def add(self, number: int, path: str) -> None:
        """Notes a path that comes after the paths that are noted."""
        step = self
        for segment in path.split("/"):
            pattern = "[^/]+".join(map(re.escape, _PARAMETER.split(segment)))
            known, key = (step.patterns, pattern) if _PARAMETER.search(segment) else (step.literals, segment)
            step = known.setdefault(key, _Step())
        step.first = step.first or (number, path)

    def matching(self, path: str) -> str | None:
        """The first noted path that matches *path*, None if no noted path does."""
        steps = [self]
        for segment in path.split("/"):
            steps = [below for step in steps for below in step.after(segment)]
        return min((step.first for step in steps if step.first), default=(0, None))[1]

    def after(self, segment: str) -> Iterator["_Step"]:
        """The steps that a segment of a path leads to."""
        if segment in self.literals:
            yield self.literals[segment]
        yield from (step for pattern, step in self.patterns.items() if re.fullmatch(pattern, segment))


def _served_paths(document: Document) -> Iterator[Judged]:
    earlier = _Step()
    for number, item in enumerate(_path_items(document)):
        hiding = earlier.matching(item.name)
        sentence = f"`{hiding}` comes before `{item.name}` and matches it too. Put the literal path first."
        yield Judged(item.pointer, None if hiding is None else sentence)
        earlier.add(number, item.name)


def _default_answer(_: Document, answer: DocumentPart) -> str | None:
    return (
        "The answer `default` stands for statuses that nobody lists. List them." if answer.name == "default" else None
    )


def _several_successes(_: Document, operation: DocumentPart) -> str | None:
    successes = [status for status in operation.node.get("responses", {}) if status.startswith("2")]
    return None if len(successes) == 1 else f"{operation} has {len(successes)} success statuses. It needs one."


def _disagreeing_version(document: Document, server: DocumentPart) -> str | None:
    version = str(document.content["info"]["version"])
    found = re.fullmatch(r"v(\d+)", urlsplit(server.node["url"]).path.rstrip("/").rpartition("/")[2])
    if found and found[1] != version.partition(".")[0]:
        return f"The version of the document is {version}, but the address ends in `{found[0]}`."
    return None


def _version_of_other_form(document: Document, _: DocumentPart) -> str | None:
    version = str(document.content["info"]["version"])
    if re.fullmatch(r"\d+\.\d+\.\d+", version):
        return None
    return f"The version `{version}` has another form than `1.2.3`: breaking, addition, correction."


RULES = (
    Rule(
        "literal-path-first",
        RuleSet.STYLE,
        "Some routers take the first path that matches.",
        _served_paths,
        judgement,
    ),
    Rule(
        "answers-are-listed",
        RuleSet.STYLE,
        "A client can prepare for the statuses that it knows.",
        every("response"),
        _default_answer,
    ),
    Rule(
        "one-success",
        RuleSet.STYLE,
        "A client that branches on several success statuses forgets one.",
        operations,
        _several_successes,
    ),
    Rule(
        "version-is-in-address",
        RuleSet.STYLE,
        "A breaking version has a path of its own, so that the clients of the older version keep working.",
        every("server"),
        _disagreeing_version,
    ),
    Rule(
        "version-has-three-numbers",
        RuleSet.STYLE,
        "The three numbers say whether a change breaks, adds or corrects.",
        whole,
        _version_of_other_form,
    ),
)
