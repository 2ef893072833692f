"""What the checks send and make, as measured: the data in footprint.yaml, which `python -m tests.footprint` writes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

import yaml

_FILE = Path(__file__).with_name("footprint.yaml")


@dataclass(frozen=True)
class Footprint:
    """Requests sent and things made. *left* are those of the things that only the clean-up of a run ends, *stay* those
    that not even it could end where this was measured.
    """

    requests: int = 0
    bookings: int = 0
    holds: int = 0
    hooks: int = 0
    groups: int = 0
    subscriptions: int = 0
    tokens: int = 0
    left: int = 0
    stay: int = 0

    def __add__(self, other: "Footprint") -> "Footprint":
        return Footprint(*(getattr(self, field.name) + getattr(other, field.name) for field in fields(Footprint)))

    @property
    def made(self) -> int:
        """Everything that stands on a target until somebody ends it or it ends by itself."""
        return self.bookings + self.holds + self.hooks + self.groups + self.subscriptions + self.tokens


@dataclass(frozen=True)
class Measured:
    """One check over all measured runs: what is usual, and the most."""

    usual: Footprint
    most: Footprint


@dataclass(frozen=True)
class Measurements:
    """The data. *checks* are by name, and so are the *fixtures* that they share; *needs* has those of a check.

    *generated* and *generated_reads* are what a run of all rows sends after its checks, where it may write and where it
    may not. *shared* is what checks find out for each other, so that the first of them needs more than it took here.
    *untested* has the rows that a missing key of the target file leaves untested. *courses* and *seconds* say what was
    measured on, and how long a run took there.
    """

    runs: int
    courses: int
    seconds: float
    shared: Footprint
    checks: Mapping[str, Measured]
    fixtures: Mapping[str, Measured]
    needs: Mapping[str, tuple[str, ...]]
    generated: Measured
    generated_reads: Measured
    untested: Mapping[str, tuple[str, ...]]

    def of(self, check: str) -> Measured:
        """What *check* takes. One that is new since it was measured counts as one that takes much."""
        return self.checks.get(check) or self._of_a_new_one

    def all_of(self, checks: Iterable[str]) -> Sequence[Measured]:
        """What these checks take, and once each what they share."""
        names = list(checks)
        shared = dict.fromkeys(fixture for name in names for fixture in self.needs.get(name, ()))
        return [*map(self.of, names), *(self.fixtures[fixture] for fixture in shared)]

    @property
    def _of_a_new_one(self) -> Measured:
        most = sorted((check.most for check in self.checks.values()), key=lambda footprint: footprint.requests)
        much = most[len(most) * 9 // 10] if most else Footprint(requests=20, bookings=4)
        return Measured(much, much)


def total(footprints: Iterable[Footprint]) -> Footprint:
    """All of them together."""
    return sum(footprints, Footprint())


@cache
def load_measurements(file: Path = _FILE) -> Measurements:
    """The measurements that the package carries."""
    read = yaml.safe_load(file.read_text(encoding="utf-8"))
    return Measurements(
        read["runs"],
        read["courses"],
        float(read["seconds"]),
        _footprint(read["shared"]),
        {name: _measured(item) for name, item in read["checks"].items()},
        {name: _measured(item) for name, item in read["fixtures"].items()},
        {check: tuple(names) for check, names in read["needs"].items()},
        _measured(read["generated"]),
        _measured(read["generated_reads"]),
        {key: tuple(rows) for key, rows in read["untested"].items()},
    )


def _measured(read: Mapping[str, Any]) -> Measured:
    return Measured(_footprint(read["usual"]), _footprint(read["most"]))


def _footprint(read: Mapping[str, Any] | None) -> Footprint:
    return Footprint(**(read or {}))
