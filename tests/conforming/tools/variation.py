"""What a conforming target may do differently, as a rewriting of requests on the way in and answers on the way out.

A variation is one layer around the target. It sees a request, asks the layer below, and gives back an answer.
Knows no single variation and nothing of draws.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import lru_cache, reduce
from typing import Any
from urllib.parse import parse_qsl, urlencode

from conformance.evidence.exchanges import Request, Response
from tests.mutants.tools.call import write_json
from tests.mutants.tools.operations import match

# Every layer asks for the operation of every request.
_matched = lru_cache(maxsize=4096)(match)


@dataclass(frozen=True)
class Ask:
    """A request on its way to the target."""

    request: Request

    @property
    def operation(self) -> str | None:
        """The operation id, None for a lever or a path that no document shows."""
        return _matched(self.request.method, self.request.path)[0] if self.is_of_the_interface else None

    @property
    def path_params(self) -> Mapping[str, str]:
        """The decoded parameters of the path."""
        return _matched(self.request.method, self.request.path)[1] if self.is_of_the_interface else {}

    @property
    def is_of_the_interface(self) -> bool:
        """Whether the request goes to the interface. A lever goes elsewhere."""
        return self.request.path.startswith("/")

    @property
    def query(self) -> dict[str, str]:
        """The query parameters by name; of a repeated one, the last."""
        return dict(parse_qsl(self.request.url.partition("?")[2], keep_blank_values=True))

    @property
    def api_key(self) -> str:
        """The key, empty when none is sent."""
        return next((value for name, value in self.request.headers if name.lower() == "x-api-key"), "")

    def json(self) -> Any:
        """The parsed body, None when it is empty or not JSON."""
        try:
            return json.loads(self.request.content or b"", parse_float=Decimal)
        except ValueError:
            return None

    def asking(self, **values: object) -> Ask:
        """The same request with these query parameters set, and those that are None removed."""
        merged = {name: value for name, value in (self.query | values).items() if value is not None}
        return self.at(self.request.url.partition("?")[0] + (f"?{urlencode(merged)}" if merged else ""))

    def at(self, url: str) -> Ask:
        """The same request to another address."""
        return Ask(replace(self.request, url=url))

    def with_json(self, body: Any) -> Ask:
        """The same request with *body* written as JSON."""
        return Ask(replace(self.request, content=write_json(body)))

    def with_header(self, name: str, value: str) -> Ask:
        """The same request with one header more."""
        return Ask(replace(self.request, headers=(*self.request.headers, (name, value))))

    def without_header(self, name: str) -> Ask:
        """The same request without the headers of this name."""
        kept = tuple(pair for pair in self.request.headers if pair[0].lower() != name.lower())
        return Ask(replace(self.request, headers=kept))

    def reading(self) -> Ask:
        """GET of the same address, with the same key."""
        read = replace(self.request, method="GET", content=None, query=())
        return Ask(read).without_header("content-type").at(self.request.url.partition("?")[0])


Forward = Callable[[Ask], Response]
Handler = Callable[[Ask, Forward], Response]
Edit = Callable[[Ask, Any], Any]
Declared = dict[str, Any]


def _declares_nothing(declared: Declared) -> Declared:
    return declared


@dataclass(frozen=True)
class Variation:
    """One thing that a conforming target may do.

    *choice* names what is chosen: of the variations of one choice a target has at most one. *build* makes a layer
    with a memory of its own. *declares* writes into the target file what an operator would.
    *accused_by* names the rows that gave it a false alarm in a blind trial. A variation with such rows is in no draw.
    """

    name: str
    leaves_open: str
    build: Callable[[], Handler]
    choice: str = ""
    declares: Callable[[Declared], Declared] = field(default=_declares_nothing)
    accused_by: tuple[str, ...] = ()


def variation(
    name: str,
    leaves_open: str,
    handle: Handler,
    *,
    choice: str = "",
    declares: Callable[[Declared], Declared] = _declares_nothing,
    accused_by: tuple[str, ...] = (),
) -> Variation:
    """A variation without a memory."""
    return Variation(name, leaves_open, lambda: handle, choice or name, declares, accused_by)


def edited(
    name: str,
    leaves_open: str,
    operations: str,
    edit: Edit,
    *,
    choice: str = "",
    accused_by: tuple[str, ...] = (),
) -> Variation:
    """A variation that edits the JSON of successful answers of *operations* (ids separated by blanks, empty: all)."""
    return variation(
        name, leaves_open, Edits(((frozenset(operations.split()), edit),)), choice=choice, accused_by=accused_by
    )


@dataclass(frozen=True)
class Edits:
    """A layer of edits, each with the operations that it is for (none: all), in the order they are made in."""

    edits: tuple[tuple[frozenset[str], Edit], ...]

    def __call__(self, ask: Ask, forward: Forward) -> Response:
        """The answer of the layer below, edited."""
        answer = forward(ask)
        if not ask.is_of_the_interface or not has_json(answer):
            return answer
        edits = [edit for wanted, edit in self.edits if ask.operation in wanted or not wanted]
        return (
            with_json(answer, reduce(lambda body, edit: edit(ask, body), edits, body_of(answer))) if edits else answer
        )

    def then(self, outer: Edits) -> Edits:
        """Both layers as one, which reads and writes an answer once."""
        return Edits((*self.edits, *outer.edits))


def has_json(answer: Response) -> bool:
    """Whether the answer is a success with a JSON body."""
    return answer.is_success and answer.content[:1] in (b"{", b"[")


def body_of(answer: Response) -> Any:
    """The parsed body. Numbers with a fraction are Decimals."""
    return json.loads(answer.content, parse_float=Decimal)


def with_json(answer: Response, body: Any) -> Response:
    """The same answer with another JSON body."""
    return replace(answer, content=write_json(body))


def refusal(status: int, text: str) -> Response:
    """A refusal of the shape that the sandbox does not use."""
    return Response(status, (("content-type", "application/json"),), write_json({"message": text}))


def everywhere(change: Callable[[Any], Any], value: Any, of: type = dict) -> Any:
    """*value* with *change* applied to all values of the type *of* in it, innermost first. By default: all objects."""

    def changed(item: Any) -> Any:
        # Most values are plain. To look at each of them in Python would take as long as all the rest.
        if type(item) is dict:
            inner = {name: changed(part) for name, part in item.items() if type(part) in walked}
            item = item | inner if inner else item
        elif type(item) is list:
            item = [changed(part) if type(part) in walked else part for part in item]
        return change(item) if type(item) is of else item

    walked = frozenset((dict, list, of))
    return changed(value)
