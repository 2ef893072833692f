"""Blind faults of the forty-first lot: access."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import data_of, memory_of_all
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_CACHED = "AUT-01.lot41-course-from-the-cache"


def _has_key(call: Call) -> bool:
    return any(name.lower() == "x-api-key" for name, _ in call.headers)


@mutant(
    _CACHED,
    "The details of a course that somebody read before are served without a key.",
    "getCourse",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _course_from_the_cache(call: Call) -> Answer:
    answer = await call.forward()
    cache: dict[str, Answer] = memory_of_all(_CACHED)
    if answer.ok:
        cache[call.path] = answer
    elif not _has_key(call):
        return cache.get(call.path, answer)
    return answer


@mutant(
    "JWT-04.lot41-logout-after-a-refresh",
    "A session that was refreshed before its logout can still be refreshed after the logout.",
    "refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _logout_after_a_refresh(call: Call) -> Answer:
    refreshed: set[str] = call.memory.setdefault("refreshed", set())
    if call.operation == "refreshToken":
        answer = await call.forward()
        if answer.ok:
            refreshed.add(data_of(answer)["accessToken"])
        return answer
    shown = next((value for name, value in call.headers if name.lower() == "authorization"), "")
    if shown.rpartition(" ")[2] not in refreshed:
        return await call.forward()
    opened = data_of(await aside(call).upstream("POST", "/auth/token"))
    if "accessToken" not in opened:
        return await call.forward()
    headers = {"authorization": f"Bearer {opened['accessToken']}"}
    return await aside(call).upstream("POST", "/auth/logout", headers=headers)
