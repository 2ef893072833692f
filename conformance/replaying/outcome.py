"""The result of a replay as one value: two contracts, the judged traffic, and the exit code."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from conformance.contracts.interface import Interface
from conformance.contracts.under_test import digest_of
from conformance.replaying.broken_groups import BrokenGroup, By, Share, broken_groups, reasons_before, shares
from conformance.replaying.comparing import Fate, JudgedTraffic, judge_calls
from conformance.replaying.traffic import TrafficFiles, calls_of
from openapi.bundler import contract
from openapi.versions import PUBLISHED, RELEASED_FOLDER, Version, read_version


class ReplayOutcome(StrEnum):
    """What a change of the contract does to the traffic, in one word."""

    compatible = "compatible"
    breaking = "breaking"
    incomplete = "incomplete"


EXIT_CODES = {ReplayOutcome.compatible: 0, ReplayOutcome.breaking: 1, ReplayOutcome.incomplete: 3}


@dataclass(frozen=True)
class OldContract:
    """The contract to compare with, and in *reason* why it is this contract."""

    interface: Interface
    reason: str


@dataclass(frozen=True)
class TrafficReplay:
    """Everything that a rendering shows. *groups* are the newly broken messages by *by*."""

    old: OldContract
    new: Interface
    judged: JudgedTraffic
    by: By

    @property
    def groups(self) -> Sequence[BrokenGroup]:
        """The groups with a newly broken message."""
        return broken_groups(self.judged, self.by)

    @property
    def shares(self) -> Sequence[Share]:
        """The newly broken complaints with their agencies."""
        return shares(self.judged)

    @property
    def reasons_before(self) -> Sequence[Share]:
        """The complaints about messages that were broken before, the most frequent complaint first."""
        return reasons_before(self.judged)

    @property
    def outcome(self) -> ReplayOutcome:
        """The outcome, decided here and nowhere else. A body that could not be judged is never compatible."""
        if self.judged.messages_with(Fate.newly):
            return ReplayOutcome.breaking
        return ReplayOutcome.incomplete if self.judged.gaps or not self.judged.messages else ReplayOutcome.compatible

    @property
    def exit_code(self) -> int:
        """The exit code that goes with the outcome."""
        return EXIT_CODES[self.outcome]


def replay_traffic(
    files: TrafficFiles, old: Version | None, new: Version, by: By, base_url: str | None
) -> TrafficReplay:
    """The traffic in *files*, judged against *new* and *old*. Without *old*, the contract of the recording counts if it
    is known, and otherwise the published contract.

    Raises `RecordingError` and `ContractError`.
    """
    before = _chosen(old, new, files.own_contract)
    candidate = Interface(new.name, new.document)
    traffic = calls_of(files, (before.interface, candidate), base_url)
    return TrafficReplay(before, candidate, judge_calls(traffic, before.interface, candidate), by)


def _chosen(old: Version | None, new: Version, own_digest: str | None) -> OldContract:
    if old is not None:
        return OldContract(Interface(old.name, old.document), "named with --old")
    own = next((version for version in _known_versions(new) if digest_of(version.document) == own_digest), None)
    if own is not None:
        return OldContract(Interface(own.name, own.document), "the contract of the recording")
    published = read_version(PUBLISHED)
    reason = (
        "published; the recording names no contract"
        if own_digest is None
        else ("published; the contract of the recording is not installed here")
    )
    return OldContract(Interface(published.name, published.document), reason)


def _known_versions(new: Version) -> Sequence[Version]:
    released = [_released(folder) for folder in sorted(RELEASED_FOLDER.iterdir()) if folder.is_dir()]
    return [Version("installed", contract(), None), *released, new]


def _released(folder: Path) -> Version:
    version = read_version(str(folder))
    return Version(f"released {folder.name}", version.document, version.assumptions)
