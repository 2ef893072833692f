"""INV-08: a day that changes because it is read violates the row. A day on which others book all the time does not."""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from itertools import count
from types import SimpleNamespace
from typing import Any, cast

import pytest

from conformance.asking.client import Agency
from conformance.discovery import CourseFinder
from conformance.evidence.verdicts import Inconclusive
from conformance.recordings.moments import timed_by
from conformance.scope.run import Run
from conformance.suite.invariants import days_read_twice
from conformance.suite.invariants.days_read_twice import ReadTwice, changed_by_reading, read_days_twice
from tests.conformance.made_up import MadeUpTime

DAY = date(2027, 5, 3)
SECONDS_OF_A_READ = 0.1
NOBODY = cast("Agency", None)


@pytest.fixture
def time() -> Iterator[MadeUpTime]:
    """A time in which only reads and waits take time."""
    time = MadeUpTime()
    with timed_by(time):
        yield time


@pytest.fixture
def facts(monkeypatch: pytest.MonkeyPatch, time: MadeUpTime) -> Callable[[Callable[[], int], Callable[[], int]], None]:
    """Four facts take the place of those of a day: two are what these functions return, and two never change."""

    def place(tee_times: Callable[[], int], days: Callable[[], int]) -> None:
        def read(value: Callable[[], int]) -> Callable[..., Any]:
            def fact(*_course_and_day: object) -> int:
                time.sleep(SECONDS_OF_A_READ)
                return value()

            return fact

        values = {"tee times": tee_times, "days": days, "details": lambda: 0, "terms": lambda: 0}
        monkeypatch.setattr(days_read_twice, "_FACTS", {name: read(value) for name, value in values.items()})

    return place


def no_others(_name: str) -> list[ReadTwice]:
    raise AssertionError("No other day needs to be read.")


def test_reading_one_fact_changes_another(facts: Callable[..., None]) -> None:
    taken = [0]

    def days() -> int:
        taken[0] += 1
        return 0

    facts(lambda: taken[0], days)
    day = ReadTwice(NOBODY, "crs_1", DAY)

    assert changed_by_reading([day], [day], no_others) == [day]
    assert day.changes == ["tee times"]


def test_reading_a_fact_changes_it(facts: Callable[..., None]) -> None:
    reads = count()
    facts(lambda: next(reads), lambda: 0)
    day = ReadTwice(NOBODY, "crs_1", DAY)

    assert changed_by_reading([day], [day], no_others) == [day]
    assert day.changes == ["tee times"]


@pytest.mark.parametrize("period", [0.25, 0.3, 0.35, 0.4])
def test_others_who_book_all_the_time_are_no_finding(
    facts: Callable[..., None], time: MadeUpTime, period: float
) -> None:
    facts(lambda: int(time.seconds / period), lambda: int(time.seconds / period))
    day = ReadTwice(NOBODY, "crs_1", DAY)

    with pytest.raises(Inconclusive, match="also while nothing is read"):
        changed_by_reading([day], [day], no_others)


def others(*changes: bool) -> Callable[[str], list[ReadTwice]]:
    """Other days, of which some change while they are read."""
    return lambda _name: [cast("ReadTwice", SimpleNamespace(changes=["days"] if change else [])) for change in changes]


def test_a_booking_of_somebody_else_while_a_day_is_read_is_no_finding(facts: Callable[..., None]) -> None:
    booked = iter([0, 1])
    facts(lambda: next(booked, 1), lambda: 0)
    day = ReadTwice(NOBODY, "crs_1", DAY)

    assert day.changes == ["tee times"]
    assert changed_by_reading([day], [day], others(False, False)) == ()


@pytest.mark.parametrize(
    ("later", "change_elsewhere"),
    [
        pytest.param([1, 1, 1, 1, 2], False, id="the day changes again, later"),
        pytest.param([1], True, id="another day changes"),
    ],
)
def test_changes_at_some_attempts_decide_nothing(
    facts: Callable[..., None], later: list[int], change_elsewhere: bool
) -> None:
    booked = iter([0, *later])
    facts(lambda: next(booked, later[-1]), lambda: 0)
    day = ReadTwice(NOBODY, "crs_1", DAY)

    with pytest.raises(Inconclusive, match="not at every attempt"):
        changed_by_reading([day], [day], others(False, change_elsewhere))


def test_a_few_days_that_all_change_by_chance_are_no_finding(facts: Callable[..., None]) -> None:
    booked = iter([0, 1])
    facts(lambda: next(booked, 1), lambda: 0)
    day = ReadTwice(NOBODY, "crs_1", DAY)

    def busy_at_first(name: str) -> list[ReadTwice]:
        return others(True, name != "a fifth time")(name)

    with pytest.raises(Inconclusive, match="not at every attempt"):
        changed_by_reading([day], [day], busy_at_first)


def test_a_far_day_is_read_where_the_near_day_lists_no_tee_time(monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run(1, datetime(2027, 1, 1, tzinfo=UTC), date(2027, 1, 1), "tsc-0123456789", read_only=False)
    opens = date(2027, 2, 1)
    monkeypatch.setattr(days_read_twice, "some_online", lambda *_: ["crs_north", "crs_south"])
    monkeypatch.setattr(days_read_twice, "furthest_day", lambda *_: 395)

    def tee_times(_agency: object, course_id: str, day: date) -> list[str]:
        return ["10:00"] if course_id == "crs_south" or day >= opens else []

    monkeypatch.setattr(days_read_twice, "_FACTS", {"tee times for one": tee_times})

    read = read_days_twice(NOBODY, cast("CourseFinder", None), run)

    assert [(day.course_id, day.day >= opens) for day in read] == [("crs_north", True), ("crs_south", False)]
