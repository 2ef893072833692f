"""Blind faults of the fortieth lot: keys and tokens."""

from __future__ import annotations

from tests.mutants.parts.pretending import data_of, memory_of_all
from tests.mutants.parts.substitutes import a_refusal, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_CACHED = "AUT-01.lot40-terms-from-the-cache"


@mutant(
    _CACHED,
    "Course terms that were read with a key before are served without a key.",
    "getCourseTerms",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _from_the_cache(call: Call) -> Answer:
    answer = await call.forward()
    cache, address = memory_of_all(_CACHED), f"{call.path}?{call.query_string}"
    if answer.ok:
        cache[address] = answer
    if answer.status != 401 or call.api_key:
        return answer
    cached = cache.get(address)
    return cached if isinstance(cached, Answer) else answer


@mutant(
    "JWT-02.lot40-renewed-only-once",
    "A refresh token that came from a refresh is refused.",
    "refreshToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _only_once(call: Call) -> Answer:
    renewed: dict[str, bool] = call.memory.setdefault("renewed", {})
    if str(sent(call).get("refreshToken")) in renewed:
        return await a_refusal(call, 401, "token_invalid", "The refresh token is not valid.")
    answer = await call.forward()
    if token := data_of(answer).get("refreshToken"):
        renewed[str(token)] = True
    return answer
