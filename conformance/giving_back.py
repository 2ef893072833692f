"""Gives back what a run made: bookings, hooks and groups. What cannot be given back is told, never passed over."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from conformance.client import Agency, segment
from conformance.declared import HookPayloads
from conformance.discovery.booking_hooks import HOOKS, hook_id_in
from conformance.discovery.bookings import BOOKINGS
from conformance.exchanges import Exchange, NotJson, parse_json
from conformance.levers import CourseDecisions
from conformance.operations import match
from conformance.results import Leftover
from conformance.verdicts import Judgement

_BOOKS = ("createBooking", "confirmBookingHook")


@dataclass(frozen=True)
class GivingBack:
    """What giving back needs: who made things, where the id of a hook stands, and the levers of golf courses.

    *wait* lets the background work on groups end, where the clock of the target can be moved.
    """

    agencies: Mapping[str, Agency]
    hooks: HookPayloads
    decisions: CourseDecisions
    wait: Callable[[], None]

    def give_back(self, exchanges: Sequence[Exchange]) -> tuple[Leftover, ...]:
        """Cancel every booking, release every hook and cancel every group that the recording shows as made and not as
        ended, newest first.
        """
        return (
            *self._each("booking", _made(exchanges, _BOOKS, _booking_id), _ended(exchanges, "cancelBooking"), _cancel),
            *self._each("booking hook", self._hooks(exchanges), _ended_hooks(exchanges), _release),
            *self._groups(exchanges),
        )

    def _each(
        self,
        kind: str,
        made: Sequence[tuple[str, str]],
        ended: set[str],
        end: "Callable[[GivingBack, Agency, str], str | None]",
    ) -> Iterator[Leftover]:
        for label, made_id in reversed(made):
            if made_id not in ended and label in self.agencies:
                reason = end(self, self.agencies[label], made_id)
                if reason:
                    yield Leftover(kind, made_id, reason)

    def _hooks(self, exchanges: Sequence[Exchange]) -> Sequence[tuple[str, str]]:
        return _made(exchanges, ("createBookingHook",), lambda content: hook_id_in(content, self.hooks))

    def _groups(self, exchanges: Sequence[Exchange]) -> Iterator[Leftover]:
        made = _made(exchanges, ("createGroupBooking",), _booking_id)
        if made and self.decisions.can_cancel_groups:
            self.wait()
        yield from self._each("group booking", made, set(), _cancel_group)


def _cancel(giving: GivingBack, agency: Agency, booking_id: str) -> str | None:
    """None when the booking is cancelled, or declined where it cannot be cancelled; else why it is neither."""
    reason = _deleted(agency, f"{BOOKINGS}/{segment(booking_id)}")
    if reason is None:
        return None
    try:
        giving.decisions.decline(booking_id)
    except Judgement:
        return reason
    return None


def _release(_giving: GivingBack, agency: Agency, hook_id: str) -> str | None:
    """None when the hook is released, else why it is not; nothing keeps a tee time longer than 14 days."""
    reason = _deleted(agency, f"{HOOKS}/{segment(hook_id)}")
    return reason and f"{reason} It ends by itself after 14 days."


def _cancel_group(giving: GivingBack, _agency: Agency, group_id: str) -> str | None:
    try:
        giving.decisions.cancel_group(group_id)
    except Judgement as judgement:
        return f"No document says how to cancel a group. {judgement}"
    return None


def _deleted(agency: Agency, path: str) -> str | None:
    """None when DELETE was accepted, else why it was not."""
    try:
        answer = agency.delete(path)
    except Judgement as judgement:
        return str(judgement)
    return None if answer.is_success else f"DELETE answered {answer.status}: {answer.text[:120]}"


def _made(
    exchanges: Sequence[Exchange], operations: Sequence[str], id_in: Callable[[bytes], str | None]
) -> Sequence[tuple[str, str]]:
    """Agency and id of everything that these operations made, oldest first, each once."""
    found = {}
    for exchange in exchanges:
        if exchange.operation_id in operations and exchange.response and exchange.response.is_success:
            made_id = id_in(exchange.response.content)
            if made_id:
                found[exchange.agency, made_id] = True
    return list(found)


def _ended(exchanges: Sequence[Exchange], operation: str) -> set[str]:
    """Ids in the paths of the accepted requests of this operation."""
    found = set()
    for exchange in exchanges:
        if exchange.operation_id == operation and exchange.response and exchange.response.is_success:
            met = match(exchange.request.method, exchange.request.path)
            if met:
                found.add(unquote(met.parameters["id"]))
    return found


def _ended_hooks(exchanges: Sequence[Exchange]) -> set[str]:
    return _ended(exchanges, "confirmBookingHook") | _ended(exchanges, "releaseBookingHook")


def _booking_id(content: bytes) -> str | None:
    """The id in a create answer, under `data` or, where a target forgets the envelope, at the top."""
    try:
        body = parse_json(content)
    except NotJson:
        return None
    booking = body.get("data", body) if isinstance(body, dict) else None
    booking_id = booking.get("id") if isinstance(booking, dict) else None
    return str(booking_id) if booking_id else None
