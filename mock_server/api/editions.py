"""A contract as it is served at one moment, and the shelf from which every request takes the contracts of its moment.

An edition never changes. A new edition replaces the old one on the shelf in one assignment, so a request sees one
contract from its beginning to its end.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from mock_server.api.bodies import write_json
from mock_server.api.contract import Contract
from mock_server.api.exchanges import exchange_of
from mock_server.api.substitutes import Replaced, Substitutes
from openapi.rendering import rendering_30

CONTRACT_HEADER = "Teesheet-Contract"


@dataclass(frozen=True)
class Edition:
    """A contract, and the application that serves it.

    *name* is the file that a user named, empty for the packaged contract. *substitutes* are None for the packaged
    contract, whose operations all have code.
    """

    contract: Contract
    application: Any
    name: str = ""
    substitutes: Substitutes | None = None

    @cached_property
    def text(self) -> bytes:
        """The document as it is served."""
        return write_json(self.contract.document)

    @cached_property
    def sha256(self) -> str:
        """The digest of the document as it is served."""
        return hashlib.sha256(self.text).hexdigest()

    @cached_property
    def text_30(self) -> bytes:
        """The document in OpenAPI 3.0."""
        return write_json(rendering_30(self.contract.document))

    @property
    def title(self) -> str:
        """The title in the document."""
        return str(self.contract.document["info"]["title"])

    @property
    def version(self) -> str:
        """The version in the document."""
        return str(self.contract.document["info"]["version"])

    @property
    def prefix(self) -> str:
        """How the paths of the contract begin."""
        return f"{self.contract.base_path}/"

    @property
    def from_examples(self) -> Mapping[str, str]:
        """The operations that answer from examples, each with the reason."""
        return {} if self.substitutes is None else self.substitutes.reasons

    @property
    def replaced(self) -> Mapping[str, Replaced]:
        """The operations with code of which this process replaced answers by examples."""
        return {} if self.substitutes is None else self.substitutes.replaced

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answers a request. The answer names the contract, unless the contract is the packaged one."""
        if self.substitutes is not None:
            exchange_of(scope).added_headers[CONTRACT_HEADER] = self._mark
        await self.application(scope, receive, send)

    @cached_property
    def _mark(self) -> str:
        version = self.version.encode("ascii", "replace").decode()
        return f"{' '.join(version.split())[:40]} sha256:{self.sha256[:12]}"


@dataclass(frozen=True, slots=True)
class LineUp:
    """What a server serves at one moment.

    *beside* is a second edition under a base path of its own, or None. *watched* says whether edits of its files are
    served. *trouble* says why the last edit is not served, and is empty if it is. *differences* are the changes of the
    editions since the start, in sentences; None if they are not known yet.
    """

    main: Edition
    beside: Edition | None = None
    watched: bool = False
    trouble: str = ""
    differences: Sequence[str] | None = ()
    by_prefix: Sequence[tuple[str, Edition]] = field(init=False)

    def __post_init__(self) -> None:
        editions = [self.main] if self.beside is None else [self.main, self.beside]
        longest_first = sorted(((edition.prefix, edition) for edition in editions), key=lambda item: -len(item[0]))
        object.__setattr__(self, "by_prefix", tuple(longest_first))

    def edition_of(self, path: str) -> Edition | None:
        """The edition that answers a path, or None."""
        for prefix, edition in self.by_prefix:
            if path.startswith(prefix):
                return edition
        return None


class Shelf:
    """The line-up of the present moment. Read `now` once for each request."""

    def __init__(self, now: LineUp) -> None:
        self.now = now
