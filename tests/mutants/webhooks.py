"""Mutants of webhook subscriptions (WHK, AUT-14) and of tokens beside the key (JWT, AUT-04)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.mutants.tools.borrowed import ANYBODY, a_refusal_for_an_unknown_id
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop, put
from tests.mutants.tools.registry import json_answer, mutant, request_change
from tests.mutants.tools.substitutes import a_bad_request, code_of, sent

_NOTHING = Answer(204, (), b"")


# Making.
@mutant("WHK-01", "Nobody can subscribe.", "createWebhook")
async def _no_route(call: Call) -> Answer:
    return await a_refusal_for_an_unknown_id(call)


@mutant("WHK-01.description", "A subscription with a description is refused.", "createWebhook")
async def _no_description(call: Call) -> Answer:
    return (
        await a_bad_request(call, "description is not known.") if "description" in sent(call) else await call.forward()
    )


@mutant("WHK-01.two-kinds", "A subscription has one kind of event or all.", "createWebhook")
async def _one_or_all(call: Call) -> Answer:
    few = len(sent(call).get("events", ())) == 2
    return await a_bad_request(call, "Name one kind of event or all.") if few else await call.forward()


def _refusing(name: str, kind: str) -> None:
    @mutant(name, f"Nobody can subscribe to {kind} alone.", "createWebhook")
    async def _refused(call: Call) -> Answer:
        alone = sent(call).get("events") == [kind]
        return await a_bad_request(call, f"{kind} is no kind of event.") if alone else await call.forward()


_refusing("WHK-08", "booking.modified")
_refusing("WHK-08.confirmed", "booking.confirmed")
_refusing("WHK-08.cancelled", "booking.cancelled")


# Listing.
json_answer("WHK-02", "No subscription is listed.", "listWebhooks", put("data", []))
json_answer(
    "WHK-02.newest", "Only the newest subscription is listed.", "listWebhooks", alter("data", lambda all_: all_[:1])
)
json_answer(
    "WHK-02.origin", "The list shows where a url begins.", "listWebhooks", alter("data[*].url", lambda url: url[:24])
)


# Changing.
def _ignoring(name: str, member: str) -> None:
    """A change of *member* is answered and not kept."""

    @mutant(name, f"A change of {member} is answered and not kept.", "updateWebhook")
    async def _ignored(call: Call) -> Answer:
        body = sent(call)
        kept = {each: value for each, value in body.items() if each != member} or {"isActive": True}
        answer = await call.with_json(kept).forward()
        return answer.with_json(put(f"data.{member}", body[member])(answer.json())) if answer.ok else answer


_ignoring("WHK-03", "url")
_ignoring("WHK-03.events", "events")
_ignoring("WHK-03.description", "description")


@mutant("WHK-03.added", "A change of events adds to them.", "updateWebhook")
async def _added(call: Call) -> Answer:
    body = sent(call)
    before = await _records(call)
    old: list[str] = next((one["events"] for one in before if one["id"] == call.path_params["id"]), [])
    return await call.with_json(body | {"events": sorted({*old, *body.get("events", ())})}).forward()


# Removing.
@mutant("WHK-04", "A removed subscription stays.", "deleteWebhook")
async def _stays(call: Call) -> Answer:
    known = [one["id"] for one in await _records(call)]
    return _NOTHING if call.path_params["id"] in known else await call.forward()


@mutant("WHK-04.all", "A removal removes every subscription.", "deleteWebhook")
async def _all_removed(call: Call) -> Answer:
    answer = await call.forward()
    for one in await _records(call) if answer.ok else []:
        await call.upstream("DELETE", f"/webhooks/{one['id']}")
    return answer


# What is refused.
request_change(
    "WHK-05",
    "Any url is taken.",
    "createWebhook",
    lambda call: call.with_json(sent(call) | {"url": sent(call)["url"].replace("http://", "https://")}),
    when=lambda call: str(sent(call).get("url")).startswith("http://"),
)


def _taking_unknown_kinds(name: str, breaks: str, chosen: Callable[[list[str]], bool]) -> None:
    async def handle(call: Call) -> Answer:
        answer = await call.forward()
        kinds = sent(call).get("events", [])
        if code_of(answer) != "event_unknown" or not chosen(kinds):
            return answer
        known = [kind for kind in kinds if kind != "booking.exploded"] or ["booking.confirmed"]
        made = await call.with_json(sent(call) | {"events": known}).forward()
        return made.with_json(put("data.events", kinds)(made.json()))

    mutant(name, breaks, "createWebhook")(handle)


_taking_unknown_kinds("WHK-06", "Any kind of event is taken.", lambda _: True)
_taking_unknown_kinds("WHK-06.beside", "Unknown kinds beside a known one are dropped.", lambda kinds: len(kinds) > 1)


def _filling_in(name: str, member: str, value: Any) -> None:
    request_change(
        name,
        f"A subscription without {member} is taken.",
        "createWebhook",
        lambda call: call.with_json(sent(call) | {member: value}),
        when=lambda call: member not in sent(call),
        then=lambda _: drop(f"data.{member}"),
    )


_filling_in("WHK-07", "url", "https://example.com/nowhere")
_filling_in("WHK-07.events", "events", ["booking.confirmed"])


@mutant("WHK-09", "A change of an unknown subscription is answered like any other.", "updateWebhook")
async def _any_change(call: Call) -> Answer:
    answer = await call.forward()
    known = await _records(call)
    if answer.ok or not known:
        return answer
    return answer.with_status(200).with_json({"data": known[0] | sent(call) | {"id": call.path_params["id"]}})


async def _records(call: Call) -> list[dict[str, Any]]:
    """Every subscription of the caller's key."""
    answer = await call.upstream("GET", "/webhooks", query={"pageSize": 100})
    return list(answer.json()["data"]) if answer.ok else []


