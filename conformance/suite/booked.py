"""Bookings that several checks look at, and what can be done with one: read it, change it, give it back.

Knows how to ask and never judges: what goes wrong here leaves the check without evidence.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from conformance.discovery import BookingDesk, FreshDay, OfferedTeeTime, TeeTimeFinder, without
from conformance.exchanges import Answer, Role
from conformance.oracles import accepted, part
from conformance.verdicts import Judgement

PARTY_SIZES = (1, 2, 3, 4)
PLACES = 4

_PEOPLE = (("Ada", "Lindqvist"), ("Bruno", "Moreau"), ("Clara", "Ferreira"), ("Dirk", "Jansen"), ("Elena", "Rossi"))


@dataclass(frozen=True)
class Booked:
    """One accepted booking: the tee time it takes, the body that was sent, and the answer to it."""

    tee_time: OfferedTeeTime
    sent: Mapping[str, Any]
    answer: Answer

    @property
    def players(self) -> int:
        """How many players the booking was made for."""
        return int(self.sent["players"])

    def shown(self, member: str) -> Any:
        """What the answer shows for *member* of the booking. Raises `Inconclusive` when it is not there."""
        return part(self.answer.body, f"data.{member}", judge=False)

    @property
    def id(self) -> str:
        """The booking id. Raises `Inconclusive` when the answer shows none."""
        return str(self.shown("id"))


def book(desk: BookingDesk, body: Mapping[str, Any], tee_time: OfferedTeeTime) -> Booked:
    """The booking that *body* makes. Raises `Inconclusive` when it is refused."""
    answer = desk.post(dict(body))
    accepted(answer, "Creating a booking")
    return Booked(tee_time, body, answer)


def bodies_of_every_size(desk: BookingDesk, tee_time: OfferedTeeTime) -> list[dict[str, Any]]:
    """Valid bodies for 1, 2, 3 and 4 players, some with and some without optional members, each with a reference."""
    one, two, three, four = (desk.body(tee_time, players) for players in PARTY_SIZES)
    return [one, without(two, "specialRequests"), without(three, "leadPlayer.phone"), four]


def whole_tee_times(days: Sequence[FreshDay]) -> list[OfferedTeeTime]:
    """The tee times of *days* at which all four places are free, day after day in turn."""
    by_day = [[one for one in day.tee_times if one.places >= PLACES] for day in days]
    return [tee_times[turn] for turn in range(max(map(len, by_day))) for tee_times in by_day if turn < len(tee_times)]


def stock(desk: BookingDesk, tee_times: TeeTimeFinder) -> tuple[Booked, ...]:
    """Seven bookings on three days: every party size, different lead players, and without each optional member."""
    days = [tee_times.fresh_day(tee_times=3) for _ in range(3)]
    free = iter(whole_tee_times(days))
    return tuple(book(desk, body, tee_time) for tee_time, body in _stock_bodies(desk, free))


def _stock_bodies(desk: BookingDesk, free: Iterator[OfferedTeeTime]) -> Iterator[tuple[OfferedTeeTime, dict[str, Any]]]:
    left_out: tuple[tuple[int, tuple[str, ...]], ...] = (
        (1, ()),
        (2, ("leadPlayer.phone", "agencyBookingReference", "specialRequests")),
        (3, ()),
        (4, ("leadPlayer.phone",)),
        (3, ("specialRequests",)),
        (4, ("agencyBookingReference",)),
        (2, ()),
    )
    for number, (players, members) in enumerate(left_out):
        tee_time = next(free)
        body = desk.body(tee_time, players, leadPlayer=lead_player(number))
        for member in members:
            body = without(body, member)
        yield tee_time, body


def lead_player(number: int) -> dict[str, str]:
    """A lead player whose names and address no other of a few neighbouring numbers has."""
    first, last = _PEOPLE[number % len(_PEOPLE)]
    email = f"{first}.{last}.{number}@example.com".lower()
    return {"firstName": first, "lastName": last, "email": email, "phone": f"+346000000{number:02d}"}


def read(desk: BookingDesk, booking_id: str) -> Any:
    """`data` of the booking as it is read now. Raises `Inconclusive` when the read is refused."""
    return part(accepted(desk.read(booking_id), "Reading a booking"), "data", judge=False)


def change(desk: BookingDesk, booking_id: str, changes: Mapping[str, Any]) -> Answer:
    """The answer to a PUT of *changes* alone or, when that is refused, of all members that may be modified.

    The specification does not say whether a PUT may leave members out.
    """
    answer = desk.update(booking_id, dict(changes))
    if answer.is_success:
        return answer
    answer.mark(Role.attempt)
    return desk.update(booking_id, all_modifiable(read(desk, booking_id), changes))


def all_modifiable(booking: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The three members that a PUT may modify, as *booking* has them, with *changes*."""
    now = {
        "players": booking.get("players"),
        "specialRequests": booking.get("specialRequests") or "Booked by a conformance run.",
        "agencyBookingReference": booking.get("agencyBookingReference") or f"{booking.get('id')}",
    }
    return now | dict(changes)


def give_back(desk: BookingDesk, attempt: Answer) -> None:
    """Cancel what *attempt* booked, if it booked anything, so that its control twin finds the places free."""
    if attempt.is_success:
        try:
            desk.cancel(str(part(attempt.body, "data.id")))
        except Judgement:
            return
