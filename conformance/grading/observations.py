"""What a judgement says about the calls of a client, and the table of all judgements."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from conformance.grading.calls import Call, ClientTraffic


@dataclass(frozen=True)
class Observation:
    """A situation of a row occurred, and the client did right or wrong. *sentence* says what it did wrong; it is empty
    for a right act. *calls* are places in the recording.
    """

    is_right: bool
    sentence: str = ""
    calls: tuple[int, ...] = ()


RowJudgement = Callable[[ClientTraffic], Iterator[Observation]]

JUDGEMENTS: dict[str, RowJudgement] = {}


def decides(row: str) -> Callable[[RowJudgement], RowJudgement]:
    """Enters the function below as the judgement of *row*."""

    def enter(judgement: RowJudgement) -> RowJudgement:
        assert row not in JUDGEMENTS, f"two judgements decide {row}"
        JUDGEMENTS[row] = judgement
        return judgement

    return enter


def right(*calls: Call) -> Observation:
    """The client did right in these calls."""
    return Observation(is_right=True, calls=_places(calls))


def wrong(sentence: str, *calls: Call) -> Observation:
    """The client did wrong in these calls; *sentence* says what it did, without a full stop."""
    return Observation(is_right=False, sentence=sentence, calls=_places(calls))


def judged(is_right: bool, sentence: str, *calls: Call) -> Observation:
    """`right` or, with *sentence*, `wrong`."""
    return right(*calls) if is_right else wrong(sentence, *calls)


def _places(calls: tuple[Call, ...]) -> tuple[int, ...]:
    return tuple(call.index for call in calls)
