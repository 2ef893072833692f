"""Targets that answer badly: no traceback, the right verdict and exit code, never our own fault, and in time."""

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from click.testing import Result

from conformance.evidence.exchanges import Request
from conformance.target.connection import WireSettings
from conformance.wire.transport import HttpTransport, NoAnswer
from tests.conformance.bad_answers import (
    EMPTY_PAGE,
    JSON,
    closing,
    endless,
    hundred_megabytes,
    in_utf_16,
    instead,
    silent,
    trickling,
    trickling_body,
    with_body,
    with_header,
    with_status,
)
from tests.conformance.bad_target import (
    Asked,
    BadTarget,
    Behaviour,
    at_first,
    behaving,
    between,
    conforming,
    response,
    sending,
    spoilt,
)
from tests.conformance.conftest import Command

# Few rows keep these runs short: reads, lists, refusals with control twins, shapes, and one that books.
ROWS = "PAG-03,PAG-05,PAG-09,CRS-01,CRS-05,TRM-05,PRC-01,AVT-01,BKC-13,ENV-02"

Judged = Callable[..., tuple[Result, dict[str, object]]]


@pytest.fixture
def judged(command: Command, tmp_path: Path) -> Judged:
    """Runs `teesheet check` on a target and gives the result with the report, which is empty when there is none."""
    file = tmp_path / "target.toml"
    file.write_text("[budgets]\ntimeout_seconds = 1.0\nvisibility_seconds = 0.2\n")

    def run(target: BadTarget, *options: object, rows: str = ROWS) -> tuple[Result, dict[str, object]]:
        places = ("--target", file, "--report", tmp_path / "report")
        keys = ("--api-key", "key-of-alpha", "--seed", 7)
        result = command("check", target.base_url, *keys, *places, "--only", rows, *options)
        written = tmp_path / "report" / "report.json"
        return result, json.loads(written.read_bytes()) if written.exists() else {}

    return run


NOTHING_TO_JUDGE: Sequence[tuple[str, Behaviour, str]] = (
    ("HTML to everything", sending(response(b"<html>", "Content-Type: text/html")), "which is not JSON"),
    ("500 to everything", sending(response(b"oops", status="500 Oops")), "answered 500"),
    ("no answer", silent, "gave no answer within 1 s"),
    ("closes at once", closing, "cannot be reached: the connection broke"),
    ("no HTTP", sending(b"\x00\xff\xfe" * 400 + b"\r\n\r\n"), "cannot be reached: the connection broke"),
    ("byte by byte", trickling, "gave no answer within 1 s"),
    ("a body byte by byte", trickling_body, "gave no answer within 1 s"),
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
    assert "after 20 answers" in cut_short
    assert result.exit_code == 3
    assert "Cut short: the target stopped answering" in " ".join(result.stdout.split())
    assert len(target.asked) < 60


def test_a_target_that_comes_back_is_judged_to_the_end(judged: Judged) -> None:
    with behaving(between(conforming(), 20, 31, closing)) as target:
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


def test_the_last_exchange_of_a_run_ends_with_its_time_budget() -> None:
    transport = HttpTransport(30, WireSettings(time_budget_seconds=0.3))
    started = time.monotonic()

    with behaving(silent) as target, pytest.raises(NoAnswer):
        transport.exchange(Request("GET", "/x", (), f"{target.base_url}/x", (), None))

    transport.close()
    assert time.monotonic() - started < 5
