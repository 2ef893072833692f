"""The settings of a world: how its service answers where the specification is silent."""

from dataclasses import replace
from typing import Any

from mock_server.api.calls import Answer, Call
from mock_server.domain.world_settings import ALTERNATIVES, RateLimit, WorldSettings
from mock_server.services import worlds
from mock_server.storage.sessions import Session


def get_settings(_call: Call, session: Session) -> Answer:
    """GET /settings: every setting."""
    return Answer(200, {"data": _settings(session.world.settings)})


def change_settings(call: Call, session: Session) -> Answer:
    """PATCH /settings: changes the sent settings and keeps the others."""
    before, sent = session.world.settings, call.body
    limit = sent.get("rateLimit")
    after = replace(
        before,
        alternatives=_chosen(before, sent.get("alternatives", {})),
        rate_limit=before.rate_limit if "rateLimit" not in sent else limit and RateLimit(**limit),
        signature_clock=sent.get("signatureClock", before.signature_clock),
        journal=sent.get("journal", before.journal),
    )
    worlds.change_settings(session, after)
    return Answer(200, {"data": _settings(after)})


def _chosen(before: WorldSettings, sent: dict[str, str]) -> dict[str, str]:
    """The alternatives that differ from the contract after the change."""
    wanted = {**before.alternatives, **sent}
    return {name: choice for name, choice in sorted(wanted.items()) if choice != ALTERNATIVES[name].choices[0]}


def _settings(settings: WorldSettings) -> dict[str, Any]:
    limit = settings.rate_limit
    return {
        "alternatives": {name: settings.chosen(name) for name in ALTERNATIVES},
        "rateLimit": None if limit is None else {"requests": limit.requests, "seconds": limit.seconds},
        "signatureClock": settings.signature_clock,
        "journal": settings.journal,
    }
