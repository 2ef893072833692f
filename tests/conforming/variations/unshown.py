"""Answers and requests that no document shows: hooks, groups, webhooks, tokens, and the answer to a change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from conformance.evidence.exchanges import Response
from tests.conforming.tools.variation import (
    Ask,
    Declared,
    Forward,
    Variation,
    body_of,
    edited,
    has_json,
    variation,
    with_json,
)

_HOOKS = "Request and response payloads of the booking hook operations: not shown."
_GROUPS = "Responses other than the one of POST /group-bookings: not shown."
_WEBHOOKS = "Payloads and responses of the webhook operations: not shown."
_TOKENS = "Request and response payloads of the auth operations: not shown."
_CHANGE = "Response of PUT /bookings/{id}: not shown."


def _bare(_: Ask, body: Any) -> Any:
    return body["data"] if isinstance(body, dict) and "data" in body else body


def _says_ok(_: Ask, __: Any) -> Any:
    return {"ok": True}


def _declaring(section: str, **values: Any) -> Callable[[Declared], Declared]:
    """A change of one section of the target file; a value that is None takes a key away."""

    def declares(declared: Declared) -> Declared:
        merged = declared.get(section, {}) | values
        return declared | {section: {name: value for name, value in merged.items() if value is not None}}

    return declares


_HOOK_BODY = {
    "reservation": {"course": "{course_id}", "teeOff": "{date}T{time}:00", "size": "{players}"},
    "contact": {"first": "Teesheet", "last": "Conformance", "mail": "conformance@example.com"},
    "ref": "{reference}",
}


def _other_hooks(ask: Ask, forward: Forward) -> Response:
    body = ask.json()
    if ask.operation == "createBookingHook" and isinstance(body, dict) and "reservation" in body:
        ask = ask.with_json(_sandbox_hook(body))
    answer = forward(ask)
    if ask.operation != "createBookingHook" or not has_json(answer):
        return answer
    shown = body_of(answer)["data"]
    return with_json(answer, {"hookNumber": shown["id"], "validity": {"until": shown["expiresAt"]}})


def _sandbox_hook(body: dict[str, Any]) -> dict[str, Any]:
    wanted, contact = body["reservation"], body["contact"]
    date, _, moment = wanted["teeOff"].partition("T")
    lead = {"firstName": contact["first"], "lastName": contact["last"], "email": contact["mail"]}
    return {
        "courseId": wanted["course"],
        "date": date,
        "teeTime": moment[:5],
        "players": wanted["size"],
        "leadPlayer": lead,
        "agencyBookingReference": body["ref"],
    }


def _hooks_undeclared(declared: Declared) -> Declared:
    return {name: section for name, section in declared.items() if name != "hooks"}


def _other_players(ask: Ask, forward: Forward) -> Response:
    body = ask.json()
    if ask.operation == "updateGroupBookingPlayers" and isinstance(body, dict) and "names" in body:
        players = [dict(zip(("firstName", "lastName"), name.split(" "), strict=True)) for name in body["names"]]
        ask = ask.with_json({"players": players})
    return forward(ask)


def _webhook_list(shape: Callable[[list[Any]], Any]) -> Callable[[Ask, Any], Any]:
    return lambda _, body: shape(body["data"])


def _id_at_the_top(_: Ask, body: Any) -> Any:
    return {"webhookId": body["data"]["id"], "created": True}


def _id_in_the_location(ask: Ask, forward: Forward) -> Response:
    answer = forward(ask)
    if ask.operation != "createWebhook" or not has_json(answer):
        return answer
    kept = tuple(pair for pair in answer.headers if pair[0].lower() != "location")
    location = f"/api/v1/webhooks/{body_of(answer)['data']['id']}"
    return replace(answer, headers=(*kept, ("Location", location)), content=b"")


def _no_id_at_all(ask: Ask, forward: Forward) -> Response:
    answer = forward(ask)
    if ask.operation != "createWebhook" or not has_json(answer):
        return answer
    return replace(answer, headers=tuple(pair for pair in answer.headers if pair[0].lower() != "location"), content=b"")


def _numbered(_: Ask, body: Any) -> Any:
    return body | {"data": {"subscription": {"key": body["data"]["id"]}}}


def _snake_tokens(ask: Ask, forward: Forward) -> Response:
    body = ask.json()
    if ask.operation == "refreshToken" and isinstance(body, dict) and "refresh_token" in body:
        ask = ask.with_json({"refreshToken": body["refresh_token"]})
    answer = forward(ask)
    if ask.operation not in ("createToken", "refreshToken") or not has_json(answer):
        return answer
    shown = body_of(answer)["data"]
    return with_json(answer, {"access_token": shown["accessToken"], "refresh_token": shown["refreshToken"]})


_SNAKE = _declaring(
    "tokens",
    access_token="access_token",  # noqa: S106 - the place of a token, not a token
    refresh_token="refresh_token",  # noqa: S106 - the place of a token, not a token
    refresh_request={"grant_type": "refresh_token", "refresh_token": "{refresh_token}"},
)


class OneRefreshToken:
    """A refresh shows a new token, and no new refresh token: that of the session goes on."""

    def __init__(self) -> None:
        self._latest: dict[str, str] = {}

    def __call__(self, ask: Ask, forward: Forward) -> Response:
        """The layer."""
        body = ask.json()
        if ask.operation not in ("refreshToken", "revokeToken") or not isinstance(body, dict):
            return forward(ask)
        given = str(body.get("refreshToken"))
        answer = forward(ask.with_json(body | {"refreshToken": self._latest.get(given, given)}))
        if ask.operation != "refreshToken" or not has_json(answer):
            return answer
        shown = body_of(answer)
        self._latest[given] = shown["data"].pop("refreshToken")
        return with_json(answer, shown)


VARIATIONS = (
    edited("a change answers with the bare booking", _CHANGE, "updateBooking", _bare, choice="answer to a change"),
    edited("a change answers ok", _CHANGE, "updateBooking", _says_ok, choice="answer to a change"),
    variation(
        "hooks with other payloads",
        _HOOKS,
        _other_hooks,
        choice="hooks",
        declares=_declaring("hooks", body=_HOOK_BODY, id="hookNumber", expires_at="validity.until"),
    ),
    variation(
        "hooks not declared", _HOOKS, lambda ask, forward: forward(ask), choice="hooks", declares=_hooks_undeclared
    ),
    edited("a confirmed hook says ok", _HOOKS, "confirmBookingHook", _says_ok, choice="confirmed hook"),
    edited("a confirmed hook without an envelope", _HOOKS, "confirmBookingHook", _bare, choice="confirmed hook"),
    edited(
        "group searches without an envelope",
        _GROUPS,
        "findGroupSlots calculateGroupPrice validateGroupBooking updateGroupBookingPlayers",
        _bare,
    ),
    variation(
        "player lists as names",
        _GROUPS,
        _other_players,
        declares=_declaring("groups", players={"names": ["Ada Lindqvist", "Bo Kerr"]}),
    ),
    edited("webhooks as a bare list", _WEBHOOKS, "listWebhooks", _webhook_list(list), choice="webhook list"),
    edited(
        "webhooks by id",
        _WEBHOOKS,
        "listWebhooks",
        _webhook_list(lambda items: {"subscriptions": {subscription["id"]: subscription for subscription in items}}),
        choice="webhook list",
    ),
    Variation(
        "the webhook id at the top",
        _WEBHOOKS,
        edited("", "", "createWebhook", _id_at_the_top).build,
        "webhook id",
        _declaring("declares", webhook_id="webhookId"),
    ),
    Variation(
        "the webhook id at the top, not declared",
        _WEBHOOKS,
        edited("", "", "createWebhook", _id_at_the_top).build,
        "webhook id",
        _declaring("declares", webhook_id=None),
    ),
    Variation(
        "the webhook id where nobody looks",
        _WEBHOOKS,
        edited("", "", "createWebhook", _numbered).build,
        "webhook id",
        _declaring("declares", webhook_id="data.subscription.key"),
    ),
    variation(
        "the webhook id in Location alone",
        _WEBHOOKS,
        _id_in_the_location,
        choice="webhook id",
        declares=_declaring("declares", webhook_id=None),
    ),
    variation(
        "the webhook id in the list alone",
        _WEBHOOKS,
        _no_id_at_all,
        choice="webhook id",
        declares=_declaring("declares", webhook_id=None),
    ),
    edited("an updated webhook says ok", _WEBHOOKS, "updateWebhook", _says_ok),
    variation("tokens in snake case", _TOKENS, _snake_tokens, choice="tokens", declares=_SNAKE),
    Variation(
        "a refresh token that stays",
        "What a refresh answers is not shown.",
        OneRefreshToken,
        "refresh",
        accused_by=("JWT-02", "JWT-03", "JWT-04"),
    ),
)
