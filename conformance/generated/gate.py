"""The only way from the engine to the target: an application that the engine calls in place of a network.

Every request goes through the client of an agency, so it is paced, recorded, masked and counted like any other. The
gate does not send a request that must not be sent. To the engine, such a request looks like one for an object that does
not exist.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import parse_qs, urlsplit

import orjson

from conformance.asking.client import Agency
from conformance.catalogue.operations import READS_OF_COURSES, match
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive, Judgement
from conformance.generated.belongings import may_be_sent
from conformance.generated.parts import GeneratedPart
from conformance.recordings.recording import Recording

PLACE_HEADER = "Teesheet-Exchange"

_MARKED = ("createBooking", "createGroupBooking")

# Created things must be removed at the end. Until then, they take places that others may want.
_MOST_CREATED = {
    "createBooking": 16,
    "holdTeeTime": 18,
    "createBookingHook": 12,
    "createGroupBooking": 6,
    "createWebhook": 8,
    "createToken": 8,
}
_MOST_OF_ANY = 30
_MOST_THINGS_OF_A_PART = 100
_MOST_SILENCES = 3
# The checks read courses with the key of the first agency, so the generated reads are mostly of the last one.
_FIRST_ASKS_ONE_OF = 4

StartResponse = Callable[[str, list[tuple[str, str]]], Any]


class GeneratedGate:
    """Sends what *part* may send, as long as *may_go_on*: all of it with the first of *askers*, except for most reads,
    and nothing but reads with *read_only*. Created bookings have *marker* in their references, and *headers* go with
    the operations that need them.
    """

    def __init__(
        self,
        askers: Sequence[Agency],
        recording: Recording,
        marker: str,
        headers: Mapping[str, Mapping[str, str]],
        part: GeneratedPart,
        may_go_on: Callable[[], bool],
        *,
        read_only: bool,
    ) -> None:
        self._askers = askers
        self._recording = recording
        self._marker = marker
        self._headers = headers
        self._part = part
        self._left = part.requests
        self._may_go_on = may_go_on
        self._read_only = read_only
        self._silences = 0
        self.sent: Counter[str] = Counter()

    @property
    def is_closed(self) -> bool:
        """Whether the gate sends nothing more: requests or time are used up, or the target stopped answering."""
        return self._left <= 0 or self._silences >= _MOST_SILENCES or not self._may_go_on()

    def __call__(self, environ: Mapping[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        """Answers one request of the engine, in the form of WSGI."""
        answer = None if self.is_closed else self._pass_on(environ)
        if answer is None:
            start_response("404 Held back", [])
            return [b""]
        shown = [("Content-Type", _media_type(answer))]
        start_response(f"{answer.status} Passed on", [*shown, (PLACE_HEADER, str(answer.index))])
        return [answer.response.content]

    def _pass_on(self, environ: Mapping[str, Any]) -> Answer | None:
        """The answer of the target, None when the request is held back or the target stays silent."""
        method, path = environ["REQUEST_METHOD"], urlsplit(environ["RAW_URI"]).path
        met = match(method, path)
        if met is None or (self._read_only and method != "GET"):
            return None
        if self.sent[met.operation_id] >= self._most(met.operation_id):
            return None
        if not may_be_sent(met, self._recording.exchanges, self._askers[0].label):
            return None
        asker = self._asker(met.operation_id)
        self._left -= 1
        self.sent[met.operation_id] += 1
        try:
            answer = asker.send(
                method,
                path,
                query=parse_qs(environ["QUERY_STRING"], keep_blank_values=True),
                content=self._content(environ, met.operation_id),
                headers=self._headers.get(met.operation_id),
                role=Role.generated,
            )
        except Inconclusive:
            self._silences += 1
            return None
        except Judgement:
            self.close()
            return None
        self._silences = 0
        return answer

    def _asker(self, operation_id: str) -> Agency:
        is_of_the_last = operation_id in READS_OF_COURSES and self.sent[operation_id] % _FIRST_ASKS_ONE_OF
        return self._askers[-1 if is_of_the_last else 0]

    def _most(self, operation_id: str) -> int:
        most = _MOST_CREATED.get(operation_id)
        return _MOST_OF_ANY if most is None else max(int(most * self._part.creations), 1)

    def close(self) -> None:
        """Sends nothing more."""
        self._left = 0

    def _content(self, environ: Mapping[str, Any], operation_id: str) -> bytes | None:
        """The body. Every booking gets a reference of this run."""
        length = int(environ.get("CONTENT_LENGTH") or 0)
        content: bytes = environ["wsgi.input"].read(length)
        if operation_id in _MARKED:
            number = self._part.number * _MOST_THINGS_OF_A_PART + self.sent[operation_id]
            reference = f"{self._marker}-x{number:03d}"
            content = orjson.dumps({**orjson.loads(content), "agencyBookingReference": reference})
        return content or None


def _media_type(answer: Answer) -> str:
    """The media type for the engine, which knows JSON by one name only; ENV-03 says what other names are right."""
    media_type = answer.headers.get("content-type", "")
    name = media_type.partition(";")[0].strip().lower()
    return "application/json" if name == "application/json" or name.endswith("+json") else media_type
