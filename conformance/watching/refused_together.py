"""Requests of a run that were right and that the target refused, and what they have in common. Pure.

A check that only prepares something tries again elsewhere when a request is refused: somebody else may have taken the
places. So a refusal that shows only under one condition would go by unseen.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from conformance.conditions.coverage import known_courses
from conformance.conditions.days import ahead_of
from conformance.conditions.families import GROUPS
from conformance.conditions.lives import Lives, ids_in
from conformance.conditions.looks import Look, day_in, looks_at, that_met_others
from conformance.conditions.model import Case
from conformance.conditions.reading import READINGS, group_size, taken_case
from conformance.conditions.shared import Conditions, shared_by_failures
from conformance.evidence.exchanges import Exchange, Role

ROWS: Mapping[str, str] = {
    "createBooking": "BKC-01",
    "holdTeeTime": "HLD-01",
    "createBookingHook": "HOK-01",
    "updateBooking": "BKU-01",
    "cancelBooking": "BKX-10",
    "createGroupBooking": "GRP-01",
    "findGroupSlots": "GRP-09",
    "calculateGroupPrice": "GRP-10",
    "validateGroupBooking": "GRP-11",
}
_ROW_OF_FAILURES = "ENV-01"

_TAKES = {"createBooking": "booking", "holdTeeTime": "hold", "createBookingHook": "hook"}
_ENDS = ("cancelBooking", "releaseBookingHook", "confirmBookingHook")
# A run sends so few requests of each kind about groups that they are looked at together.
_GROUPS = GROUPS.operations
# Refusals with these do not judge the request. A 404 to the id of a booking may say that the booking is gone.
_OTHER_REASONS, _NOT_FOUND = (401, 403, 429), 404
_OWN_FAILURE, _FEWEST_FAILURES = 500, 3
_HERE = "here"
_OWN = "own {} of that day"
_HELD = {_OWN.format("hold"): "the one that it names"}
_SMALLEST = {"size": group_size(5)}
# Rows that ask for more than that the operation works, by the operation and a condition.
_ROWS_UNDER = {
    ("createBooking", *_HELD.items()): "HLD-07",
    ("createGroupBooking", *_SMALLEST.items()): "GRP-07",
}
# When a hold or a hook ends by itself, no request shows it.
_LEAST_PERCENT = 80

# A course, a day and a tee time.
Place = tuple[str, str, str]


@dataclass(frozen=True)
class RightRequest:
    """A request to an *operation* that was right, the conditions under which it was sent, and whether it *failed*: it
    was refused, or the target failed itself. *course_id* is empty where the request names a booking.
    """

    operation: str
    exchange: Exchange
    course_id: str
    case: Case
    failed: bool

    @property
    def status(self) -> int:
        """The status of the answer."""
        return self.exchange.response.status if self.exchange.response else 0


@dataclass(frozen=True)
class RefusedTogether:
    """Requests to one operation that share the *conditions*, and *accepted_too* that shared them and were accepted.
    *accepted* others were accepted. Without conditions, the target answered the requests with 500.
    """

    operation: str
    conditions: Conditions
    requests: Sequence[RightRequest]
    accepted_too: int
    accepted: int

    @property
    def row(self) -> str:
        """The row that asks the target to accept them."""
        if all(request.status == _OWN_FAILURE for request in self.requests):
            return _ROW_OF_FAILURES
        special = (_ROWS_UNDER.get((self.operation, condition)) for condition in self.conditions)
        return next(filter(None, special), ROWS[self.operation])


@dataclass
class _Taken:
    """What was taken so far, by the id that ends it: its kind, its agency and its place."""

    things: dict[str, tuple[str, str, Place]] = field(default_factory=dict)

    def beside(self, agency: str, place: Place) -> dict[str, str]:
        """The conditions of a request of this *agency* for this *place*: which things it has there and on that day."""
        found = {_OWN.format(kind): "none" for kind in _TAKES.values()}
        for kind, owner, (course, day, time) in self.things.values():
            if owner == agency and (course, day) == place[:2] and found[_OWN.format(kind)] != _HERE:
                found[_OWN.format(kind)] = _HERE if time == place[2] else "at another tee time"
        return found


def refused_together(exchanges: Sequence[Exchange]) -> Iterator[RefusedTogether]:
    """For each operation, the refused requests that share conditions under which the target accepted hardly any, and
    several that it answered with 500, without conditions.
    """
    looks = list(looks_at(exchanges))
    lives, taken, sent = Lives(known_courses(looks)), _Taken(), defaultdict[str, list[RightRequest]](list)
    met = that_met_others(looks, lambda look: _place(look) or look.named)
    for look in looks:
        if look.exchange.index not in met and (request := _request(look, lives, taken)):
            sent["groups" if look.operation in _GROUPS else look.operation].append(request)
        # The lives go on while their cases are read.
        list(lives.cases(look))
        _note(look, taken)
    for requests in sent.values():
        yield from _together(_where_some_are_accepted(requests))


def _where_some_are_accepted(requests: Sequence[RightRequest]) -> Sequence[RightRequest]:
    """The *requests* at courses that accepted one of them: a course need not take a hook or a hold at all."""
    accepting = {request.course_id for request in requests if not request.failed}
    return [request for request in requests if request.course_id in accepting]


def _together(requests: Sequence[RightRequest]) -> Iterator[RefusedTogether]:
    refused = [request.case for request in requests if request.failed]
    shared = shared_by_failures([request.case for request in requests], refused, _LEAST_PERCENT)
    if shared:
        under = [request for request in requests if set(shared) <= request.case.items()]
        together = [request for request in under if request.failed]
        others = len(requests) - len(under) - (len(refused) - len(together))
        yield RefusedTogether(together[0].operation, shared, together, len(under) - len(together), others)
        return
    failures = [request for request in requests if request.status == _OWN_FAILURE]
    if len(failures) >= _FEWEST_FAILURES:
        yield RefusedTogether(failures[0].operation, (), failures, 0, len(requests) - len(refused))


def _request(look: Look, lives: Lives, taken: _Taken) -> RightRequest | None:
    """*look* as a request that was right, None where another reason may explain its refusal."""
    exchange, response = look.exchange, look.exchange.response
    is_right = look.operation in ROWS and exchange.role not in (Role.attempt, Role.generated)
    if not is_right or response is None or response.status in _OTHER_REASONS or response.status > _OWN_FAILURE:
        return None
    case = _case(look, lives, taken)
    # A country is often that of one course, and an offline course has to agree.
    case.pop("country", None)
    # A group may be too large.
    if not _SMALLEST.items() <= case.items():
        case.pop("size", None)
    if before := case.get("before"):
        case["written before"] = "no" if before == "nothing" else "yes"
    if day := day_in(look.asked.get("date")):
        case["ahead"] = ahead_of(day, look.today)
    course_id = _course(look) if look.operation in (*_TAKES, *_GROUPS) else ""
    if case.get("course") != "online" or (response.status == _NOT_FOUND and not course_id):
        return None
    return RightRequest(look.operation, exchange, course_id, case, failed=not look.is_success)


def _case(look: Look, lives: Lives, taken: _Taken) -> dict[str, str]:
    """The conditions under which *look* was asked, empty where they are not known."""
    if look.operation in _GROUPS:
        cases = [case for reading in READINGS[look.operation] for _, case in reading(look, lives.courses)]
        return {**cases[0]} if cases else {}
    place = _place(look)
    if place:
        case = {**taken_case(look.asked, place[0], lives.courses), **taken.beside(look.asker, place)}
        return {**case, **_HELD} if lives.held_players(look) else case
    return {} if look.operation in _TAKES else {**lives.case_of(look.named)}


def _course(look: Look) -> str:
    return str(look.named if look.operation == "holdTeeTime" else look.asked.get("courseId", ""))


def _place(look: Look) -> Place | None:
    """The course, the day and the tee time that *look* asks for, None when it does not show them."""
    time = look.asked.get("time" if look.operation == "holdTeeTime" else "teeTime")
    found: tuple[Any, ...] = (_course(look), look.asked.get("date"), time)
    return (found[0], found[1], found[2]) if all(isinstance(part, str) for part in found) else None


def _note(look: Look, taken: _Taken) -> None:
    """Notes what *look* took or ended."""
    if look.operation in _ENDS and look.is_success:
        taken.things.pop(look.named, None)
    place = _place(look) if look.operation in _TAKES and look.is_success else None
    if place:
        for shown in ids_in(look.body):
            taken.things[str(shown)] = (_TAKES[look.operation], look.asker, place)
