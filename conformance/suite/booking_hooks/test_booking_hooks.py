"""Checks of booking hooks, as far as the specification says what they are: 14 days, confirmed or released."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from conformance.asking.client import ABSENT, Agency, segment
from conformance.asking.oracles import accepted, golden, refused, same, within_budget
from conformance.discovery import BookingDesk, BookingHookDesk, CourseFinder, MovableClock, TeeTimeFinder
from conformance.discovery.booking_hooks import HOOKS
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive, NotApplicable, Untested, Violation, expect, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.booked import PARTY_SIZES
from conformance.suite.arranged.hooked_tee_times import Hooked, ask_for_hook, granted, hooked
from conformance.target.target import Target

_DURATION = timedelta(days=14)
_TOLERANCE = timedelta(hours=24)
_FIFTEEN_DAYS_IN_MINUTES = 15 * 24 * 60


@verifies("HOK-01")
@pytest.mark.parametrize("players", PARTY_SIZES)
def test_a_hook_is_created(hooks: BookingHookDesk, tee_times: TeeTimeFinder, players: int) -> None:
    granted(hooks, ask_for_hook(hooks, tee_times, players).answer)


@verifies("HOK-02")
@pytest.mark.parametrize("players", [1, 4])
def test_a_fresh_hook_is_confirmed(hooks: BookingHookDesk, tee_times: TeeTimeFinder, players: int) -> None:
    one = hooked(hooks, tee_times, players)

    granted(hooks, hooks.confirm(hooks.id_of(one.answer), one.sent))


@verifies("HOK-03")
@pytest.mark.parametrize("players", [1, 4])
def test_a_fresh_hook_is_released(hooks: BookingHookDesk, tee_times: TeeTimeFinder, players: int) -> None:
    one = hooked(hooks, tee_times, players)

    golden(hooks.release(hooks.id_of(one.answer)))


@verifies("HOK-04")
@pytest.mark.parametrize("players", [1, 4])
def test_a_hook_says_that_it_lasts_fourteen_days(
    hooks: BookingHookDesk, tee_times: TeeTimeFinder, clock: MovableClock, players: int
) -> None:
    one = hooked(hooks, tee_times, players)
    ends_at = hooks.expiry_of(one.answer)
    if ends_at is not None:
        lasts = _aware(ends_at) - one.answer.answered_at
        expect(abs(lasts - _DURATION) <= _TOLERANCE, "a hook lasts 14 days, give or take a day", f"it lasts {lasts}")
    elif not clock.moves:
        raise Untested(
            "The answer shows no end of the hook in a usual place: declare expires_at under [hooks], or clock_advance"
            " under [levers], in the target file."
        )


# Only where a hook does not say when it ends: 15 days are a long way for the other bookings of a run.
@verifies("HOK-04", moves_clock_minutes=_FIFTEEN_DAYS_IN_MINUTES)
def test_a_hook_that_does_not_say_so_lasts_fourteen_days(
    hooks: BookingHookDesk, tee_times: TeeTimeFinder, clock: MovableClock, target: Target
) -> None:
    one = hooked(hooks, tee_times, 4)
    if clock.moves and hooks.expiry_of(one.answer) is None:
        _judge_by_the_clock(one, tee_times, clock, target)


@verifies("HOK-05")
@pytest.mark.parametrize("players", PARTY_SIZES)
def test_a_hook_takes_its_places_and_a_release_returns_them(
    hooks: BookingHookDesk, tee_times: TeeTimeFinder, target: Target, players: int
) -> None:
    one = hooked(hooks, tee_times, players)
    before = one.tee_time.places
    during = _places(tee_times, one, target, wanted=range(before - players + 1))
    expect(
        during <= before - players,
        f"at most {before - players} places are offered beside a hook",
        f"{during} places are offered, where {before} were before",
    )

    accepted(hooks.release(hooks.id_of(one.answer)), "Releasing a hook")

    after = _places(tee_times, one, target, wanted=range(before, before + 1))
    same(after, before, "the number of places offered after the release of a hook")


@verifies("HOK-06")
@pytest.mark.parametrize("players", [2, 3])
def test_a_confirmed_hook_is_a_booking(
    hooks: BookingHookDesk, bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target, players: int
) -> None:
    one = hooked(hooks, tee_times, players)
    accepted(hooks.confirm(hooks.id_of(one.answer), one.sent), "Confirming a hook")

    def booked() -> list[Any]:
        return [item for item in bookings.listed(one.tee_time.play_date) if _is_of(item, one)]

    found = within_budget(booked, bool, seconds=target.budgets.visibility_seconds)
    expect(
        bool(found),
        "a confirmed hook is in the list of bookings of its day",
        f"no booking of {one.tee_time.play_date} has the agencyBookingReference of the hook",
    )
    if "id" in found[0] and found[0].get("status") != "cancelled":
        golden(_read_in_time(bookings, str(found[0]["id"]), target))


@verifies("HOK-07")
def test_a_released_hook_cannot_be_confirmed(hooks: BookingHookDesk, tee_times: TeeTimeFinder) -> None:
    released, fresh = hooked(hooks, tee_times), hooked(hooks, tee_times)
    released_id = hooks.id_of(released.answer)
    accepted(hooks.release(released_id), "Releasing a hook")

    attempt = hooks.confirm(released_id, released.sent)
    control = hooks.confirm(hooks.id_of(fresh.answer), fresh.sent)

    refused(attempt, control=control)


@verifies("HOK-07")
def test_an_unknown_hook_cannot_be_confirmed(
    hooks: BookingHookDesk, tee_times: TeeTimeFinder, courses: CourseFinder
) -> None:
    fresh = hooked(hooks, tee_times)
    hook_id = hooks.id_of(fresh.answer)

    attempt = hooks.confirm(courses.unknown_id(hook_id), fresh.sent)
    control = hooks.confirm(hook_id, fresh.sent)

    refused(attempt, control=control)


@verifies("HOK-08")
@pytest.mark.parametrize(
    ("method", "path"), [("POST", ""), ("POST", "/{id}/confirm"), ("DELETE", "/{id}")], ids=["", "confirm", "release"]
)
def test_the_routes_of_hooks_exist(
    agency: Agency,
    hooks: BookingHookDesk,
    tee_times: TeeTimeFinder,
    run: Run,
    target: Target,
    method: str,
    path: str,
) -> None:
    if "hook" in target.absent:
        raise NotApplicable("The target declares that it has no booking hooks.")
    hook_id = f"{run.marker}-unknown"
    route = HOOKS + path.replace("{id}", segment(hook_id))
    body: Any = {} if method == "POST" else ABSENT

    answer = agency.send(method, route, json=body, role=Role.attempt)
    nowhere = agency.send(method, f"/travel/{run.marker}{path.replace('{id}', hook_id)}", json=body, role=Role.attempt)

    if _likeness(answer, route) != _likeness(nowhere, nowhere.request.path):
        return
    if path:
        _proven_by_a_hook_of_our_own(hooks, tee_times, path)
        return
    raise Violation(
        f"{answer.where} is answered otherwise than a path that cannot exist",
        f"both are answered {answer.status}",
        answer,
    )


def _read_in_time(bookings: BookingDesk, booking_id: str, target: Target) -> Answer:
    return within_budget(
        lambda: bookings.read(booking_id),
        lambda answer: answer.is_success,
        seconds=target.budgets.visibility_seconds,
    )


def _proven_by_a_hook_of_our_own(hooks: BookingHookDesk, tee_times: TeeTimeFinder, path: str) -> None:
    """Hold when a hook of this run is confirmed or released. Raises `Inconclusive` when it is refused.

    An id that does not exist may be answered like a path that does not exist.
    """
    one = hooked(hooks, tee_times)
    hook_id = hooks.id_of(one.answer)
    answer = hooks.confirm(hook_id, one.sent) if path.endswith("confirm") else hooks.release(hook_id)
    if not answer.is_success:
        answer.mark(Role.attempt)
        raise Inconclusive(f"{answer.where} is answered as a path that does not exist, though the hook does.")


def _judge_by_the_clock(one: Hooked, tee_times: TeeTimeFinder, clock: MovableClock, target: Target) -> None:
    """Raise `Violation` unless the places are kept 13 days and are back after 15."""
    before = one.tee_time.places
    if _aware(datetime.combine(one.tee_time.play_date, datetime.min.time())) < clock.now() + _DURATION + 2 * _TOLERANCE:
        raise Untested("The tee time of the hook is too near to tell 14 days.")
    clock.advance(_DURATION - _TOLERANCE)
    kept = _places(tee_times, one, target, wanted=range(before - one.players + 1))
    expect(
        kept <= before - one.players,
        f"at most {before - one.players} places are offered after 13 days",
        f"{kept} places are offered",
    )
    clock.advance(2 * _TOLERANCE)
    back = _places(tee_times, one, target, wanted=range(before, before + 1))
    same(back, before, "the number of places offered after 15 days")


def _places(tee_times: TeeTimeFinder, one: Hooked, target: Target, wanted: range) -> int:
    return within_budget(
        lambda: tee_times.places_free(one.tee_time),
        lambda places: places in wanted,
        seconds=target.budgets.visibility_seconds,
    )


def _is_of(item: Any, one: Hooked) -> bool:
    """Whether a listed booking is that of the hook: by the run's reference, or by course and tee time."""
    course = item.get("course") if isinstance(item.get("course"), dict) else {}
    return item.get("agencyBookingReference") == one.sent["agencyBookingReference"] or (
        (course.get("id"), item.get("teeTime")) == (one.tee_time.course_id, one.tee_time.time)
    )


def _likeness(answer: Answer, path: str) -> tuple[int, str]:
    """Status and body, without what differs between any two requests: their path and their id."""
    text = answer.text.replace(path, "PATH")
    for name in ("x-request-id", "x-correlation-id"):
        if answer.headers.get(name):
            text = text.replace(answer.headers[name], "REQUEST")
    return answer.status, text


def _aware(moment: datetime) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
