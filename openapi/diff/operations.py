"""Compares one operation, or one delivery, of two versions: its names, and what is sent and answered."""

from collections.abc import Iterator
from typing import Any

from openapi.diff.answers import answer_finds
from openapi.diff.bodies import body_finds
from openapi.diff.found import Found
from openapi.diff.model import Side
from openapi.diff.operation_pair import OperationPair
from openapi.diff.parameters import parameter_finds
from openapi.diff.remarks import remarks_of_node


def operation_finds(pair: OperationPair) -> Iterator[Found]:
    """Every difference of an operation."""
    yield from _names(pair)
    yield from pair.remarks(remarks_of_node(pair.before.node), remarks_of_node(pair.after.node), Side.DOCUMENT, "")
    yield from parameter_finds(pair)
    yield from body_finds(pair)
    yield from answer_finds(pair)


def _names(pair: OperationPair) -> Iterator[Found]:
    place: dict[str, Any] = {"old": pair.before.place, "new": pair.after.place}
    if pair.before.name != pair.after.name:
        yield pair.found(
            "operation-renamed", Side.DOCUMENT, "", before=pair.before.name, after=pair.after.name, **place
        )
    tags = [operation.node.get("tags", []) for operation in (pair.before, pair.after)]
    if tags[0] != tags[1]:
        yield pair.found("tags-changed", Side.DOCUMENT, "", before=tags[0], after=tags[1], **place)
