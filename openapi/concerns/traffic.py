"""What the traffic of a run says about a part of the messages."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Traffic:
    """*exchanges* is how many requests the run sent to the operations, *carrying* how many of these exchanges have the
    part. *checks* says how many of the carrying exchanges each check sent. *first* is the first carrying exchange for
    people, empty without any. *rows* are the requirements whose verdicts rest on carrying exchanges.
    """

    exchanges: int
    carrying: int
    checks: Mapping[str, int]
    first: str
    rows: tuple[str, ...]
