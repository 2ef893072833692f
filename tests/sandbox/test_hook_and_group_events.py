"""What booking hooks and group bookings tell, and what a course does to a group at its desk. Inside this process."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from mock_server.app import Sandbox
from mock_server.clock import wall_clock
from mock_server.domain.refusals import GroupBookingNotInWorld, GroupNotConfirmed, GroupSettled
from mock_server.services.group_bookings import course_cancels, course_decides
from mock_server.services.worlds import opened
from mock_server.storage.events import events_after
from mock_server.storage.sessions import Session
from tests.sandbox.in_process import asked, whole_sandbox
from tests.sandbox.trade import NOW, ORDINARY, SATURDAY, TeeTime, booking, group, offline

HOOKS, GROUPS = "/api/v1/travel/bookings/hooks", "/api/v1/travel/group-bookings"
SILENT = offline("offline-silent").course_id
REFERENCE = {"agencyBookingReference": "MGT-0508"}


@pytest.fixture
def app() -> Iterator[Sandbox]:
    """A sandbox whose world is at NOW."""
    sandbox = whole_sandbox()
    assert asked(sandbox, "PUT", "/_sandbox/v1/clock", json={"mode": "frozen", "now": NOW}).status_code == 200
    yield sandbox
    sandbox.store.close()


@contextmanager
def _inside(app: Sandbox) -> Iterator[Session]:
    with opened(app.store, "inside", wall_clock(), writes=True) as session:
        yield session


def _advance(app: Sandbox, by: str) -> None:
    assert asked(app, "POST", "/_sandbox/v1/clock/advance", json={"by": by}).status_code == 200


def _told(app: Sandbox) -> list[tuple[str, str, dict[str, Any]]]:
    """Every event so far: its kind, its time of day, and what it says."""
    with _inside(app) as session:
        return [(event.kind, f"{event.at:%H:%M:%S}", dict(event.facts)) for event in events_after(session, 0, 100)]


def _tee_time(app: Sandbox) -> TeeTime:
    answer = asked(app, "GET", f"/api/v1/travel/courses/{ORDINARY.id}/tee-times?date={SATURDAY}&players=4")
    return TeeTime(ORDINARY.id, SATURDAY, answer.json()["availableTimes"][0]["time"], 4, 0)


def _hooked(app: Sandbox) -> str:
    hook_id: str = asked(app, "POST", HOOKS, json=booking(_tee_time(app), **REFERENCE)).json()["data"]["id"]
    return hook_id


def _grouped(app: Sandbox, course_id: str = ORDINARY.id, wait: str = "PT20S") -> str:
    group_id: str = asked(app, "POST", GROUPS, json=group(course_id, **REFERENCE)).json()["data"]["id"]
    _advance(app, wait)
    return group_id


def _facts(object_id: str, status: str, course_id: str = ORDINARY.id, **more: str) -> dict[str, str]:
    return {"id": object_id, "status": status, **REFERENCE, "courseId": course_id, **more}


def test_a_hook_that_is_held_tells_nobody(app: Sandbox) -> None:
    _hooked(app)

    assert _told(app) == []


def test_a_confirmation_tells_of_booking_and_hook(app: Sandbox) -> None:
    hook_id = _hooked(app)

    booked = asked(app, "POST", f"{HOOKS}/{hook_id}/confirm").json()["data"]

    assert _told(app) == [
        (
            "booking.confirmed",
            "08:00:00",
            {**_facts(booked["id"], "confirmed"), "bookingReference": booked["bookingReference"]},
        ),
        ("booking_hook.confirmed", "08:00:00", _facts(hook_id, "confirmed", bookingId=booked["id"])),
    ]


def test_a_release_sends_one_event(app: Sandbox) -> None:
    hook_id = _hooked(app)

    asked(app, "DELETE", f"{HOOKS}/{hook_id}")
    asked(app, "DELETE", f"{HOOKS}/{hook_id}")

    assert _told(app) == [("booking_hook.released", "08:00:00", _facts(hook_id, "released"))]


def test_a_second_confirmation_tells_nothing_new(app: Sandbox) -> None:
    hook_id = _hooked(app)

    asked(app, "POST", f"{HOOKS}/{hook_id}/confirm")
    asked(app, "POST", f"{HOOKS}/{hook_id}/confirm")

    assert len(_told(app)) == 2


def test_an_expiry_sends_an_event_at_its_own_moment(app: Sandbox) -> None:
    minutes_and_seconds = f"{_tee_time(app).time[3:]}:00"
    hook_id = _hooked(app)

    _advance(app, "P30D")

    ((kind, moment, facts),) = _told(app)
    assert (kind, moment[3:], facts) == ("booking_hook.expired", minutes_and_seconds, _facts(hook_id, "expired"))


def test_a_confirmed_group_sends_an_event_at_its_own_moment(app: Sandbox) -> None:
    group_id = _grouped(app, wait="PT1H")

    assert _told(app) == [("group_booking.confirmed", "08:00:20", _facts(group_id, "confirmed"))]


def test_a_pending_group_tells_nobody(app: Sandbox) -> None:
    _grouped(app, SILENT)

    assert _told(app) == []


def test_a_course_that_confirms_a_group_is_heard(app: Sandbox) -> None:
    group_id = _grouped(app, SILENT)

    with _inside(app) as session:
        course_decides(session, group_id, confirms=True, reason=None)

    assert _told(app) == [("group_booking.confirmed", "08:00:20", _facts(group_id, "confirmed", SILENT))]


def test_a_course_that_declines_a_group_gives_its_reason(app: Sandbox) -> None:
    group_id = _grouped(app, SILENT)

    with _inside(app) as session:
        course_decides(session, group_id, confirms=False, reason="A club championship")

    facts = _facts(group_id, "failed", SILENT, failureReason="A club championship")
    assert _told(app) == [("group_booking.failed", "08:00:20", facts)]


def test_a_course_that_has_answered_at_its_desk_does_not_answer_again(app: Sandbox) -> None:
    group_id = _grouped(app, offline("offline-declines").course_id)
    with _inside(app) as session:
        course_decides(session, group_id, confirms=True, reason=None)

    _advance(app, "PT1H")

    assert asked(app, "GET", f"{GROUPS}/{group_id}").json()["data"]["status"] == "confirmed"


def test_a_course_that_cancels_a_group_gives_its_places_back(app: Sandbox) -> None:
    before = asked(app, "POST", f"{GROUPS}/validate", json=group()).json()
    group_id = _grouped(app)

    with _inside(app) as session:
        course_cancels(session, group_id)

    assert asked(app, "POST", f"{GROUPS}/validate", json=group()).json() == before


def test_a_cancellation_by_the_course_sends_one_event(app: Sandbox) -> None:
    group_id = _grouped(app)

    with _inside(app) as session:
        course_cancels(session, group_id)
        course_cancels(session, group_id)

    assert _told(app)[1:] == [("group_booking.cancelled", "08:00:20", _facts(group_id, "cancelled"))]


def test_a_cancelled_group_takes_no_names(app: Sandbox) -> None:
    group_id = _grouped(app)
    with _inside(app) as session:
        course_cancels(session, group_id)

    answer = asked(app, "PUT", f"{GROUPS}/{group_id}/players", json={"players": []})

    assert (answer.status_code, answer.json()["code"]) == (409, "modification_not_allowed")


def test_a_course_cancels_only_what_it_has_agreed_to(app: Sandbox) -> None:
    group_id = _grouped(app, SILENT)

    with pytest.raises(GroupNotConfirmed), _inside(app) as session:
        course_cancels(session, group_id)


def test_a_course_answers_only_what_it_was_asked(app: Sandbox) -> None:
    group_id = _grouped(app)

    with pytest.raises(GroupSettled), _inside(app) as session:
        course_decides(session, group_id, confirms=True, reason=None)


def test_a_course_knows_no_group_that_nobody_made(app: Sandbox) -> None:
    with pytest.raises(GroupBookingNotInWorld), _inside(app) as session:
        course_cancels(session, "grp_000000000000")
