"""The commands about bookings: the request of each command, and the rule that judges its answer."""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import chain, repeat
from typing import Any, TypeVar

from conformance.asking.oracles import within_budget
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive
from conformance.recordings.parts import kept_together
from conformance.walks import booking_rules, hold_rules, list_rules
from conformance.walks.arena import Arena, shown_under
from conformance.walks.beliefs import CANCELLED, CONFIRMED, Booking, Deviation
from conformance.walks.commands import LISTED_STATUSES
from conformance.walks.ledger import WHAT_IS_KEPT, Blame

T = TypeVar("T")

# A filter by date may hide the booking. Other rows judge the filter.
_ABSENCES = ("BKL-03", "BKL-13", "BKX-04")


def book(arena: Arena, tee_time: int, players: int) -> None:
    """POST a booking."""
    body = arena.parties.bookings.body(arena.tee_times[tee_time], players)
    answer = arena.note(arena.parties.bookings.post(body))
    if answer.is_success:
        booking_rules.booked(arena.ledger, tee_time, body, booking_in(answer))
    else:
        answer.mark(Role.attempt)
    arena.sees_places(Blame(too_many=WHAT_IS_KEPT))


def booking_in(answer: Answer) -> Mapping[str, Any]:
    """The booking that an accepted create shows. Raises `Inconclusive` when it cannot be followed any further."""
    shown = shown_under(answer)
    if shown is None or shown.get("id") is None:
        raise Inconclusive(f"{answer.where} answered {answer.status} without the id of a booking under data.")
    return shown


def change_players(arena: Arena, which: int, players: int) -> None:
    """PUT another number of players."""
    _change(arena, which, "players", players)


def change_reference(arena: Arena, which: int) -> None:
    """PUT another reference of the agency."""
    _change(arena, which, "agencyBookingReference", _fresh_reference(arena))


def change_requests(arena: Arena, which: int) -> None:
    """PUT other special requests."""
    _change(arena, which, "specialRequests", f"Changed by a conformance run ({_fresh_reference(arena)}).")


def _fresh_reference(arena: Arena) -> str:
    return str(arena.parties.bookings.body(arena.tee_times[0])["agencyBookingReference"])


def _change(arena: Arena, which: int, name: str, value: Any) -> None:
    booking = _booking(arena, which)
    if booking is None:
        return
    # All three members that may be modified: not every target takes a PUT of one alone.
    answer = arena.note(arena.parties.bookings.update(booking.id, _as_it_is(booking) | {name: value}))
    booking_rules.changed(arena.ledger, booking, {name: value}, accepted=answer.is_success)
    if not answer.is_success:
        answer.mark(Role.attempt)
    _look(arena, booking, Blame(too_many="BKU-10", too_few="BKU-10"))


def _as_it_is(booking: Booking) -> dict[str, Any]:
    """The known values of the members that may be modified."""
    known = {"players": booking.players} | booking.members
    believed = {name: known[name].possible for name in booking_rules.CHANGED if name in known}
    return {name: next(iter(values)) for name, values in believed.items() if values and len(values) == 1}


def cancel(arena: Arena, which: int) -> None:
    """DELETE a booking."""
    booking = _booking(arena, which)
    if booking is None:
        return
    answer = arena.note(arena.parties.bookings.cancel(booking.id))
    if not answer.is_success and booking.status.is_surely(CANCELLED):
        answer.mark(Role.attempt)
    booking_rules.cancelled(booking, shown_under(answer), accepted=answer.is_success)
    _look(arena, booking, Blame(too_many=WHAT_IS_KEPT, too_few="BKX-07"))


def list_bookings(arena: Arena, chosen: int) -> None:
    """GET the bookings of the day, of all statuses or of one status."""
    if not arena.ledger.bookings:
        return
    desk, status, day = arena.parties.bookings, LISTED_STATUSES[chosen], arena.day.play_date.isoformat()

    def is_explained(items: list[Any]) -> bool:
        try:
            list_rules.listed(arena.ledger, day, status, items)
        except Deviation:
            return False
        return True

    items = within_budget(lambda: arena.listed(desk, status), is_explained, seconds=arena.patience)
    try:
        list_rules.listed(arena.ledger, day, status, items)
    except Deviation as deviation:
        if deviation.row not in _ABSENCES:
            raise
        list_rules.listed(arena.ledger, day, status, arena.listed(desk, status, every_day=True))


