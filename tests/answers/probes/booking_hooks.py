"""Probes of booking hooks."""

from datetime import datetime, timedelta
from typing import Any

from tests.answers.asking import Asker, decided, made, tee_times
from tests.answers.registry import probe
from tests.sandbox.trade import ORDINARY, TeeTime, booking, by_trait

_HOOKS = "/travel/bookings/hooks"
_STATES = {"held", "confirmed", "released", "expired"}
_MEMBERS = {
    "id",
    "status",
    "courseId",
    "date",
    "teeTime",
    "players",
    "agencyBookingReference",
    "expiresAt",
    "createdAt",
}


def _next_month(asks: Asker) -> TeeTime:
    """A tee time later than a hook lasts."""
    listed = made(asks.get(f"/travel/courses/{ORDINARY.id}/tee-times", date="2040-06-20", players=4))["availableTimes"]
    return TeeTime(ORDINARY.id, datetime.fromisoformat("2040-06-20").date(), listed[0]["time"], 4, 0)


def _hooked(asks: Asker, tee_time: TeeTime, **changes: Any) -> Any:
    return made(asks.post(_HOOKS, booking(tee_time, **changes)))


@probe("A-37")
def members_of_a_hook(asks: Asker) -> str:
    """A hook with course and time alone, and a hook with the members of a booking."""
    first, second, *_ = tee_times(asks)
    bare = {"courseId": first.course_id, "date": str(first.play_date), "teeTime": first.time}
    short = asks.post(_HOOKS, bare)
    full = _hooked(asks, second, agencyBookingReference="MGT-1")
    return decided(
        ("course-and-time", short.is_success),
        ("booking-members", short.status == 400 and set(full) == _MEMBERS),
        seen=(short, full),
    )


@probe("A-38")
def life_of_a_hook(asks: Asker) -> str:
    """The end of a hook, the states of a released, a confirmed and an expired hook, and a confirmation too late."""
    held = _hooked(asks, _next_month(asks))
    lasts = datetime.fromisoformat(held["expiresAt"]) - datetime.fromisoformat(held["createdAt"])
    on_saturday = tee_times(asks)
    released = made(asks.delete(f"{_HOOKS}/{_hooked(asks, on_saturday[0])['id']}"))
    short = _hooked(asks, on_saturday[1])
    asks.freeze("2040-05-21T08:00:00Z")
    too_late = asks.post(f"{_HOOKS}/{held['id']}/confirm")
    states = {held["status"], released["status"]}
    ends_with_play = short["expiresAt"] < held["expiresAt"]
    return decided(
        ("further-state", not states <= _STATES),
        ("calendar-days", lasts != timedelta(days=14)),
        ("14-days-of-24-hours", too_late.status == 409 and ends_with_play and states == {"held", "released"}),
        seen=(held, released, short, too_late),
    )


@probe("A-39")
def confirmation_and_release(asks: Asker) -> str:
    """A confirmation and a release, each sent twice."""
    first, second, *_ = tee_times(asks)
    kept, dropped = _hooked(asks, first)["id"], _hooked(asks, second)["id"]
    confirmed = [asks.post(f"{_HOOKS}/{kept}/confirm") for _ in range(2)]
    released = [asks.delete(f"{_HOOKS}/{dropped}") for _ in range(2)]
    shown = confirmed[0].shown if isinstance(confirmed[0].shown, dict) else {}
    is_repeated = confirmed[0].shown == confirmed[1].shown and released[0].shown == released[1].shown
    shows_a_status = set(released[0].shown or ()) == {"id", "status"}
    return decided(
        ("204-after-release", released[0].status == 204),
        ("hook-after-confirm", shown.get("id") == kept),
        ("booking-and-status", "bookingReference" in shown and shows_a_status and is_repeated),
        seen=(confirmed, released),
    )


@probe("A-65")
def courses_that_take_hooks(asks: Asker) -> str:
    """A hook at a course that takes none, and the terms of that course."""
    course_id = by_trait("no-hooks").id
    tee_time = tee_times(asks, course_id)[0]
    terms = made(asks.get(f"/travel/courses/{course_id}/terms"))
    reply = asks.post(_HOOKS, booking(tee_time))
    return decided(
        ("member-of-terms", any("hook" in name.lower() for name in terms["bookingTerms"])),
        ("every-course", reply.is_success),
        ("some-courses", reply.status == 409),
        seen=reply,
    )
