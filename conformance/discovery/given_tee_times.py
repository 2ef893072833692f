"""What the finder of tee times has given to the checks of one lane."""

import random
from dataclasses import dataclass, field
from datetime import date

from conformance.discovery.grounds import BookingGround
from conformance.discovery.offered_tee_times import FreshDay, OfferedTeeTime


@dataclass
class Given:
    """What one lane got so far. Moments are in seconds of `moments.monotonic`."""

    random: random.Random
    grounds: list[BookingGround] | None = None
    why_none: str = ""
    used_days: set[tuple[str, date]] = field(default_factory=set)
    offered: dict[int, list[OfferedTeeTime]] = field(default_factory=dict)
    offered_at: dict[int, float] = field(default_factory=dict)
    offered_in_run: int = 1
    probed: list[FreshDay] = field(default_factory=list)
    probed_at: float = 0.0
    shared: dict[int, tuple[float, FreshDay]] = field(default_factory=dict)