def rival_books(arena: Arena, tee_time: int, players: int) -> None:
    """POST a booking of the second agency."""
    desk = arena.parties.rival_desk
    if desk is None:
        return
    answer = arena.note(desk.create(arena.tee_times[tee_time], players))
    if answer.is_success:
        arena.ledger.rival_ids.add(str(booking_in(answer)["id"]))
        if arena.ledger.rival_took(tee_time, players) == players:
            hold_rules.places_held_were_sold(arena.ledger, tee_time, players, arena.now)
    else:
        answer.mark(Role.attempt)
    arena.sees_places(Blame())


def rival_changes(arena: Arena, which: int, players: int) -> None:
    """PUT by the second agency to a booking that is not its own."""
    desk, booking = arena.parties.rival_desk, _booking(arena, which)
    if desk is None or booking is None:
        return
    arena.note(desk.update(booking.id, _as_it_is(booking) | {"players": players})).mark(Role.attempt)
    booking_rules.touched_by_rival(booking, "AUT-11")
    _look(arena, booking, Blame(too_many="AUT-11", too_few="AUT-11"))


def rival_cancels(arena: Arena, which: int) -> None:
    """DELETE by the second agency of a booking that is not its own."""
    desk, booking = arena.parties.rival_desk, _booking(arena, which)
    if desk is None or booking is None:
        return
    arena.note(desk.cancel(booking.id)).mark(Role.attempt)
    booking_rules.touched_by_rival(booking, "AUT-12")
    _look(arena, booking, Blame(too_many="AUT-12", too_few="AUT-12"))


def rival_looks(arena: Arena, which: int) -> None:
    """GET by the second agency of a booking that is not its own, and of its list of the day."""
    desk, booking = arena.parties.rival_desk, _booking(arena, which)
    if desk is None or booking is None:
        return
    answer = arena.note(desk.read(booking.id))
    answer.mark(Role.attempt)
    list_rules.read_by_rival(booking.id, shown_under(answer), "AUT-10")
    list_rules.listed_to_rival(arena.ledger, arena.listed(desk))


def _booking(arena: Arena, which: int) -> Booking | None:
    """The booking that many places before the newest; None without bookings."""
    bookings = arena.ledger.bookings
    return bookings[-1 - which % len(bookings)] if bookings else None


def _look(arena: Arena, booking: Booking, blame: Blame) -> None:
    """Reads the booking and the tee sheet at the same time, and each again until the model explains it or patience
    ends. Judges the booking first. Raises `Deviation`.
    """
    if not arena.looks:
        return
    reads: Mapping[str, Callable[[], Any]] = {"booking": partial(_read, arena, booking), "places": arena.places}
    first = kept_together(reads)
    read, places = (_beginning_with(first[name], reads[name]) for name in reads)
    _judge(booking, within_budget(read, partial(_is_explained, booking), seconds=arena.patience))
    arena.sees_places(blame, places)


def _beginning_with(first: Callable[[], T], others: Callable[[], T]) -> Callable[[], T]:
    """Calls *first* at the first call, and *others* later."""
    reads = chain([first], repeat(others))

    def read() -> T:
        return next(reads)()

    return read


def _read(arena: Arena, booking: Booking) -> Answer:
    return arena.note(arena.parties.bookings.read(booking.id))


def _judge(booking: Booking, answer: Answer) -> None:
    shown = shown_under(answer)
    if shown is not None:
        booking_rules.read(booking, shown)
    elif not answer.is_success:
        booking_rules.not_readable(booking)


def _is_explained(booking: Booking, answer: Answer) -> bool:
    shown = shown_under(answer)
    if shown is None:
        return answer.is_success or not booking.status.is_surely(CONFIRMED)
    return booking_rules.explains(booking, shown)
