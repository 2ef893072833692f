"""Ends the bookings, hooks and groups that a run created. Everything that cannot be ended is reported."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from urllib.parse import unquote

from conformance.asking.client import Agency, segment
from conformance.asking.levers import CourseDecisions
from conformance.catalogue.operations import match
from conformance.catalogue.paths import BOOKINGS, GROUP_BOOKINGS, HOOKS
from conformance.discovery.booking_hooks import expiry_in, hook_id_in
from conformance.evidence.exchanges import Exchange
from conformance.evidence.json_values import json_of
from conformance.evidence.shown_ids import BOOKING_NOUNS, GROUP_NOUNS, found_ids, id_at
from conformance.evidence.verdicts import Judgement
from conformance.footprint.deleting import delete, is_over
from conformance.results.run_result import Leftover
from conformance.scope.lanes import several_at_once
from conformance.target.levers import HookPayloads
from conformance.wire.retrying import is_lost

_BOOKS = ("createBooking", "confirmBookingHook")
_ENDS_A_HOOK = ("confirmBookingHook", "releaseBookingHook")


@dataclass(frozen=True)
class Created:
    """A thing that a run created: its *kind* in words, the label of the agency that created it, and its id."""

    kind: str
    agency: str
    id: str


@dataclass(frozen=True)
class GivingBack:
    """Ends things that a run created. Needs its agencies, the place of the id of a hook, and the levers of courses.

    *wait* lets the background work on groups end, if the clock of the target can be moved. *may_be_over* has the ids of
    hooks that may have ended: the answer to the request that ends them was lost. *now* is the time of the target, None
    where its clock cannot be moved, and *over* has the ids of hooks that have ended. *at_once* is the number of things
    that end in parallel.
    """

    agencies: Mapping[str, Agency]
    hooks: HookPayloads
    decisions: CourseDecisions
    wait: Callable[[], None]
    may_be_over: frozenset[str] = frozenset()
    now: Callable[[], datetime | None] = lambda: None
    over: frozenset[str] = frozenset()
    at_once: int = 1

    def give_back(self, exchanges: Sequence[Exchange]) -> tuple[Leftover, ...]:
        """Cancels every booking, releases every hook and cancels every group that the recording shows as created and
        not as ended, newest first. Returns the things that stay.
        """
        lost = [
            exchange for exchange in exchanges if is_lost(exchange.response) and exchange.operation_id in _ENDS_A_HOOK
        ]
        giving = replace(
            self, may_be_over=frozenset(map(_id_in_path, lost)), over=_over(exchanges, self.hooks, self.now())
        )
        ended = giving.end(_outstanding(exchanges, self.hooks))
        return tuple(Leftover(thing.kind, thing.id, reason) for thing, reason in ended if reason)

    def end(self, created: Sequence[Created]) -> Iterator[tuple[Created, str | None]]:
        """Ends the *created* things, kind by kind and newest first. Yields each with None, or why it is not ended.

        Things of an agency whose key this run does not have are skipped.
        """
        if any(thing.kind == "group booking" for thing in created) and self.decisions.can_cancel_groups:
            self.wait()
        for kind, end_thing in _ENDINGS.items():
            things = [thing for thing in reversed(created) if thing.kind == kind and thing.agency in self.agencies]
            acts = [partial(end_thing, self, self.agencies[thing.agency], thing.id) for thing in things]
            yield from zip(things, several_at_once(acts, self.at_once), strict=True)


def _outstanding(exchanges: Sequence[Exchange], hooks: HookPayloads) -> Sequence[Created]:
    """Things that the recording shows as created and not as ended, without repeats, oldest first within a kind."""
    created = [
        *_created("booking", exchanges, _BOOKS, hooks, _ended(exchanges, "cancelBooking")),
        *_created("booking hook", exchanges, ("createBookingHook",), hooks, _ended_hooks(exchanges)),
        *_created("group booking", exchanges, ("createGroupBooking",), hooks, set()),
    ]
    return list(dict.fromkeys(created))


def _cancel(giving: GivingBack, agency: Agency, booking_id: str) -> str | None:
    """None when the booking is cancelled, or else declined by its course; otherwise why it was not cancelled."""
    reason = delete(agency, f"{BOOKINGS}/{segment(booking_id)}")
    if reason is None:
        return None
    try:
        giving.decisions.decline(booking_id)
    except Judgement:
        return None if is_over(agency, f"{BOOKINGS}/{segment(booking_id)}") else reason
    return None


def _release(giving: GivingBack, agency: Agency, hook_id: str) -> str | None:
    """None when the hook is released or its 14 days are over, else why it is not released."""
    reason = delete(agency, f"{HOOKS}/{segment(hook_id)}", may_be_over=hook_id in giving.may_be_over)
    if reason is None or hook_id in giving.over:
        return None
    return f"{reason.rstrip('.')}. It ends by itself after 14 days."


def _cancel_group(giving: GivingBack, agency: Agency, group_id: str) -> str | None:
    """None when the group is cancelled, or else declined by its course; otherwise why it was not cancelled."""
    try:
        giving.decisions.cancel_group(group_id)
    except Judgement as judgement:
        if is_over(agency, f"{GROUP_BOOKINGS}/{segment(group_id)}") or _is_declined(giving, group_id):
            return None
        return f"No document says how to cancel a group. {judgement}"
    return None


def _is_declined(giving: GivingBack, group_id: str) -> bool:
    """Whether the course declines the group now: a group at an offline course may wait for an answer."""
    try:
        giving.decisions.decline(group_id)
    except Judgement:
        return False
    return True


_ENDINGS: Mapping[str, Callable[[GivingBack, Agency, str], str | None]] = {
    "booking": _cancel,
    "booking hook": _release,
    "group booking": _cancel_group,
}


def _created(
    kind: str, exchanges: Sequence[Exchange], operations: Sequence[str], hooks: HookPayloads, ended: set[str]
) -> Iterator[Created]:
    """Things of this *kind* that these operations created and that are not *ended*, oldest first."""
    for exchange in exchanges:
        if exchange.operation_id in operations and exchange.response and exchange.response.is_success:
            shown = created_id(exchange, hooks)
            if shown and shown not in ended:
                yield Created(kind, exchange.agency, shown)


def created_id(exchange: Exchange, hooks: HookPayloads) -> str | None:
    """The id in the answer to a create, None when the answer has none. A booking that was a hook has another id than
    the hook.
    """
    content = exchange.response.content if exchange.response else b""
    if exchange.operation_id == "createBookingHook":
        return hook_id_in(content, hooks)
    nouns = GROUP_NOUNS if exchange.operation_id == "createGroupBooking" else BOOKING_NOUNS
    return created_id_in(content, nouns, other_than=hook_of(exchange))


def hook_of(exchange: Exchange) -> str | None:
    """The id of the hook that a request confirms, None for other requests."""
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


def _over(exchanges: Sequence[Exchange], hooks: HookPayloads, now: datetime | None) -> frozenset[str]:
    """Ids of the hooks that have ended *now* by their own word, with a zone."""
    found = set()
    for exchange in exchanges if now else ():
        if exchange.operation_id == "createBookingHook" and exchange.response:
            ends_at, hook_id = expiry_in(exchange.response.value, hooks), created_id(exchange, hooks)
            if hook_id and now and ends_at and ends_at.tzinfo and ends_at < now:
                found.add(hook_id)
    return frozenset(found)


def created_id_in(content: bytes, nouns: Sequence[str] = BOOKING_NOUNS, *, other_than: str | None = None) -> str | None:
    """The id of a booking or group in the answer to a create: under `data`; else at the top, if the target forgot the
    envelope; else under another usual name of an id.
    """
    body = json_of(content)
    usual = (id_at(body, place) for place in ("data.id", "id"))
    found = next((item for item in usual if item and item != other_than), None)
    return found or next((item for item in found_ids(body, nouns) if item != other_than), None)
