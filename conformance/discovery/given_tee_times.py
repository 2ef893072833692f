"""What the finder of tee times has given to the checks of one lane."""

import random
from dataclasses import dataclass, field
from datetime import date

from conformance.discovery.grounds import BookingGround
from conformance.discovery.offered_tee_times import FreshDay, OfferedTeeTime


@dataclass
class OpenSheet:
    """The tee times of one sheet that checks may still get. It was read at *read_at*."""

    tee_times: list[OfferedTeeTime]
    read_at: float


@dataclass
class Given:
    """What one lane got so far. Moments are in seconds of `moments.monotonic`."""

    random: random.Random
    grounds: list[BookingGround] | None = None
    why_none: str = ""
    used_days: set[tuple[str, date]] = field(default_factory=set)
    # The sheet that gave a tee time last is the last.
    open: list[OpenSheet] = field(default_factory=list)
    open_in_run: int = 1
    probed: list[FreshDay] = field(default_factory=list)
    probed_at: float = 0.0
    shared: dict[int, tuple[float, FreshDay]] = field(default_factory=dict)


def next_of(sheets: list[OpenSheet], places: int) -> OfferedTeeTime | None:
    """Takes a tee time with at least *places* free from the first of *sheets* that has one. Another sheet is first
    then.
    """
    for sheet in sheets:
        for tee_time in sheet.tee_times:
            if tee_time.places >= places:
                sheet.tee_times.remove(tee_time)
                sheets.remove(sheet)
                sheets.append(sheet)
                return tee_time
    return None
