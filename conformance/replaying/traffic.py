"""Reads recorded traffic from a file or a folder: which calls go to the interface, and which agency sent each call.

The address of the interface is found from the traffic. Keys tell agencies apart and are never shown.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from conformance.contracts.interface import Interface
from conformance.evidence.exchanges import Exchange
from conformance.recordings.har_reading import Archive, RecordingError, read_archive

# The label of exchanges in archives that name no agency.
_SOMEBODY = "somebody"
_KEYLESS = "a caller without a key"
_ORIGIN = re.compile(r"https?://[^/?#]+")
_USER = re.compile(r"//[^/]*@")
_VERSION_SEGMENT = re.compile(r"/v\d+")


@dataclass(frozen=True)
class RecordedCall:
    """An exchange in *file*, where *agency* sent a request to *path*, relative to the base address."""

    file: str
    agency: str
    path: str
    exchange: Exchange


@dataclass(frozen=True)
class RecordedTraffic:
    """The *calls* to the interface at *addresses*. *elsewhere* is the number of exchanges with other addresses.

    *own_contract* is the digest of the contract with which the traffic was recorded, None when that is unknown.
    """

    files: tuple[str, ...]
    addresses: tuple[str, ...]
    calls: tuple[RecordedCall, ...]
    elsewhere: int
    own_contract: str | None


@dataclass(frozen=True)
class TrafficFiles:
    """The archives of some traffic, by the names of their files."""

    archives: Mapping[str, Archive]

    @property
    def own_contract(self) -> str | None:
        """The digest of the contract of the recorded runs; None when they differ, or when one is unknown."""
        records = [archive.record for archive in self.archives.values()]
        found = {record.facts.digests.contract if record else None for record in records}
        return found.pop() if len(found) == 1 else None


def read_traffic(place: Path) -> TrafficFiles:
    """The archives in *place*, a file or a folder. Raises `RecordingError` when there is none, or one is damaged."""
    if not place.is_dir():
        return TrafficFiles({place.name: read_archive(place)})
    files = sorted(place.rglob("*.har"))
    if not files:
        raise RecordingError(f"The folder {place} has no file that ends in .har.")
    return TrafficFiles({file.relative_to(place).as_posix(): read_archive(file) for file in files})


def calls_of(files: TrafficFiles, interfaces: Sequence[Interface], base_url: str | None) -> RecordedTraffic:
    """The calls to the interface that the contracts *interfaces* describe, at *base_url* if given.

    Raises `RecordingError` when no file has one.
    """
    is_known, name_agency = _is_known_in(interfaces), _Agencies(interfaces)
    calls: list[RecordedCall] = []
    addresses: list[str] = []
    elsewhere = 0
    for file, archive in files.archives.items():
        bases = [base_url.rstrip("/")] if base_url else _bases(archive.exchanges, is_known)
        addresses += [base for base in bases if base not in addresses]
        for exchange in archive.exchanges:
            path = _below(exchange.request.url, bases)
            if path is None or exchange.request.method == "OPTIONS":
                elsewhere += 1
            else:
                calls.append(RecordedCall(file, name_agency(exchange), path, exchange))
    if not any(is_known(call.exchange.request.method, call.path) for call in calls):
        raise RecordingError(
            f"{' and '.join(files.archives)} has no exchange with an operation of these contracts."
            " Give the address of the interface as --base-url."
        )
    shown = tuple(_USER.sub("//", address) for address in addresses)
    return RecordedTraffic(tuple(files.archives), shown, tuple(calls), elsewhere, files.own_contract)


IsKnown = Callable[[str, str], bool]


def _is_known_in(interfaces: Sequence[Interface]) -> IsKnown:
    return lambda method, path: any(interface.met(method, path) for interface in interfaces)


def _bases(exchanges: Iterable[Exchange], is_known: IsKnown) -> list[str]:
    """The most frequent base address, and the addresses on the same server that differ only in the version."""
    counted = Counter(
        base
        for exchange in exchanges
        for base in _possible_bases(exchange.request.url, exchange.request.method, is_known)
    )
    if not counted:
        return []
    first = counted.most_common(1)[0][0]
    above = _above_version(first)
    return [base for base in counted if base == first or (above is not None and _above_version(base) == above)]


def _possible_bases(url: str, method: str, is_known: IsKnown) -> Iterator[str]:
    """The addresses below which *url* is an operation."""
    address = url.partition("?")[0].partition("#")[0]
    origin = _ORIGIN.match(address)
    for slash in re.finditer("/", address) if origin else ():
        if slash.start() >= len(origin[0] if origin else "") and is_known(method, address[slash.start() :]):
            yield address[: slash.start()]


def _above_version(base: str) -> str | None:
    """The address above the version segment of *base*; None when it has none."""
    above, slash, last = base.rpartition("/")
    return above if _VERSION_SEGMENT.fullmatch(slash + last) else None


def _below(url: str, bases: Sequence[str]) -> str | None:
    address = url.partition("?")[0].partition("#")[0]
    return next((address.removeprefix(base) for base in bases if address.startswith(f"{base}/")), None)


class _Agencies:
    """Names agencies: as the archive names them, or by number in the order in which their keys appear."""

    def __init__(self, interfaces: Sequence[Interface]) -> None:
        schemes = [
            scheme for interface in interfaces for _, _, scheme in interface.members("/components/securitySchemes")
        ]
        keys = [scheme for scheme in schemes if scheme.get("type") == "apiKey"]
        self._headers = {scheme["name"].lower() for scheme in keys if scheme["in"] == "header"} | {"authorization"}
        self._parameters = {scheme["name"] for scheme in keys if scheme["in"] == "query"}
        self._names: dict[str, str] = {}

    def __call__(self, exchange: Exchange) -> str:
        if exchange.agency != _SOMEBODY:
            return exchange.agency
        request = exchange.request
        keys = [value for name, value in request.headers if name.lower() in self._headers]
        keys += [value for name, value in request.query if name in self._parameters]
        if not keys:
            return _KEYLESS
        digest = sha256(keys[0].encode()).hexdigest()
        return self._names.setdefault(digest, f"agency {len(self._names) + 1}")
