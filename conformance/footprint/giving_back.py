"""Gives back what a run made: bookings, hooks and groups. What cannot be given back is told, never passed over."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import unquote

from conformance.asking.client import Agency, segment
from conformance.asking.levers import CourseDecisions
from conformance.catalogue.operations import match
from conformance.discovery.booking_hooks import HOOKS, hook_id_in
from conformance.discovery.bookings import BOOKINGS
from conformance.discovery.group_bookings import GROUP_BOOKINGS
from conformance.evidence.exchanges import Exchange, NotJson, parse_json
from conformance.evidence.shown_ids import BOOKING_NOUNS, GROUP_NOUNS, found_ids, id_at
from conformance.evidence.verdicts import Judgement
from conformance.footprint.deleting import deleted, is_over
from conformance.results.run_result import Leftover
from conformance.target.levers import HookPayloads
from conformance.wire.retrying import is_lost

_BOOKS = ("createBooking", "confirmBookingHook")
_ENDS_A_HOOK = ("confirmBookingHook", "releaseBookingHook")


@dataclass(frozen=True)
class Made:
    """Something that a run made: its *kind* in words, the label of the agency that made it, and its id."""

    kind: str
    agency: str
    id: str


@dataclass(frozen=True)
class GivingBack:
    """What giving back needs: who made things, where the id of a hook stands, and the levers of golf courses.

    *wait* lets the background work on groups end, where the clock of the target can be moved. *may_be_over* are ids of
    hooks that a request ended whose answer was lost.
    """

    agencies: Mapping[str, Agency]
    hooks: HookPayloads
    decisions: CourseDecisions
    wait: Callable[[], None]
    may_be_over: frozenset[str] = frozenset()

    def give_back(self, exchanges: Sequence[Exchange]) -> tuple[Leftover, ...]:
        """Cancel every booking, release every hook and cancel every group that the recording shows as made and not as
        ended, newest first.
        """
        lost = [
            exchange for exchange in exchanges if is_lost(exchange.response) and exchange.operation_id in _ENDS_A_HOOK
        ]
        giving = replace(self, may_be_over=frozenset(map(_id_in_path, lost)))
        ended = giving.end(_outstanding(exchanges, self.hooks))
        return tuple(Leftover(made.kind, made.id, reason) for made, reason in ended if reason)

    def end(self, made: Sequence[Made]) -> Iterator[tuple[Made, str | None]]:
        """End each of *made*, kind by kind and newest first: with None when it is ended, else with the reason.

        What an agency without a key made is passed over.
        """
        if any(created.kind == "group booking" for created in made) and self.decisions.can_cancel_groups:
            self.wait()
        for kind, end_one in _ENDINGS.items():
            for created in reversed(made):
                if created.kind == kind and created.agency in self.agencies:
                    yield created, end_one(self, self.agencies[created.agency], created.id)


def _outstanding(exchanges: Sequence[Exchange], hooks: HookPayloads) -> Sequence[Made]:
    """What the recording shows as made and not as ended, each once, oldest first within its kind."""
    made = [
        *_made("booking", exchanges, _BOOKS, hooks, _ended(exchanges, "cancelBooking")),
        *_made("booking hook", exchanges, ("createBookingHook",), hooks, _ended_hooks(exchanges)),
        *_made("group booking", exchanges, ("createGroupBooking",), hooks, set()),
    ]
    return list(dict.fromkeys(made))


def _cancel(giving: GivingBack, agency: Agency, booking_id: str) -> str | None:
    """None when the booking is cancelled, or declined where it cannot be cancelled; else why it is neither."""
    reason = deleted(agency, f"{BOOKINGS}/{segment(booking_id)}")
    if reason is None:
        return None
    try:
        giving.decisions.decline(booking_id)
    except Judgement:
        return None if is_over(agency, f"{BOOKINGS}/{segment(booking_id)}") else reason
    return None


def _release(giving: GivingBack, agency: Agency, hook_id: str) -> str | None:
    """None when the hook is released, else why it is not; nothing keeps a tee time longer than 14 days."""
    reason = deleted(agency, f"{HOOKS}/{segment(hook_id)}", may_be_over=hook_id in giving.may_be_over)
    return reason and f"{reason} It ends by itself after 14 days."


def _cancel_group(giving: GivingBack, agency: Agency, group_id: str) -> str | None:
    try:
        giving.decisions.cancel_group(group_id)
    except Judgement as judgement:
        if is_over(agency, f"{GROUP_BOOKINGS}/{segment(group_id)}"):
            return None
        return f"No document says how to cancel a group. {judgement}"
    return None


_ENDINGS: Mapping[str, Callable[[GivingBack, Agency, str], str | None]] = {
    "booking": _cancel,
    "booking hook": _release,
    "group booking": _cancel_group,
}


def _made(
    kind: str, exchanges: Sequence[Exchange], operations: Sequence[str], hooks: HookPayloads, ended: set[str]
) -> Iterator[Made]:
    """Everything of this kind that these operations made and that is not *ended*, oldest first."""
    for exchange in exchanges:
        if exchange.operation_id in operations and exchange.response and exchange.response.is_success:
            shown = made_id(exchange, hooks)
            if shown and shown not in ended:
                yield Made(kind, exchange.agency, shown)


def made_id(exchange: Exchange, hooks: HookPayloads) -> str | None:
    """The id that the answer to a create shows, None when it shows none. What a confirmed hook became has another id
    than the hook.
    """
    content = exchange.response.content if exchange.response else b""
    if exchange.operation_id == "createBookingHook":
        return hook_id_in(content, hooks)
    nouns = GROUP_NOUNS if exchange.operation_id == "createGroupBooking" else BOOKING_NOUNS
    return made_id_in(content, nouns, other_than=hook_of(exchange))


def hook_of(exchange: Exchange) -> str | None:
    """The id of the hook that a request confirms, None for every other request."""
    met = match(exchange.request.method, exchange.request.path)
    is_confirmed = met is not None and met.operation_id == "confirmBookingHook"
    return unquote(met.parameters["id"]) if met and is_confirmed else None


def _ended(exchanges: Sequence[Exchange], operation: str) -> set[str]:
    """Ids in the paths of the accepted requests of this operation."""
    found = set()
    for exchange in exchanges:
        if exchange.operation_id == operation and exchange.response and exchange.response.is_success:
            found.add(_id_in_path(exchange))
    return found


def _id_in_path(exchange: Exchange) -> str:
    """The id in the path of a request to one object."""
    met = match(exchange.request.method, exchange.request.path)
    return unquote(met.parameters["id"]) if met else ""


def _ended_hooks(exchanges: Sequence[Exchange]) -> set[str]:
    return _ended(exchanges, "confirmBookingHook") | _ended(exchanges, "releaseBookingHook")


def made_id_in(content: bytes, nouns: Sequence[str] = BOOKING_NOUNS, *, other_than: str | None = None) -> str | None:
    """The id of a booking or group in a create answer: under `data` or, where the envelope is forgotten, at the top;
    else under any name of an id.
    """
    try:
        body = parse_json(content)
    except NotJson:
        return None
    usual = (id_at(body, place) for place in ("data.id", "id"))
    found = next((item for item in usual if item and item != other_than), None)
    return found or next((item for item in found_ids(body, nouns) if item != other_than), None)
