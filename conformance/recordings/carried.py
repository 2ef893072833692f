"""Which exchanges of a run have a part of the messages, which checks sent them, and which rows rest on them."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from conformance.evidence.exchanges import Exchange
from conformance.evidence.receiver import Delivery
from conformance.recordings.har_reading import RecordingError, read_archive
from conformance.recordings.report_folder import EXCHANGES_FILE, REPORT_FILE
from openapi.concerns.bodies import reaches
from openapi.concerns.parts import Part, Where
from openapi.concerns.traffic import Traffic
from openapi.diff.model import Side
from openapi.places import ContractError

HeaderPairs = Iterable[tuple[str, str]]


def traffic_in(folder: Path) -> Callable[[Part], Traffic]:
    """A function that says what the run in a report folder has of a part.

    Raises ContractError if the folder has no recording, or one that cannot be read.
    """
    if not (folder / EXCHANGES_FILE).is_file():
        raise ContractError(
            f"{folder} has no {EXCHANGES_FILE}. Name the report folder of a run: teesheet check --report DIR."
        )
    try:
        archive = read_archive(folder / EXCHANGES_FILE)
    except RecordingError as error:
        raise ContractError(str(error)) from error
    deliveries = archive.record.deliveries if archive.record is not None else ()
    return _Run(archive.exchanges, deliveries, _rows(folder / REPORT_FILE)).traffic


def _rows(file: Path) -> Mapping[str, frozenset[int]]:
    """The exchanges behind each verdict, by requirement.

    Raises ContractError if the report cannot be read.
    """
    try:
        requirements = orjson.loads(file.read_bytes())["requirements"]
        return {row["id"]: frozenset(row["exchanges"]) for row in requirements if row["exchanges"]}
    except (OSError, ValueError, KeyError, TypeError):
        raise ContractError(f"{file} is not a report of a run. Name the report folder of teesheet check.") from None


@dataclass(frozen=True)
class _Run:
    exchanges: tuple[Exchange, ...]
    deliveries: tuple[Delivery, ...]
    rows: Mapping[str, frozenset[int]]

    def traffic(self, part: Part) -> Traffic:
        """What the run has of a part."""
        if part.side in (Side.DELIVERY, Side.ACKNOWLEDGEMENT):
            return self._delivered(part)
        of_operations = [exchange for exchange in self.exchanges if exchange.operation_id in part.operations]
        carrying = [exchange for exchange in of_operations if _carries(exchange, part)]
        numbers = {exchange.index for exchange in carrying}
        return Traffic(
            len(of_operations),
            len(carrying),
            Counter(exchange.check for exchange in carrying),
            _shown(carrying[0]) if carrying else "",
            tuple(row for row, exchanges in self.rows.items() if exchanges & numbers),
        )

    def _delivered(self, part: Part) -> Traffic:
        names = {_letters(name) for call in part.calls for name in (call.path, call.id)}
        arrived = [(delivery, _json(delivery.content)) for delivery in self.deliveries]
        ours = [(delivery, body) for delivery, body in arrived if _letters(_kind(body)) in names]
        carrying = [body for delivery, body in ours if _has(part, (), delivery.headers, body)]
        first = f"{_kind(carrying[0])} {carrying[0].get('id', '')}".strip() if carrying else ""
        return Traffic(len(ours), len(carrying), {}, first, ())


def _kind(body: Any) -> str:
    return str(body.get("type", "")) if isinstance(body, Mapping) else ""


def _letters(name: str) -> str:
    """A name without its spelling: `booking_hook.confirmed` is the delivery `bookingHookConfirmed` of a contract."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _carries(exchange: Exchange, part: Part) -> bool:
    """Whether an exchange has the part. The answer has to have the status of the part too."""
    if part.where in (Where.WHOLE, Where.PATH, Where.NAME):
        return True
    if part.side is Side.REQUEST:
        request = exchange.request
        return _has(part, request.query, request.headers, _json(request.content))
    answer = exchange.response
    if answer is None or not _is_status(part, str(answer.status)):
        return False
    return part.where is Where.STATUS or _has(part, (), answer.headers, _json(answer.content))


def _is_status(part: Part, status: str) -> bool:
    return status == part.status or (part.where is not Where.STATUS and status[0] == part.status[:1] == "2")


def _has(part: Part, query: HeaderPairs, headers: HeaderPairs, body: Any) -> bool:
    if part.where is Where.QUERY:
        return any(name == part.word for name, _ in query)
    if part.where in (Where.HEADER, Where.CREDENTIALS):
        return any(name.lower() == part.word.lower() for name, _ in headers)
    return body is not None and reaches(body, part.tail)


def _json(content: bytes | None) -> Any:
    try:
        return orjson.loads(content or b"null")
    except orjson.JSONDecodeError:
        return None


def _shown(exchange: Exchange) -> str:
    return f"exchange {exchange.index}, {exchange.request.method} {exchange.request.path}, sent by {exchange.check}"
