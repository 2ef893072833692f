"""Removes the things that the journal of a run shows as created and not removed, and reports a line for each thing.

It works like the clean-up of a run: the same requests, the same levers, the same reasons.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from conformance.asking.client import Agency
from conformance.asking.levers import CourseDecisions, LeverCaller, TargetClock
from conformance.asking.lists import PagedList
from conformance.catalogue.figures import LONGEST_HOLD
from conformance.catalogue.paths import BOOKINGS
from conformance.discovery import MovableClock
from conformance.discovery.clock import PROCESSING
from conformance.discovery.webhooks import record_of, subscriptions_of
from conformance.evidence.verdicts import Judgement
from conformance.evidence.webhook_ids import listed_webhook_id
from conformance.footprint.giving_back import Created, GivingBack
from conformance.footprint.insisting import reads_of
from conformance.footprint.journal import LONGEST_FACT
from conformance.footprint.journal_reading import Attempt, JournalContents
from conformance.footprint.subscriptions import remove_subscription
from conformance.recordings.recording import Recording, Transport
from conformance.session.session import FIRST_AGENCY, SECOND_AGENCY
from conformance.target.target import Target

_MOST_PAGES = 200

# The kinds that a request with their id ends.
_ENDED_BY_ID = ("booking", "booking hook", "group booking")


@dataclass(frozen=True)
class Swept:
    """The *outcome* for one thing. *left* is True when the thing is still there, or may be. *created* is None when the
    id of the thing is unknown, or when the sweep had nothing to do.
    """

    thing: str
    outcome: str
    left: bool
    created: Created | None = None


class Sweep:
    """One sweep of *target* by its *journal*."""

    def __init__(self, journal: JournalContents, target: Target, transport: Transport) -> None:
        self._journal = journal
        self._target = target
        self._caller = LeverCaller(transport, target.api_key)
        self._clock = TargetClock(target.levers, self._caller)
        recording = Recording({})
        keys = {FIRST_AGENCY: target.api_key, SECOND_AGENCY: target.second_api_key}
        self._agencies: Mapping[str, Agency] = {
            label: Agency(
                label, key, target.base_url, transport, recording, self._clock, read_only=False, wire=target.wire
            )
            for label, key in keys.items()
            if key is not None
        }
        self._listed: dict[tuple[str, date | None], tuple[Sequence[Mapping[str, Any]], Judgement | None]] = {}

    def run(self) -> Iterator[Swept]:
        """Removes one thing after another, and yields each outcome at once."""
        journalled = list(self._journal.created)
        unknown = [attempt for attempt in self._journal.unclear if attempt.agency in self._agencies]
        found, others = self._looked_up([attempt for attempt in unknown if attempt.kind in _ENDED_BY_ID])
        yield from self._end([*(created for created, _ in journalled), *found])
        yield from others
        yield from self._subscriptions(
            [created for created, _ in journalled], [attempt for attempt in unknown if attempt.url]
        )
        yield from _expiring([*(attempt for _, attempt in journalled), *self._journal.unclear])
        yield from self._without_a_key()

    def _end(self, created: Sequence[Created]) -> Iterator[Swept]:
        decisions = CourseDecisions(self._target.levers, self._caller)
        giving = GivingBack(self._agencies, self._target.hooks, decisions, self._let_groups_settle)
        for thing, reason in giving.end([thing for thing in created if thing.kind in _ENDED_BY_ID]):
            yield _swept(thing, reason)

    def _let_groups_settle(self) -> None:
        clock = MovableClock(self._agencies[FIRST_AGENCY], self._clock)
        if clock.moves:
            try:
                clock.advance(PROCESSING)
            except Judgement:
                # Groups that the target still works on stay, and the sweep reports them.
                return

    def _looked_up(self, unknown: Sequence[Attempt]) -> tuple[list[Created], list[Swept]]:
        """Bookings found by the reference that was sent, and an outcome for each attempt without a booking."""
        found: list[Created] = []
        without_booking: list[Swept] = []
        for attempt in unknown:
            bookings, broken_off = self._bookings_of(attempt)
            items = [booking for booking in bookings if _is_of(booking, attempt)]
            if broken_off and not items:
                without_booking.append(Swept(_words(attempt), f"may be there: {broken_off}", left=True))
                continue
            found += [
                Created("booking", attempt.agency, str(item["id"]))
                for item in items
                if item.get("status") != "cancelled"
            ]
            if not items:
                without_booking.append(_not_found(attempt))
        return found, without_booking

    def _bookings_of(self, attempt: Attempt) -> tuple[Sequence[Mapping[str, Any]], Judgement | None]:
        """The agency's bookings on the day of *attempt*, or all its bookings when *attempt* names no day, and why the
        list breaks off, if it does. Each list is read once.
        """
        place = (attempt.agency, attempt.play_date)
        if place not in self._listed:
            day = attempt.play_date.isoformat() if attempt.play_date else None
            period = {"startDate": day, "endDate": day}
            bookings = PagedList(
                reads_of(self._agencies[attempt.agency]), BOOKINGS, period, page_size=100, most_pages=_MOST_PAGES
            )
            self._listed[place] = [item for item in bookings.items() if "id" in item], bookings.broken_off
        return self._listed[place]

    def _subscriptions(self, created: Sequence[Created], unknown: Sequence[Attempt]) -> Iterator[Swept]:
        for thing in reversed(created):
            if thing.kind == "subscription" and thing.agency in self._agencies:
                yield _swept(thing, remove_subscription(self._agencies[thing.agency], thing.id))
        for attempt in unknown:
            yield self._by_address(attempt)

    def _by_address(self, attempt: Attempt) -> Swept:
        """The outcome for a subscription without an answer. No other one has its address, and the list shows it."""
        subscriptions = subscriptions_of(reads_of(self._agencies[attempt.agency]))
        bodies = list(subscriptions.bodies())
        if record_of(bodies, attempt.url or "") is None:
            if subscriptions.broken_off:
                return Swept(_words(attempt), f"may be there: {subscriptions.broken_off}", left=True)
            return Swept(_words(attempt), "was not created: no subscription has this address", left=False)
        found = listed_webhook_id(bodies, attempt.url or "", self._target.webhook_id)
        if found is None:
            return Swept(_words(attempt), "is there, and the list does not show its id", left=True)
        subscription = Created("subscription", attempt.agency, found)
        return _swept(subscription, remove_subscription(self._agencies[attempt.agency], found))

    def _without_a_key(self) -> Iterator[Swept]:
        stuck = [attempt for _, attempt in self._journal.created] + list(self._journal.unclear)
        for attempt in stuck:
            if attempt.agency not in self._agencies and attempt.kind not in ("hold", "token"):
                yield Swept(_words(attempt), f"needs the key of the {attempt.agency}", left=True)


def sweep(
    journal: JournalContents, target: Target, transport: Transport, report: Callable[[Swept], None]
) -> Sequence[Swept]:
    """Removes the things that *journal* shows as created and not removed. Calls *report* with each outcome at once, and
    returns the outcomes of the things that are left.
    """
    left = []
    for swept in Sweep(journal, target, transport).run():
        report(swept)
        if swept.left:
            left.append(swept)
    return left


def _expiring(attempts: Sequence[Attempt]) -> Iterator[Swept]:
    """One outcome for all holds, and one for all tokens. A sweep cannot end them, and they end by themselves."""
    latest = max((attempt.at for attempt in attempts if attempt.kind == "hold"), default=None)
    if latest is not None:
        ends_at = latest + LONGEST_HOLD
        when = "ended" if ends_at < datetime.now(UTC) else "ends"
        count = sum(1 for attempt in attempts if attempt.kind == "hold")
        yield Swept(_count(count, "tee-time hold"), f"the last {when} by itself at {ends_at:%H:%M} UTC", left=False)
    count = sum(1 for attempt in attempts if attempt.kind == "token")
    if count:
        yield Swept(_count(count, "token"), "no journal contains a token; each token ends by itself", left=False)


def _is_of(item: Mapping[str, Any], attempt: Attempt) -> bool:
    """Whether *attempt* created a listed booking: no other booking has its reference.

    When *attempt* sent no reference, its booking cannot be identified, and stays.
    """
    sent, shown = attempt.reference, item.get("agencyBookingReference")
    if not sent or not isinstance(shown, str):
        return False
    return shown.startswith(sent) if len(sent) == LONGEST_FACT else shown == sent


def _not_found(attempt: Attempt) -> Swept:
    if attempt.kind == "booking" and attempt.reference:
        return Swept(_words(attempt), "was not created: no booking of that day has its reference", left=False)
    if attempt.kind == "booking":
        return Swept(
            _words(attempt), "may be there: it was sent without a reference, so no list identifies it", left=True
        )
    ends = " It ends by itself after 14 days." if attempt.kind == "booking hook" else ""
    return Swept(_words(attempt), f"may be there: no answer came, and no document lists them.{ends}", left=True)


def _words(attempt: Attempt) -> str:
    """The attempt in words: `booking tsc-0123-f0007 for 2027-01-05 10:20 at crs_1`."""
    where = f" at {attempt.course}" if attempt.course else ""
    when = " ".join(filter(None, (attempt.date_sent, attempt.time)))
    name = attempt.reference or attempt.url or "without a reference"
    return f"{attempt.kind} {name}{f' for {when}' if when else ''}{where}"


def _swept(created: Created, reason: str | None) -> Swept:
    return Swept(f"{created.kind} {created.id}", reason or "removed", reason is not None, created)


def _count(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
