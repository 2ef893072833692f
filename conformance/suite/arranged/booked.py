"""Bookings that several checks share, and what can be done with a booking: read it, change it, give it back.

Knows how to ask and never judges: a check has no evidence when something goes wrong here.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, TypeVar

from conformance.asking.oracles import accepted, part, within_budget
from conformance.discovery import BookingDesk, FreshDay, OfferedTeeTime, TeeTimeFinder, without
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import CutShort, Inconclusive, Judgement, NoEvidence
from conformance.target.target import Target

M = TypeVar("M")

PARTY_SIZES = (1, 2, 3, 4)
PLACES = 4

# Names as people have them, with letters and marks that break some programs.
UNUSUAL_NAMES = {
    "firstName": "Anne-Zoë",
    "lastName": "O'Connor de la Cruz",
    "email": "anne.oconnor@example.com",
    "phone": "+34600000099",
}
# Special requests as people write them: with letters that need four bytes in UTF-8, and with marks of HTML, SQL, JSON
# and addresses.
UNUSUAL_TEXTS = (
    "Golf \U0001f3cc und danach Sekt \U0001f942 für zwei: 생일 \U0001f389, merci!",
    'Ladies\' tees & lunch for "four" (<14:00), 100 % vegan\\vegetarian; buggy #2 + #3, please?',
)
# Longer than the columns of 50 characters, and of 64, that many databases have for a name and for an e-mail address.
LONG_NAMES = {
    "firstName": "Maria-Magdalena Josephine Elisabeth Antonia von und zu Hohenberg",
    "lastName": "Schillingsfürst-Waldenburg of the Old Course and Lower Meadows by Sea",
    "email": "maria.magdalena.josephine.elisabeth.antonia@schillingsfuerst-waldenburg.example.com",
}
# People sort their mail with a plus sign, which is a blank in a query.
ADDRESS_WITH_A_PLUS = {"email": "anne.oconnor+golf-2027@example.com"}
# Longer than the columns of 1024 characters that some databases have.
LONG_TEXT = "Labels of our bags: " + "; ".join(
    f"bag {number} of 24 has two woods, a putter and a blue tag" for number in range(1, 25)
)
_PEOPLE = (("Ada", "Lindqvist"), ("Bruno", "Moreau"), ("Clara", "Ferreira"), ("Dirk", "Jansen"), ("Elena", "Rossi"))


@dataclass(frozen=True)
class Booked:
    """One accepted booking: the tee time it takes, the body that was sent, and the answer to it."""

    tee_time: OfferedTeeTime
    sent: Mapping[str, Any]
    answer: Answer

    @property
    def players(self) -> int:
        """How many players the booking is for."""
        return int(self.sent["players"])

    def shown(self, member: str) -> Any:
        """What the answer shows for *member* of the booking. Raises `Inconclusive` when the member is absent."""
        return part(self.answer.body, f"data.{member}", judge=False)

    @property
    def where(self) -> str:
        """Its id, day, time and course, for messages."""
        return f"{self.id} ({self.tee_time.where})"

    @property
    def id(self) -> str:
        """The booking id. Raises `Inconclusive` when the answer shows none."""
        return str(self.shown("id"))


def book(desk: BookingDesk, body: Mapping[str, Any], tee_time: OfferedTeeTime) -> Booked:
    """The booking that *body* creates. Raises `Inconclusive` when it is refused."""
    answer = desk.post(dict(body))
    accepted(answer, "Creating a booking")
    return Booked(tee_time, body, answer)


def book_own_tee_time(desk: BookingDesk, tee_times: TeeTimeFinder, players: int) -> Booked:
    """A new booking at a tee time that no other check uses."""
    tee_time = tee_times.fresh()
    return book(desk, desk.body(tee_time, players), tee_time)


def book_together(desk: BookingDesk, tee_time: OfferedTeeTime, parties: Sequence[int]) -> Booked:
    """The first of bookings for *parties* at one tee time. Raises `NoEvidence` when one of them is refused."""
    bodies = [desk.body(tee_time, players) for players in parties]
    first, *_ = if_possible(lambda: [book(desk, body, tee_time) for body in bodies])
    return first


def book_unusually(desk: BookingDesk, body: Mapping[str, Any], tee_time: OfferedTeeTime, **unusual: Any) -> Booked:
    """As `book`, with *unusual* members where the target takes them, or else with the first of several alone.

    No document says which texts a target may not take.
    """
    first = dict(list(unusual.items())[:1])
    for members in (unusual, first) if first != unusual else (unusual,):
        wanted = dict(body) | members
        answer = desk.post(wanted)
        if answer.is_success:
            return Booked(tee_time, wanted, answer)
        answer.mark(Role.attempt)
    return book(desk, body, tee_time)


def bodies_of_every_size(desk: BookingDesk, tee_time: OfferedTeeTime) -> list[dict[str, Any]]:
    """Valid bodies for 1, 2, 3 and 4 players, some with and some without optional members, each with a reference."""
    single, pair, three, four = (desk.body(tee_time, players) for players in PARTY_SIZES)
    return [single, without(pair, "specialRequests"), without(three, "leadPlayer.phone"), four]


def whole_tee_times(days: Sequence[FreshDay]) -> list[OfferedTeeTime]:
    """The tee times of *days* at which all four places are free: day after day in turn, first, last, second and so on.

    A fault may show after noon only.
    """
    by_day = [from_both_ends([tee_time for tee_time in day.tee_times if tee_time.places >= PLACES]) for day in days]
    return [tee_times[turn] for turn in range(max(map(len, by_day))) for tee_times in by_day if turn < len(tee_times)]


def from_both_ends(tee_times: Sequence[OfferedTeeTime]) -> list[OfferedTeeTime]:
    """First, last, second, last but one and so on: the first few tee times cover the whole day."""
    middle = -(-len(tee_times) // 2)
    pairs = zip_longest(tee_times[:middle], reversed(tee_times[middle:]))
    return [tee_time for pair in pairs for tee_time in pair if tee_time is not None]


def lead_player(number: int, *, address_of: int | None = None) -> dict[str, str]:
    """A lead player whose names and address no other of a few neighbouring numbers has.

    With *address_of* the player has the address of that other number: families and agencies share addresses.
    """
    first, last = _PEOPLE[number % len(_PEOPLE)]
    email = f"{first}.{last}.{number}@example.com".lower()
    if address_of is not None:
        email = lead_player(address_of)["email"]
    return {"firstName": first, "lastName": last, "email": email, "phone": f"+346000000{number:02d}"}


def read(desk: BookingDesk, booking_id: str) -> Any:
    """`data` of the booking as it is read now. Raises `Inconclusive` when the read is refused."""
    return part(accepted(desk.read_own(booking_id), "Reading a booking"), "data", judge=False)


def read_before(desk: BookingDesk, booking_id: str) -> Any:
    """As `read`, for the state before an act: a read of a moment ago counts where nothing was sent since."""
    return part(accepted(desk.recall_own(booking_id), "Reading a booking"), "data", judge=False)


def read_cancelled(desk: BookingDesk, booking_id: str, target: Target) -> Mapping[str, Any]:
    """What is shown of a cancelled booking, as soon as its status is cancelled or the budget has run out.

    Where the booking is not readable by itself, this is its item in the list of cancelled bookings. Raises
    `Inconclusive` when neither shows it.
    """
    found = within_budget(
        lambda: _read_or_listed(desk, booking_id),
        lambda booking: booking.get("status") == "cancelled",
        seconds=target.budgets.visibility_seconds,
    )
    if not found:
        raise Inconclusive("A cancelled booking is neither read by itself nor in the list of cancelled ones (BKX-04).")
    return found


def listed_as_cancelled(desk: BookingDesk, booking_id: str, target: Target) -> Mapping[str, Any]:
    """The item in the list of cancelled bookings, as soon as it is there. Raises `Inconclusive` when it never is.

    Two of these can be compared. Two results of `read_cancelled` may be an item of the list and a whole booking.
    """
    found = within_budget(lambda: _listed_cancelled(desk, booking_id), bool, seconds=target.budgets.visibility_seconds)
    if not found:
        raise Inconclusive("The list of cancelled bookings does not show the booking (BKX-04).")
    return found


def _listed_cancelled(desk: BookingDesk, booking_id: str) -> Mapping[str, Any]:
    """The item in the list of cancelled bookings, empty when there is none."""
    found = next((item for item in desk.listed(status="cancelled") if str(item.get("id")) == booking_id), None)
    return found if isinstance(found, dict) else {}


def _read_or_listed(desk: BookingDesk, booking_id: str) -> Mapping[str, Any]:
    """What is shown of the booking now, empty when nothing is."""
    answer = desk.read(booking_id)
    if not answer.is_success:
        return _listed_cancelled(desk, booking_id)
    found = part(answer.body, "data", judge=False)
    return found if isinstance(found, dict) else {}


class Reads:
    """What bookings show. Each booking is read once: nothing changes these bookings any more."""

    def __init__(self, desk: BookingDesk) -> None:
        self._desk = desk
        self._answers: dict[str, Answer] = {}

    def of(self, booked: Booked) -> Answer:
        """The answer to reading the booking, a refusal too."""
        if booked.id not in self._answers:
            self._answers[booked.id] = self._desk.read(booked.id)
        return self._answers[booked.id]

    def booking(self, booked: Booked) -> Any:
        """`data` of the booking. Raises `Inconclusive` when the read is refused."""
        if not self.of(booked).is_success:
            self._answers[booked.id] = self._desk.read_own(booked.id)
        return part(accepted(self.of(booked), "Reading a booking"), "data", judge=False)

    def forget(self, booking_ids: Iterable[str]) -> None:
        """Forgets these bookings, so that the next reading sends a request."""
        for booking_id in booking_ids:
            self._answers.pop(booking_id, None)


def change(desk: BookingDesk, booking_id: str, changes: Mapping[str, Any], **options: Any) -> Answer:
    """The answer to a PUT of *changes* alone or, when that is refused, of all members that may be modified. *options*
    are the options of `Agency.send`.

    The specification does not say whether a PUT may omit members.
    """
    answer = desk.update(booking_id, dict(changes), **options)
    if answer.is_success:
        return answer
    answer.mark(Role.attempt)
    return desk.update(booking_id, all_modifiable(read(desk, booking_id), changes), **options)


def all_modifiable(booking: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The three members that a PUT may modify, as *booking* has them, with *changes*."""
    now = {
        "players": booking.get("players"),
        "specialRequests": booking.get("specialRequests") or "Booked by a conformance run.",
        "agencyBookingReference": booking.get("agencyBookingReference") or f"{booking.get('id')}",
    }
    return now | dict(changes)


def if_possible(create: Callable[[], M]) -> M:
    """What *create* returns, for a row that other checks decide too. Raises `NoEvidence` when *create* fails."""
    try:
        return create()
    except CutShort:
        raise
    except Judgement as reason:
        raise NoEvidence(str(reason)) from reason


def give_back(desk: BookingDesk, attempt: Answer) -> None:
    """Cancels what *attempt* booked, if it booked anything, so that its control twin finds the places free."""
    if attempt.is_success:
        try:
            desk.cancel(str(part(attempt.body, "data.id")))
        except Judgement:
            return
