"""How often the fault of a mutant shows: in an answer, in what the sandbox is asked to do, or in a delivery.

A fault that shows at no request of a run was out of its reach. A fault that shows and is not found was overlooked.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.mutants.tools.call import Answer, Call

# How often each mutant showed its fault since the proxy started, by the name of the mutant.
SHOWN: Counter[str] = Counter()
# The part of an address that marks a subscription as relayed: it is meant to differ from what the caller sent.
_RELAYED = b"/_relay/"
_READS = frozenset(["GET", "HEAD", "OPTIONS"])


@dataclass(frozen=True)
class Sent:
    """One request to the sandbox behind a mutant, and its answer."""

    call: Call
    answer: Answer


_SENT: ContextVar[list[Sent] | None] = ContextVar("_SENT", default=None)


@contextmanager
def noting_what_is_sent() -> Iterator[Sequence[Sent]]:
    """Everything that the sandbox is asked within the block."""
    noted: list[Sent] = []
    before = _SENT.set(noted)
    try:
        yield noted
    finally:
        _SENT.reset(before)


def note(call: Call, answer: Answer) -> None:
    """Notes that the sandbox was sent *call* and gave this *answer*."""
    if (noted := _SENT.get()) is not None:
        noted.append(Sent(call, answer))


def shows(call: Call, answer: Answer, asked: Sequence[Sent]) -> bool:
    """Whether a caller who sent *call* and got *answer* sees something else than the sandbox does without the fault.

    *asked* is what the sandbox was sent meanwhile. Other writes count too: they show in later answers.
    """
    plain = [sent for sent in asked if _request(sent.call) == _request(call)]
    writes = [sent for sent in asked if sent.call.method not in _READS and _RELAYED not in sent.call.body]
    if len(writes) > (call.method not in _READS) or any(sent not in plain for sent in writes):
        return True
    if not plain:
        return not any(_RELAYED in sent.call.body for sent in asked)
    return not any(_is_same(sent.answer, answer) for sent in plain)


def _request(call: Call) -> tuple[object, ...]:
    return call.method, call.path, sorted(call.query.multi_items()), call.headers, _value(call.body)


def _is_same(plain: Answer, answer: Answer) -> bool:
    if (plain.status, plain.headers) != (answer.status, answer.headers):
        return False
    return _value(plain.body) == _value(answer.body)


def _value(body: bytes) -> object:
    """The JSON of a body: an edit that changes nothing may still write it in another form."""
    try:
        return json.loads(body)
    except ValueError:
        return body
