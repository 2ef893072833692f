"""Right requests that a target refuses under one condition alone: no check judges them, and a run tells of them."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from conformance.evidence.exchanges import Exchange, Role
from conformance.watching.refused_together import RefusedTogether, refused_together
from tests.conformance.made_up import MOMENT, exchange

WEEKEND, OTHER_WEEKEND = "2027-01-16", "2027-01-24"


def hook(number: int, day: str, time: str, *, status: int = 201, course: str = "crs_1") -> Exchange:
    """A hook for two, a second after the one before it."""
    sent = {"courseId": course, "date": day, "teeTime": time, "players": 2}
    shown = {"data": {"id": f"hok_{number}"}} if status == 201 else {"title": "Not possible"}
    made = exchange(
        json.dumps(shown).encode(),
        method="POST",
        path="/travel/bookings/hooks",
        status=status,
        sent=json.dumps(sent).encode(),
        index=number,
        role=Role.golden,
    )
    return replace(made, started_at=MOMENT + timedelta(seconds=number))


def accepted(count: int) -> list[Exchange]:
    """Hooks on weekdays, each on a day of its own."""
    return [hook(number, f"2027-02-{1 + number % 5:02d}", f"{number:02d}:00") for number in range(count)]


def refused(count: int, day: str = WEEKEND, **facts: str) -> list[Exchange]:
    """Hooks that were refused."""
    return [hook(100 + number, day, f"{number:02d}:30", status=409, **facts) for number in range(count)]


def courses(*, online: bool = True) -> Exchange:
    """The list of the two courses."""
    shown = [{"id": course, "isOnline": online, "holes": 18, "country": "FR"} for course in ("crs_1", "crs_2")]
    return exchange(json.dumps({"data": shown}).encode(), index=500)


def found(*exchanges: Exchange) -> list[RefusedTogether]:
    return list(refused_together([courses(), *exchanges]))


def test_refusals_on_one_kind_of_day_are_named_by_it() -> None:
    (together,) = found(*accepted(12), *refused(3))

    assert (together.operation, together.conditions) == ("createBookingHook", (("week", "weekend"),))
    assert (len(together.requests), together.accepted_too, together.accepted) == (3, 0, 12)


def test_refusals_beside_an_own_hook_are_named_by_it() -> None:
    beside = [hook(100 + number, "2027-02-01", f"{number:02d}:30", status=409) for number in range(3)]
    days = [hook(number, f"2027-02-{number + 1:02d}", "10:00") for number in range(12)]

    (together,) = found(*days, *beside)

    assert together.conditions == (("own hook of that day", "at another tee time"),)


def test_failures_of_the_target_are_told_without_a_condition() -> None:
    failures = [hook(100 + n, f"2027-02-{1 + 2 * n:02d}", f"{n:02d}:30", status=500) for n in range(3)]

    (together,) = found(*accepted(12), *failures)

    assert (together.row, together.conditions, len(together.requests), together.accepted) == ("ENV-01", (), 3, 12)


@pytest.mark.parametrize(
    "refusals",
    [
        pytest.param(refused(2), id="two may be chance"),
        pytest.param(refused(3, course="crs_2"), id="that course takes no hook"),
        pytest.param([replace(item, role=Role.attempt) for item in refused(3)], id="wrong on purpose"),
        pytest.param([replace(item, role=Role.generated) for item in refused(3)], id="generated"),
        pytest.param([hook(100 + n, WEEKEND, f"{n:02d}:30", status=429) for n in range(3)], id="too many requests"),
        pytest.param([hook(100 + n, WEEKEND, f"{n:02d}:30", status=503) for n in range(3)], id="out of order"),
        pytest.param([hook(100, WEEKEND, "10:30", status=409)] * 3, id="sent at the same moment"),
    ],
)
def test_what_another_reason_explains_is_not_told(refusals: Sequence[Exchange]) -> None:
    assert found(*accepted(12), *refusals) == []


def test_refusals_of_an_offline_course_are_not_told() -> None:
    assert list(refused_together([courses(online=False), *accepted(12), *refused(3)])) == []


def test_refusals_under_conditions_of_others_that_were_accepted_are_not_told() -> None:
    assert found(*accepted(12), hook(50, OTHER_WEEKEND, "09:10"), *refused(3)) == []


def group(number: int, day: str, *, status: int = 202, question: str = "", players: int = 8) -> Exchange:
    """A request about a group, a second after the one before it."""
    sent = {"courseId": "crs_1", "date": day, "totalPlayers": players}
    return replace(
        hook(number, day, "10:00", status=status),
        request=replace(
            hook(number, day, "10:00").request,
            path=f"/travel/group-bookings{question}",
            content=json.dumps(sent).encode(),
        ),
    )


def test_refused_questions_about_groups_are_counted_beside_all_questions_about_groups() -> None:
    answered = [group(number, f"2027-02-0{1 + number % 5}", question="/find-slots") for number in range(12)]

    (together,) = found(*answered, *(group(100 + number, WEEKEND, status=404) for number in range(3)))

    assert (together.operation, together.row) == ("createGroupBooking", "GRP-01")


def test_refused_groups_of_five_speak_against_the_smallest_size() -> None:
    larger = [group(number, f"2027-02-0{1 + number % 5}") for number in range(12)]
    of_five = [group(100 + number, f"2027-02-0{1 + number}", status=422, players=5) for number in range(3)]

    (together,) = found(*larger, *of_five)

    assert (together.conditions, together.row) == ((("size", "5"),), "GRP-07")


def test_groups_that_are_too_large_are_not_told() -> None:
    days = [f"2027-02-0{1 + number % 5}" for number in range(12)]
    answered = [group(number, day) for number, day in enumerate(days)]

    assert found(*answered, *(group(100 + n, days[n], status=422, players=30) for n in range(3))) == []


def test_bookings_that_are_refused_for_their_hold_speak_against_holds() -> None:
    held = [booking(number, status=201) for number in range(12)]
    holds = [hold(50 + number) for number in range(3)]
    refusals = [booking(100 + number, status=409, holdId=f"hld_{50 + number}") for number in range(3)]

    (together,) = found(*held, *holds, *refusals)

    assert (together.conditions, together.row) == ((("own hold of that day", "the one that it names"),), "HLD-07")


def hold(number: int) -> Exchange:
    sent = {"date": WEEKEND, "time": f"{number % 24:02d}:10", "players": 2}
    made = hook(number, WEEKEND, "10:00")
    request = replace(made.request, path="/travel/courses/crs_1/hold-tee-time", content=json.dumps(sent).encode())
    body = json.dumps({"holdId": f"hld_{number}"}).encode()
    return replace(made, request=request, response=replace(made.response, content=body))


def booking(number: int, *, status: int, **more: str) -> Exchange:
    made = hook(number, WEEKEND if status == 409 else OTHER_WEEKEND, f"{number % 24:02d}:20", status=status)
    sent = {**json.loads(made.request.content or b""), **more}
    request = replace(made.request, path="/travel/bookings", content=json.dumps(sent).encode())
    return replace(made, request=request)
