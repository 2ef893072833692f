"""The journal of a run on disk. It has a line for each thing before it is created on the target, a line when it was
created, and a line when it was removed.

Each line is one JSON object, written at once. The line that announces a thing is on the disk before its request is
sent, so that no crash of the run or of the machine hides the thing. The journal never contains a key or a token.
"""

import json
import os
import threading
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import IO, Any
from urllib.parse import unquote

from conformance.catalogue.operations import Match, match
from conformance.discovery.booking_hooks import hook_id_in
from conformance.evidence.exchanges import Request, Response
from conformance.evidence.json_values import json_of
from conformance.evidence.shown_ids import BOOKING_NOUNS, GROUP_NOUNS
from conformance.evidence.webhook_ids import webhook_id
from conformance.footprint.giving_back import created_id_in
from conformance.recordings.recording import Transport
from conformance.session.session import FIRST_AGENCY, SECOND_AGENCY
from conformance.target.target import Target

JOURNAL_FILE = "run.journal.jsonl"
FORMAT = 1

# operation -> the kind of thing that it creates.
MAKES: Mapping[str, str] = {
    "createBooking": "booking",
    "confirmBookingHook": "booking",
    "holdTeeTime": "hold",
    "createBookingHook": "booking hook",
    "createGroupBooking": "group booking",
    "createWebhook": "subscription",
    "createToken": "token",
    "refreshToken": "token",
}

# operation -> the kind of thing that it ends.
ENDS: Mapping[str, str] = {
    "cancelBooking": "booking",
    "releaseBookingHook": "booking hook",
    "confirmBookingHook": "booking hook",
    "deleteWebhook": "subscription",
}

# member of the journal -> the members of request bodies that give its value.
_FACTS: Mapping[str, tuple[str, ...]] = {
    "reference": ("agencyBookingReference", "reference"),
    "course": ("courseId",),
    "date": ("date",),
    "time": ("teeTime", "time", "preferredTime"),
    "players": ("players", "totalPlayers"),
    "url": ("url",),
}
LONGEST_FACT = 300


class JournalFile:
    """Appends lines to the journal at *path*. The first line creates the file, so a run that creates nothing on the
    target has no journal.

    *header* is the first line. Several threads may use this object.
    """

    def __init__(self, path: Path, header: Mapping[str, Any]) -> None:
        self._path = path
        self._header = header
        self._file: IO[bytes] | None = None
        self._appending = threading.Lock()

    def append(self, line: Mapping[str, Any], *, durably: bool = False) -> None:
        """Writes *line*. With *durably*, returns only when this line and all lines before it are on the disk."""
        with self._appending:
            file = self._file or self._open()
            file.write(_encoded(line))
            if durably:
                os.fsync(file.fileno())

    def close(self) -> None:
        """Writes the last lines to the disk and closes the file. A later line opens it again."""
        if self._file:
            os.fsync(self._file.fileno())
            self._file.close()
            self._file = None

    @property
    def is_begun(self) -> bool:
        """Whether this object wrote a line and has not closed the file since."""
        return self._file is not None

    def _open(self) -> IO[bytes]:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        # Unbuffered, so that every written line survives when this process is killed.
        self._file = self._path.open("ab", buffering=0)
        if self._file.tell() == 0:
            self._file.write(_encoded(self._header))
            os.fsync(self._file.fileno())
            _sync_folder_of(self._path)
        return self._file


