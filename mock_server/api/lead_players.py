"""The lead player in JSON, for bookings, booking hooks and group bookings."""

from collections.abc import Mapping
from typing import Any

from mock_server.domain.bookings import LeadPlayer


def lead_player_of(body: Mapping[str, Any]) -> LeadPlayer:
    """The lead player that a valid request names."""
    lead = body["leadPlayer"]
    return LeadPlayer(lead["firstName"], lead["lastName"], lead["email"], lead.get("phone"))


def shown_lead_player(lead: LeadPlayer) -> dict[str, str]:
    """The lead player as answers show it. The phone is not echoed (assumption A-35)."""
    return {"firstName": lead.first_name, "lastName": lead.last_name, "email": lead.email}
