"""The probes by assumption, and the assumptions that no request can show."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tests.answers.asking import Asker

Probe = Callable[[Asker], str]

PROBES: dict[str, Probe] = {}


@dataclass(frozen=True)
class NotOnTheWire:
    """An answer that no request can show: the word that the prose of the contract gives, and why nothing shows it."""

    said: str
    reason: str


NOT_ON_THE_WIRE: Mapping[str, NotOnTheWire] = {
    "A-54": NotOnTheWire("headers", "Nothing in this version is deprecated, so no answer has the two headers."),
}


def probe(assumption: str) -> Callable[[Probe], Probe]:
    """Registers a function as the probe of an assumption."""

    def registered(function: Probe) -> Probe:
        assert assumption not in PROBES, f"{assumption} has two probes."
        PROBES[assumption] = function
        return function

    return registered
