"""Fills tee times with bookings, and reads how many places are free."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from typing import NamedTuple

from conformance.asking.oracles import accepted, part, within_budget
from conformance.discovery import BookingDesk, OfferedTeeTime, TeeTimeFinder
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive
from conformance.suite.arranged.booked import book, change
from conformance.suite.arranged.tee_sheets import until_at_most
from conformance.target.target import Target


class Filled(NamedTuple):
    """How many players are *confirmed* at a tee time, and the answers to the *bookings*, in their order."""

    confirmed: int
    bookings: Sequence[Answer]


def fill(
    desk: BookingDesk, tee_time: OfferedTeeTime, first: str, parties: Sequence[int], look: Callable[[int], None]
) -> Filled:
    """Books for *parties* and single players until a booking is refused.

    *look* gets the number confirmed so far before each booking. Nothing is booked beyond the places shown first.
    """
    confirmed, bookings = begin_with(first, desk, tee_time, look), []
    for party in (*parties, *[1] * tee_time.places):
        look(confirmed)
        answer = desk.create(tee_time, party)
        if not answer.is_success:
            answer.mark(Role.attempt)
            break
        bookings.append(answer)
        confirmed += _confirmed_players(answer)
        if confirmed > tee_time.places:
            break
    return Filled(confirmed, bookings)


@dataclass(frozen=True)
class Beginning:
    """Own acts at a tee time before others book: a booking for *players*, *changed_to* another number of players unless
    that is None, and then cancelled *cancels* times.
    """

    players: int
    changed_to: int | None = None
    cancels: int = 0

    @property
    def taken(self) -> int:
        """How many places the booking has at the end."""
        return 0 if self.cancels else self.changed_to or self.players

    @property
    def counted_twice(self) -> int:
        """How many places too many are free when a target counts the change, or a second cancel, once more."""
        return self.players if self.changed_to is None else abs(self.players - self.changed_to)


# A second cancel is accepted or refused, and must not give the places back once more.
BEGINNINGS: Mapping[str, Beginning] = {
    "a cancelled booking": Beginning(3, cancels=2),
    "a lowered booking": Beginning(3, changed_to=1),
    "a raised booking": Beginning(1, changed_to=3),
    "a lowered and cancelled booking": Beginning(3, changed_to=1, cancels=1),
}


def begin_with(
    first: str, desk: BookingDesk, tee_time: OfferedTeeTime, look: Callable[[int], None] = lambda _: None
) -> int:
    """Books, changes and cancels at *tee_time* what comes *first*: nothing for nobody, or one of `BEGINNINGS`. Returns
    how many places are taken then. *look* is as in `fill`.
    """
    if first == "nobody":
        return 0
    acts = BEGINNINGS[first]
    booked = book(desk, desk.body(tee_time, acts.players), tee_time)
    look(acts.players)
    if acts.changed_to is not None:
        accepted(change(desk, booked.id, {"players": acts.changed_to}), "Changing a booking")
    for turn in range(acts.cancels):
        answer = desk.cancel(booked.id)
        if turn:
            answer.mark(Role.attempt)
        else:
            accepted(answer, "Cancelling a booking")
    return acts.taken


def _confirmed_players(answer: Answer) -> int:
    """How many players the booking confirms; what was not confirmed counts for none."""
    booking = part(answer.body, "data", judge=False)
    return int(booking.get("players") or 0) if booking.get("status") == "confirmed" else 0


def book_and_count_free(
    desks: Sequence[BookingDesk],
    tee_times: TeeTimeFinder,
    target: Target,
    tee_time: OfferedTeeTime,
    parties: Sequence[int],
    taken: int = 0,
) -> int:
    """Books for *parties*, with *desks* in turn. Returns the places free after that. Own acts before took the places
    *taken*.
    """
    booked = taken
    for desk, party in zip(cycle(desks), parties, strict=False):
        answer = desk.create(tee_time, party)
        # A target may give the whole tee time to the first party: then the others find no place, and rightly so.
        if not answer.is_success and until_at_most(0, partial(tee_times.places_free, tee_time), target) == 0:
            answer.mark(Role.attempt)
            break
        accepted(answer, "Creating a booking")
        booked += party
    return free_where_booked(tee_times, target, tee_time, booked)


def free_where_booked(tee_times: TeeTimeFinder, target: Target, tee_time: OfferedTeeTime, booked: int) -> int:
    """Places free where own bookings take *booked*. Raises `Inconclusive` when more are shown."""
    wanted = tee_time.places - booked
    free = places_free(tee_times, target, tee_time, wanted)
    if free < 0:
        raise Inconclusive(f"The tee sheet shows {free} free places, which AVT-17 judges.")
    if free > wanted:
        raise Inconclusive(
            f"{free} places are free, and only {wanted} are expected. Somebody else may have given places back."
        )
    return free


def places_shown(tee_times: TeeTimeFinder, tee_time: OfferedTeeTime, **query: object) -> int:
    """Places free at *tee_time* on the tee sheet under this *query*; 0 when it is not listed."""
    sheet = tee_times.sheet(tee_time.course_id, tee_time.play_date, **query)
    listed = part(sheet, "availableTimes", judge=False)
    found = [item.get("available") for item in listed if item.get("time") == tee_time.time]
    return max((places for places in found if isinstance(places, int)), default=0)


def places_free(tee_times: TeeTimeFinder, target: Target, tee_time: OfferedTeeTime, wanted: int) -> int:
    """Places free at *tee_time*, as soon as they are *wanted* or the visibility budget has run out."""
    return within_budget(
        lambda: tee_times.places_free(tee_time),
        lambda places: places == wanted,
        seconds=target.budgets.visibility_seconds,
    )


def places_before(tee_times: TeeTimeFinder, target: Target, tee_time: OfferedTeeTime, wanted: int) -> int:
    """As `places_free`, before an act: a tee sheet of a moment ago counts if it shows *wanted* places."""
    known = tee_times.places_known(tee_time)
    return known if known == wanted else places_free(tee_times, target, tee_time, wanted)
