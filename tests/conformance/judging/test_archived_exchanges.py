"""An exchange survives the way into an archive and back: its bytes, its headers, and its silence."""

import base64
import json
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.evidence.exchanges import Exchange, Response
from conformance.recordings.har_reading import read_archive
from conformance.report.har_archive import har_archive
from tests.conformance.made_up import exchange, run_result


def recorded(*exchanges: Exchange) -> tuple[Exchange, ...]:
    """The same exchanges, written to an archive and read back."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "exchanges.har"
        file.write_bytes(har_archive(run_result(exchanges=exchanges)))
        return read_archive(file).exchanges


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=40), st.binary(max_size=40))
def test_every_byte_of_a_body_survives(sent: bytes, answered: bytes) -> None:
    whole = exchange(answered, method="POST", path="/travel/bookings", sent=sent)

    assert recorded(whole) == (whole,)


def test_an_archive_holds_bodies_that_are_not_text_in_base64() -> None:
    content = json.loads(har_archive(run_result(exchanges=(exchange(b"\xff\x00"),))))["log"]["entries"][0]["response"]

    assert base64.b64decode(content["content"]["text"]) == b"\xff\x00"


def test_silence_survives() -> None:
    whole = exchange()
    silent = Exchange(**{**vars(whole), "response": None, "failure": "no answer within 10 s"})

    assert recorded(silent) == (silent,)


def test_repeated_headers_survive() -> None:
    whole = exchange()
    answer = Response(200, (("Via", "a"), ("via", "b"), ("X-Empty", "")), b"{}")

    assert recorded(Exchange(**{**vars(whole), "response": answer}))[0].response == answer
