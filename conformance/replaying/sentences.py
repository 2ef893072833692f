"""The sentences about a replay that every rendering shares. No sentence shows a key, an id or a value of a person."""

from collections.abc import Iterator

from conformance.contracts.complaints import Side
from conformance.replaying.broken_groups import Broken, Share
from conformance.replaying.comparing import Fate
from conformance.replaying.outcome import ReplayOutcome, TrafficReplay

_MOST_ADDRESSES = 4
_NUMBERS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
READER = {
    Side.request: "A service of the new contract refuses",
    Side.answer: "A client of the new contract cannot read",
}


def headline(replay: TrafficReplay) -> str:
    """The outcome with the numbers that explain it."""
    if replay.outcome is ReplayOutcome.breaking:
        return f"Breaking: {_newly(replay, Side.request)} and {_newly(replay, Side.answer)} are newly broken."
    if replay.outcome is ReplayOutcome.incomplete:
        return "Incomplete: nothing is newly broken, but parts of the traffic could not be judged."
    return "Compatible: nothing in this traffic is newly broken."


def _newly(replay: TrafficReplay, side: Side) -> str:
    return f"{replay.judged.count(side, Fate.newly)} of {counted(replay.judged.count(side), side.value)}"


def contract_lines(replay: TrafficReplay) -> Iterator[tuple[str, str]]:
    """The traffic and both contracts, each with its title."""
    traffic, judged = replay.judged.traffic, replay.judged
    where = ", ".join(traffic.addresses[:_MOST_ADDRESSES])
    yield "traffic", f"{counted(len(traffic.calls), 'exchange')} of {of_agencies(len(judged.agencies))} at {where}"
    yield "old", f"{replay.old.interface.number} ({replay.old.interface.name}), {replay.old.reason}"
    yield "new", f"{replay.new.number} ({replay.new.name})"


def of_agencies(count: int) -> str:
    """A number of agencies."""
    return "1 agency" if count == 1 else f"{count} agencies"


def notices(replay: TrafficReplay) -> Iterator[str]:
    """Sentences about the parts of the traffic that were not judged, and about moved addresses."""
    judged = replay.judged
    for gap, count in sorted(judged.gaps.items()):
        yield f"{count:,} {'body' if count == 1 else 'bodies'} not judged: {gap}."
    if judged.unknown:
        yield f"{counted(len(judged.unknown), 'exchange')} not judged: neither contract has the operation."
    if judged.traffic.elsewhere:
        yield f"{counted(judged.traffic.elsewhere, 'exchange')} ignored: with other addresses, or a browser's OPTIONS."
    old, new = replay.old.interface.base_path, replay.new.base_path
    if old != new:
        yield f"The base path moves from {old or '/'} to {new or '/'}. Operations are compared below the base path."


def share_sentence(share: Share, agencies: int) -> str:
    """Who is concerned: "Three of eleven agencies send `players` as text; this change breaks them.\""""
    concerned, (several, single) = len(share.agencies), share.complaint.habit
    if agencies == 1:
        return f"The only agency {single}; this change breaks it."
    whole = f"{_number(concerned).capitalize()} of {_number(agencies)} agencies"
    return (
        f"{whole} {single}; this change breaks it."
        if concerned == 1
        else (f"{whole} {several}; this change breaks them.")
    )


def example(broken: Broken) -> str:
    """The place of the first example: its number counts from 0 in the entries of its file."""
    exchange = broken.first.exchange
    status = exchange.response.status if exchange.response else "no answer"
    return f"entry {exchange.index} of {broken.first.file}, {broken.operation} -> {status}, {broken.first.agency}"


def counted(count: int, noun: str) -> str:
    """A number with its noun, as in `1 exchange` and `2,889 exchanges`."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)
