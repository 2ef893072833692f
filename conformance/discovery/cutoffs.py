"""How far ahead a tee time must be to lie beyond every cutoff of its course, so that its cancellation costs nothing."""

from collections.abc import Iterator, Mapping
from typing import Any

DAYS_OF_SLACK = 3


def days_beyond_cutoffs(terms: Mapping[str, Any]) -> int:
    """How many days from today the first day beyond every cutoff and every cancellation tier of *terms* is.

    Some days are added for the time zone of the course and for the length of a run. Raises `KeyError` or `TypeError`
    when *terms* are not as documented.
    Spec: Resources, Course terms.
    """
    booking_terms = terms["bookingTerms"]
    hours = [booking_terms["modificationCutoffHours"], booking_terms["selfServiceCancellationCutoffHours"]]
    return int(max([*hours, *_tier_hours(terms)]) // 24) + DAYS_OF_SLACK


def _tier_hours(terms: Mapping[str, Any]) -> Iterator[int]:
    """Hours before the tee time at which the refund changes. Before the first of them, the refund is the largest."""
    policy = terms.get("cancellationPolicy")
    tiers = policy.get("tiers") if isinstance(policy, Mapping) else None
    for tier in tiers if isinstance(tiers, list) else []:
        hours = tier.get("hoursBeforeTeeTime") if isinstance(tier, Mapping) else None
        if isinstance(hours, int):
            yield hours
