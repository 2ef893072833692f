"""Gives back what a run made: bookings, hooks and groups. What cannot be given back is told, never passed over."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from conformance.client import Agency, segment
from conformance.declared import HookPayloads
from conformance.discovery.booking_hooks import HOOKS, hook_id_in
from conformance.discovery.bookings import BOOKINGS
from conformance.discovery.group_bookings import GROUP_BOOKINGS
from conformance.exchanges import Exchange, NotJson, parse_json
from conformance.levers import CourseDecisions
from conformance.operations import match
from conformance.results import Leftover
from conformance.verdicts import Judgement

_BOOKS = ("createBooking", "confirmBookingHook")
_GONE = (404, 410)


@dataclass(frozen=True)
class Made:
    """Something that a run made: its *kind* in words, the label of the agency that made it, and its id."""

    kind: str
    agency: str
    id: str


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
        ended = self.end(_outstanding(exchanges, self.hooks))
        return tuple(Leftover(made.kind, made.id, reason) for made, reason in ended if reason)

    def end(self, made: Sequence[Made]) -> Iterator[tuple[Made, str | None]]:
        """End each of *made*, kind by kind and newest first: with None when it is ended, else with the reason.

        What an agency without a key made is passed over.
        """
        if any(one.kind == "group booking" for one in made) and self.decisions.can_cancel_groups:
            self.wait()
        for kind, end_one in _ENDINGS.items():
            for one in reversed(made):
                if one.kind == kind and one.agency in self.agencies:
                    yield one, end_one(self, self.agencies[one.agency], one.id)


def _outstanding(exchanges: Sequence[Exchange], hooks: HookPayloads) -> Sequence[Made]:
    """What the recording shows as made and not as ended, each once, oldest first within its kind."""

    def hook_id(content: bytes) -> str | None:
        return hook_id_in(content, hooks)

    made = [
        *_made("booking", exchanges, _BOOKS, made_id_in, _ended(exchanges, "cancelBooking")),
        *_made("booking hook", exchanges, ("createBookingHook",), hook_id, _ended_hooks(exchanges)),
        *_made("group booking", exchanges, ("createGroupBooking",), made_id_in, set()),
    ]
    return list(dict.fromkeys(made))


def _cancel(giving: GivingBack, agency: Agency, booking_id: str) -> str | None:
    """None when the booking is cancelled, or declined where it cannot be cancelled; else why it is neither."""
    reason = _deleted(agency, f"{BOOKINGS}/{segment(booking_id)}")
    if reason is None:
        return None
    try:
        giving.decisions.decline(booking_id)
    except Judgement:
        return None if _is_over(agency, f"{BOOKINGS}/{segment(booking_id)}") else reason
    return None


def _release(_giving: GivingBack, agency: Agency, hook_id: str) -> str | None:
    """None when the hook is released, else why it is not; nothing keeps a tee time longer than 14 days."""
    reason = _deleted(agency, f"{HOOKS}/{segment(hook_id)}")
    return reason and f"{reason} It ends by itself after 14 days."


def _cancel_group(giving: GivingBack, agency: Agency, group_id: str) -> str | None:
    try:
        giving.decisions.cancel_group(group_id)
    except Judgement as judgement:
        if _is_over(agency, f"{GROUP_BOOKINGS}/{segment(group_id)}"):
            return None
        return f"No document says how to cancel a group. {judgement}"
    return None


_ENDINGS: Mapping[str, Callable[[GivingBack, Agency, str], str | None]] = {
    "booking": _cancel,
    "booking hook": _release,
    "group booking": _cancel_group,
}


def _deleted(agency: Agency, path: str) -> str | None:
    """None when DELETE was accepted or nothing is there, else why it was not."""
    try:
        answer = agency.delete(path)
    except Judgement as judgement:
        return str(judgement)
    gone = answer.is_success or answer.status in _GONE
    return None if gone else f"DELETE answered {answer.status}: {answer.said}"


def _is_over(agency: Agency, path: str) -> bool:
    """Whether what stands at *path* is cancelled, or nothing stands there: a way out that nobody recorded."""
    try:
        answer = agency.get(path)
        shown = answer.body if answer.is_success else None
    except Judgement:
        return False
    booking = shown.get("data", shown) if isinstance(shown, dict) else None
    return answer.status in _GONE or (isinstance(booking, dict) and booking.get("status") == "cancelled")


def _made(
    kind: str,
    exchanges: Sequence[Exchange],
    operations: Sequence[str],
    id_in: Callable[[bytes], str | None],
    ended: set[str],
) -> Iterator[Made]:
    """Everything of this kind that these operations made and that is not *ended*, oldest first."""
    for exchange in exchanges:
        if exchange.operation_id in operations and exchange.response and exchange.response.is_success:
            made_id = id_in(exchange.response.content)
            if made_id and made_id not in ended:
                yield Made(kind, exchange.agency, made_id)


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


def made_id_in(content: bytes) -> str | None:
    """The id of a booking or group in a create answer: under `data` or, where the envelope is forgotten, at the top."""
    try:
        body = parse_json(content)
    except NotJson:
        return None
    booking = body.get("data", body) if isinstance(body, dict) else None
    booking_id = booking.get("id") if isinstance(booking, dict) else None
    return str(booking_id) if booking_id else None
