"""Every variation, in the file of its noun or theme."""

from __future__ import annotations

from tests.conforming.tools.variation import Variation
from tests.conforming.variations import (
    answers,
    availability,
    bookings,
    company,
    conventions,
    courses,
    delays,
    deliveries,
    ids,
    leniency,
    tee_time_holds,
    transfer,
    unshown,
)

# The first is the innermost layer. The order decides what a seed draws.
EVERY_VARIATION: tuple[Variation, ...] = (
    *company.VARIATIONS,
    *leniency.VARIATIONS,
    *delays.VARIATIONS,
    *tee_time_holds.VARIATIONS,
    *bookings.VARIATIONS,
    *courses.VARIATIONS,
    *availability.VARIATIONS,
    *unshown.VARIATIONS,
    *deliveries.VARIATIONS,
    *conventions.VARIATIONS,
    *answers.VARIATIONS,
    *ids.VARIATIONS,
    *transfer.VARIATIONS,
)
