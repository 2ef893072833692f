"""The facts of one run. All its random choices and all its dates follow from them."""

import hashlib
import random
from dataclasses import dataclass
from datetime import date, datetime

# Seeds are smaller than this number.
SEED_BELOW = 2**32


@dataclass(frozen=True)
class Run:
    """One run.

    *today* is the target's own date if the target shows one; *marker* is in the reference of every booking of this run.
    *part* counts the parts of a resumed run.
    """

    seed: int
    started_at: datetime
    today: date
    marker: str
    read_only: bool
    part: int = 1

    @property
    def digits(self) -> str:
        """The beginning of references of this run that are digits alone. Programs may take them for numbers."""
        return digits_of(self.marker)

    def random(self, name: str) -> random.Random:
        """A random source of its own for *name*: the same seed and name give the same numbers."""
        return random.Random(f"{self.seed}:{name}")  # noqa: S311 - repeatable on purpose


def digits_of(marker: str) -> str:
    """A zero and eight digits that follow from *marker*. All parts of a resumed run have the same."""
    first_part = marker.partition("-r")[0]
    return f"0{int(hashlib.sha256(first_part.encode()).hexdigest(), 16) % 10**8:08d}"


def new_run(seed: int, started_at: datetime, today: date, *, read_only: bool) -> Run:
    """A run whose marker follows from the seed and the start, so that two runs never share one."""
    digest = hashlib.sha256(f"{seed}:{started_at.isoformat()}".encode()).hexdigest()
    return Run(seed, started_at, today, f"tsc-{digest[:10]}", read_only)
