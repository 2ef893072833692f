"""What a run made is given back at the end: bookings, hooks and groups, each as far as there is a way."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from conformance.asking.client import Agency
from conformance.asking.levers import CourseDecisions, LeverCaller
from conformance.evidence.exchanges import Exchange, Request, Response
from conformance.footprint.clean_up import give_all_back
from conformance.footprint.giving_back import GivingBack
from conformance.recordings.recording import Recording
from conformance.results.run_result import Leftover
from conformance.target.levers import HookPayloads, Lever, Levers
from tests.conformance.made_up import BASE_URL, exchange

DECLINE = Lever("course_decline", "POST", "http://lab.example/decline/{id}")
CANCEL = Lever("group_cancel", "POST", "http://lab.example/cancel/{id}")


class Service:
    """A transport that keeps what is sent, refuses what is named with *status*, and shows each booking as *shown*."""

    def __init__(self, *refused: str, status: int = 409, shown: str | None = None) -> None:
        self.sent: list[str] = []
        self._refused, self._status = refused, status
        self._body = json.dumps({"data": {"status": shown}} if shown else {}).encode()

    def exchange(self, request: Request) -> Response:
        self.sent.append(f"{request.method} {request.path}")
        return Response(self._status if self.sent[-1] in self._refused else 200, (), self._body)


def made(path: str, body: Any, method: str = "POST", status: int = 201) -> Exchange:
    return exchange(json.dumps(body).encode(), method=method, path=path, status=status)


def given_back(
    service: Service,
    *exchanges: Exchange,
    hooks: HookPayloads | None = None,
    now: datetime | None = None,
    **levers: Lever,
) -> Any:
    waits: list[None] = []
    agency = Agency("first agency", "a-key", BASE_URL, service, Recording({}), read_only=False)
    giving = GivingBack(
        {"first agency": agency},
        hooks or HookPayloads(),
        CourseDecisions(Levers(**levers), LeverCaller(service, "a-key")),
        lambda: waits.append(None),
        now=lambda: now,
    )
    return giving.give_back(exchanges)


BOOKING = made("/travel/bookings", {"data": {"id": "b1"}})
HOOK = made("/travel/bookings/hooks", {"data": {"id": "h1"}})
GROUP = made("/travel/group-bookings", {"data": {"id": "g1"}}, status=202)


def test_a_booking_is_cancelled() -> None:
    service = Service()

    assert given_back(service, BOOKING) == ()
    assert service.sent == ["DELETE /travel/bookings/b1"]


def test_a_booking_that_cannot_be_cancelled_is_declined_for_its_course() -> None:
    service = Service("DELETE /travel/bookings/b1")

    assert given_back(service, BOOKING, course_decline=DECLINE) == ()
    assert service.sent[-1] == "POST http://lab.example/decline/b1"


def test_a_booking_that_nobody_can_end_is_reported() -> None:
    (left,) = given_back(Service("DELETE /travel/bookings/b1"), BOOKING)

    assert left == Leftover("booking", "b1", "DELETE answered 409: {}")


def test_a_404_for_a_booking_that_is_still_shown_is_a_refusal() -> None:
    service = Service("DELETE /travel/bookings/b1", status=404, shown="confirmed")

    (left,) = given_back(service, BOOKING)

    assert (left.kind, left.id) == ("booking", "b1")
    assert left.reason.startswith("DELETE answered 404")


def test_a_404_for_a_booking_that_is_shown_as_cancelled_says_that_it_is_gone() -> None:
    service = Service("DELETE /travel/bookings/b1", status=404, shown="cancelled")

    assert given_back(service, BOOKING) == ()


def test_a_hook_is_released() -> None:
    service = Service()

    assert given_back(service, HOOK) == ()
    assert service.sent == ["DELETE /travel/bookings/hooks/h1"]


def test_the_id_of_a_hook_is_taken_from_its_declared_place() -> None:
    service = Service()
    hook = made("/travel/bookings/hooks", {"hook": {"number": 7}})

    given_back(service, hook, hooks=HookPayloads(id="hook.number"))

    assert service.sent == ["DELETE /travel/bookings/hooks/7"]


@pytest.mark.parametrize(
    ("now", "stays"),
    [(None, 1), (datetime(2026, 12, 12, 7, tzinfo=UTC), 1), (datetime(2026, 12, 12, 9, tzinfo=UTC), 0)],
)
def test_a_hook_that_cannot_be_released_stays_until_its_end(now: datetime | None, stays: int) -> None:
    hook = made("/travel/bookings/hooks", {"data": {"id": "h1", "expiresAt": "2026-12-12T08:00:00Z"}})

    left = given_back(Service("DELETE /travel/bookings/hooks/h1"), hook, now=now)

    assert [thing.reason for thing in left] == ["DELETE answered 409: {}. It ends by itself after 14 days."] * stays


def test_a_hook_that_was_released_is_left_alone() -> None:
    service = Service()

    given_back(service, HOOK, made("/travel/bookings/hooks/h1", {}, method="DELETE"))

    assert service.sent == []


def test_a_confirmed_hook_is_a_booking_to_cancel() -> None:
    service = Service()

    given_back(service, HOOK, made("/travel/bookings/hooks/h1/confirm", {"data": {"id": "b2"}}))

    assert service.sent == ["DELETE /travel/bookings/b2"]


def test_a_group_is_taken_back_by_its_lever() -> None:
    service = Service()

    assert given_back(service, GROUP, group_cancel=CANCEL) == ()
    assert service.sent == ["POST http://lab.example/cancel/g1"]


def test_a_group_without_a_lever_is_reported() -> None:
    (left,) = given_back(Service(), GROUP)

    assert (left.kind, left.id) == ("group booking", "g1")
    assert "declare group_cancel under [levers]" in left.reason


class Stubborn:
    """A transport that accepts every DELETE, and shows one booking as confirmed for ever."""

    def exchange(self, request: Request) -> Response:
        booking = {"id": "b1", "status": "confirmed", "agencyBookingReference": "tsc-1-book-1"}
        shown: Any = [booking] if request.path == "/travel/bookings" else booking
        return Response(200, (), json.dumps({"data": shown}).encode())


def test_a_booking_that_stays_although_its_removal_was_accepted_is_reported() -> None:
    agency = Agency("first agency", "a-key", BASE_URL, Stubborn(), Recording({}), read_only=False)
    decisions = CourseDecisions(Levers(), LeverCaller(Stubborn(), "a-key"))
    giving = GivingBack({"first agency": agency}, HookPayloads(), decisions, lambda: None)

    left = give_all_back(giving, "tsc-1", [BOOKING], None)

    reason = "DELETE was accepted, and the booking is still confirmed or pending."
    assert left == (Leftover("booking", "b1", reason),)


class Unread(Service):
    """A transport that refuses what is deleted, and has no resource to be read."""

    def exchange(self, request: Request) -> Response:
        return Response(409 if request.method == "DELETE" else 404, (), b"{}")


def test_nothing_is_concluded_from_a_404_at_a_path_that_nobody_reads() -> None:
    lost = exchange(method="DELETE", path="/travel/bookings/hooks/h1", status=502)

    (left,) = given_back(Unread(), HOOK, lost)

    assert (left.kind, left.id) == ("booking hook", "h1")
