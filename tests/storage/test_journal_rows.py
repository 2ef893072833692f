"""The rows of the journal: what a list shows of them, and databases of earlier versions."""

from typing import Any

import orjson
import pytest

from mock_server.storage.journal import Entry, written

REFUSED: dict[str, Any] = {
    "requestId": "one",
    "events": [],
    "request": {"method": "POST", "path": "/travel/bookings", "query": "", "body": "one\ntwo"},
    "response": {"status": 409, "headers": [], "body": "{}"},
    "explanation": {"code": "tee_time_unavailable", "sentence": "One place is left."},
}
OUTLINE = {
    "requestId": "one",
    "events": [],
    "method": "POST",
    "path": "/travel/bookings",
    "query": "",
    "code": "tee_time_unavailable",
    "sentence": "One place is left.",
}


@pytest.mark.parametrize("kept", [written(REFUSED), orjson.dumps(REFUSED)], ids=["now", "in an earlier version"])
def test_a_row_has_its_outline_without_messages_and_its_messages(kept: bytes) -> None:
    entry = Entry(1, "createBooking", 409, kept)

    assert entry.outline == OUTLINE
    assert entry.about == OUTLINE | REFUSED
