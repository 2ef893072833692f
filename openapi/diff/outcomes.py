"""The outcome of a comparison: how many differences each audience has, and with which code the command ends."""

from collections.abc import Collection, Mapping
from enum import StrEnum

from openapi.diff.model import Comparison, Difference, Verdict


class ExtraBreak(StrEnum):
    """What counts as breaking only on request."""

    BEHAVIOUR = "behaviour"
    SERVER = "server"
    CODEGEN = "codegen"


VERDICTS: Mapping[Verdict, str] = {
    Verdict.BREAKING: "breaking",
    Verdict.UNDECIDED: "undecided",
    Verdict.COMPATIBLE: "compatible",
}
EXIT_CODES: Mapping[Verdict, int] = {Verdict.COMPATIBLE: 0, Verdict.BREAKING: 1, Verdict.UNDECIDED: 3}


def exit_code(comparison: Comparison, fail_on: Collection[ExtraBreak] = ()) -> int:
    """0 compatible, 1 breaking or changed in a concern of *fail_on*, 3 undecided and nothing breaking."""
    if any(says(difference, concern) for difference in comparison.differences for concern in fail_on):
        return EXIT_CODES[Verdict.BREAKING]
    return EXIT_CODES[comparison.verdict]


def says(difference: Difference, concern: ExtraBreak) -> str:
    """What a difference means for a concern. An empty text means: nothing."""
    return {
        ExtraBreak.BEHAVIOUR: difference.behaviour,
        ExtraBreak.SERVER: difference.server,
        ExtraBreak.CODEGEN: difference.codegen,
    }[concern]


def of_verdict(comparison: Comparison, verdict: Verdict) -> list[Difference]:
    """The differences with a verdict, in their order."""
    return [difference for difference in comparison.differences if difference.verdict is verdict]


def counts(comparison: Comparison) -> dict[str, int]:
    """How many differences break, are undecided or compatible, and how many concern each audience."""
    differences = comparison.differences
    by_verdict = {name: len(of_verdict(comparison, verdict)) for verdict, name in VERDICTS.items()}
    broken = {
        "client": sum(difference.client is Verdict.BREAKING for difference in differences),
        "receiver": sum(difference.receiver is Verdict.BREAKING for difference in differences),
    }
    concerns = {str(concern): sum(bool(says(item, concern)) for item in differences) for concern in ExtraBreak}
    return by_verdict | broken | concerns
