"""The catalogue: every requirement the suite knows, as values.

Rows are facts about the specification. This module knows neither files, checks nor targets.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from conformance.catalogue.shapes import Shape
from conformance.text.spelling import did_you_mean


class Level(StrEnum):
    """How much a row binds: `must` can fail a target, `should` can warn, the other two can do neither."""

    must = "must"
    should = "should"
    excluded = "excluded"
    open = "open"


class Gravity(StrEnum):
    """How heavy a violated should is: `serious` concerns places, money, another agency's data, or a notification that
    is lost or false.
    """

    serious = "serious"
    minor = "minor"


class Basis(StrEnum):
    """How the specification says it; README.md of the folder explains each word."""

    stated = "stated"
    table = "table"
    entailed = "entailed"
    sample = "sample"
    inferred = "inferred"
    not_shown = "not shown"


class Mode(StrEnum):
    """R reads, W writes and cleans up, D cannot clean up or waits, M needs a lever."""

    R = "R"
    W = "W"
    D = "D"
    M = "M"


PROFILES: Mapping[str, str] = {
    "READ": "reading with one key",
    "BOOK": "online bookings with one key",
    "OFFLINE": "bookings that a course confirms",
    "HOLD": "tee-time holds",
    "AGENCY2": "a second agency",
    "RACE": "requests at the same moment",
    "TIME": "waiting, or moving the clock",
    "CUTOFF": "bookings inside a cutoff",
    "GROUP": "group bookings",
    "WEBHOOK": "subscriptions and deliveries",
    "HOOK": "booking hooks",
    "JWT": "tokens",
}

NEEDS: Mapping[str, str] = {
    "write": "may write",
    "online": "a course with online booking",
    "offline": "a course without online booking",
    "date": "a Date header that shows the time of the target, or its declared clock",
    "quiet": "nobody else books the chosen tee times",
    "key2": "the key of a second, unrelated agency",
    "badkey": "may send missing and wrong keys",
    "holdfield": "the declared place of the hold id in POST /bookings",
    "clock": "a clock that can be moved, or leave to wait 16 minutes",
    "confirm": "a lever with which the course confirms",
    "hook": "booking hooks, with their declared payload",
    "group": "group bookings",
    "grpbody": "the declared payload of the player list",
    "wh": "webhooks",
    "whid": "the declared place of a subscription's id",
    "jwt": "tokens, with their declared payload",
    "receiver": "a receiver that the target can reach over HTTPS",
    "disposable": "bookings that cannot be cancelled are acceptable",
    "fx:booking-code": "a booking code and its document id",
    "fx:coords": "a course with coordinates",
    "fx:default-terms": "a course that has the platform's terms",
    "fx:extras": "a course with extra products",
    "fx:geo-area": "the name of a geographical area",
    "fx:low-maximum": "a course whose terms take fewer than four players",
    "fx:near-term": "a free tee time inside a cutoff",
    "fx:nine-hole-prices": "a course with 9-hole prices",
    "fx:nine-holes": "a course of 9 holes",
    "fx:no-modification": "a course whose terms forbid changes",
    "fx:override-terms": "a course with terms of its own",
    "fx:priced": "a course with seasons",
    "fx:region-id": "a region id",
    "fx:two-pages": "a list of at least two pages",
}

# One file for each area. The first three letters of an id name its file.
CATALOGUE_AREAS: Mapping[str, tuple[str, ...]] = {
    "conventions": ("ENV", "CNV", "PAG"),
    "access": ("AUT",),
    "courses": ("CRS", "CRD", "PRC", "TRM"),
    "availability": ("AVT", "AVO", "AVM"),
    "tee_time_holds": ("HLD",),
    "bookings": ("BKC", "BKG", "BKL", "BKU", "BKX", "BST"),
    "booking_hooks": ("HOK",),
    "group_bookings": ("GRP",),
    "webhooks": ("WHK", "EVT"),
    "tokens": ("JWT",),
    "versioning": ("VER",),
    "invariants": ("INV",),
    "excluded": ("EXC",),
    "open": ("UNS",),
}

# Requirements of a user (rules.py).
OWN_RULES = "own_rules"

AREAS: tuple[str, ...] = (*CATALOGUE_AREAS, OWN_RULES)


class CatalogueError(Exception):
    """The catalogue, or a check that refers to it, is wrong.

    The message names the file, the row and the way out.
    """


@dataclass(frozen=True)
class Requirement:
    """One row. Members that a level does not have are None or empty; *costs* is what a violation costs an agency.

    *gravity* and *gravity_reason* belong to a should. *entailed_by* says from which sentences a must follows.
    *assumptions* belong to an open row: the answers of this contract that the row asks a target for.
    """

    id: str
    level: Level
    basis: Basis
    sentence: str
    heading: str
    area: str
    costs: str | None = None
    needs: tuple[str, ...] = ()
    profile: str | None = None
    mode: Mode | None = None
    how: str = ""
    traps: str | None = None
    fault: str | None = None
    reason: str | None = None
    gravity: Gravity | None = None
    gravity_reason: str | None = None
    entailed_by: str | None = None
    assumptions: tuple[str, ...] = ()
    shapes: tuple[Shape, ...] = ()

    @property
    def writes(self) -> bool:
        """Whether deciding this row takes more than GET. Questions about groups are asked by POST."""
        return self.mode not in (None, Mode.R) or not {"write", "group"}.isdisjoint(self.needs)


@dataclass(frozen=True)
class Catalogue:
    """All rows, in the order of the files."""

    rows: tuple[Requirement, ...]

    def __iter__(self) -> Iterator[Requirement]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def row(self, requirement_id: str) -> Requirement:
        """The row with this id. Raises `CatalogueError` with the nearest id when there is none."""
        for row in self.rows:
            if row.id == requirement_id:
                return row
        raise CatalogueError(
            f"There is no requirement {requirement_id!r}.{did_you_mean(requirement_id, (row.id for row in self.rows))}",
        )
