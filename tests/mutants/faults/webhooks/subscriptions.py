"""Faults of subscribing, and of the list of subscriptions (WHK)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.mutants.parts.borrowed import a_refusal_for_an_unknown_id, subscriptions_of
from tests.mutants.parts.pretending import Json, body_of
from tests.mutants.parts.substitutes import a_bad_request, code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop, put
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change


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

# What is refused.
request_change(
    "WHK-05",
    "The service accepts every url.",
    "createWebhook",
    lambda call: call.with_json(sent(call) | {"url": sent(call)["url"].replace("http://", "https://")}),
    when=lambda call: str(sent(call).get("url")).startswith("http://"),
)


def _taking_unknown_kinds(
    name: str, breaks: str, chosen: Callable[[list[str]], bool], *, hidden: str | None = None
) -> None:
    async def handle(call: Call) -> Answer:
        answer = await call.forward()
        kinds = sent(call).get("events", [])
        if code_of(answer) != "event_unknown" or not chosen(kinds):
            return answer
        known = [kind for kind in kinds if kind != "booking.exploded"] or ["booking.confirmed"]
        created = await call.with_json(sent(call) | {"events": known}).forward()
        return created.with_json(put("data.events", kinds)(created.json()))

    mutant(name, breaks, "createWebhook", hidden=hidden)(handle)


_taking_unknown_kinds("WHK-06", "The service accepts every kind of event.", lambda _: True)
_taking_unknown_kinds(
    "WHK-06.beside",
    "The service drops unknown kinds beside a known kind.",
    lambda kinds: len(kinds) > 1,
    hidden="a combination of parameters",
)


def _filling_in(name: str, member: str, value: Any) -> None:
    request_change(
        name,
        f"The service accepts a subscription without {member}.",
        "createWebhook",
        lambda call: call.with_json(sent(call) | {member: value}),
        when=lambda call: member not in sent(call),
        then=lambda _: drop(f"data.{member}"),
    )


_filling_in("WHK-07", "url", "https://example.com/nowhere")
_filling_in("WHK-07.events", "events", ["booking.confirmed"])


@mutant("WHK-09", "The service answers a change of an unknown subscription like every other change.", "updateWebhook")
async def _any_change(call: Call) -> Answer:
    answer = await call.forward()
    known = await subscriptions_of(call)
    if answer.ok or not known:
        return answer
    return answer.with_status(200).with_json({"data": known[0] | sent(call) | {"id": call.path_params["id"]}})


@mutant(
    "WHK-05.blind-change",
    "A subscription can be changed to a url that is not HTTPS.",
    "updateWebhook listWebhooks",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _plain_by_a_change(call: Call) -> Answer:
    urls: dict[str, str] = call.memory.setdefault("urls", {})
    answer = await call.forward()
    url = str(sent(call).get("url", ""))
    if call.operation == "updateWebhook" and code_of(answer) == "webhook_url" and url.startswith("http://"):
        body = sent(call) | {"url": url.replace("http://", "https://")}
        answer = await call.with_json(body).forward()
        if not answer.ok:
            return answer
        urls[call.path_params["id"]] = url
    if not answer.ok:
        return answer
    shown = answer.json()
    for subscription in shown["data"] if isinstance(shown["data"], list) else [shown["data"]]:
        subscription["url"] = urls.get(subscription["id"], subscription["url"])
    return answer.with_json(shown)


@mutant(
    "WHK-09.blind-removed",
    "A subscription that was removed can be changed.",
    "updateWebhook deleteWebhook",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _changed_after_removal(call: Call) -> Answer:
    own = call.path_params["id"]
    listed = await call.upstream("GET", "/webhooks")
    before: list[Json] = listed.json()["data"] if listed.ok else []
    answer = await call.forward()
    if call.operation == "deleteWebhook" and answer.ok:
        call.memory.update({item["id"]: item for item in before if item["id"] == own})
    if call.operation == "updateWebhook" and answer.status == 404 and own in call.memory:
        return listed.with_json({"data": call.memory[own] | body_of(call)})
    return answer


json_answer(
    "WHK-02.description",
    "The list shows a description without the letters that ASCII lacks.",
    "listWebhooks",
    alter("data[*].description", lambda text: text.encode("ascii", "ignore").decode()),
    hidden="some values",
    origin=Origin.hidden,
)


@mutant(
    "WHK-02.one-kind",
    "The list lacks subscriptions to booking.modified alone.",
    "createWebhook listWebhooks",
    hidden="some values",
    origin=Origin.hidden,
)
async def _one_kind_unlisted(call: Call) -> Answer:
    answer = await call.forward()
    unlisted: set[str] = call.memory.setdefault("unlisted", set())
    if call.operation == "createWebhook" and answer.ok and sent(call).get("events") == ["booking.modified"]:
        unlisted.add(answer.json()["data"]["id"])
    if call.operation == "createWebhook" or not answer.ok:
        return answer
    shown = answer.json()
    kept = [record for record in shown["data"] if record["id"] not in unlisted]
    return answer.with_json(put("meta.pagination.totalItems", len(kept))(put("data", kept)(shown)))
