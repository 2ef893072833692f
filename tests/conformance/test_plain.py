"""Frozen dataclasses survive as JSON, and what is no such value is refused by its place."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import Any

import pytest

from conformance.recordings.plain import PlainError, from_plain, plain
from conformance.target.describing import describe_target
from conformance.target.target import Target


class Colour(StrEnum):
    green = "green"


@dataclass(frozen=True)
class Hole:
    par: int
    name: str | None = None


@dataclass(frozen=True)
class Course:
    holes: tuple[Hole, ...]
    opened: date
    seen_at: datetime
    colour: Colour
    place: tuple[str, float]
    names: frozenset[str] = frozenset()
    extra: Any = None
    by_name: Mapping[str, Hole] = field(default_factory=dict)


COURSE = Course(
    (Hole(4), Hole(3, "Postage Stamp")),
    date(1878, 5, 1),
    datetime(2026, 5, 1, 9, 30, 0, 123456, tzinfo=UTC),
    Colour.green,
    ("Troon", 55.5),
    frozenset(["b", "a"]),
    {"any": [1, None, "x"]},
    {"last": Hole(4)},
)


def through_json(value: object) -> Any:
    return json.loads(json.dumps(plain(value)))


def test_a_value_survives() -> None:
    assert from_plain(Course, through_json(COURSE)) == COURSE


def test_a_target_with_everything_declared_survives() -> None:
    declared = {
        "declares": {"hold_id": "body:holdId", "absent": ["jwt", "wh"]},
        "courses": {"booking_code": {"code": "ESX", "id": "crs_1"}},
        "levers": {"clock_advance": {"url": "http://t.example/{seconds}", "json": {"by": "{seconds}"}}},
        "tokens": {"request": {"grant": "key"}},
    }
    target = describe_target("http://t.example/v1", "key-of-alpha", None, declared)

    assert from_plain(Target, through_json(target)) == target


def test_a_member_that_nobody_knows_is_passed_over() -> None:
    assert from_plain(Hole, {"par": 4, "stroke_index": 1}) == Hole(4)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"holes": 18}, "Course.holes is not an array"),
        ({"holes": [{"par": "4"}]}, "Course.holes.par is '4', which is not of the type int"),
        ({"holes": [{"par": True}]}, "which is not of the type int"),
        ({"holes": [{}]}, "Course.holes lacks a member"),
        ({"opened": "soon"}, "Course.opened is 'soon', which is not of the type date"),
        ({"seen_at": None}, "Course.seen_at is None, which is not of the type datetime"),
        ({"colour": "red"}, "which is not of the type Colour"),
        ({"place": ["Troon"]}, "Course.place has not 2 items"),
        ({"by_name": []}, "Course.by_name is not an object"),
    ],
)
def test_what_is_no_such_value_is_refused_by_its_place(change: dict[str, Any], words: str) -> None:
    with pytest.raises(PlainError, match=words.replace("[", r"\[")):
        from_plain(Course, through_json(COURSE) | change)
