"""For the makers of receivers: says why a pasted delivery does not verify, and grades an endpoint.

Both forms only ask. So the answer to a form is the page, with what the visitor wrote.
"""

import re
from collections.abc import Mapping
from typing import Any

import orjson

from mock_server.console.asking import Ask, Reply
from mock_server.console.pages.webhooks import MOST_WEBHOOKS, arrived
from mock_server.console.views import Page, View

_HEADER = re.compile(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*)\Z")
_REQUEST_LINE = re.compile(r"[A-Z]+ \S+(?: HTTP/[0-9.]+)?\Z")
# A receiver needs these headers only. Others would hide them from a reader.
_SIGNED = ("webhook-id", "webhook-timestamp", "webhook-signature")
UNKNOWN_SENDER = "Choose the subscription whose secret signed the delivery, or paste the secret."
NO_ENDPOINT = "Choose a subscription, or write an address with its secret."
NO_REQUEST = (
    "This is not a delivery: nothing was found that looks like a header. Paste the headers, one on each line such as "
    "webhook-id: msg_1, then an empty line, then the body exactly as it arrived."
)


async def show_doctor(view: View) -> Page:
    """The form for a delivery that does not verify, filled with a delivery that the address names."""
    found = await arrived(view)
    written = {"pasted": "" if found is None else _spelt(found), "webhookId": (found or {}).get("webhookId", "")}
    return await _doctor(view, written)


async def verify(view: View, form: Mapping[str, str]) -> Page:
    """The verdict of the control plane about a pasted delivery."""
    headers, body = read_delivery(form.get("pasted", ""))
    if not headers:
        return await _doctor(view, form, sentence=NO_REQUEST)
    if not form.get("secret") and not form.get("webhookId"):
        return await _doctor(view, form, sentence=UNKNOWN_SENDER)
    secret = {"secret": form["secret"].strip()} if form.get("secret") else {"webhookId": form.get("webhookId", "")}
    now = {"now": form["now"].strip()} if form.get("now") else {}
    ask = view.control("POST", "/signatures/verify", {"headers": headers, "body": body, **secret, **now})
    return await _doctor(view, form, reply=await view.send(ask), ask=ask, no_json=_what_is_no_json(body))


async def _doctor(
    view: View,
    form: Mapping[str, str],
    *,
    sentence: str = "",
    reply: Reply | None = None,
    ask: Ask | None = None,
    no_json: str = "",
) -> Page:
    refusal = sentence or (reply.sentence if reply is not None and reply.is_refusal else "")
    facts = {
        "written": {name: form.get(name, "") for name in ("pasted", "webhookId", "secret", "now")},
        "subscriptions": (await view.read("/webhooks", limit=MOST_WEBHOOKS))["data"],
        "refusal": refusal,
        "verdict": None if reply is None or refusal else reply.data,
        "no_json": no_json,
        "curl": "" if ask is None else view.curl(ask),
    }
    return Page("signatures.html", facts)


def read_delivery(pasted: str) -> tuple[dict[str, str], str]:
    """The headers and the body of a pasted request. No headers if the text has none.

    A browser sends every line break of a form as CRLF, and most people paste a line break after the body.
    """
    text = pasted.replace("\r\n", "\n").lstrip("\n")
    head, _, body = text.partition("\n\n")
    lines = head.split("\n")
    if _REQUEST_LINE.match(lines[0]):
        lines = lines[1:]
    found = [_HEADER.match(line) for line in lines]
    headers = {match[1]: match[2].strip() for match in found if match is not None}
    return (headers, body.rstrip("\n")) if all(found) else ({}, "")


def _spelt(found: Mapping[str, Any]) -> str:
    """A delivery as a person pastes it."""
    headers = [f"{name}: {value}" for name, value in found["headers"] if name.lower() in _SIGNED]
    return "\n".join([*headers, "", found["body"]])


def _what_is_no_json(body: str) -> str:
    """What a reader should know about a body that the sandbox never sends."""
    try:
        orjson.loads(body)
    except orjson.JSONDecodeError:
        return "The pasted body is no JSON. The sandbox sends JSON in one line: paste the bytes as they arrived."
    return ""


async def show_gauntlet(view: View) -> Page:
    """The form that names an endpoint to grade."""
    return await _gauntlet(view, {"webhookId": view.query.get("webhookId", "")})


async def run_gauntlet(view: View, form: Mapping[str, str]) -> Page:
    """The grades of an endpoint."""
    url, secret = form.get("url", "").strip(), form.get("secret", "").strip()
    if not (url or secret or form.get("webhookId")):
        return await _gauntlet(view, form, sentence=NO_ENDPOINT)
    body = {"url": url, "secret": secret} if url or secret else {"webhookId": form["webhookId"]}
    ask = view.control("POST", "/gauntlet", body)
    return await _gauntlet(view, form, reply=await view.send(ask), ask=ask)


async def _gauntlet(
    view: View, form: Mapping[str, str], *, sentence: str = "", reply: Reply | None = None, ask: Ask | None = None
) -> Page:
    refusal = sentence or (reply.sentence if reply is not None and reply.is_refusal else "")
    facts = {
        "written": {name: form.get(name, "") for name in ("webhookId", "url", "secret")},
        "subscriptions": (await view.read("/webhooks", limit=MOST_WEBHOOKS))["data"],
        "refusal": refusal,
        "result": None if reply is None or refusal else reply.data,
        "curl": "" if ask is None else view.curl(ask),
    }
    return Page("gauntlet.html", facts)
