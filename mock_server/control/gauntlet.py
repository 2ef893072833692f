"""The gauntlet over HTTP: grades an integrator's endpoint on a scripted series of deliveries."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import uuid4

from mock_server.api.calls import Answer, Call
from mock_server.api.problems import Finding, invalid_request
from mock_server.clock import wall_clock
from mock_server.control.operations import in_turn
from mock_server.control.reach import Reach
from mock_server.deliveries import gauntlet
from mock_server.deliveries.gauntlet import Clocks, Grade, Mark
from mock_server.deliveries.signing import SecretMalformed, key_of
from mock_server.services.deliveries import require_webhook
from mock_server.services.webhooks import require_receiver
from mock_server.services.worlds import opened
from mock_server.storage.sessions import World


async def run_gauntlet(call: Call, reach: Reach) -> Answer:
    """POST /gauntlet: the grades, in the order sent. The body names the endpoint or a subscription."""
    endpoint = await in_turn(reach, _endpoint, call, reach)
    grades = await gauntlet.run(reach.sender, endpoint.url, endpoint.secret, endpoint.clocks, uuid4().hex[:12])
    passed = all(grade.verdict in (Mark.GOOD, Mark.WARNING) for grade in grades)
    return Answer(200, {"data": {"passed": passed, "grades": [_grade(grade) for grade in grades]}})


@dataclass(frozen=True, slots=True)
class _Endpoint:
    """The address, the secret of the signatures, and the clocks of the signatures and of the events."""

    url: str
    secret: str
    clocks: Clocks


def _endpoint(call: Call, reach: Reach) -> _Endpoint:
    """The endpoint to grade. Raises WebhookUrl, WebhookNotFound, or Problem for a malformed secret."""
    with opened(reach.store, call.caller.world, wall_clock(), writes=False) as session:
        clocks = _clocks(session.world)
        if "webhookId" in call.body:
            webhook = require_webhook(session, call.body["webhookId"])
            return _Endpoint(webhook.url, webhook.secret, clocks)
        require_receiver(session, call.body["url"])
    try:
        key_of(call.body["secret"])
    except SecretMalformed as error:
        raise invalid_request([Finding("/body/secret", "format", str(error))]) from None
    return _Endpoint(call.body["url"], call.body["secret"], clocks)


def _clocks(world: World) -> Clocks:
    def world_time() -> datetime:
        return world.clock.now(wall_clock())

    return Clocks(wall_clock if world.settings.signature_clock == "wall" else world_time, world_time)


def _grade(grade: Grade) -> dict[str, Any]:
    return {
        "name": grade.name,
        "summary": grade.summary,
        "expected": grade.expected,
        "happened": grade.happened,
        "verdict": grade.verdict.value,
        "advice": grade.advice,
    }
