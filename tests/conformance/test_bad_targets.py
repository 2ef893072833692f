"""Targets that answer badly: no traceback, the right verdict and exit code, never our own fault, and in time."""

import gzip
import json
import resource
import socket
import time
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import Result

from conformance.evidence.exchanges import NotJson, Request, parse_json
from conformance.target.connection import WireSettings
from conformance.wire.body_reading import MOST_BODY_BYTES, BodyTooLarge, NotCompressed, read_body
from conformance.wire.transport import HttpTransport, NoAnswer
from tests.conformance.bad_target import (
    Asked,
    BadTarget,
    Behaviour,
    at_first,
    behaving,
    conforming,
    response,
    sending,
    spoilt,
)
from tests.conformance.conftest import Command

JSON = "Content-Type: application/json"
EMPTY_PAGE = b'{"data": [], "meta": {"pagination": {"page": 1, "pageSize": 20, "totalItems": 0, "totalPages": 0}}}'

# Few rows keep these runs short: reads, lists, refusals with control twins, shapes, and one that books.
ROWS = "PAG-03,PAG-05,PAG-09,CRS-01,CRS-05,TRM-05,PRC-01,AVT-01,BKC-13,ENV-02"

Judged = Callable[..., tuple[Result, dict[str, object]]]


@pytest.fixture
def judged(command: Command, tmp_path: Path) -> Judged:
    """Runs `teesheet check` on a target and gives the result with the report, which is empty when there is none."""
    file = tmp_path / "target.toml"
    file.write_text("[budgets]\ntimeout_seconds = 0.5\nvisibility_seconds = 0.2\n")

    def run(target: BadTarget, *options: object, rows: str = ROWS) -> tuple[Result, dict[str, object]]:
        places = ("--target", file, "--report", tmp_path / "report")
        keys = ("--api-key", "key-of-alpha", "--seed", 7)
        result = command("check", target.base_url, *keys, *places, "--only", rows, *options)
        written = tmp_path / "report" / "report.json"
        return result, json.loads(written.read_bytes()) if written.exists() else {}

    return run


def silent(_asked: Asked, connection: socket.socket) -> None:
    """Accepts and never answers, until the client gives up."""
    with suppress(OSError):
        connection.recv(1)


def closing(_asked: Asked, _connection: socket.socket) -> None:
    """Closes at once."""


def trickling(_asked: Asked, connection: socket.socket) -> None:
    """Sends a valid answer byte by byte, each sooner than any limit on a single read."""
    for byte in response(EMPTY_PAGE, JSON):
        connection.sendall(bytes([byte]))
        time.sleep(0.02)


def trickling_body(_asked: Asked, connection: socket.socket) -> None:
    """Sends the head at once and the body byte by byte."""
    head, _, body = response(EMPTY_PAGE, JSON).partition(b"\r\n\r\n")
    connection.sendall(head + b"\r\n\r\n")
    for byte in body:
        connection.sendall(bytes([byte]))
        time.sleep(0.02)


