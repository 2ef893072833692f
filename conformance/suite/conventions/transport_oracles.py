"""What checks of transport ask and judge: reads that failed, bodies as bytes, and creates that are spoiled."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from conformance.asking.client import Agency, segment
from conformance.asking.oracles import accepted, golden, part, same, within_budget
from conformance.catalogue.operations import READS_OF_COURSES
from conformance.catalogue.paths import BOOKINGS
from conformance.discovery import BookingDesk, OfferedTeeTime, TeeTimeFinder
from conformance.evidence.exchanges import Answer, Exchange, Request, Role
from conformance.evidence.verdicts import Inconclusive, expect
from conformance.suite.arranged.booked import change, give_back
from conformance.suite.arranged.tee_sheets import until_at_most
from conformance.target.target import Target
from conformance.walks.values import plain

# No check of ENV-01 asks these operations to succeed. The specification does not show their request in full, or they
# create something that nobody can remove.
NOT_ASKED_TO_SUCCEED = frozenset(
    {
        *("createBookingHook", "confirmBookingHook", "releaseBookingHook"),
        *("createGroupBooking", "getGroupBooking", "updateGroupBookingPlayers", "validateGroupBooking"),
        *("updateWebhook", "deleteWebhook"),
        *("createToken", "refreshToken", "revokeToken"),
    }
)
JSON_IN_UTF_8 = {"Content-Type": "application/json; charset=utf-8"}
_SERVER_ERROR = 500
_MOST_READ_AGAIN = 3


def failed_reads_of_courses(exchanges: Sequence[Exchange]) -> list[Request]:
    """The last three reads of courses, of different addresses, that were answered with 5xx."""
    failed = {exchange.request.url: exchange.request for exchange in exchanges if _is_a_failed_read(exchange)}
    return list(failed.values())[-_MOST_READ_AGAIN:]


def _is_a_failed_read(exchange: Exchange) -> bool:
    is_read = exchange.operation_id in READS_OF_COURSES and exchange.role in (Role.golden, Role.read)
    return is_read and exchange.response is not None and exchange.response.status >= _SERVER_ERROR


def require_no_second_failure(agency: Agency, reads: Sequence[Request]) -> None:
    """Raises `Violation` for a read that is answered with 5xx again."""
    for read in reads:
        answer = agency.get(read.path, **dict(read.query))
        expect(
            answer.status < _SERVER_ERROR,
            f"{answer.where} gets an answer below 500 at one of two attempts",
            f"it answered {answer.status} twice",
            answer,
        )


def require_places_given(
    answer: Answer, places: int, tee_time: OfferedTeeTime, tee_times: TeeTimeFinder, target: Target
) -> Any:
    """The body of *answer* to a request that takes further *places*. Raises `Violation` when it is refused.

    Raises `Inconclusive` when somebody else took the places.
    """
    if not answer.is_success and until_at_most(places - 1, lambda: tee_times.places_free(tee_time), target) < places:
        raise Inconclusive(f"Somebody else took the places at {tee_time.time} on {tee_time.play_date}.")
    return golden(answer)


def send_booking(
    agency: Agency,
    content: bytes,
    content_type: str = "application/json",
    role: Role = Role.golden,
    change_of: str | None = None,
) -> Answer:
    """The answer to *content* as a new booking, or as the change of a booking."""
    method, path = ("POST", BOOKINGS) if change_of is None else ("PUT", f"{BOOKINGS}/{segment(change_of)}")
    return agency.send(method, path, content=content, headers={"Content-Type": content_type}, role=role)


def attempt_malformed_bookings(agency: Agency, desk: BookingDesk, body: dict[str, Any]) -> list[Answer]:
    """The answers to *body* without its end, cut in half, and with a brace too many. What they book is cancelled."""
    whole = json.dumps(body).encode()
    malformed = (whole[:-1], whole[: len(whole) // 2], whole + b"}")
    attempts = [send_booking(agency, content, role=Role.attempt) for content in malformed]
    for attempt in attempts:
        give_back(desk, attempt)
    return attempts


def change_by_malformed_json(
    agency: Agency, desk: BookingDesk, booking_id: str, changes: dict[str, Any]
) -> Iterator[tuple[Answer, Answer]]:
    """Sends *changes* without their last brace. Yields the answer, when it accepts them, beside that to the whole."""
    attempt = send_booking(agency, json.dumps(changes).encode()[:-1], role=Role.attempt, change_of=booking_id)
    if attempt.is_success:
        yield attempt, change(desk, booking_id, changes)


def require_new_wishes_shown(
    desk: BookingDesk, booking_id: str, lead_player: dict[str, str], wishes: str, target: Target
) -> None:
    """Changes the special requests of the booking to *wishes* in UTF-8, and raises as `require_texts` does for a read
    after that. Judges nothing where the target refuses the change: it may not take every letter.
    """
    answer = change(desk, booking_id, {"specialRequests": wishes}, headers=JSON_IN_UTF_8)
    if not answer.is_success:
        answer.mark(Role.attempt)
        return
    seen = within_budget(
        lambda: accepted(desk.read(booking_id), "Reading a booking"),
        lambda body: plain(part(body, "data.specialRequests", judge=False)) == plain(wishes),
        seconds=target.budgets.visibility_seconds,
    )
    require_texts(seen, lead_player, wishes)


def require_texts(booking: Any, lead_player: dict[str, str], special_requests: str) -> None:
    """Raises `Violation` when *booking*, a body or an answer, shows other names or other special requests."""
    for member in ("firstName", "lastName"):
        same(
            plain(part(booking, f"data.leadPlayer.{member}")),
            plain(lead_player[member]),
            f"leadPlayer.{member} of the booking",
        )
    same(
        plain(part(booking, "data.specialRequests")),
        plain(special_requests),
        "specialRequests of the booking",
    )
