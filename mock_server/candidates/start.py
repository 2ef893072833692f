"""The contracts that the options of a start name: the main contract, and a second contract beside it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from mock_server.api.contract import Contract
from mock_server.api.mappings import UNTRANSLATED
from mock_server.candidates.mapping_files import read_mapping
from mock_server.candidates.offers import Offer, packaged_contract, reasons_for_examples
from mock_server.candidates.reading import Candidate, CandidateUnusable, read_candidate
from mock_server.candidates.watching import Watched


@dataclass(frozen=True, slots=True)
class Named:
    """What the options of a start name. None for an option that was not given."""

    contract: str | None
    beside: str | None
    beside_base: str | None
    mapping: str | None
    watch: bool


@dataclass(frozen=True, slots=True)
class Offers:
    """The contracts that a server serves at its start. *follow* takes a function that takes up every later offer."""

    first: Offer
    follow: Callable[[Callable[[Offer], None]], None] = lambda _take_up: None


def offers_of(named: Named, say: Callable[[str], None]) -> Offers:
    """The offers of the options. *say* gets a line for each later edit.

    Raises CandidateUnusable.
    """
    _require_complete(named)
    beside = None
    if named.beside is not None:
        beside, _version = read_candidate(named.beside, named.beside_base)
    watched = None
    offer = Offer()
    if named.contract is not None and named.watch:
        watched = Watched(named.contract, beside)
        offer = watched.offer
    elif named.contract is not None:
        offer = Offer(read_candidate(named.contract, apart_from=beside)[0], beside)
    elif beside is not None:
        beside.require_apart(packaged_contract().base_path)
        offer = Offer(None, beside)
    if named.mapping is not None and beside is not None:
        translation = read_mapping(Path(named.mapping), packaged_contract(), Contract(beside.document))
        offer = replace(offer, translation=translation)
    if watched is None:
        return Offers(offer)
    watched.offer = offer
    return Offers(offer, lambda take_up: watched.follow(take_up, say))


def _require_complete(named: Named) -> None:
    """Raises CandidateUnusable for an option that needs another option."""
    if named.watch and named.contract is None:
        raise CandidateUnusable("--watch serves the edits of a contract. Name the contract with --contract FILE.")
    for option, value in (("--beside-base", named.beside_base), ("--mapping", named.mapping)):
        if value is not None and named.beside is None:
            raise CandidateUnusable(f"{option} belongs to a second contract. Name the contract with --beside FILE.")


def lines_about(offer: Offer) -> Iterator[str]:
    """What the greeting says about the contracts of the user."""
    if offer.main is not None:
        watched = ", every edit is served" if offer.watched else ""
        yield f"contract          {_described(offer.main)}{watched}"
        yield from _warnings(offer.main)
        reasons = reasons_for_examples(Contract(offer.main.document), UNTRANSLATED)
        yield from (f"from an example   {name}: {reason}" for name, reason in reasons.items())
    if offer.beside is not None:
        yield f"beside            {_described(offer.beside)}, below {offer.beside.base_path}"
        yield from _warnings(offer.beside)
        reasons = reasons_for_examples(Contract(offer.beside.document), offer.translation)
        yield from (f"from an example   {name}: {reason}" for name, reason in reasons.items())


def _described(candidate: Candidate) -> str:
    return f"{candidate.name}, version {candidate.document['info']['version']}"


def _warnings(candidate: Candidate) -> Iterator[str]:
    return (f"warning           {warning}" for warning in candidate.warnings)