class Journal:
    """A transport around the sending one. It writes a line for each request that creates or removes a thing."""

    def __init__(self, inner: Transport, target: Target, file: JournalFile) -> None:
        self._inner = inner
        self._target = target
        self._file = file
        declared = [value for _, value in target.wire.headers]
        self._secrets = [secret for secret in (target.api_key, target.second_api_key, *declared) if secret]
        self._count = 0
        self._counting = threading.Lock()

    def __enter__(self) -> "Journal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Writes that the run came to its end, because its report then lists everything that stays behind."""
        if kind is None and self._file.is_begun:
            self._file.append({"line": "ended", "at": _now()})
        self._file.close()

    def exchange(self, request: Request) -> Response:
        """The response to *request*, from the transport inside. Raises `NoAnswer`."""
        met = match(request.method, request.path)
        if met is None or met.operation_id not in MAKES.keys() | ENDS.keys():
            return self._inner.exchange(request)
        number = self._announce(met, request) if met.operation_id in MAKES else None
        # Without an answer, no line follows the announcement, and the outcome stays unknown.
        response = self._inner.exchange(request)
        if number is not None:
            self._file.append({"n": number} | self._outcome(met, response))
        if met.operation_id in ENDS and response.is_success:
            self._file.append({"line": "removed", "kind": ENDS[met.operation_id], "id": _id_in(met)})
        return response

    def _announce(self, met: Match, request: Request) -> int:
        """Writes the line that announces a thing, and returns its number."""
        with self._counting:
            self._count += 1
            number = self._count
        line = {"line": "making", "n": number, "at": _now(), "operation": met.operation_id}
        named = {"course": met.course_id} if met.course_id else {}
        hook = {"hook": _id_in(met)} if met.operation_id == "confirmBookingHook" else {}
        facts = named | hook | _facts(request.content)
        self._file.append(
            line | {"agency": self._label(request)} | {name: self._masked(value) for name, value in facts.items()},
            durably=True,
        )
        return number

    def _outcome(self, met: Match, response: Response) -> dict[str, Any]:
        if 300 <= response.status < 500:
            return {"line": "refused", "status": response.status}
        created_id = self._created_id(met, response) if response.is_success else None
        if MAKES[met.operation_id] == "token":
            return {"line": "made" if response.is_success else "unclear", "status": response.status}
        return {"line": "made", "id": created_id} if created_id else {"line": "unclear", "status": response.status}

    def _created_id(self, met: Match, response: Response) -> str | None:
        if met.operation_id == "createWebhook":
            return webhook_id(response, self._target.webhook_id)
        if met.operation_id == "createBookingHook":
            return hook_id_in(response.content, self._target.hooks)
        nouns = GROUP_NOUNS if met.operation_id == "createGroupBooking" else BOOKING_NOUNS
        hook = _id_in(met) if met.operation_id == "confirmBookingHook" else None
        return created_id_in(response.content, nouns, other_than=hook) or _hold_id(response.content)

    def _label(self, request: Request) -> str:
        header, second = self._target.wire.key_header, self._target.second_api_key
        sent = next((value for name, value in request.headers if name.lower() == header.name.lower()), None)
        # The first agency may be able to remove things that a caller without one of our keys created.
        return SECOND_AGENCY if second is not None and sent == header.value(second) else FIRST_AGENCY

    def _masked(self, value: Any) -> Any:
        shown = value
        for secret in self._secrets if isinstance(value, str) else ():
            shown = shown.replace(secret, "(masked)")
        return shown


def header_of(target: Target) -> dict[str, Any]:
    """The first line of a journal: its format and its target."""
    return {"line": "run", "journal": FORMAT, "target": target.base_url, "at": _now()}


def _facts(content: bytes | None) -> dict[str, Any]:
    """The facts in a request body about the thing that it asks for. Empty when the body cannot be read."""
    body = json_of(content)
    if not isinstance(body, dict):
        return {}
    found = {name: next((body[place] for place in places if place in body), None) for name, places in _FACTS.items()}
    return {name: _short(value) for name, value in found.items() if value is not None}


def _short(value: Any) -> Any:
    plain = value if isinstance(value, str | int) else str(value)
    return plain[:LONGEST_FACT] if isinstance(plain, str) else plain


def _hold_id(content: bytes) -> str | None:
    body = json_of(content)
    found = body.get("holdId") if isinstance(body, dict) else None
    return str(found) if found else None


def _id_in(met: Match) -> str:
    return unquote(met.parameters["id"])


def _encoded(line: Mapping[str, Any]) -> bytes:
    return json.dumps(line, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _sync_folder_of(path: Path) -> None:
    """Writes the folder of a new file to the disk. Without this step, a power cut may lose the name of the file."""
    if os.name != "posix":
        return
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
