"""The settings of a world as JSON, and back."""

import json
from datetime import date, time
from decimal import Decimal
from functools import lru_cache
from typing import Any

from sqlalchemy import bindparam, update

from mock_server.domain.world_settings import NO_SETTINGS, CourseAnswer, CoursePolicy, RateLimit, WorldSettings
from mock_server.storage.statements import Prepared
from mock_server.storage.tables import worlds

SAVE_SETTINGS = Prepared(
    update(worlds).where(worlds.c.name == bindparam("of_name")).values(settings=bindparam("new_settings"))
)


@lru_cache(maxsize=1024)
def read_settings(text: str) -> WorldSettings:
    """The settings in the column of a world."""
    if text == "{}":
        return NO_SETTINGS
    written = json.loads(text)
    limit = written.get("rateLimit")
    return WorldSettings(
        alternatives=written.get("alternatives", {}),
        rate_limit=None if limit is None else RateLimit(limit["requests"], limit["seconds"]),
        policies={course: _policy(item) for course, item in written.get("policies", {}).items()},
        prices={_tee_time(key): Decimal(price) for key, price in written.get("prices", {}).items()},
        signature_clock=written.get("signatureClock", NO_SETTINGS.signature_clock),
        journal=written.get("journal", NO_SETTINGS.journal),
    )


def write_settings(settings: WorldSettings) -> str:
    """The text of the column for these settings. The same settings give the same text."""
    written: dict[str, Any] = {}
    if settings.alternatives:
        written["alternatives"] = dict(settings.alternatives)
    if settings.rate_limit is not None:
        written["rateLimit"] = {"requests": settings.rate_limit.requests, "seconds": settings.rate_limit.seconds}
    if settings.policies:
        written["policies"] = {
            course: {"answer": policy.answer.value, "afterMinutes": policy.after_minutes, "reason": policy.reason}
            for course, policy in settings.policies.items()
        }
    if settings.prices:
        written["prices"] = {
            f"{course} {day} {at:%H:%M}": str(price) for (course, day, at), price in settings.prices.items()
        }
    if settings.signature_clock != NO_SETTINGS.signature_clock:
        written["signatureClock"] = settings.signature_clock
    if settings.journal != NO_SETTINGS.journal:
        written["journal"] = settings.journal
    return json.dumps(written, sort_keys=True)


def _policy(written: dict[str, Any]) -> CoursePolicy:
    return CoursePolicy(CourseAnswer(written["answer"]), written["afterMinutes"], written["reason"])


def _tee_time(key: str) -> tuple[str, date, time]:
    course, day, at = key.split(" ")
    return course, date.fromisoformat(day), time.fromisoformat(at)
