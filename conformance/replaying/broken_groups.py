"""Groups what a change newly breaks, by agency, operation or check, and counts who is concerned. Pure."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from conformance.contracts.complaints import Complaint
from conformance.replaying.comparing import Fate, JudgedMessage, JudgedTraffic
from conformance.replaying.traffic import RecordedCall


class By(StrEnum):
    """What the newly broken messages are grouped by."""

    agency = "agency"
    operation = "operation"
    check = "check"


_OUTSIDE_CHECKS = "outside of checks"

_NAME_OF_GROUP: Mapping[By, Callable[[JudgedMessage], str]] = {
    By.agency: lambda message: message.call.agency,
    By.operation: lambda message: message.operation,
    By.check: lambda message: message.call.exchange.check or _OUTSIDE_CHECKS,
}


@dataclass(frozen=True)
class Broken:
    """A *complaint* about an operation, in *count* messages of *agencies*. *first* is the first call."""

    operation: str
    complaint: Complaint
    count: int
    agencies: tuple[str, ...]
    first: RecordedCall


@dataclass(frozen=True)
class BrokenGroup:
    """The newly broken messages with one *name*: *newly* of its *judged* messages, and why."""

    name: str
    judged: int
    newly: int
    broken: tuple[Broken, ...]


@dataclass(frozen=True)
class Share:
    """A *complaint* of the new contract, and the agencies whose messages have it, whatever the operation."""

    complaint: Complaint
    agencies: tuple[str, ...]
    count: int


def broken_groups(judged: JudgedTraffic, by: By) -> Sequence[BrokenGroup]:
    """The groups with a newly broken message, the most broken group first."""
    name_of = _NAME_OF_GROUP[by]
    groups: dict[str, list[JudgedMessage]] = defaultdict(list)
    totals: dict[str, int] = defaultdict(int)
    for message in judged.messages:
        totals[name_of(message)] += 1
    for message in judged.messages_with(Fate.newly):
        groups[name_of(message)].append(message)
    found = [BrokenGroup(name, totals[name], len(held), broken_of(held)) for name, held in groups.items()]
    return sorted(found, key=lambda group: (-group.newly, group.name))


def shares(judged: JudgedTraffic) -> Sequence[Share]:
    """The newly broken complaints, each with its agencies. The complaint of the most agencies comes first."""
    return sorted(_shares(judged, Fate.newly), key=lambda share: (-len(share.agencies), -share.count, share.complaint))


def reasons_before(judged: JudgedTraffic) -> Sequence[Share]:
    """The complaints about messages that were broken before. The most frequent complaint comes first."""
    return sorted(_shares(judged, Fate.before), key=lambda share: (-share.count, share.complaint))


def _shares(judged: JudgedTraffic, fate: Fate) -> Sequence[Share]:
    pairs: dict[Complaint, list[JudgedMessage]] = defaultdict(list)
    for message in judged.messages_with(fate):
        for complaint in message.complaints:
            pairs[complaint].append(message)
    return [Share(complaint, _agencies(held), len(held)) for complaint, held in pairs.items()]


def broken_of(messages: Iterable[JudgedMessage]) -> tuple[Broken, ...]:
    """The complaints about *messages*, by operation. The most frequent complaint comes first."""
    pairs: dict[tuple[str, Complaint], list[JudgedMessage]] = defaultdict(list)
    for message in messages:
        for complaint in message.complaints:
            pairs[message.operation, complaint].append(message)
    found = [
        Broken(operation, complaint, len(held), _agencies(held), held[0].call)
        for (operation, complaint), held in pairs.items()
    ]
    return tuple(sorted(found, key=lambda broken: (-broken.count, broken.operation, broken.complaint)))


def _agencies(messages: Iterable[JudgedMessage]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(message.call.agency for message in messages))
