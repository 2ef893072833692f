"""What a button does: one request, which the form carries in the words of its curl line.

A form has the field `call`, such as `POST /_sandbox/v1/rival {"leave": 1}`. Fields that a person fills in are named
`set.` and the place in the body, such as `set.leave`. With `.number` at the end, the value is a number. The field
`json` is a whole body that a person wrote.
"""

from collections.abc import Mapping
from typing import Any

import orjson

from mock_server.api.problems import Problem
from mock_server.console.asking import Ask
from mock_server.console.outcomes import said_about
from mock_server.console.views import View

Said = Mapping[str, Any]


async def do(view: View, form: Mapping[str, str]) -> tuple[Said, str]:
    """Sends the request of a form. Returns what to say about its answer, and the page to show next, if it is fixed."""
    ask, agency = ask_of(view, form), form.get("as", "")
    reply = await view.send(ask, agency)
    return said_about(reply, form.get("done", ""), view.curl(ask, agency)), ""


def ask_of(view: View, form: Mapping[str, str]) -> Ask:
    """The request that a form describes. Raises Problem if it leads neither to the control plane nor the interface."""
    method, _, rest = form.get("call", "").partition(" ")
    path, _, text = rest.partition(" ")
    text = form.get("json") or text
    bases = (view.server.control_base, view.server.interface_base())
    if not path.startswith(tuple(f"{base}/" for base in bases)):
        raise Problem(
            "forbidden",
            "A form of the console only calls the control plane and the interface. Write a path of them.",
        )
    try:
        body = orjson.loads(text) if text else None
    except orjson.JSONDecodeError:
        raise Problem("malformed_json", "This text is no JSON. Write names and texts between double quotes.") from None
    for name, value in form.items():
        if name.startswith("set.") and value != "":
            body = _with(body if isinstance(body, dict) else {}, name.split(".")[1:], value)
    headers = {"Idempotency-Key": form["once"]} if form.get("once") else {}
    return Ask(method, path, {}, body, headers)


def _with(body: dict[str, Any], place: list[str], value: Any) -> dict[str, Any]:
    """A copy of *body* with *value* at *place*."""
    name, *further = place
    if further == ["number"]:
        return {**body, name: _number(value)}
    if further == ["list"]:
        return {**body, name: [value]}
    if further:
        inside = body.get(name)
        return {**body, name: _with(inside if isinstance(inside, dict) else {}, further, value)}
    return {**body, name: value}


def _number(text: str) -> Any:
    """The number that a person wrote. Any other text is sent as it is, and the control plane says what is wrong."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return text
