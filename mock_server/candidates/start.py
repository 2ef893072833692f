"""The contracts that the options of a start name: the main contract, and a second contract beside it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from mock_server.api.contract import Contract
from mock_server.api.mappings import UNTRANSLATED
from mock_server.candidates.named import Named, read_named
from mock_server.candidates.offers import ContractOffer, reasons_for_examples
from mock_server.candidates.reading import Candidate

_MOST_LINES = 10


@dataclass(frozen=True, slots=True)
class Offers:
    """The contracts that a server serves at its start. *follow* takes a function that takes up every later offer."""

    first: ContractOffer
    follow: Callable[[Callable[[ContractOffer], None]], None] = lambda _take_up: None


def offers_of(named: Named, say: Callable[[str], None]) -> Offers:
    """The offers of the options. *say* gets a line for each later edit.

    Raises CandidateUnusable.
    """
    if not named.watch:
        return Offers(read_named(named).offer)
    # Comparing versions loads more than the rest of this room.
    from mock_server.candidates.watching import Watched  # noqa: PLC0415 - only --watch compares.

    watched = Watched(named)
    return Offers(watched.offer, lambda take_up: watched.follow(take_up, say))


def lines_about(offer: ContractOffer) -> Iterator[str]:
    """What the greeting says about the contracts of the user."""
    watched = ", every edit is served" if offer.watched else ""
    if offer.main is not None:
        yield f"contract          {_described(offer.main)}{watched}"
        yield from _warnings(offer.main)
        yield from _from_examples(reasons_for_examples(Contract(offer.main.document), UNTRANSLATED))
    if offer.beside is not None:
        yield f"beside            {_described(offer.beside)}, below {offer.beside.base_path}{watched}"
        yield from _warnings(offer.beside)
        yield from _from_examples(reasons_for_examples(Contract(offer.beside.document), offer.translation))


def _described(candidate: Candidate) -> str:
    return f"{candidate.name}, version {candidate.document['info']['version']}"


def _warnings(candidate: Candidate) -> Iterator[str]:
    return _first_of("warning", candidate.warnings, "warnings")


def _from_examples(reasons: Mapping[str, str]) -> Iterator[str]:
    return _first_of("from an example", [f"{name}: {reason}" for name, reason in reasons.items()], "operations")


def _first_of(title: str, lines: Sequence[str], things: str) -> Iterator[str]:
    """The first lines under a title, and how many more there are: a greeting fits a screen."""
    yield from (f"{title:18}{line}" for line in lines[:_MOST_LINES])
    if len(lines) > _MOST_LINES:
        yield f"{'':18}and {len(lines) - _MOST_LINES:,} more {things}"
