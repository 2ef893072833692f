"""The contracts and the mapping that the options of a start name, read together into one offer."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mock_server.api.contract import Contract
from mock_server.api.mappings import UNTRANSLATED
from mock_server.candidates.mapping_files import read_mapping
from mock_server.candidates.offers import ContractOffer, packaged_contract
from mock_server.candidates.reading import CandidateUnusable, files_of, read_candidate
from openapi.versions import Version


@dataclass(frozen=True, slots=True)
class Named:
    """What the options of a start name. None for an option that was not given."""

    contract: str | None
    beside: str | None
    beside_base: str | None
    mapping: str | None
    watch: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """An offer, the versions that it was read from by the names of the user, and all their files."""

    offer: ContractOffer
    versions: dict[str, Version]
    files: frozenset[Path]


def read_named(named: Named) -> Reading:
    """Reads everything that the options name, at this moment. Raises CandidateUnusable."""
    _require_complete(named)
    main = beside = None
    versions: dict[str, Version] = {}
    translation = UNTRANSLATED
    if named.beside is not None:
        beside, versions[named.beside] = read_candidate(named.beside, named.beside_base)
    if named.contract is not None:
        main, versions[named.contract] = read_candidate(named.contract, apart_from=beside)
    elif beside is not None:
        beside.require_apart(packaged_contract().base_path)
    if named.mapping is not None and beside is not None:
        translation = read_mapping(Path(named.mapping), packaged_contract(), Contract(beside.document))
    files = {file for version in versions.values() for file in files_of(version)}
    offer = ContractOffer(main, beside, translation, watched=named.watch)
    return Reading(offer, versions, frozenset((*files, *_mapping_files(named))))


def _mapping_files(named: Named) -> Iterator[Path]:
    if named.mapping is not None:
        yield Path(named.mapping)


def _require_complete(named: Named) -> None:
    """Raises CandidateUnusable for an option that needs another option."""
    if named.watch and named.contract is None and named.beside is None:
        way_out = "Name a contract with --contract FILE or --beside FILE."
        raise CandidateUnusable(f"--watch serves the edits of a contract. {way_out}")
    for option, value in (("--beside-base", named.beside_base), ("--mapping", named.mapping)):
        if value is not None and named.beside is None:
            raise CandidateUnusable(f"{option} belongs to a second contract. Name the contract with --beside FILE.")
