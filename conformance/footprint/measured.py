"""The measured footprint of the checks, from footprint.yaml, which `python -m tests.footprint` writes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

import yaml

_FILE = Path(__file__).with_name("footprint.yaml")


@dataclass(frozen=True)
class Footprint:
    """Requests sent and things created. *left* counts the things that only the clean-up of a run ends. *stay* counts
    the things that even the clean-up could not end in the measured runs.
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
    def created(self) -> int:
        """The number of all things that exist on a target until somebody ends them or they end by themselves."""
        return self.bookings + self.holds + self.hooks + self.groups + self.subscriptions + self.tokens

    @property
    def with_clean_up(self) -> "Footprint":
        """The same, with a request for each thing that is left, and a read of each thing that stays."""
        return replace(self, requests=self.requests + self.left + self.stay)


@dataclass(frozen=True)
class Measured:
    """The usual and the largest footprint of one check over all measured runs."""

    usual: Footprint
    most: Footprint


@dataclass(frozen=True)
class Measurements:
    """All measurements. *checks* are by name, and so are the *fixtures* that checks share; *needs* has the fixtures of
    each check.

    *generated* is the footprint of generated traffic after a full run, *generated_reads* after a read-only run.
    *shared* is the footprint of facts that checks find out for each other; it is not in the footprint of any check.
    *untested* has, for each key of the target file, the rows that stay untested without the key. *courses* and
    *seconds* are the number of courses of the measured target and the duration of a run there.
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
        """The footprint of *check*. A check that was never measured gets a large footprint."""
        return self.checks.get(check) or self._of_a_new_one

    def all_of(self, checks: Iterable[str]) -> Sequence[Measured]:
        """The footprints of these checks, and of each fixture that they share, counted once."""
        names = list(checks)
        shared = dict.fromkeys(fixture for name in names for fixture in self.needs.get(name, ()))
        return [*map(self.of, names), *(self.fixtures[fixture] for fixture in shared)]

    def expected(self, checks: Iterable[str]) -> Footprint:
        """The usual footprint of a run of these checks, without its clean-up and without generated traffic."""
        return total(part.usual for part in self.all_of(checks)) + self.shared

    def generated_traffic(self, *, whole: bool, read_only: bool) -> Measured:
        """The footprint of generated traffic after a run of all rows of its profile. Any other run has none."""
        if not whole:
            return Measured(Footprint(), Footprint())
        return self.generated_reads if read_only else self.generated

    @property
    def _of_a_new_one(self) -> Measured:
        most = sorted((check.most for check in self.checks.values()), key=lambda footprint: footprint.requests)
        much = most[len(most) * 9 // 10] if most else Footprint(requests=20, bookings=4)
        return Measured(much, much)


def total(footprints: Iterable[Footprint]) -> Footprint:
    """The sum of all *footprints*."""
    return sum(footprints, Footprint())


@cache
def load_measurements(file: Path = _FILE) -> Measurements:
    """The measurements that the package carries."""
    # Every run reads this file. The loader in C takes a tenth of the time.
    read = yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader)
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
