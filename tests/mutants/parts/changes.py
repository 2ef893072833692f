"""What faults of changing a booking share: the members that can change, and changes that leave some out.

Knows no single mutant.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call

MODIFIABLE = ("players", "specialRequests", "agencyBookingReference")


async def changed_without(call: Call, *members: str) -> Answer:
    """The answer to a change without *members*; to a change of nothing, the booking as it is."""
    rest = {name: value for name, value in sent(call).items() if name not in members}
    if rest:
        return await call.with_json(rest).forward()
    return await call.upstream("GET", call.path)


def has_modifiable(body: Mapping[str, Any]) -> bool:
    """Whether *body* has a member that a change can change."""
    return any(member in body for member in MODIFIABLE)
