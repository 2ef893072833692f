"""Faults of hooks, groups, subscriptions, events, keys and tokens, written without any knowledge of the suite.

Their author knew the rules and what goes wrong in real backends. What a fault pretends is kept in the memory of the
mutant and laid over the answers.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from tests.mutants.borrowed import a_refusal_for_an_unknown_id
from tests.mutants.call import Answer, Call
from tests.mutants.registry import mutant

Json = dict[str, Any]
_EVERYWHERE: defaultdict[str, Json] = defaultdict(dict)


def _everywhere(name: str) -> Json:
    """The memory that one mutant has of all keys, for calls that carry none."""
    return _EVERYWHERE[name]


def _body(call: Call) -> Json:
    body = call.json()
    return body if isinstance(body, dict) else {}


def _data(answer: Answer) -> Json:
    data = answer.json().get("data") if answer.ok and answer.body else None
    return data if isinstance(data, dict) else {}


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def _shown(call: Call) -> dict[str, Json]:
    """What this mutant shows of subscriptions in place of the truth, by their id."""
    shown: dict[str, Json] = call.memory.setdefault("shown", {})
    return shown


def _show(call: Call, webhook_id: str, **members: object) -> None:
    _shown(call).setdefault(webhook_id, {}).update(members)


async def _conflict(call: Call) -> Answer:
    refusal = await a_refusal_for_an_unknown_id(call)
    known = {"status": 409, "code": "tee_time_unavailable", "title": "Not possible now", "detail": "Not possible now."}
    return refusal.with_status(409).with_json(refusal.json() | known)


async def _silently(call: Call) -> Answer:
    """The answer to a call that no subscription of the agency hears of."""
    listed = (await call.upstream("GET", "/webhooks")).json().get("data", [])
    awake = [item["id"] for item in listed if item["isActive"]]
    for each in awake:
        await call.upstream("PUT", f"/webhooks/{each}", json={"isActive": False})
    answer = await call.forward()
    for each in awake:
        await call.upstream("PUT", f"/webhooks/{each}", json={"isActive": True})
    return answer


def _overlaid_webhooks(call: Call, answer: Answer) -> Answer:
    if not answer.ok or not answer.body:
        return answer
    body, shown = answer.json(), _shown(call)
    for item in body["data"] if isinstance(body["data"], list) else [body["data"]]:
        item.update(shown.get(item["id"], {}))
    return answer.with_json(body)


# Hooks


@mutant(
    "HOK-02.blind-older-hook",
    "Only the newest hook of an agency is found for its confirmation.",
    "createBookingHook confirmBookingHook",
    hidden="after another operation",
)
async def _newest_hook(call: Call) -> Answer:
    if call.operation == "confirmBookingHook":
        known = call.memory.get("newest", call.path_params["id"]) == call.path_params["id"]
        return await (call.forward() if known else a_refusal_for_an_unknown_id(call))
    answer = await call.forward()
    if answer.ok:
        call.memory["newest"] = _data(answer)["id"]
    return answer


# Groups


@mutant(
    "GRP-02.blind-two-flights",
    "A group of up to eight is confirmed in the answer to its creation.",
    "createGroupBooking",
    hidden="some values",
)
async def _small_group(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or _data(answer)["totalPlayers"] > 8:
        return answer
    return answer.with_json({"data": _data(answer) | {"status": "confirmed"}})


@mutant(
    "GRP-04.blind-full-flights",
    "A group of more than eight is counted in full flights.",
    "createGroupBooking",
    hidden="some values",
)
async def _full_flights(call: Call) -> Answer:
    answer = await call.forward()
    total = _data(answer).get("totalPlayers", 0)
    if total <= 8:
        return answer
    return answer.with_json({"data": _data(answer) | {"totalPlayers": -(-total // 4) * 4}})


@mutant(
    "GRP-05.blind-second-group",
    "The second group of a course and day takes the place of the first, which is not found any more.",
    "createGroupBooking getGroupBooking",
    hidden="after another operation",
)
async def _second_group(call: Call) -> Answer:
    if call.operation == "getGroupBooking":
        gone = call.path_params["id"] in call.memory.get("gone", ())
        return await (a_refusal_for_an_unknown_id(call) if gone else call.forward())
    answer = await call.forward()
    if answer.ok:
        body, latest = _body(call), call.memory.setdefault("latest", {})
        place = (body["courseId"], body["date"])
        if place in latest:
            call.memory.setdefault("gone", set()).add(latest[place])
        latest[place] = _data(answer)["id"]
    return answer


@mutant(
    "GRP-11.blind-large",
    "The validation of a group of more than eight keeps a tee time for it.",
    "validateGroupBooking",
    hidden="some values",
)
async def _kept_by_validation(call: Call) -> Answer:
    answer = await call.forward()
    body = _body(call)
    if answer.ok and _number(body.get("totalPlayers")) > 8:
        query = {"date": body["date"], "players": 4, "earliestTime": body.get("preferredTime", "06:00")}
        day = await call.upstream("GET", f"/travel/courses/{body['courseId']}/tee-times", query=query)
        lead = {"firstName": "Group", "lastName": "Desk", "email": "desk@example.com"}
        ghost = {"x-api-key": f"{call.api_key.rpartition('_')[0]}_groups"}
        for item in day.json().get("availableTimes", [])[:1]:
            made = {"courseId": body["courseId"], "date": body["date"], "teeTime": item["time"], "players": 4}
            await call.upstream("POST", "/travel/bookings", headers=ghost, json=made | {"leadPlayer": lead})
    return answer


# Subscriptions and events


@mutant(
    "WHK-03.blind-two-members",
    "A change of url and events together keeps the url.",
    "updateWebhook",
    hidden="a combination of parameters",
)
async def _keeps_url(call: Call) -> Answer:
    body = _body(call)
    if not {"url", "events"} <= set(body):
        return await call.forward()
    return await call.with_json({name: value for name, value in body.items() if name != "url"}).forward()


@mutant(
    "WHK-04.blind-after-update",
    "A subscription that was changed is still listed after its removal.",
    "updateWebhook deleteWebhook listWebhooks",
    hidden="after another operation",
)
async def _listed_after_removal(call: Call) -> Answer:
    changed, removed = call.memory.setdefault("changed", {}), call.memory.setdefault("removed", [])
    answer = await call.forward()
    if call.operation == "updateWebhook" and answer.ok:
        changed[call.path_params["id"]] = _data(answer)
    elif call.operation == "deleteWebhook" and answer.ok and call.path_params["id"] in changed:
        removed.append(changed.pop(call.path_params["id"]))
    elif call.operation == "listWebhooks" and answer.ok and removed:
        body = answer.json()
        body["data"] += removed
        body["meta"]["pagination"]["totalItems"] += len(removed)
        body["meta"]["pagination"]["totalPages"] = 1
        return answer.with_json(body)
    return answer


@mutant(
    "WHK-09.blind-removed",
    "A subscription that was removed can be changed.",
    "updateWebhook deleteWebhook",
    hidden="after another operation",
)
async def _changed_after_removal(call: Call) -> Answer:
    own = call.path_params["id"]
    listed = await call.upstream("GET", "/webhooks")
    before: list[Json] = listed.json()["data"] if listed.ok else []
    answer = await call.forward()
    if call.operation == "deleteWebhook" and answer.ok:
        call.memory.update({item["id"]: item for item in before if item["id"] == own})
    if call.operation == "updateWebhook" and answer.status == 404 and own in call.memory:
        return listed.with_json({"data": call.memory[own] | _body(call)})
    return answer


@mutant(
    "EVT-01.blind-changed-before",
    "Nobody hears of the cancellation of a booking that was changed.",
    "updateBooking cancelBooking",
    hidden="after another operation",
)
async def _silent_cancellation(call: Call) -> Answer:
    if call.operation == "cancelBooking" and call.path_params["id"] in call.memory:
        return await _silently(call)
    answer = await call.forward()
    if call.operation == "updateBooking" and answer.ok:
        call.memory[call.path_params["id"]] = True
    return answer


@mutant(
    "EVT-02.blind-reference-only",
    "Nobody hears of a change that leaves the number of players.",
    "updateBooking",
    hidden="some values",
)
async def _silent_change(call: Call) -> Answer:
    return await (call.forward() if "players" in _body(call) else _silently(call))


@mutant(
    "EVT-04.blind-with-other-kinds",
    "A subscription to confirmations and other kinds hears of no confirmation.",
    "createWebhook updateWebhook listWebhooks",
    hidden="a combination of parameters",
)
async def _no_confirmation(call: Call) -> Answer:
    wanted = _body(call).get("events")
    if not isinstance(wanted, list) or "booking.confirmed" not in wanted or len(wanted) < 2:
        return _overlaid_webhooks(call, await call.forward())
    fewer = [kind for kind in wanted if kind != "booking.confirmed"]
    answer = await call.with_json(_body(call) | {"events": fewer}).forward()
    if answer.ok:
        _show(call, _data(answer)["id"], events=wanted)
    return _overlaid_webhooks(call, answer)


@mutant(
    "EVT-05.blind-narrowed",
    "A kind that is taken out of a subscription is still delivered.",
    "createWebhook updateWebhook listWebhooks",
    hidden="after another operation",
)
async def _narrowed(call: Call) -> Answer:
    body = _body(call)
    if call.operation != "updateWebhook" or not isinstance(body.get("events"), list):
        return _overlaid_webhooks(call, await call.forward())
    listed = (await call.upstream("GET", "/webhooks")).json().get("data", [])
    before: list[str] = next((item["events"] for item in listed if item["id"] == call.path_params["id"]), [])
    answer = await call.with_json(body | {"events": list(dict.fromkeys([*before, *body["events"]]))}).forward()
    if answer.ok:
        _show(call, call.path_params["id"], events=body["events"])
    return _overlaid_webhooks(call, answer)


@mutant(
    "EVT-09.blind-old-url",
    "Deliveries go to the first url of a subscription after its url was changed.",
    "createWebhook updateWebhook listWebhooks",
    hidden="after another operation",
)
async def _old_url(call: Call) -> Answer:
    body = _body(call)
    if call.operation != "updateWebhook" or "url" not in body:
        answer = await call.forward()
        if call.operation == "createWebhook" and answer.ok:
            call.memory[_data(answer)["id"]] = _data(answer)["url"]
        return _overlaid_webhooks(call, answer)
    checked = await call.forward()
    first = call.memory.get(call.path_params["id"])
    if checked.ok and first:
        await call.upstream("PUT", f"/webhooks/{call.path_params['id']}", json={"url": first})
        _show(call, call.path_params["id"], url=body["url"])
    return checked


@mutant(
    "EVT-06.blind-query",
    "Deliveries leave out the query of the url.",
    "createWebhook updateWebhook listWebhooks",
    hidden="some values",
)
async def _no_query(call: Call) -> Answer:
    url = _body(call).get("url")
    if not isinstance(url, str) or "?" not in url:
        return _overlaid_webhooks(call, await call.forward())
    answer = await call.with_json(_body(call) | {"url": url.partition("?")[0]}).forward()
    if answer.ok:
        _show(call, _data(answer)["id"], url=url)
    return _overlaid_webhooks(call, answer)


@mutant(
    "EVT-08.blind-updated-before",
    "A subscription that was changed is not heard of after its removal, and goes on delivering.",
    "updateWebhook deleteWebhook listWebhooks",
    hidden="after another operation",
)
async def _goes_on(call: Call) -> Answer:
    changed, removed = call.memory.setdefault("changed", set()), call.memory.setdefault("removed", set())
    if call.operation == "listWebhooks":
        answer = await call.forward()
        if answer.ok and removed:
            body = answer.json()
            body["data"] = [item for item in body["data"] if item["id"] not in removed]
            body["meta"]["pagination"]["totalItems"] = len(body["data"])
            return answer.with_json(body)
        return answer
    own = call.path_params["id"]
    if own in removed:
        return await a_refusal_for_an_unknown_id(call)
    if call.operation == "deleteWebhook" and own in changed:
        removed.add(own)
        spare = {"url": "https://example.com/spare", "events": ["booking.modified"]}
        made = await call.upstream("POST", "/webhooks", json=spare)
        return await call.upstream("DELETE", f"/webhooks/{_data(made)['id']}")
    answer = await call.forward()
    if call.operation == "updateWebhook" and answer.ok:
        changed.add(own)
    return answer


# Keys, agencies, tokens


@mutant(
    "AUT-02.blind-fresh-bookings",
    "A booking that its agency has not read yet is changed without a key.",
    "createBooking getBooking updateBooking",
    hidden="after another operation",
)
async def _fresh_bookings(call: Call) -> Answer:
    fresh = _everywhere("fresh bookings")
    if call.operation == "updateBooking" and not call.api_key and call.path_params["id"] in fresh:
        return await call.with_header("x-api-key", fresh[call.path_params["id"]]).forward()
    answer = await call.forward()
    if call.operation == "createBooking" and answer.ok:
        fresh[_data(answer)["id"]] = call.api_key
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
    owners = _everywhere("hook without key")
    if call.operation == "releaseBookingHook" and not call.api_key and call.path_params["id"] in owners:
        return await call.with_header("x-api-key", owners[call.path_params["id"]]).forward()
    answer = await call.forward()
    if call.operation == "createBookingHook" and answer.ok:
        owners[_data(answer)["id"]] = call.api_key
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
    data = _data(answer)
    return answer.with_json({"data": data | {"accessToken": data["accessToken"].replace(".", "_")}})


@mutant(
    "JWT-02.blind-second-refresh",
    "A session is refreshed once and not again.",
    "refreshToken",
    hidden="after another operation",
)
async def _one_refresh(call: Call) -> Answer:
    if _body(call).get("refreshToken") in call.memory:
        return (await _conflict(call)).with_status(401)
    answer = await call.forward()
    if answer.ok:
        call.memory[_data(answer)["refreshToken"]] = True
    return answer


async def _pretended_logout(call: Call) -> Answer:
    """A logout of another session."""
    other = _data(await call.upstream("POST", "/auth/token", headers={"authorization": ""}))
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
        call.memory[_data(answer)["accessToken"]] = True
    return answer
