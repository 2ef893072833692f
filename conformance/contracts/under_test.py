"""The contract of this suite: title, version and digest of the bundled document."""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from openapi.bundler import contract
from openapi.places import ContractError


@dataclass(frozen=True)
class Contract:
    """The contract for which the suite was written."""

    title: str
    version: str
    sha256: str

    @property
    def short_digest(self) -> str:
        """The first digits of the digest, enough for a reader to compare two runs."""
        return self.sha256[:16]


def contract_under_test() -> Contract | None:
    """The contract installed beside the suite, or None when there is none or it cannot be read."""
    document = _bundled()
    if document is None:
        return None
    return Contract(
        title=str(document["info"]["title"]),
        version=str(document["info"]["version"]),
        sha256=digest_of(document),
    )


def digest_of(document: Any) -> str:
    """The SHA-256 digest of a bundled document, in hexadecimal. Reports and recordings name their contract by it."""
    canonical = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=str)
    return hashlib.sha256(canonical.encode()).hexdigest()


def _bundled() -> Any | None:
    # The verdicts depend only on the catalogue, so without the contract the report lacks a line, and the run goes on.
    try:
        return contract()
    except ContractError:
        return None
