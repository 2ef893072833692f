"""What a server is asked to serve: the contracts of the user as plain values, which any process can turn into editions.

An offer travels between processes as JSON.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import orjson

from mock_server.api.application import Parts, edition_of_a_user, packaged_edition
from mock_server.api.contract import Contract
from mock_server.api.editions import Edition, LineUp
from mock_server.api.fitness import misfit
from mock_server.api.mappings import UNTRANSLATED, Translation
from mock_server.candidates.reading import Candidate
from openapi.bundler import contract as bundled_contract


@dataclass(frozen=True, slots=True)
class ContractOffer:
    """The contracts to serve. *main* is None for the packaged contract.

    *translation* translates between the contract *beside* and the code. The other members are those of a `LineUp`.
    """

    main: Candidate | None = None
    beside: Candidate | None = None
    translation: Translation = UNTRANSLATED
    watched: bool = False
    trouble: str = ""
    differences: tuple[str, ...] | None = ()

    def as_json(self) -> bytes:
        """The offer for another process."""
        return orjson.dumps(self)

    @classmethod
    def from_json(cls, text: bytes) -> "ContractOffer":
        """The offer that another process wrote."""
        members: dict[str, Any] = orjson.loads(text)
        read = {
            "main": _candidate(members["main"]),
            "beside": _candidate(members["beside"]),
            "translation": Translation(**members["translation"]),
        }
        return cls(**{**members, **read})


def _candidate(members: dict[str, Any] | None) -> Candidate | None:
    return None if members is None else Candidate(**members)


PACKAGED = ContractOffer()


@cache
def packaged_contract() -> Contract:
    """The packaged contract, compiled once per process."""
    return Contract(bundled_contract())


def line_up(offer: ContractOffer, parts: Parts, before: LineUp | None = None) -> LineUp:
    """The editions of an offer. An edition of *before* that has the same document stays as it is."""
    return LineUp(
        _main(offer.main, parts, None if before is None else before.main),
        _beside(offer, parts, None if before is None else before.beside),
        offer.watched,
        offer.trouble,
        offer.differences,
    )


def _main(candidate: Candidate | None, parts: Parts, kept: Edition | None) -> Edition:
    if candidate is None:
        return kept or packaged_edition(packaged_contract(), parts)
    return _edition(candidate, UNTRANSLATED, parts, kept)


def _beside(offer: ContractOffer, parts: Parts, kept: Edition | None) -> Edition | None:
    return None if offer.beside is None else _edition(offer.beside, offer.translation, parts, kept)


def _edition(candidate: Candidate, translation: Translation, parts: Parts, kept: Edition | None) -> Edition:
    if kept is not None and kept.contract.document == candidate.document:
        return kept
    contract = Contract(candidate.document)
    return edition_of_a_user(candidate.name, contract, translation, reasons_for_examples(contract, translation), parts)


def reasons_for_examples(contract: Contract, translation: Translation) -> Mapping[str, str]:
    """The operations of a contract that the code cannot serve, each with the reason."""
    own = packaged_contract().operations
    reasons = {
        name: misfit(plan, own.get(translation.first_id(name)), translation)
        for name, plan in contract.operations.items()
    }
    return {name: reason for name, reason in reasons.items() if reason is not None}