def endless(_asked: Asked, connection: socket.socket) -> None:
    """Sends a body that never ends."""
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n[0")
    while True:
        connection.sendall(b",0" * 50_000)


def hundred_megabytes(_asked: Asked, connection: socket.socket) -> None:
    """Promises 100 MB and sends them."""
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000000\r\n\r\n")
    for _ in range(1000):
        connection.sendall(b" " * 100_000)


NOTHING_TO_JUDGE: Sequence[tuple[str, Behaviour, str]] = (
    ("HTML to everything", sending(response(b"<html>", "Content-Type: text/html")), "which is not JSON"),
    ("500 to everything", sending(response(b"oops", status="500 Oops")), "answered 500"),
    ("no answer", silent, "gave no answer within 0.5 s"),
    ("closes at once", closing, "cannot be reached: the connection broke"),
    ("no HTTP", sending(b"\x00\xff\xfe" * 400 + b"\r\n\r\n"), "cannot be reached: the connection broke"),
    ("byte by byte", trickling, "gave no answer within 0.5 s"),
    ("a body byte by byte", trickling_body, "gave no answer within 0.5 s"),
    ("an endless body", endless, "an answer of more than 8 MB"),
    ("100 MB", hundred_megabytes, "an answer of more than 8 MB"),
    ("nested too deep", sending(response(b"[" * 100_000 + b"]" * 100_000, JSON)), "which is not JSON"),
    ("NaN", sending(response(b'{"data": [NaN]}', JSON)), "which is not JSON"),
    ("not UTF-8", sending(response(b'{"data": "\xff"}', JSON)), "which is not JSON"),
    ("a redirect", sending(response(b"", "Location: http://x.example/", status="302 Found")), "Give the final address"),
    ("another protocol", sending(response(EMPTY_PAGE, JSON, status="101 Switching")), "cannot be reached"),
    ("429 for ever", sending(response(b"", "Retry-After: 0", status="429 Slow")), "answered 429"),
)


@pytest.mark.parametrize(
    ("behaviour", "words"), [case[1:] for case in NOTHING_TO_JUDGE], ids=[case[0] for case in NOTHING_TO_JUDGE]
)
def test_a_target_with_nothing_to_judge_exits_2_with_one_sentence(
    judged: Judged, behaviour: Behaviour, words: str
) -> None:
    with behaving(behaviour) as target:
        result, report = judged(target)

    assert (result.exit_code, report) == (2, {})
    assert words in result.stderr
    assert result.stderr.count("\n") == 1
    assert len(result.stderr) < 400


def with_header(line: bytes) -> Callable[[Asked, bytes], bytes]:
    """Adds a header to each answer."""
    return lambda _asked, answer: answer.replace(b"\r\n", b"\r\n" + line + b"\r\n", 1)


def with_status(status: bytes) -> Callable[[Asked, bytes], bytes]:
    """Gives each success another status."""
    return lambda _asked, answer: answer.replace(b"200 Status", status, 1)


def with_body(body: bytes, *headers: str) -> Callable[[Asked, bytes], bytes]:
    """Gives each answer another body."""
    return lambda _asked, _answer: response(body, *headers)


def instead(content: bytes) -> Callable[[Asked, bytes], bytes]:
    """Sends other bytes than an answer."""
    return lambda _asked, _answer: content


def in_utf_16(_asked: Asked, answer: bytes) -> bytes:
    """Says it is UTF-16, and is."""
    return response(answer.partition(b"\r\n\r\n")[2].decode().encode("utf-16"), f"{JSON}; charset=utf-16")


CHUNKED = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
LONE_SURROGATES = EMPTY_PAGE.replace(b"[]", rb'[{"id": "\ud800", "name": "\udfff", "isOnline": true}]')

SPOILT: Sequence[tuple[str, Behaviour]] = (
    ("an empty object", spoilt(with_body(b"{}", JSON))),
    ("null", spoilt(with_body(b"null", JSON))),
    ("a number", spoilt(with_body(b"42", JSON))),
    ("a text", spoilt(with_body(b'"x"', JSON))),
    ("an empty list", spoilt(with_body(b"[]", JSON))),
    ("lists of nothing", spoilt(with_body(b'{"data": [null], "meta": null}', JSON))),
    ("lone surrogates", spoilt(with_body(LONE_SURROGATES, JSON))),
    ("HTML later", at_first(conforming(), 8, sending(response(b"<html>", "Content-Type: text/html")))),
    ("500 later", at_first(conforming(), 8, sending(response(b"oops", status="500 Oops")))),
    ("closes later", at_first(conforming(), 8, closing)),
    ("silent later", at_first(conforming(), 8, silent)),
    ("no HTTP later", at_first(conforming(), 8, sending(b"\x00\x01\x02\r\n\r\n"))),
    ("byte by byte later", at_first(conforming(), 8, trickling)),
    ("endless later", at_first(conforming(), 8, endless)),
    ("too deep later", at_first(conforming(), 2, sending(response(b'{"data":' * 900 + b"1" + b"}" * 900, JSON)))),
    ("redirects to itself", at_first(conforming(), 2, sending(response(b"", "Location: /", status="302 Found")))),
    ("204 with a body", at_first(conforming(), 2, spoilt(with_status(b"204 None")))),
    ("status 999", at_first(conforming(), 2, spoilt(with_status(b"999 What")))),
    ("duplicate headers", spoilt(with_header(b"Content-Type: text/html"))),
    ("control bytes in a header", at_first(conforming(), 2, spoilt(with_header(b"X-Odd: a\x01b\x00c")))),
    ("informational answers first", spoilt(lambda _asked, answer: b"HTTP/1.1 103 Early\r\n\r\n" * 3 + answer)),
    ("chunked nonsense", at_first(conforming(), 2, spoilt(instead(CHUNKED + b"zz\r\nhello")))),
    ("a chunk that never comes", at_first(conforming(), 2, spoilt(instead(CHUNKED + b"ff\r\nhello")))),
    ("gzip that is none", at_first(conforming(), 2, spoilt(with_header(b"Content-Encoding: gzip")))),
    ("another charset", at_first(conforming(), 2, spoilt(in_utf_16))),
)


@pytest.mark.parametrize("behaviour", [case[1] for case in SPOILT], ids=[case[0] for case in SPOILT])
def test_bad_answers_are_the_targets_fault_and_never_ours(judged: Judged, behaviour: Behaviour) -> None:
    started = time.monotonic()
    with behaving(behaviour) as target:
        result, report = judged(target, "--time-budget", 3, "--requests", 300)

    assert result.exit_code in (0, 1, 3), result.output
    assert [row["message"] for row in rows_of(report) if row["verdict"] == "broken"] == []
    assert report["faults"] == []
    # The machine that runs this may be busy; a run that does not end in time takes minutes.
    assert time.monotonic() - started < 20


def rows_of(report: dict[str, object]) -> list[dict[str, str]]:
    rows = report["requirements"]
    assert isinstance(rows, list)
    return rows


def test_what_is_left_undecided_by_a_target_that_dies_is_not_attempted(judged: Judged) -> None:
    with behaving(at_first(conforming(), 20, closing)) as target:
        result, report = judged(target)

    cut_short = str(report["cutShort"])
    assert "the target stopped answering before" in cut_short
    assert "after 20 exchanges" in cut_short
    assert result.exit_code == 3
    assert "Cut short: the target stopped answering" in " ".join(result.stdout.split())
    assert len(target.asked) < 60


def test_a_target_that_comes_back_is_judged_to_the_end(judged: Judged) -> None:
    def restarting(asked: Asked, connection: socket.socket) -> None:
        if not 20 < asked.number <= 31:
            good(asked, connection)

    good = conforming()
    with behaving(restarting) as target:
        result, report = judged(target)

    assert (report["cutShort"], len(target.asked) > 50) == (None, True)
    assert result.exit_code == 0


def test_429_for_ever_is_inconclusive_within_the_time_budget(judged: Judged) -> None:
    started = time.monotonic()
    with behaving(at_first(conforming(), 20, sending(response(b"", "Retry-After: 1", status="429 Slow")))) as target:
        result, report = judged(target, "--time-budget", 5)

    assert (result.exit_code, str(report["cutShort"])[:15]) == (3, "the time budget")
    assert time.monotonic() - started < 20
    traffic = report["traffic"]
    assert isinstance(traffic, dict)
    assert (traffic["slowdowns"] > 0, traffic["slowedSeconds"] >= 1) == (True, True)
    assert "fewer requests (429)" in " ".join(result.stdout.split())


def test_the_same_page_for_ever_ends_a_walk(judged: Judged) -> None:
    body = EMPTY_PAGE.replace(b"[]", b'[{"id": "crs_1", "isOnline": true}]').replace(
        b'"totalPages": 0', b'"totalPages": 1000000'
    )
    with behaving(spoilt(with_body(body, JSON))) as target:
        result, report = judged(target, rows="CRS-05")

    assert (result.exit_code in (1, 3), report["cutShort"]) == (True, None)
    assert len(target.asked) < 100


def test_pages_that_never_end_are_not_walked_for_ever(judged: Judged) -> None:
    def endless_pages(asked: Asked, _answer: bytes) -> bytes:
        items = f'[{{"id": "crs_{asked.number}", "isOnline": true}}]'.encode()
        page = EMPTY_PAGE.replace(b"[]", items).replace(b'"totalPages": 0', b'"totalPages": 1000000')
        return response(page, JSON)

    with behaving(spoilt(endless_pages)) as target:
        result, report = judged(target, "--requests", 300, rows="CRS-05")

    assert result.exit_code == 3
    assert len(target.asked) <= 300
    assert [row["verdict"] for row in rows_of(report) if row["id"] == "CRS-05"] in (["inconclusive"], ["untested"])


def test_keys_never_follow_a_redirect(judged: Judged) -> None:
    with behaving(conforming()) as elsewhere:
        away = response(b"", f"Location: {elsewhere.base_url}/travel/courses", status="307 Away")
        with behaving(at_first(conforming(), 2, sending(away))) as target:
            judged(target, rows="PAG-03,CRS-05")

        assert elsewhere.asked == []


def exchanged(target: BadTarget, seconds: float = 2.0) -> None:
    transport = HttpTransport(seconds)
    try:
        transport.exchange(Request("GET", "/x", (), f"{target.base_url}/x", (), None))
    finally:
        transport.close()


@pytest.mark.parametrize("behaviour", [trickling, trickling_body, silent])
def test_one_exchange_ends_with_its_timeout_however_small_the_pieces(behaviour: Behaviour) -> None:
    started = time.monotonic()

    with behaving(behaviour) as target, pytest.raises(NoAnswer, match=r"no answer within 0\.4 s"):
        exchanged(target, 0.4)

    assert time.monotonic() - started < 3


@pytest.mark.parametrize("behaviour", [endless, hundred_megabytes])
def test_a_huge_body_is_not_kept(behaviour: Behaviour) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    with behaving(behaviour) as target, pytest.raises(NoAnswer, match="an answer of more than 8 MB"):
        exchanged(target, 20)

    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 80_000


@pytest.mark.parametrize("rounds", [1, 2])
def test_a_gzip_bomb_is_not_inflated(rounds: int) -> None:
    bomb = b"0" * (50 * MOST_BODY_BYTES // 4)
    for _ in range(rounds):
        bomb = gzip.compress(bomb)

    with pytest.raises(BodyTooLarge):
        read_body([bomb], ["gzip"] * rounds)


@pytest.mark.parametrize(
    ("sent", "codings"),
    [
        (b"[1]", []),
        (gzip.compress(b"[1]", mtime=0), ["gzip"]),
        (zlib.compress(b"[1]"), ["deflate"]),
        (zlib.compress(b"[1]")[2:-4], ["deflate"]),
        (gzip.compress(zlib.compress(b"[1]"), mtime=0), ["deflate", "gzip"]),
        (b"[1]", ["identity"]),
    ],
    ids=["plain", "gzip", "deflate", "deflate without its header", "both", "identity"],
)
def test_a_compressed_body_is_read(sent: bytes, codings: list[str]) -> None:
    assert read_body([sent[:3], sent[3:]], codings) == b"[1]"


@pytest.mark.parametrize(
    ("sent", "codings"), [(b"no gzip", ["gzip"]), (gzip.compress(b"[1]", mtime=0)[:-9], ["gzip"]), (b"[1]", ["br"])]
)
def test_a_body_that_is_not_compressed_as_it_says_cannot_be_read(sent: bytes, codings: list[str]) -> None:
    with pytest.raises(NotCompressed):
        read_body([sent], codings)


@pytest.mark.parametrize(
    "content",
    [b"[" * 100_000 + b"]" * 100_000, b"[" * 65 + b"]" * 65, b'{"a": NaN}', b"[Infinity]", b'"\xff"', b"1" * 10_000],
    ids=["100,000 deep", "65 deep", "NaN", "Infinity", "not UTF-8", "a number of 10,000 digits"],
)
def test_json_that_nobody_can_read_is_no_json(content: bytes) -> None:
    with pytest.raises(NotJson):
        parse_json(content)


@pytest.mark.parametrize("content", [rb'["\ud800"]', rb'["\uDFFF"]', b'["\xed\xa0\x80"]'])
def test_half_a_surrogate_pair_becomes_text_that_can_be_written(content: bytes) -> None:
    (text,) = parse_json(content)

    assert text.encode("utf-8")


def test_a_whole_surrogate_pair_is_its_character() -> None:
    assert parse_json(rb'["\ud83d\ude00"]') == ["\U0001f600"]


def test_the_last_exchange_of_a_run_ends_with_its_time_budget() -> None:
    transport = HttpTransport(30, WireSettings(time_budget_seconds=0.3))
    started = time.monotonic()

    with behaving(silent) as target, pytest.raises(NoAnswer):
        transport.exchange(Request("GET", "/x", (), f"{target.base_url}/x", (), None))

    transport.close()
    assert time.monotonic() - started < 5
