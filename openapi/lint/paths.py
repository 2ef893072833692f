"""Paths, statuses and versions: what every interface of this house has in common."""

import re
from urllib.parse import urlsplit

from openapi.lint.documents import Document
from openapi.lint.parts import DocumentPart
from openapi.lint.rules import Rule, RuleSet, every, operations, whole


def _path_items(document: Document) -> list[DocumentPart]:
    return [part for part in document.parts("path_item") if part.pointer.startswith("/paths/")]


def _hidden_path(document: Document, item: DocumentPart) -> str | None:
    earlier = list(document.content["paths"])
    earlier = earlier[: earlier.index(item.name)]
    hiding = [path for path in earlier if _pattern(path).fullmatch(item.name)]
    return (
        f"`{hiding[0]}` comes before `{item.name}` and matches it too. Put the literal path first." if hiding else None
    )


def _pattern(path: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path)))


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
        _path_items,
        _hidden_path,
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
