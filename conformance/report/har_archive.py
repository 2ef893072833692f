"""exchanges.har: every exchange of the run as HAR 1.2, with masked keys and whole bodies. It also has all other facts
that judging the run again needs. conformance/recordings/har_reading.py reads it.
"""

import base64
from http import HTTPStatus
from importlib import metadata
from typing import Any

import orjson

from conformance.evidence.exchanges import Exchange, Request, Response
from conformance.evidence.receiver import Delivery
from conformance.recordings.har_reading import RECORD_MEMBER
from conformance.recordings.plain import plain
from conformance.recordings.recorded_bodies import CUT_MARK
from conformance.recordings.run_record import RunRecord
from conformance.results.run_result import RunResult
from conformance.text.visible import visible_json

_UNKNOWN_SIZE = -1


def har_archive(result: RunResult) -> bytes:
    """The recording as HAR 1.2 in UTF-8. Members that begin with an underscore are ours."""
    creator = {"name": "teesheet check", "version": metadata.version("teesheet")}
    entries = [har_entry(exchange) for exchange in result.exchanges]
    ours = {RECORD_MEMBER: _record(result.record)} if result.record else {}
    log = {"version": "1.2", "creator": creator, "pages": [], "entries": entries, **ours}
    return visible_json(orjson.dumps({"log": log}))


def _record(record: RunRecord) -> dict[str, Any]:
    return {
        "facts": plain(record.facts),
        "levers": [har_entry(exchange) for exchange in record.levers],
        "deliveries": [_delivery(delivery) for delivery in record.deliveries],
        **({"earlier": [_record(part) for part in record.earlier]} if record.earlier else {}),
        **({"beginsAt": record.begins_at} if record.begins_at else {}),
    }


def _delivery(delivery: Delivery) -> dict[str, Any]:
    text, encoding = _text(delivery.content)
    return {
        "arrivedDateTime": delivery.arrived_at.isoformat(),
        "method": delivery.method,
        "path": delivery.path,
        "headers": _pairs(delivery.headers),
        "content": {"text": text} | ({"encoding": encoding} if encoding else {}),
    }


def har_entry(exchange: Exchange) -> dict[str, Any]:
    """One exchange as an entry of HAR 1.2. Members that begin with an underscore are ours."""
    return {
        "_number": exchange.index,
        "startedDateTime": exchange.started_at.isoformat(),
        "time": exchange.elapsed_ms,
        "request": _request(exchange.request, exchange.request_gap),
        "response": _response(exchange.response) if exchange.response else _no_response(exchange.failure or ""),
        "cache": {},
        "timings": {"send": 0, "wait": exchange.elapsed_ms, "receive": 0},
        "_agency": exchange.agency,
        "_operation": exchange.operation_id,
        "_role": exchange.role,
        "_check": exchange.check,
        "_lane": exchange.racer,
        "_path": exchange.request.path,
    }


def _request(request: Request, gap: str | None) -> dict[str, Any]:
    sent = _post_data(request) if gap is None else {"mimeType": "", "text": "", CUT_MARK: True, "comment": gap}
    return {
        "method": request.method,
        "url": request.url,
        "httpVersion": "HTTP/1.1",
        "cookies": [],
        "headers": _pairs(request.headers),
        "queryString": _pairs(request.query),
        "headersSize": _UNKNOWN_SIZE,
        "bodySize": len(request.content or b""),
        **({"postData": sent} if request.content is not None or gap is not None else {}),
    }


def _post_data(request: Request) -> dict[str, Any]:
    content = request.content or b""
    media_type = next((value for name, value in request.headers if name.lower() == "content-type"), "")
    text, encoding = _text(content)
    return {"mimeType": media_type, "text": text, "params": []} | ({"_encoding": encoding} if encoding else {})


def _response(response: Response) -> dict[str, Any]:
    text, encoding = _text(response.content)
    content = {"size": len(response.content), "mimeType": response.header("content-type") or "", "text": text}
    return {
        "status": response.status,
        "statusText": _reason(response.status),
        "httpVersion": "HTTP/1.1",
        "cookies": [],
        "headers": _pairs(response.headers),
        "content": content | ({"encoding": encoding} if encoding else {}),
        "redirectURL": response.header("location") or "",
        "headersSize": _UNKNOWN_SIZE,
        "bodySize": len(response.content),
    }


def _no_response(failure: str) -> dict[str, Any]:
    return {
        "status": 0,
        "statusText": "",
        "httpVersion": "",
        "cookies": [],
        "headers": [],
        "content": {"size": 0, "mimeType": ""},
        "redirectURL": "",
        "headersSize": _UNKNOWN_SIZE,
        "bodySize": _UNKNOWN_SIZE,
        "comment": failure,
    }


def _text(content: bytes) -> tuple[str, str | None]:
    try:
        return content.decode("utf-8"), None
    except UnicodeDecodeError:
        return base64.b64encode(content).decode("ascii"), "base64"


def _pairs(pairs: tuple[tuple[str, str], ...]) -> list[dict[str, str]]:
    return [{"name": name, "value": value} for name, value in pairs]


def _reason(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""
