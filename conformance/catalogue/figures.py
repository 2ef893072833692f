"""Figures that several rooms need."""

from datetime import datetime, timedelta

# Spec: Limits, "tee-time hold duration".
LONGEST_HOLD = timedelta(minutes=15)

# Spec: Limits, "booking hook duration". The specification names no tolerance.
HOOK_LASTS, HOOK_TOLERANCE = timedelta(days=14), timedelta(hours=24)

# A text without an offset may be in any zone. Zones differ from UTC by quarters of an hour, and by 14 hours at most.
_FARTHEST_ZONE, _QUARTER_SECONDS = timedelta(hours=14), 15 * 60
# A day ends with 23:59, 23:59:59 or 00:00.
_SECONDS_BEFORE_THE_END_OF_A_DAY = (60, 1, 0)

# Two clocks that differ by more than this do not show the same moment. The specification names no figure.
CLOCKS_AGREE_WITHIN = timedelta(minutes=5)


def may_be_fourteen_days(made_at: datetime, ends_at: datetime) -> bool:
    """Whether a hook made at *made_at* that ends at *ends_at* lasts 14 days, by hours or by the calendar of a zone."""
    away = abs(ends_at - made_at - HOOK_LASTS)
    return away <= _FARTHEST_ZONE or (away <= HOOK_TOLERANCE and _may_end_a_day(ends_at))


def _may_end_a_day(moment: datetime) -> bool:
    seconds = moment.minute * 60 + moment.second
    return any((seconds + before) % _QUARTER_SECONDS == 0 for before in _SECONDS_BEFORE_THE_END_OF_A_DAY)
