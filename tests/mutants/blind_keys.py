"""Faults of keys, agencies and tokens, written without knowledge of the suite."""

from __future__ import annotations

from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.pretending import body_of, conflict, data_of, memory_of_all
from tests.mutants.tools.registry import mutant


@mutant(
    "AUT-02.blind-fresh-bookings",
    "A booking that its agency has not read yet is changed without a key.",
    "createBooking getBooking updateBooking",
    hidden="after another operation",
)
async def _fresh_bookings(call: Call) -> Answer:
    fresh = memory_of_all("fresh bookings")
    if call.operation == "updateBooking" and not call.api_key and call.path_params["id"] in fresh:
        return await call.with_header("x-api-key", fresh[call.path_params["id"]]).forward()
    answer = await call.forward()
    if call.operation == "createBooking" and answer.ok:
        fresh[data_of(answer)["id"]] = call.api_key
    if call.operation == "getBooking" and answer.ok:
        fresh.pop(call.path_params["id"], None)
    return answer


@mutant(
    "AUT-02.blind-hook-release",
    "A hook is released without a key.",
    "createBookingHook releaseBookingHook",
    hidden="one of two ways",
)
async def _hook_without_key(call: Call) -> Answer:
    owners = memory_of_all("hook without key")
    if call.operation == "releaseBookingHook" and not call.api_key and call.path_params["id"] in owners:
        return await call.with_header("x-api-key", owners[call.path_params["id"]]).forward()
    answer = await call.forward()
    if call.operation == "createBookingHook" and answer.ok:
        owners[data_of(answer)["id"]] = call.api_key
    return answer


@mutant(
    "JWT-01.blind-second-token",
    "The second token of an agency is no JWT but a word.",
    "createToken",
    hidden="after another operation",
)
async def _second_token(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not call.memory:
        call.memory["first"] = answer.ok
        return answer
    data = data_of(answer)
    return answer.with_json({"data": data | {"accessToken": data["accessToken"].replace(".", "_")}})


@mutant(
    "JWT-02.blind-second-refresh",
    "A session is refreshed once and not again.",
    "refreshToken",
    hidden="after another operation",
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
    "A logout does not end a session that was refreshed: its token is still taken.",
    "refreshToken revokeToken",
    hidden="after another operation",
)
async def _survives_logout(call: Call) -> Answer:
    if call.operation == "revokeToken":
        presented = dict(call.headers).get("authorization", "").removeprefix("Bearer ")
        return await (_pretended_logout(call) if presented in call.memory else call.forward())
    answer = await call.forward()
    if answer.ok:
        call.memory[data_of(answer)["accessToken"]] = True
    return answer
