"""Groups, booking hooks, subscriptions and tokens, whose payloads the specification does not show."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from conformance.evidence.exchanges import Response
from tests.conforming.laid_aside.reading import Item
from tests.conforming.tools.variation import (
    Ask,
    Declared,
    Forward,
    Variation,
    body_of,
    edited,
    has_json,
    refusal,
    variation,
    with_json,
)
from tests.mutants.tools.call import write_json

_SIX_MEMBERS = ("id", "status", "totalPlayers", "courseId", "date", "createdAt")
_OTHER_STATUSES = {"confirmed": "completed", "failed": "rejected", "pending": "awaiting_course"}
_SHOWS_A_GROUP = "createGroupBooking getGroupBooking updateGroupBookingPlayers"
_MOST_IN_A_GROUP = 24
_OF_A_GROUP = frozenset(["createGroupBooking", "validateGroupBooking", "findGroupSlots", "calculateGroupPrice"])
_TOKENS = frozenset(["createToken", "refreshToken", "revokeToken"])


def _six_members(_ask: Ask, body: Any) -> Any:
    return {"data": {name: body["data"][name] for name in _SIX_MEMBERS}}


def _other_statuses(_ask: Ask, body: Any) -> Any:
    status = body["data"]["status"]
    return {"data": body["data"] | {"status": _OTHER_STATUSES.get(status, status), "failureReason": None}}


def _flat_slots(_ask: Ask, body: Any) -> Any:
    options = body["data"]["options"]
    return {"slots": [[item["time"] for item in option["teeTimes"]] for option in options], "count": len(options)}


def _total_only(_ask: Ask, body: Any) -> Any:
    price = body["data"]
    return {"totalPrice": price["total"], "currency": price["currency"], "perPlayer": None}


def _dry_run_refuses(ask: Ask, forward: Forward) -> Response:
    answer = forward(ask)
    if ask.operation != "validateGroupBooking" or not has_json(answer):
        return answer
    found = body_of(answer)["data"]
    return with_json(answer, {"ok": True}) if found["valid"] else refusal(422, "The group cannot be booked.")


def _smaller_groups(ask: Ask, forward: Forward) -> Response:
    body = ask.json() if ask.request.content else None
    players = body.get("totalPlayers") if isinstance(body, dict) else None
    if ask.operation in _OF_A_GROUP and isinstance(players, int) and players > _MOST_IN_A_GROUP:
        return refusal(422, f"A group has at most {_MOST_IN_A_GROUP} players.")
    return forward(ask)


def _bare_player_list(ask: Ask, forward: Forward) -> Response:
    if ask.operation != "updateGroupBookingPlayers":
        return forward(ask)
    names = ask.json()
    if not isinstance(names, list) or not all(isinstance(name, str) and " " in name for name in names):
        return refusal(400, 'The body is an array of names, such as ["Ada Lindqvist"].')
    players = [dict(zip(("firstName", "lastName"), name.split(" ", 1), strict=True)) for name in names]
    answer = forward(ask.with_json({"players": players}))
    return replace(answer, status=204, content=b"") if answer.is_success else answer


def _declares_names(declared: Declared) -> Declared:
    return declared | {"groups": {"players": ["Ada Lindqvist"]}}


def _flat_hooks(ask: Ask, forward: Forward) -> Response:
    answer = forward(ask)
    if ask.operation == "createBookingHook" and has_json(answer):
        nested = body_of(answer)["data"]
        hook = {
            "hookId": nested["id"],
            "state": "ACTIVE",
            "validUntil": nested["expiresAt"],
            "seats": nested["players"],
        }
        return with_json(answer, hook)
    if ask.operation == "releaseBookingHook" and answer.is_success:
        return replace(answer, status=204, content=b"")
    return answer


def _declares_flat_hooks(declared: Declared) -> Declared:
    return declared | {"hooks": declared["hooks"] | {"id": "hookId", "expires_at": "validUntil"}}


def _hook_after_confirm(ask: Ask, forward: Forward) -> Response:
    answer = forward(ask)
    if ask.operation != "confirmBookingHook" or not has_json(answer):
        return answer
    booking = body_of(answer)["data"]
    hook = {"id": ask.path_params["id"], "status": "confirmed", "bookingId": booking["id"]}
    return with_json(answer, {"data": hook})


def _flat_subscriptions(ask: Ask, forward: Forward) -> Response:
    answer = forward(ask)
    if ask.operation == "deleteWebhook" and answer.is_success:
        return Response(200, (("content-type", "application/json"),), write_json({"deleted": True}))
    if ask.operation not in ("createWebhook", "listWebhooks", "updateWebhook") or not has_json(answer):
        return answer
    body = body_of(answer)
    if isinstance(body["data"], list):
        return with_json(answer, body | {"data": [_flat(item) for item in body["data"]]})
    return with_json(answer, _flat(body["data"]))


def _flat(subscription: Item) -> Item:
    kept = {name: value for name, value in subscription.items() if name not in ("id", "isActive")}
    return {"subscriptionId": subscription["id"], "state": "enabled"} | kept | {"events": sorted(kept["events"])}


def _declares(section: str, facts: Mapping[str, Any]) -> Callable[[Declared], Declared]:
    return lambda declared: declared | {section: declared.get(section, {}) | facts}


def _tokens_of_oauth(ask: Ask, forward: Forward) -> Response:
    body = ask.json() if ask.request.content else None
    if ask.operation == "refreshToken" and isinstance(body, dict):
        ask = ask.with_json({"refreshToken": body["refresh_token"]} if "refresh_token" in body else {})
    answer = forward(ask)
    if ask.operation not in _TOKENS or not has_json(answer):
        return answer
    session = body_of(answer)["data"]
    tokens = {"access_token": session["accessToken"], "refresh_token": session["refreshToken"]}
    return with_json(answer, tokens | {"token_type": "bearer", "expires_in": 3600, "scope": "travel"})


_OAUTH = {
    "access_token": "access_token",
    "refresh_token": "refresh_token",
    "refresh_request": {"grant_type": "refresh_token", "refresh_token": "{refresh_token}"},
}


def _no_tokens(ask: Ask, forward: Forward) -> Response:
    return refusal(404, "This service has no tokens.") if ask.operation in _TOKENS else forward(ask)


def _declares_no_tokens(declared: Declared) -> Declared:
    kept = {name: value for name, value in declared.items() if name != "tokens"}
    return kept | {"declares": kept["declares"] | {"absent": ["jwt"]}}


def _as_it_is(ask: Ask, forward: Forward) -> Response:
    return forward(ask)


def _declares_little(declared: Declared) -> Declared:
    kept = {name: declared[name] for name in ("base_url", "keys", "budgets") if name in declared}
    return kept | {"declares": {"hold_id": declared["declares"]["hold_id"]}}


_GROUP_MEMBERS = "Group booking record fields beyond the six members are not shown."

VARIATIONS: tuple[Variation, ...] = (
    edited("groups have six members", _GROUP_MEMBERS, _SHOWS_A_GROUP, _six_members, choice="groups"),
    edited(
        "groups have other statuses after processing",
        "Other group booking statuses and transitions are not shown.",
        _SHOWS_A_GROUP,
        _other_statuses,
        choice="groups",
    ),
    edited("group slots are a flat list", "The response of find-slots is not shown.", "findGroupSlots", _flat_slots),
    edited(
        "a group price is a total alone",
        "The response of calculate-price is not shown.",
        "calculateGroupPrice",
        _total_only,
    ),
    variation(
        "a dry run of a group refuses",
        "Request and response of validate are not shown.",
        _dry_run_refuses,
    ),
    variation("groups have at most 24 players", "The maximum players of a group are not shown.", _smaller_groups),
    variation(
        "a player list is an array of names",
        "Request and response of the player list are not shown.",
        _bare_player_list,
        declares=_declares_names,
    ),
    variation(
        "a hook is flat and has other names",
        "Request and response payloads of the booking hook operations are not shown.",
        _flat_hooks,
        choice="hooks",
        declares=_declares_flat_hooks,
    ),
    variation(
        "a confirmed hook answers with a hook",
        "Request and response payloads of the booking hook operations are not shown.",
        _hook_after_confirm,
        choice="hooks",
    ),
    variation(
        "subscriptions are flat and have other names",
        "Webhook record members, including the id, and all webhook responses are not shown.",
        _flat_subscriptions,
        declares=_declares("declares", {"webhook_id": "subscriptionId"}),
    ),
    variation(
        "tokens have the names of OAuth",
        "Request and response payloads of the auth operations are not shown.",
        _tokens_of_oauth,
        choice="tokens",
        declares=_declares("tokens", _OAUTH),
    ),
    variation(
        "there are no tokens",
        "JWT authentication is optional. The operator declares that it is absent.",
        _no_tokens,
        choice="tokens",
        declares=_declares_no_tokens,
    ),
    variation(
        "the operator declares little",
        "A target file declares only facts that its operator knows. Here it has the keys and the place of the hold id.",
        _as_it_is,
        declares=_declares_little,
    ),
)
