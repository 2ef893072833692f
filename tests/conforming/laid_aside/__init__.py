"""Conforming variations that were written blind, from the specification alone. They wait here, unread, until the suite
that they measure is built.
"""

from __future__ import annotations

from tests.conforming.laid_aside import (
    bookings,
    catalogue,
    company,
    conventions,
    days,
    deliveries,
    errors,
    leniency,
    prices,
    seasons,
    selling,
    tee_time_holds,
    terms,
    traffic,
    unshown,
)
from tests.conforming.tools.variation import Variation

VARIATIONS: tuple[Variation, ...] = (
    *company.VARIATIONS,
    *terms.VARIATIONS,
    *leniency.VARIATIONS,
    *selling.VARIATIONS,
    *prices.VARIATIONS,
    *seasons.VARIATIONS,
    *catalogue.VARIATIONS,
    *days.VARIATIONS,
    *tee_time_holds.VARIATIONS,
    *bookings.VARIATIONS,
    *unshown.VARIATIONS,
    *deliveries.VARIATIONS,
    *conventions.VARIATIONS,
    *errors.VARIATIONS,
    *traffic.VARIATIONS,
)
