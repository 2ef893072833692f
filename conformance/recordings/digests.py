"""Digests of the contract, the requirements and the checks. Two runs with the same digests judge alike."""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from conformance.catalogue.files import REQUIREMENTS_FOLDER
from conformance.contracts.under_test import contract_under_test
from conformance.recordings.run_record import Digests

_PACKAGE = Path(__file__).parents[1]


@cache
def digests() -> Digests:
    """The digests of this installation."""
    contract = contract_under_test()
    return Digests(
        contract=contract.sha256 if contract else None,
        requirements=_digest(REQUIREMENTS_FOLDER.glob("*.yaml")),
        checks=_digest(file for file in _PACKAGE.rglob("*.py") if file.parent.name != "report"),
    )


def _digest(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for file in sorted(files):
        # A working tree may have other line endings.
        content = file.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{file.name} {len(content)}\n".encode() + content)
    return digest.hexdigest()
