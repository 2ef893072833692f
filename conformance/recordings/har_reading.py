"""Reads a recording: the exchanges.har of a run, or any other HAR 1.2 archive. Refuses damaged recordings."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlsplit

import orjson

from conformance.evidence.exchanges import Exchange, Request, Response, Role
from conformance.evidence.json_values import NotJson, parse_json
from conformance.evidence.receiver import Delivery
from conformance.recordings.plain import PlainError, from_plain
from conformance.recordings.recorded_bodies import RecordedBody, answered_body, content_of, sent_body
from conformance.recordings.recording import NOT_CREATED, NOT_SENT, RECEIVER
from conformance.recordings.report_folder import EXCHANGES_FILE
from conformance.recordings.run_record import FORMAT, RunFacts, RunRecord

T = TypeVar("T")
Pairs = tuple[tuple[str, str], ...]

RECORD_MEMBER = "_teesheet"


class RecordingError(Exception):
    """The recording cannot be judged; the message is one sentence."""


@dataclass(frozen=True)
class Archive:
    """The exchanges of a HAR archive. When another program recorded it, *record* is None and the paths of its requests
    are empty, because the base address is not known yet.
    """

    exchanges: tuple[Exchange, ...]
    record: RunRecord | None


def read_archive(file: Path) -> Archive:
    """The archive in *file*, or in the report folder *file*. Raises `RecordingError` when it is not there, damaged,
    empty, or no HAR archive.
    """
    file = file / EXCHANGES_FILE if file.is_dir() else file
    try:
        content = file.read_bytes()
    except OSError as error:
        raise RecordingError(f"The recording {file} cannot be read: {error.strerror}.") from error
    return parse_archive(content, str(file))


def parse_archive(content: bytes, file: str) -> Archive:
    """The archive in *content*, which messages call *file*. Raises `RecordingError` as `read_archive`."""
    log = _log(_parsed(content, file), file)
    entries = log.get("entries")
    if not isinstance(entries, list):
        raise RecordingError(f"{file} is not a HAR archive: it has no list log.entries.")
    if not entries:
        raise RecordingError(f"{file} holds no exchange, so there is nothing to judge.")
    exchanges = tuple(_read(_exchange, entry, n, f"{file} is damaged: entry {n}") for n, entry in enumerate(entries))
    return Archive(exchanges, _record(log[RECORD_MEMBER], file) if RECORD_MEMBER in log else None)


def _parsed(content: bytes, file: str) -> Any:
    if not content.strip():
        raise RecordingError(f"The recording {file} is empty.")
    try:
        # Some tools begin a file with a byte order mark.
        return _loaded(content.removeprefix(b"\xef\xbb\xbf"))
    except NotJson as error:
        raise RecordingError(
            f"The recording {file} is not JSON, or was cut off: {error}. Give the exchanges.har of a run."
        ) from error


def _loaded(content: bytes) -> Any:
    try:
        return orjson.loads(content)
    except orjson.JSONDecodeError:
        # Browsers write halves of characters, which orjson refuses.
        return parse_json(content)


def _log(document: Any, file: str) -> Mapping[str, Any]:
    log = document.get("log") if isinstance(document, dict) else None
    if not isinstance(log, dict):
        raise RecordingError(f"{file} is not a HAR archive: it has no member log. Give the exchanges.har of a run.")
    return log


def _read(read: Callable[[Any, int], T], value: Any, number: int, what: str) -> T:
    try:
        return read(value, number)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        reason = f"it lacks {error}" if isinstance(error, KeyError) else str(error)
        raise RecordingError(f"{what} cannot be read: {reason}.") from error


def _exchange(entry: Any, number: int) -> Exchange:
    request, sent = _request(entry)
    answer = entry.get("response")
    response, answered = _response(entry) if answer is not None else (None, RecordedBody(None))
    usual_role = Role.read if request.method == "GET" else Role.golden
    return Exchange(
        index=number,
        agency=str(entry.get("_agency", "somebody")),
        operation_id=entry.get("_operation"),
        role=Role(entry.get("_role", usual_role)),
        check=str(entry.get("_check", "")),
        request=request,
        response=response,
        failure=None if response else str(answered.gap or _comment(answer) or "its answer is not in the recording"),
        started_at=_moment(entry["startedDateTime"]),
        elapsed_ms=_milliseconds(entry),
        racer=str(entry.get("_lane", "")),
        request_gap=sent.gap,
        answer_gap=answered.gap,
    )


def _comment(answer: Any) -> Any:
    return answer and (answer.get("comment") or answer.get("_error"))


def _request(entry: Any) -> tuple[Request, RecordedBody]:
    request = entry["request"]
    url, headers = _text(request["url"]), _pairs(request.get("headers", ()))
    sent = sent_body(request.get("postData"), request.get("bodySize"), _coded(entry, headers))
    is_of_a_run = "_path" in entry
    return Request(
        method=_text(request["method"]),
        path=_text(entry["_path"]) if is_of_a_run else "",
        query=_pairs(request["queryString"]) if is_of_a_run else tuple(parse_qsl(urlsplit(url).query, True)),
        url=url,
        headers=headers,
        content=sent.content,
    ), sent


def _response(entry: Any) -> tuple[Response | None, RecordedBody]:
    """The response and its body. None when no response came, and when the archive does not contain the whole body."""
    response = entry["response"]
    status = response["status"]
    if not isinstance(status, int):
        raise TypeError(f"the status is {status!r}")
    if status <= 0:
        return None, RecordedBody(None)
    headers = _pairs(response.get("headers", ()))
    body = answered_body(response.get("content") or {}, response.get("bodySize"), _coded(entry, headers), status)
    if body.content is None:
        return None, body
    return Response(status, headers, body.content, _milliseconds(entry) / 1000), body


def _coded(entry: Any, headers: Pairs) -> Pairs:
    """The headers that say how a body is compressed. A run keeps every body as it was read, so none is compressed."""
    return () if "_path" in entry else headers


def _milliseconds(entry: Any) -> float:
    return max(0.0, float(entry.get("time") or 0))


def _record(member: Any, file: str) -> RunRecord:
    damaged = f"{file} is damaged: {RECORD_MEMBER}"
    if not isinstance(member, dict) or not isinstance(member.get("facts"), dict):
        raise RecordingError(f"{damaged} holds no facts of a run.")
    if member["facts"].get("format") != FORMAT:
        raise RecordingError(f"{file} is a recording of another version of teesheet. This version cannot read it.")
    try:
        facts = from_plain(RunFacts, member["facts"], "facts")
        _refuse_unfit_notes(facts)
    except PlainError as error:
        raise RecordingError(f"{damaged}: {error}.") from error
    levers = [_read(_exchange, item, n, f"{damaged}: lever {n}") for n, item in enumerate(_list(member, "levers"))]
    deliveries = [
        _read(_delivery, item, n, f"{damaged}: delivery {n}") for n, item in enumerate(_list(member, "deliveries"))
    ]
    earlier = tuple(_record(part, file) for part in _list(member, "earlier"))
    begins_at = member.get("beginsAt", 0)
    if not isinstance(begins_at, int):
        raise RecordingError(f"{damaged}: beginsAt is not a number.")
    return RunRecord(facts, tuple(levers), tuple(deliveries), earlier, begins_at)


def _delivery(found: Any, _: int) -> Delivery:
    content = found["content"]
    return Delivery(
        method=_text(found["method"]),
        path=_text(found["path"]),
        headers=_pairs(found["headers"]),
        content=content_of(content["text"], content.get("encoding")),
        arrived_at=_moment(found["arrivedDateTime"]),
    )


def _refuse_unfit_notes(facts: RunFacts) -> None:
    for note in facts.notes:
        for value in note.values:
            try:
                _KINDS.get(note.kind, bool)(value)
            except (TypeError, ValueError, AttributeError) as error:
                raise PlainError(f"a note of the kind {note.kind} is {value!r}") from error


def _list(member: Mapping[str, Any], name: str) -> list[Any]:
    found = member.get(name)
    return found if isinstance(found, list) else []


def _pairs(pairs: Any) -> Pairs:
    return tuple((_text(pair["name"]), _text(pair.get("value") or "")) for pair in pairs)


def _moment(value: Any) -> datetime:
    moment = datetime.fromisoformat(_text(value))
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not a text")
    return value


# The kinds of notes of a run. Each function raises for a value that a check cannot use.
_KINDS: Mapping[str, Callable[[Any], object]] = {
    "now": _moment,
    "monotonic": lambda value: value + 0.0,
    "deliveries": range,
    RECEIVER: lambda value: _text(value.get("origin", value.get("error"))),
    NOT_SENT: _text,
    NOT_CREATED: _text,
}
