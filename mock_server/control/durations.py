"""Durations in the form of ISO 8601: `PT15M`, `P14D`, `P1DT2H30M`."""

import re
from datetime import timedelta

_PARTS = re.compile(r"P(?:([0-9]+)D)?(?:T(?:([0-9]+)H)?(?:([0-9]+)M)?(?:([0-9]+)S)?)?\Z", re.ASCII)


def duration(text: str) -> timedelta:
    """The span that *text* names. *text* matches the pattern in `openapi/control/clock.yaml`."""
    match = _PARTS.match(text)
    assert match is not None
    days, hours, minutes, seconds = (int(part or 0) for part in match.groups())
    return timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)
