"""The shared state of one run: the callers of the target, the recording, and the evidence so far."""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from conformance.asking.client import Agency
from conformance.asking.levers import CourseDecisions, LeverCaller, TargetClock
from conformance.asking.lost_answers import LostAnswers
from conformance.catalogue.requirements import Catalogue
from conformance.conditions.coverage import pairs_met
from conformance.conditions.model import Pair
from conformance.discovery import CourseFinder
from conformance.evidence.receiver import Receiver
from conformance.evidence.verdicts import Evidence, Finding
from conformance.recordings.recording import Recording, Transport
from conformance.scope.run import Run
from conformance.scope.selection import Selection
from conformance.session.earlier import EarlierParts
from conformance.session.stopping import Stopping
from conformance.session.unremovable import Unremovable
from conformance.target.connection import WireSettings
from conformance.target.target import Target
from conformance.wire.pace import Pace, Traffic

FIRST_AGENCY = "first agency"
SECOND_AGENCY = "second agency"
STRANGER = "stranger"
# What is carried over of the subscriptions that are open during a whole run, by the label of the agency: the addresses.
# Older recordings have the address of one agency.
ADDRESSES_FOR_THE_RUN = {
    FIRST_AGENCY: "address of the subscription for the whole run",
    SECOND_AGENCY: "address of the second agency's subscription for the whole run",
}

_LANES = "lanes"


class Progress:
    """Receives the progress of a run. This class shows it to nobody; a subclass may."""

    def follow(self, traffic: Callable[[], Traffic]) -> None:
        """Remembers *traffic*, which returns the requests so far."""

    def enter(self, phase: str) -> None:
        """Notes that the run enters *phase*: checks, walks, generated traffic or clean-up."""

    def begin(self, count: int) -> None:
        """Notes that the checks begin, *count* in number."""

    def end(self, finding: Finding) -> None:
        """Notes that a check ended with *finding*."""


@dataclass
class CheckSession:
    """A run that is going on.

    *faults* are faults of the suite that belong to no row, such as a module of checks that cannot load. *ended* names
    the checks whose finding is noted.
    """

    catalogue: Catalogue
    target: Target
    run: Run
    selection: Selection
    recording: Recording
    transport: Transport
    clock: TargetClock
    progress: Progress = field(default_factory=Progress)
    evidence: defaultdict[str, list[Evidence]] = field(default_factory=lambda: defaultdict(list))
    faults: list[str] = field(default_factory=list)
    ended: set[str] = field(default_factory=set)
    interrupted: bool = False
    pace: Pace = field(default_factory=lambda: Pace(WireSettings()))
    lost: LostAnswers = field(default_factory=LostAnswers)
    stopping: Stopping | None = None
    earlier: EarlierParts = field(default_factory=EarlierParts)
    dropped_cases: frozenset[str] = frozenset()
    # Receives the deliveries of the whole run. None in a run that waits for none.
    receiver: Receiver | None = None
    # The pairs of conditions that the run had met before its tours of reads and of writes, by tours and family.
    pairs_met: dict[str, Mapping[str, Set[Pair]]] = field(default_factory=dict)
    # JSON values by name, for facts that a replay of the same requests would not show. The recording contains them, and
    # a replay finds them here. Use `carry_over`.
    carried_over: dict[str, Any] = field(default_factory=dict)

    def carry_over(self, name: str, find: Callable[[], Any]) -> Any:
        """In a run: the result of *find*, a JSON value, kept under *name*. In a replay: the kept value, without a call,
        or None when the recording has none.
        """
        if name not in self.carried_over and self.recording.is_replay:
            return None
        if name not in self.carried_over:
            self.carried_over[name] = find()
        return self.carried_over[name]

    @property
    def is_stopped(self) -> bool:
        """Whether the run ends early: the user stopped it, or its limits are used up."""
        return self.interrupted or self.pace.cut_short is not None

    def go_on_after(self, earlier: EarlierParts) -> None:
        """Keeps what the *earlier* parts of this run decided. Their checks do not run again."""
        self.earlier = earlier
        for row_id, found in earlier.evidence.items():
            self.evidence[row_id] += found

    def note_pairs_met(self, tours: str, leaving_out: Collection[str] = ()) -> Mapping[str, Set[Pair]]:
        """The pairs of conditions that the run has met when this is first called for these *tours*, without those of
        the checks *leaving_out*.
        """
        if tours not in self.pairs_met:
            sent = (*self.earlier.exchanges, *self.recording.exchanges)
            self.pairs_met[tours] = pairs_met(exchange for exchange in sent if exchange.check not in leaving_out)
        return self.pairs_met[tours]

    @property
    def lanes(self) -> int:
        """How many checks run side by side."""
        return self.carry_over(_LANES, lambda: self.target.wire.lanes(self.pace.round_trip_seconds)) or 1

    def agencies(self) -> Sequence[Agency]:
        """The first agency and, if the run has its key, the second."""
        keys = {FIRST_AGENCY: self.target.api_key, SECOND_AGENCY: self.target.second_api_key}
        return [self.caller(label, key) for label, key in keys.items() if key is not None]

    def caller(self, label: str, key: str) -> Agency:
        """A client that sends *key* and is called *label* in the records."""
        return Agency(
            label,
            key,
            self.target.base_url,
            self.transport,
            self.recording,
            self.clock,
            read_only=self.run.read_only,
            wire=self.target.wire,
            lost=self.lost,
            belongings=self._belongings,
        )

    @cached_property
    def courses(self) -> CourseFinder:
        """Finds courses for the first agency."""
        return CourseFinder(self.caller(FIRST_AGENCY, self.target.api_key), self.run, self.target.courses)

    @cached_property
    def _belongings(self) -> Unremovable:
        return Unremovable(self.target, self.recording)

    @cached_property
    def decisions(self) -> CourseDecisions:
        """The levers that answer for golf courses, as far as the target file declares them."""
        return CourseDecisions(
            self.target.levers,
            LeverCaller(self.transport, self.target.api_key, self.recording, self.target.wire.user_agent),
        )

    @property
    def sources(self) -> set[str]:
        """The sources of all evidence so far. The source of a check is its name."""
        return {evidence.source for found in self.evidence.values() for evidence in found}

    def is_violated(self, row_id: str) -> bool:
        """Whether a check of this run found a violation of the row."""
        return any(evidence.finding is Finding.violated for evidence in self.evidence.get(row_id, ()))

    def order_evidence(self, checks: Sequence[str]) -> None:
        """Puts the evidence of each row in the order of these *checks*, whichever of them ended first."""
        places = {name: place for place, name in enumerate(checks)}
        for found in self.evidence.values():
            found.sort(key=lambda evidence: places.get(evidence.source, len(places)))

    def note(self, row_ids: Sequence[str], evidence: Evidence) -> None:
        """Keeps *evidence* for each of the rows, without secrets that the target may have repeated."""
        shown = self.recording.masking.text
        evidence = replace(
            evidence,
            message=shown(evidence.message),
            expected=evidence.expected and shown(evidence.expected),
            actual=evidence.actual and shown(evidence.actual),
        )
        for row_id in row_ids:
            self.evidence[row_id].append(evidence)
