"""Copies of the body of a request that lack a member or have it otherwise. A dot reaches inside: `leadPlayer.email`."""

import copy
from collections.abc import Mapping
from typing import Any


def without(body: Mapping[str, Any], *members: str) -> dict[str, Any]:
    """A copy of *body* that lacks these *members*."""
    lessened = copy.deepcopy(dict(body))
    for member in members:
        node, last = _holder(lessened, member)
        node.pop(last, None)
    return lessened


def changed(body: Mapping[str, Any], member: str, value: Any) -> dict[str, Any]:
    """A copy of *body* in which *member* has another value."""
    altered = copy.deepcopy(dict(body))
    node, last = _holder(altered, member)
    node[last] = value
    return altered


def _holder(body: dict[str, Any], member: str) -> tuple[dict[str, Any], str]:
    """The object inside *body* that has *member*, and the name of the member there."""
    *parents, last = member.split(".")
    for parent in parents:
        body = body[parent]
    return body, last
