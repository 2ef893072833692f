"""Containment of schemas is decided, or honestly not decided, and a value shows where a schema exceeds another."""

from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openapi.diff.containment import Relation, Validity, difference, relation, smallest

NUMBERS = st.fixed_dictionaries(
    {"type": st.sampled_from(["integer", "number"])},
    optional={"minimum": st.integers(-3, 3), "maximum": st.integers(-3, 6), "multipleOf": st.integers(1, 3)},
)
TEXTS = st.fixed_dictionaries(
    {"type": st.just("string")},
    optional={
        "minLength": st.integers(0, 3),
        "maxLength": st.integers(0, 5),
        "pattern": st.sampled_from(["^a", "^[ab]+$", "b"]),
    },
)
LISTED = st.lists(st.sampled_from(["a", "b", 1, 2, None, True]), min_size=1, unique_by=repr).map(lambda v: {"enum": v})
SIMPLE = NUMBERS | TEXTS | LISTED | st.just({"type": "null"})
OBJECTS = st.fixed_dictionaries(
    {"type": st.just("object"), "properties": st.dictionaries(st.sampled_from("xy"), SIMPLE, min_size=1)},
    optional={"required": st.lists(st.sampled_from("xy"), unique=True), "additionalProperties": st.just(False)},
)
SCHEMAS = SIMPLE | OBJECTS | st.lists(SIMPLE, min_size=2, max_size=2).map(lambda branches: {"anyOf": branches})
VALUES = (
    st.none()
    | st.booleans()
    | st.integers(-4, 7)
    | st.text(alphabet="ab", max_size=5)
    | st.dictionaries(st.sampled_from("xyz"), st.integers(-4, 7) | st.text(alphabet="ab", max_size=3))
)


@given(sent=SCHEMAS, read=SCHEMAS, value=VALUES)
@settings(max_examples=400, deadline=None)
def test_no_value_leaves_a_schema_that_contains_the_other(sent: Any, read: Any, value: Any) -> None:
    is_inside = relation(sent, read).relation is Relation.INSIDE

    assert not (is_inside and Validity(sent, read).only_sent(value))


@given(schema=SCHEMAS)
@settings(max_examples=100, deadline=None)
def test_a_schema_contains_itself(schema: Any) -> None:
    assert relation(schema, dict(reversed(schema.items()))).relation is Relation.INSIDE


@given(sent=NUMBERS | LISTED | OBJECTS, read=NUMBERS | LISTED | OBJECTS)
@settings(max_examples=60, deadline=None)
def test_a_value_shows_where_a_schema_exceeds_another(sent: Any, read: Any) -> None:
    fits = Validity(sent, read)
    exceeds = relation(sent, read).relation is Relation.EXCEEDS

    found = list(smallest(difference(sent, read), fits.only_sent)) if exceeds else []

    assert all(fits.only_sent(value) for value in found)
    assert bool(found) == exceeds


@pytest.mark.parametrize(
    ("sent", "read", "expected"),
    [
        ({"type": "string", "pattern": "^[0-9]{2}$"}, {"type": "string", "pattern": r"^\d+$"}, "inside"),
        ({"type": "string", "pattern": r"^\d+$"}, {"type": "string", "pattern": "^[0-9]{2}$"}, "exceeds"),
        ({"type": "string", "pattern": "^[A-Z]{2}$"}, {"type": "string", "minLength": 2}, "inside"),
        ({"type": "string", "format": "date"}, {"type": "string"}, "inside"),
        ({"type": "string"}, {"type": "string", "format": "date"}, "exceeds"),
    ],
)
def test_patterns_and_formats_are_decided(sent: Any, read: Any, expected: str) -> None:
    assert relation(sent, read).relation == expected


def test_a_complaint_names_the_place() -> None:
    sent = {"type": "object", "properties": {"players": {"type": "integer"}}}
    read = {"type": "object", "properties": {"players": {"type": "integer", "maximum": 4}}}

    assert Validity(sent, read).complaint({"players": 5}).startswith("/players: 5 is greater than")
    assert jsonschema_rs.is_valid(sent, {"players": 5})
