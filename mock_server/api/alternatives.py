"""Other conforming answers, chosen per world, so that a client can be tested with each of them.

The sandbox first checks its usual answer against the contract. The answer that is sent then differs on purpose.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any
from urllib.parse import unquote_to_bytes

import orjson

from mock_server.api.bodies import write_json
from mock_server.api.calls import Call, Written
from mock_server.api.contract import Parameter
from mock_server.api.exchanges import Exchange
from mock_server.api.problems import CODES, MEDIA_TYPE, Finding, Problem, invalid_request
from mock_server.domain.world_settings import NO_SETTINGS, WorldSettings

HOLD_HEADER = b"x-hold-id"


def written_problem(problem: Problem, exchange: Exchange, instance: str) -> Written:
    """A problem in the form that the world of the request has chosen. Assumptions A-01 and A-02."""
    status = _status(problem, exchange.settings)
    document = {**problem.body(instance, exchange.request_id), "status": status}
    media_type, body = _FORMS[exchange.settings.chosen("errorBody")](document)
    headers = dict(problem.headers)
    if media_type:
        headers["Content-Type"] = media_type
    if status == 401:
        headers["WWW-Authenticate"] = _CHALLENGES.get(problem.code, 'ApiKey realm="teesheet"')
    return Written(status, headers, body)


def _status(problem: Problem, settings: WorldSettings) -> int:
    """400 or 422, as the world has chosen. A body that is no JSON always gets 400."""
    status, chosen = CODES[problem.code][0], settings.chosen("invalidStatus")
    invalid = problem.code == "invalid_request" or status == 422
    return int(chosen) if invalid and chosen != "split" else status


# Code of a 401 -> value of WWW-Authenticate. All other codes ask for the API key.
_CHALLENGES = {"token_invalid": 'Bearer realm="teesheet", error="invalid_token"'}

_FORMS: Mapping[str, Any] = {
    "problem": lambda document: (MEDIA_TYPE, write_json(document)),
    "envelope": lambda document: (
        "application/json",
        write_json({"error": {"code": document["code"], "message": document["detail"]}}),
    ),
    "text": lambda document: ("text/plain; charset=utf-8", document["detail"].encode()),
    "empty": lambda _document: ("", b""),
}


def clamped_query(query_string: bytes, parameters: Mapping[str, Parameter], settings: WorldSettings) -> bytes:
    """The query, in a world that clamps with each number that A-13 is about moved to its nearest bound.

    The marks of the contract name the parameters. Everything else in the query stays as it is.
    """
    if settings.chosen("pageSize") != "clamp":
        return query_string
    return b"&".join(_clamped(part, parameters) for part in query_string.split(b"&"))


def _clamped(part: bytes, parameters: Mapping[str, Parameter]) -> bytes:
    name, _, value = part.partition(b"=")
    parameter, number = parameters.get(unquote_to_bytes(name).decode("latin-1")), unquote_to_bytes(value)
    form = None if parameter is None or "A-13" not in parameter.assumptions else _NUMBERS.get(parameter.json_type)
    if parameter is None or form is None or not form.fullmatch(number):
        return part
    least, most = parameter.bounds
    if least is not None and Decimal(number.decode()) < Decimal(least):
        return name + b"=" + least.encode()
    if most is not None and Decimal(number.decode()) > Decimal(most):
        return name + b"=" + most.encode()
    return part


# How a number out of bounds is written. It may have more digits than a number within the bounds can have.
_NUMBERS = {
    "integer": re.compile(rb"-?(?:0|[1-9][0-9]*)"),
    "number": re.compile(rb"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?"),
}


def with_hold_from_header(call: Call, headers: Sequence[tuple[bytes, bytes]], settings: WorldSettings) -> Call:
    """The call with the hold id of the header in its body. Raises Problem if the body already has a hold id. A-27."""
    if settings.chosen("holdIdPlace") != "header":
        return call
    if "holdId" in call.body:
        raise invalid_request([Finding("/body/holdId", "unknown", "In this world, send the hold id in X-Hold-Id.")])
    sent = [value.decode("latin-1") for name, value in headers if name == HOLD_HEADER]
    return replace(call, body={**call.body, "holdId": sent[0]}) if sent else call


def varied(written: Written, schema: Any, document: Mapping[str, Any], settings: WorldSettings) -> Written:
    """A success in the form that the world has chosen. *schema* is the schema of its body. A-06 and A-36."""
    if settings is NO_SETTINGS:
        return written
    status, body = written.status, written.body
    if status == 201 and settings.chosen("createdStatus") == "200":
        status = 200
    if body and settings.chosen("emptyMembers") == "null":
        body = write_json(_with_nulls(orjson.loads(body), schema, document))
    return replace(written, status=status, body=body)


def _with_nulls(value: Any, schema: Any, document: Mapping[str, Any]) -> Any:
    """*value* with null for every member that its schema names and that is absent."""
    if isinstance(value, list):
        items = _members(schema, document).get("items", {})
        return [_with_nulls(item, items, document) for item in value]
    if not isinstance(value, dict):
        return value
    known = _members(schema, document).get("properties", {})
    filled = {name: _with_nulls(item, known.get(name, {}), document) for name, item in value.items()}
    return filled | {name: None for name in known if name not in value}


def _members(schema: Any, document: Mapping[str, Any]) -> dict[str, Any]:
    """`properties` and `items` of a schema, gathered through its references and its alternatives."""
    gathered: dict[str, Any] = {"properties": {}}
    waiting = [schema]
    while waiting:
        node = waiting.pop()
        if "$ref" in node:
            name = node["$ref"].rpartition("/")[2]
            waiting.append(document["components"]["schemas"][name])
        waiting += [*node.get("allOf", ()), *node.get("anyOf", ())]
        gathered["properties"] |= node.get("properties", {})
        gathered["items"] = node.get("items", gathered.get("items", {}))
    return gathered
