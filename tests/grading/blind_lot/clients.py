"""The two kinds of clients in the blind lot: clients that do something wrong, and clients that are odd but right."""

from dataclasses import dataclass
from typing import Literal

from conformance.grading.calls import ClientTraffic


@dataclass(frozen=True)
class Wrong:
    """A client that does something wrong."""

    name: str
    sentence: str
    kind: Literal["plain", "conditional"]
    traffic: ClientTraffic


@dataclass(frozen=True)
class Right:
    """A client that is unusual and right."""

    name: str
    sentence: str
    traffic: ClientTraffic
