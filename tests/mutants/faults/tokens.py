"""Faults of the tokens beside the API key (JWT)."""

from __future__ import annotations

from dataclasses import replace

from tests.mutants.parts.borrowed import a_refusal_for_an_unknown_id
from tests.mutants.parts.pretending import body_of, conflict, data_of
from tests.mutants.parts.substitutes import a_bad_request, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_NOTHING = Answer(204, (), b"")

_TOKENS = "createToken refreshToken"
json_answer("JWT-01", "The token is opaque.", "createToken", put("data.accessToken", "tok_0123456789abcdef"))
json_answer(
    "JWT-01.two-parts",
    "The token has two parts.",
    "createToken",
    alter("data.accessToken", lambda jwt: jwt.rpartition(".")[0]),
)
json_answer("JWT-01.member", "The token is not where it is declared.", "createToken", drop("data.accessToken"))
json_answer(
    "JWT-02.opaque",
    "A refreshed token is opaque.",
    "refreshToken",
    put("data.accessToken", "tok_0123456789abcdef"),
    hidden="one of two ways",
)


def _without_route(name: str, operation: str) -> None:
    @mutant(name, f"{operation} is not served.", operation)
    async def _absent(call: Call) -> Answer:
        return await a_refusal_for_an_unknown_id(call)


_without_route("JWT-01.absent", "createToken")
_without_route("JWT-02", "refreshToken")
_without_route("JWT-03", "revokeToken")


@mutant("JWT-02.once", "A session can be refreshed once.", _TOKENS, hidden="after another operation")
async def _once(call: Call) -> Answer:
    renewed: set[str] = call.memory.setdefault("renewed", set())
    if sent(call).get("refreshToken") in renewed:
        return await a_bad_request(call, "This session was refreshed before.")
    answer = await call.forward()
    if answer.ok and call.operation == "refreshToken":
        renewed.add(answer.json()["data"]["refreshToken"])
    return answer


@mutant(
    "JWT-03.refreshed",
    "A refreshed session cannot be ended.",
    "refreshToken revokeToken",
    hidden="after another operation",
)
async def _cannot_end(call: Call) -> Answer:
    renewed: set[str] = call.memory.setdefault("renewed", set())
    presented = {name.lower(): value for name, value in call.headers}.get("authorization", "").rpartition(" ")[2]
    if call.operation == "revokeToken" and presented in renewed:
        return await a_bad_request(call, "This session was refreshed.")
    answer = await call.forward()
    if answer.ok and call.operation == "refreshToken":
        renewed.add(answer.json()["data"]["accessToken"])
    return answer


@mutant("JWT-04", "The service answers a logout, but the session continues.", "revokeToken")
async def _goes_on(call: Call) -> Answer:
    return replace(_NOTHING)


@mutant(
    "JWT-01.blind-second-token",
    "The second token of an agency is a word instead of a JWT.",
    "createToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_token(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not call.memory:
        call.memory["first"] = answer.ok
        return answer
    session = data_of(answer)
    return answer.with_json({"data": session | {"accessToken": session["accessToken"].replace(".", "_")}})


@mutant(
    "JWT-02.blind-second-refresh",
    "The service refuses the second refresh of a session.",
    "refreshToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _one_refresh(call: Call) -> Answer:
    if body_of(call).get("refreshToken") in call.memory:
        return (await conflict(call)).with_status(401)
    answer = await call.forward()
    if answer.ok:
        call.memory[data_of(answer)["refreshToken"]] = True
    return answer


async def _pretended_logout(call: Call) -> Answer:
    """A logout of another session."""
    other = data_of(await call.upstream("POST", "/auth/token", headers={"authorization": ""}))
    return await call.with_header("authorization", f"Bearer {other['accessToken']}").forward()


@mutant(
    "JWT-04.blind-after-refresh",
    "A logout does not end a refreshed session, whose token still works.",
    "refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _survives_logout(call: Call) -> Answer:
    if call.operation == "revokeToken":
        presented = dict(call.headers).get("authorization", "").removeprefix("Bearer ")
        return await (_pretended_logout(call) if presented in call.memory else call.forward())
    answer = await call.forward()
    if answer.ok:
        call.memory[data_of(answer)["accessToken"]] = True
    return answer
