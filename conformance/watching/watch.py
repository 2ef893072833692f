"""Judges exchanges by all rules and histories. Pure: exchanges in, sights out."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from conformance.contracts.odd_answers import STUMBLES
from conformance.evidence.exchanges import Exchange
from conformance.evidence.verdicts import Judgement, Violation
from conformance.target.levers import HookPayloads
from conformance.target.target import Placement
from conformance.watching.booking_stories import BookingStories
from conformance.watching.callers import Callers
from conformance.watching.changes import Changes
from conformance.watching.counted_courses import CountedCourses
from conformance.watching.creation_order import CreationOrder
from conformance.watching.found_courses import FoundCourses
from conformance.watching.group_histories import GroupHistories
from conformance.watching.group_stories import GroupStories
from conformance.watching.histories import Histories
from conformance.watching.hold_moments import HoldMoments
from conformance.watching.hook_bookings import HookBookings
from conformance.watching.lead_players import LeadPlayers
from conformance.watching.overlapping_pages import OverlappingPages
from conformance.watching.places import WatchedPlaces
from conformance.watching.refused_cancellations import RefusedCancellations
from conformance.watching.refused_creations import RefusedCreations
from conformance.watching.relations import Relations
from conformance.watching.rules import RULES
from conformance.watching.seen import Breach, EarlierTraffic, JudgedExchange, Rule
from conformance.watching.subscription_stories import SubscriptionStories
from conformance.watching.whole_lists import WholeLists


@dataclass(frozen=True)
class Sight:
    """Exchanges that speak against the requirement *row*. The exchange *seen* completed the proof.

    *expected* is empty when the sentence of the requirement says it. *proof* are the places of the exchanges.
    *is_proved* is False when exchanges of others, which nobody saw, may explain the sight.
    """

    row: str
    expected: str
    actual: str
    seen: JudgedExchange
    proof: tuple[int, ...]
    is_proved: bool = True

    @property
    def sentence(self) -> str:
        """The sight in words."""
        return f"Expected: {self.expected}. Actual: {self.actual}." if self.expected else self.actual


class _History(Protocol):
    """Judges each exchange together with those before it."""

    def judge(self, seen: JudgedExchange) -> Iterable[Breach]:
        """What *seen* shows to be wrong."""


@dataclass
class Watch:
    """All rules and histories, and what earlier exchanges showed.

    *visibility* is how many seconds a change may take to show. *hold_id* is where a booking has the id of its hold.
    *hooks* says where the answer to a new hook shows its id and its end, as far as somebody declared it.
    *stumbles* counts by rule or history the answers that it could not read although they were as documented.
    """

    callers: Callers
    visibility: float
    hold_id: Placement | None
    hooks: HookPayloads = field(default_factory=HookPayloads)
    known: EarlierTraffic = field(default_factory=EarlierTraffic)
    stumbles: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))

    def __post_init__(self) -> None:
        callers, visibility = self.callers, self.visibility
        self._bookings = Histories(callers, visibility, self.hold_id)
        self._proving = (self._bookings, GroupHistories(callers, visibility))
        self._stories, self._subscriptions = BookingStories(visibility), SubscriptionStories(callers, visibility)
        self._holds, self._order, self._refused = (
            HoldMoments(self.hooks.expires_at),
            CreationOrder(visibility),
            RefusedCancellations(),
        )
        self._groups, self._hooked = GroupStories(), HookBookings(self.hooks.id)
        self._creations, self._lists = RefusedCreations(), WholeLists(visibility)
        self._all_stories = (self._stories, self._subscriptions, self._groups, self._hooked)
        self._relating = (
            *self._all_stories,
            self._holds,
            self._order,
            self._refused,
            self._creations,
            self._lists,
            FoundCourses(),
            CountedCourses(),
            OverlappingPages(),
            Relations(self.known),
        )
        self._suspecting = (WatchedPlaces(visibility), Changes(visibility), LeadPlayers(visibility))
        self._failed_reads: dict[str, int] = {}

    def alone(self, seen: JudgedExchange) -> Iterator[Sight]:
        """What the one exchange shows. The exchanges come in the order of their ends."""
        yield from self._by_rules(seen)
        self.known.learn(seen)
        yield from self._repeated_failures(seen)

    def together(self, seen: JudgedExchange) -> Iterator[Sight]:
        """What the exchange shows together with all that ended before it, in the order of their ends."""
        yield from _sights(seen, self._judged(self._proving, seen))

    def begin(self, exchange: Exchange) -> None:
        """Notes that *exchange* began before the exchange that comes next ended. `related` needs this."""
        for history in (*self._all_stories, self._refused, self._creations, self._lists):
            history.begin(exchange)

    def related(self, seen: JudgedExchange) -> Iterator[Sight]:
        """What contradicts an earlier answer. Only a run counts this: it knows who may change the things that it
        created.
        """
        yield from _sights(seen, self._judged(self._relating, seen))

    def suspected(self, seen: JudgedExchange) -> Iterator[Sight]:
        """The same for what exchanges of others could also explain: a suspicion, which no run counts."""
        yield from _sights(seen, self._judged(self._suspecting, seen), is_proved=False)

    def disturb(self, moment: float, *, by_lever: bool) -> None:
        """Notes that a lever, or a request whose answer nobody knows, may have changed the target at this *moment*."""
        for history in (self._subscriptions, self._holds, self._refused, self._lists):
            history.forget()
        if by_lever:
            self._stories.distrust_times()
        else:
            self._stories.forget()
            self._groups.forget()
            self._hooked.forget()
        self._order.disturb(moment)
        self._bookings.disturbed_at = moment

    def _judged(self, histories: Iterable[_History], seen: JudgedExchange) -> Iterator[Breach]:
        for history in histories:
            try:
                yield from history.judge(seen)
            except STUMBLES:
                # As for a rule: the contract reports an answer that is not as documented.
                if seen.shaped:
                    self.stumbles[type(history).__name__] += 1

    def _by_rules(self, seen: JudgedExchange) -> Iterator[Sight]:
        for rule in RULES:
            if rule.operations and seen.operation not in rule.operations:
                continue
            try:
                violation = _violation(rule, seen, self.known)
            except STUMBLES:
                self.stumbles[rule.row] += 1
                continue
            if violation:
                yield Sight(rule.row, violation.expected, violation.actual, seen, (seen.answer.index,))

    def _repeated_failures(self, seen: JudgedExchange) -> Iterator[Sight]:
        """A valid read that fails twice in a row with an error of the server."""
        if seen.answer.request.method != "GET" or not seen.fits:
            return
        url, before = seen.answer.request.url, self._failed_reads.pop(seen.answer.request.url, None)
        if seen.answer.status == 500:
            self._failed_reads[url] = seen.answer.index
            if before is not None:
                actual = f"{seen.answer.where} answered 500 twice in a row"
                yield Sight("ENV-01", "", actual, seen, (before, seen.answer.index))


def _sights(seen: JudgedExchange, breaches: Iterable[Breach], *, is_proved: bool = True) -> Iterator[Sight]:
    for row, sentence, proof in breaches:
        yield Sight(row, "", sentence, seen, tuple(other.answer.index for other in proof), is_proved)


def _violation(rule: Rule, seen: JudgedExchange, known: EarlierTraffic) -> Violation | None:
    """What *rule* finds wrong, None when it finds nothing or cannot tell. An error of the rule itself is raised."""
    try:
        rule.judge(seen, known)
    except Violation as violation:
        return violation
    except Judgement:
        return None
    except STUMBLES:
        # A rule reads answers in the documented form. The contract reports an answer in any other form.
        if seen.shaped and seen.fits:
            raise
        return None
    return None