# Of another agency.
def _of_everybody(name: str, breaks: str, operation: str, *, silently: bool = False) -> None:
    """*operation* reaches the subscriptions of every agency; *silently* it is refused, and done all the same."""
    owners: dict[str, str] = {}

    async def handle(call: Call) -> Answer:
        answer = await call.forward()
        if call.operation == "createWebhook":
            if answer.ok:
                owners[answer.json()["data"]["id"]] = call.api_key
            return answer
        owner = owners.get(call.path_params["id"])
        if answer.ok or owner in (None, call.api_key):
            return answer
        done = await call.with_header("x-api-key", str(owner)).forward()
        return answer if silently else done

    mutant(name, breaks, f"createWebhook {operation}")(handle)


_of_everybody("AUT-14.change", "Everybody changes every subscription.", "updateWebhook")
_of_everybody("AUT-14.remove", "Everybody removes every subscription.", "deleteWebhook")
_of_everybody(
    "AUT-14.unsaid", "Everybody removes every subscription and is told otherwise.", "deleteWebhook", silently=True
)


@mutant("AUT-14", "The subscriptions of every agency are listed.", "listWebhooks")
async def _all_listed(call: Call) -> Answer:
    answer = await call.forward()
    world = call.api_key.rpartition("_")[0]
    found = [
        one
        for agency in ("alpha", "bravo")
        for one in await _records(call.with_header("x-api-key", f"{world}_{agency}"))
    ]
    return answer.with_json(answer.json() | {"data": found}) if answer.ok else answer


# Tokens.
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
    "JWT-02.opaque", "A refreshed token is opaque.", "refreshToken", put("data.accessToken", "tok_0123456789abcdef")
)


def _without_route(name: str, operation: str) -> None:
    @mutant(name, f"{operation} is not served.", operation)
    async def _absent(call: Call) -> Answer:
        return await a_refusal_for_an_unknown_id(call)


_without_route("JWT-01.absent", "createToken")
_without_route("JWT-02", "refreshToken")
_without_route("JWT-03", "revokeToken")


@mutant("JWT-02.once", "A session can be refreshed once.", _TOKENS)
async def _once(call: Call) -> Answer:
    renewed: set[str] = call.memory.setdefault("renewed", set())
    if sent(call).get("refreshToken") in renewed:
        return await a_bad_request(call, "This session was refreshed before.")
    answer = await call.forward()
    if answer.ok and call.operation == "refreshToken":
        renewed.add(answer.json()["data"]["refreshToken"])
    return answer


@mutant("JWT-03.refreshed", "A refreshed session cannot be ended.", "refreshToken revokeToken")
async def _cannot_end(call: Call) -> Answer:
    renewed: set[str] = call.memory.setdefault("renewed", set())
    presented = {name.lower(): value for name, value in call.headers}.get("authorization", "").rpartition(" ")[2]
    if call.operation == "revokeToken" and presented in renewed:
        return await a_bad_request(call, "This session was refreshed.")
    answer = await call.forward()
    if answer.ok and call.operation == "refreshToken":
        renewed.add(answer.json()["data"]["accessToken"])
    return answer


@mutant("JWT-04", "The end of a session is answered and nothing ends.", "revokeToken")
async def _goes_on(call: Call) -> Answer:
    return replace(_NOTHING)


def _without_key(name: str, operation: str) -> None:
    @mutant(name, f"{operation} needs no key.", "createToken refreshToken revokeToken")
    async def _open(call: Call) -> Answer:
        answer = await call.forward()
        if call.api_key:
            _LATEST_KEY[name] = call.api_key
        if call.api_key or call.operation != operation:
            return answer
        return await call.with_header("x-api-key", _LATEST_KEY.get(name, ANYBODY)).forward()


_LATEST_KEY: dict[str, str] = {}
_without_key("AUT-04", "createToken")
_without_key("AUT-04.refresh", "refreshToken")
_without_key("AUT-04.logout", "revokeToken")
