"""How far ahead a tee time lies beyond every cutoff of its course, so that a booking costs nothing to take back."""

from collections.abc import Iterator, Mapping
from typing import Any

_DAYS_OF_SLACK = 3


def days_beyond_cutoffs(terms: Mapping[str, Any]) -> int:
    """The first day from today, counted in days, that lies beyond every cutoff and every cancellation tier of *terms*.

    Days in hand allow for the time zone of the course and for the length of a run. Raises `KeyError` or `TypeError`
    when *terms* are not as documented.
    Spec: Resources, Course terms.
    """
    booking_terms = terms["bookingTerms"]
    hours = [booking_terms["modificationCutoffHours"], booking_terms["selfServiceCancellationCutoffHours"]]
    return int(max([*hours, *_tier_hours(terms)]) // 24) + _DAYS_OF_SLACK


def _tier_hours(terms: Mapping[str, Any]) -> Iterator[int]:
    """Where refunds change. Before the first of these hours nothing is kept back, or no more than must be."""
    policy = terms.get("cancellationPolicy")
    tiers = policy.get("tiers") if isinstance(policy, Mapping) else None
    for tier in tiers if isinstance(tiers, list) else []:
        hours = tier.get("hoursBeforeTeeTime") if isinstance(tier, Mapping) else None
        if isinstance(hours, int):
            yield hours
