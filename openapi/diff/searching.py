"""Searches a value of a schema with Hypothesis, and shrinks it.

This is the only module of the comparison that generates values. Schemathesis has the strategies.
"""

import warnings
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from time import thread_time
from typing import Any

from hypothesis import HealthCheck, Phase, find, settings
from hypothesis import strategies as st
from hypothesis.errors import HypothesisException
from jsonschema_rs import Draft202012
from schemathesis.core.errors import SchemathesisError
from schemathesis.generation.jsonschema.builder import build
from schemathesis.generation.jsonschema.context import Alphabet

from openapi.diff.patience import patience
from openapi.hypothesis_files import keeping_no_files

_SETTINGS = settings(
    max_examples=150,
    database=None,
    derandomize=True,
    deadline=None,
    phases=(Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
    print_blob=False,
)
_SHRINKS = 150
_LAST_CHARACTER = 0x17E
# All of them are in UTF-8. A codec would cost two seconds: Hypothesis tries every character of Unicode.
_PRINTABLE = Alphabet(allow_x00=False, codec=None, max_codepoint=_LAST_CHARACTER)

_FORMATS: Mapping[str, "st.SearchStrategy[str]"] = {
    "date": st.dates().map(str) | st.just("2027-04-17"),
    "date-time": st.sampled_from(["2027-04-17T09:30:00Z", "2027-04-17T09:30:00.5Z", "2027-04-17T09:30:00+02:00"]),
    "time": st.sampled_from(["09:30:00Z", "09:30:00+02:00"]),
    "duration": st.sampled_from(["PT1H", "P1D"]),
    "email": st.sampled_from(["ada@lindqvist.example", "a@b.example"]),
    "idn-email": st.sampled_from(["ada@lindqvist.example"]),
    "hostname": st.sampled_from(["club.example", "a"]),
    "idn-hostname": st.sampled_from(["club.example"]),
    "ipv4": st.sampled_from(["192.0.2.1"]),
    "ipv6": st.sampled_from(["2001:db8::1"]),
    "uri": st.sampled_from(["https://club.example/", "http://club.example/", "urn:a:b"]),
    "uri-reference": st.sampled_from(["/courses", "https://club.example/"]),
    "iri": st.sampled_from(["https://club.example/"]),
    "iri-reference": st.sampled_from(["/courses"]),
    "uuid": st.uuids().map(str),
    "regex": st.sampled_from(["^a$"]),
    "json-pointer": st.sampled_from(["/a", ""]),
    "relative-json-pointer": st.sampled_from(["0"]),
    "uri-template": st.sampled_from(["/courses/{id}"]),
}


class _OutOfTime(KeyboardInterrupt):
    """Ends a search: Hypothesis lets an interruption through, and treats other exceptions as results."""


class _Limited:
    """Says yes to what is wanted, until it was asked too often after the first yes: long values shrink forever."""

    def __init__(self, wanted: Callable[[Any], bool]) -> None:
        self.wanted = wanted
        self.asked_since_found = -1
        self.found: list[Any] = []

    def __call__(self, value: Any) -> bool:
        if self.asked_since_found > _SHRINKS:
            return False
        is_wanted = self.wanted(value)
        if is_wanted or self.asked_since_found >= 0:
            self.asked_since_found += 1
        if is_wanted:
            self.found = [value]
        return is_wanted


def search(schema: Any, wanted: Callable[[Any], bool]) -> Iterator[Any]:
    """At most one value of *schema* that is wanted, as small as Hypothesis makes it in time."""
    limited = _Limited(wanted)
    with keeping_no_files(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        _prepare_characters()
        _find(schema, limited)
    yield from limited.found


def _find(schema: Any, limited: _Limited) -> None:
    with patience().search() as end:
        try:
            strategy = build(schema, draft=Draft202012, formats=dict(_FORMATS), alphabet=_PRINTABLE)
            limited.found = [find(_until(end, strategy), limited, settings=_SETTINGS)]
        except _OutOfTime:
            pass  # The last value that was wanted is the smallest one so far.
        except (HypothesisException, SchemathesisError):
            limited.found = []


@cache
def _prepare_characters() -> None:
    """Lets Hypothesis create its table of characters before the time of a search begins."""
    find(st.text(st.characters(max_codepoint=_LAST_CHARACTER)), lambda _: True, settings=_SETTINGS)


@st.composite
def _until(draw: st.DrawFn, end: float, strategy: "st.SearchStrategy[Any]") -> Any:
    """Values of a strategy until *end* of `thread_time`: most of the time passes between values that fit."""
    if thread_time() > end:
        raise _OutOfTime
    return draw(strategy)
