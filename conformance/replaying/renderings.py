"""A replay as text for a terminal, as JSON for programs, and as Markdown for a pull request. Decides nothing."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from conformance.contracts.complaints import Side
from conformance.replaying.broken_groups import Broken, BrokenGroup, broken_of
from conformance.replaying.comparing import Fate
from conformance.replaying.outcome import TrafficReplay
from conformance.replaying.sentences import (
    READER,
    contract_lines,
    counted,
    example,
    headline,
    notices,
    of_agencies,
    share_sentence,
)

_MOST_BROKEN = 8
_MOST_GROUPS = 40
_MOST_SHARES = 12
_MOST_BEFORE = 5
_BEFORE = "Broken before, under both contracts:"


def as_text(replay: TrafficReplay) -> str:
    """The replay for a terminal: the least urgent lines first, the outcome last."""
    return "\n".join(_text_lines(replay)) + "\n"


def _text_lines(replay: TrafficReplay) -> Iterator[str]:
    for title, line in contract_lines(replay):
        yield f"{title:8} {line}"
    yield ""
    yield f"{'':10}{'judged':>8}{'newly broken':>15}{'broken before':>15}{'mended':>9}"
    for side in Side:
        judged, newly, before, mended = _counts(replay, side)
        yield f"{side.value + 's':10}{judged:>8,}{newly:>15,}{before:>15,}{mended:>9,}"
    if reasons := list(_reasons_before(replay)):
        yield from ["", _BEFORE, *(f"  {reason}" for reason in reasons)]
    groups = replay.groups
    for group in groups[:_MOST_GROUPS]:
        yield ""
        yield _title(group)
        for broken in group.broken[:_MOST_BROKEN]:
            yield from _broken_lines(broken, replay)
        yield from _rest(len(group.broken) - _MOST_BROKEN, "  {} more kinds of fault.")
    yield from _rest(len(groups) - _MOST_GROUPS, "{} more groups.")
    yield ""
    yield from notices(replay)
    yield from _share_lines(replay)
    yield headline(replay)


def _reasons_before(replay: TrafficReplay) -> Iterator[str]:
    reasons = replay.reasons_before
    for share in reasons[:_MOST_BEFORE]:
        yield f"{share.complaint.side.value:8} {share.complaint.sentence} ({counted(share.count, 'time')})"
    yield from _rest(len(reasons) - _MOST_BEFORE, "{} more kinds of fault.")


def _title(group: BrokenGroup) -> str:
    return f"{group.name}: {group.newly:,} of {counted(group.judged, 'message')} newly broken"


def _broken_lines(broken: Broken, replay: TrafficReplay) -> Iterator[str]:
    agencies = f"{len(broken.agencies)} of {of_agencies(len(replay.judged.agencies))}"
    yield f"  {broken.complaint.side.value:8} {broken.complaint.sentence}"
    yield f"           {counted(broken.count, 'time')}, {agencies}; first {example(broken)}"


def _share_lines(replay: TrafficReplay) -> Iterator[str]:
    shares, agencies = replay.shares, len(replay.judged.agencies)
    yield from (share_sentence(share, agencies) for share in shares[:_MOST_SHARES])
    yield from _rest(len(shares) - _MOST_SHARES, "{} more kinds of fault.")


def _rest(count: int, sentence: str) -> Iterator[str]:
    if count > 0:
        yield sentence.format(count)


def _counts(replay: TrafficReplay, side: Side) -> tuple[int, int, int, int]:
    count = replay.judged.count
    return count(side), count(side, Fate.newly), count(side, Fate.before), count(side, Fate.mended)


def as_markdown(replay: TrafficReplay) -> str:
    """The replay as a comment for a pull request."""
    lines = [f"## {headline(replay)}", "", *(f"- **{title}** {line}" for title, line in contract_lines(replay)), ""]
    lines += ["| | judged | newly broken | broken before | mended |", "|---|---|---|---|---|"]
    lines += [f"| {side.value}s | {' | '.join(f'{n:,}' for n in _counts(replay, side))} |" for side in Side]
    lines += ["", *(f"- {line}" for line in _share_lines(replay)), *(f"- {notice}" for notice in notices(replay)), ""]
    for group in replay.groups[:_MOST_GROUPS]:
        lines += _markdown_of(group)
    if reasons := list(_reasons_before(replay)):
        lines += [_BEFORE, "", *(f"- {reason}" for reason in reasons)]
    return "\n".join(lines).rstrip() + "\n"


def _markdown_of(group: BrokenGroup) -> Iterator[str]:
    yield f"<details><summary>{_title(group)}</summary>"
    yield ""
    yield "| message | fault | times | agencies | first example |"
    yield "|---|---|---|---|---|"
    for broken in group.broken[:_MOST_BROKEN]:
        cells = (
            broken.complaint.side.value,
            broken.complaint.sentence,
            f"{broken.count:,}",
            str(len(broken.agencies)),
            example(broken),
        )
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
    yield ""
    yield "</details>"
    yield ""


def as_json(replay: TrafficReplay) -> str:
    """The replay for programs. Numbers of entries count from 0."""
    return json.dumps(_document(replay), ensure_ascii=False, indent=2) + "\n"


def _document(replay: TrafficReplay) -> dict[str, Any]:
    judged = replay.judged
    agencies = len(judged.agencies)
    return {
        "outcome": replay.outcome,
        "exitCode": replay.exit_code,
        "headline": headline(replay),
        "old": {"name": replay.old.interface.name, "version": replay.old.interface.number, "reason": replay.old.reason},
        "new": {"name": replay.new.name, "version": replay.new.number},
        "files": list(judged.traffic.files),
        "addresses": list(judged.traffic.addresses),
        "agencies": list(judged.agencies),
        "counts": {
            f"{side.value}s": dict(zip(("judged", "newly", "before", "mended"), _counts(replay, side), strict=True))
            for side in Side
        },
        "notJudged": {
            "bodies": dict(judged.gaps),
            "unknownOperations": len(judged.unknown),
            "otherAddresses": judged.traffic.elsewhere,
        },
        "notices": list(notices(replay)),
        "shares": [
            {
                "sentence": share_sentence(share, agencies),
                "reader": READER[share.complaint.side],
                "side": share.complaint.side,
                "place": share.complaint.place,
                "fault": share.complaint.fault,
                "count": share.count,
                "agencies": list(share.agencies),
            }
            for share in replay.shares
        ],
        "by": replay.by,
        "groups": [_group(group) for group in replay.groups],
        "brokenBefore": [_broken(broken) for broken in broken_of(judged.messages_with(Fate.before))],
    }


def _group(group: BrokenGroup) -> dict[str, Any]:
    return {
        "name": group.name,
        "judged": group.judged,
        "newly": group.newly,
        "broken": [_broken(broken) for broken in group.broken],
    }


def _broken(broken: Broken) -> dict[str, Any]:
    return {
        "operation": broken.operation,
        "side": broken.complaint.side,
        "place": broken.complaint.place,
        "fault": broken.complaint.fault,
        "count": broken.count,
        "agencies": list(broken.agencies),
        "first": {"file": broken.first.file, "entry": broken.first.exchange.index},
    }


RENDERINGS: Mapping[str, Callable[[TrafficReplay], str]] = {
    "text": as_text,
    "json": as_json,
    "markdown": as_markdown,
}
