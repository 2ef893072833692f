"""The contracts that the options of a start name: the main contract, and a second contract beside it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from mock_server.api.contract import Contract
from mock_server.api.mappings import UNTRANSLATED
from mock_server.candidates.named import Named, read_named
from mock_server.candidates.offers import ContractOffer, reasons_for_examples
from mock_server.candidates.reading import Candidate


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
        reasons = reasons_for_examples(Contract(offer.main.document), UNTRANSLATED)
        yield from (f"from an example   {name}: {reason}" for name, reason in reasons.items())
    if offer.beside is not None:
        yield f"beside            {_described(offer.beside)}, below {offer.beside.base_path}{watched}"
        yield from _warnings(offer.beside)
        reasons = reasons_for_examples(Contract(offer.beside.document), offer.translation)
        yield from (f"from an example   {name}: {reason}" for name, reason in reasons.items())


def _described(candidate: Candidate) -> str:
    return f"{candidate.name}, version {candidate.document['info']['version']}"


def _warnings(candidate: Candidate) -> Iterator[str]:
    return (f"warning           {warning}" for warning in candidate.warnings)
