"""What the examination asks of its own sandbox is checked: no failure of it is judged as an act of the client."""

import json
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from conformance.grading import world as grading_world
from conformance.grading.examination import ClientProgram, examine
from conformance.grading.grades import GradeVerdict, Stage, rows_of
from conformance.grading.records import JOURNAL_KEEPS
from conformance.grading.sandbox import ExaminationError, running_sandbox
from conformance.grading.scenarios import chosen, load_scenarios
from conformance.grading.world import World
from mock_server.storage.journal import KEPT_PER_WORLD
from tests.sandbox.servers import TEESHEET

_PROBLEM = "effect: {problem: {code: internal_error}}"
_REFUSED = f"rule: {{match: {{operations: [cancelBooking, createBooking]}}, skip: 1, {_PROBLEM}}}"
_CUT = "rule: {match: {operations: [searchCourses]}, skip: 1, effect: {malformed: {form: truncated}}}"
_AFTER_A_SEARCH = "moments: [{when: {operation: searchCourses}, do: [%s]}]"
_AFTER_A_BOOKING = "moments: [{when: {operation: createBooking, status: 201}, do: [%s]}]"
_CLIENTS = Path(__file__).with_name("small_clients.py")


def _graded(folder: Path) -> "subprocess.CompletedProcess[str]":
    """The grade of a client that searches and books, in the scenario of `ours.yaml`."""
    words = ["--scenarios", "ours.yaml", "--scenario", "ours", "--report", "out", "--", sys.executable, str(_CLIENTS)]
    command = [*TEESHEET, "grade", *words, "searches_and_books"]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=120, check=False)


# What goes wrong, the members of a scenario, and what the one sentence says.
@pytest.mark.parametrize(
    ("members", "sentence"),
    [
        ("arrange: [{advance: soon}]", "The sandbox refuses POST /clock/advance"),
        (_AFTER_A_SEARCH % "{advance: soon}", "The sandbox refuses POST /clock/advance"),
        (f"arrange: [{{{_REFUSED}}}], {_AFTER_A_BOOKING % '{cancelNewest: true}'}", "The sandbox refuses DELETE http"),
        (f"arrange: [{{{_REFUSED}}}, {{bookings: 3}}]", "The sandbox refuses POST http"),
        (f"arrange: [{{{_CUT}}}, {{bookings: 3}}]", "a body that is not JSON"),
    ],
    ids=["before", "at a moment", "a colleague cancels", "a colleague books", "a colleague reads"],
)
def test_a_lever_that_fails_ends_the_grade_with_a_sentence(tmp_path: Path, members: str, sentence: str) -> None:
    (tmp_path / "ours.yaml").write_text(f"- {{id: ours, title: Ours, says: Ours., {members}}}\n", "utf-8")
    words = [
        "--scenarios",
        "ours.yaml",
        "--scenario",
        "ours",
        "--",
        sys.executable,
        str(_CLIENTS),
        "searches_and_books",
    ]

    ended = subprocess.run(
        [*TEESHEET, "grade", *words, "searches_and_books"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=120,
        check=False,
    )

    assert ended.returncode == 2, ended.stdout
    said = [line for line in ended.stderr.splitlines() if not line.endswith(" ...")]
    assert len(said) == 1, said
    assert sentence in said[0]


def test_a_situation_that_what_the_client_booked_forbids_is_incomplete(tmp_path: Path) -> None:
    too_late = "rule: {match: {operations: [cancelBooking]}, effect: {problem: {code: cancellation_cutoff_passed}}}"
    members = f"arrange: [{{{too_late}}}], {_AFTER_A_BOOKING % '{cancelNewest: true}'}"
    (tmp_path / "ours.yaml").write_text(f"- {{id: ours, title: Ours, says: Ours., {members}}}\n", "utf-8")

    ended = _graded(tmp_path)

    report = json.loads((tmp_path / "out" / "grade.json").read_text("utf-8"))
    assert report["scenarios"][-1]["trouble"].startswith("The situation did not come about."), ended.stderr


def test_levers_before_a_refused_lever_are_reported(tmp_path: Path) -> None:
    too_late = "rule: {match: {operations: [cancelBooking]}, effect: {problem: {code: cancellation_cutoff_passed}}}"
    moments = _AFTER_A_BOOKING % '{advance: "PT1M"}, {cancelNewest: true}'
    (tmp_path / "ours.yaml").write_text(
        f"- {{id: ours, title: Ours, says: Ours., arrange: [{{{too_late}}}], {moments}}}\n", "utf-8"
    )

    ended = _graded(tmp_path)

    report = json.loads((tmp_path / "out" / "grade.json").read_text("utf-8"))
    assert report["scenarios"][-1]["trouble"].startswith("The situation did not come about."), ended.stderr
    assert report["scenarios"][-1]["happened"][-1] == "advance PT1M"


def _world(monkeypatch: pytest.MonkeyPatch, answers: dict[str, Callable[[httpx.Request], httpx.Response]]) -> World:
    """A world whose control plane answers the paths of *answers*, and has nothing else."""
    whole: dict[str, Any] = {
        "/journal.har": {"log": {"entries": []}},
        "/deliveries": {"data": []},
        "/settings": {"data": {"journal": True}},
        "/bookings": {"data": [], "meta": {"total": 0}},
        "/metrics": "no samples",
    }

    def handle(request: httpx.Request) -> httpx.Response:
        path = request.url.path.removeprefix("/_sandbox/v1")
        return answers[path](request) if path in answers else httpx.Response(200, json=whole[path])

    monkeypatch.setattr(grading_world.httpx, "Client", partial(httpx.Client, transport=httpx.MockTransport(handle)))
    return World("http://127.0.0.1:1", "tested")


@pytest.mark.parametrize("path", ["/journal.har", "/deliveries", "/settings", "/bookings"])
@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (httpx.Response(503, json={"detail": "The store is away."}), "The store is away."),
        (httpx.Response(502, text="<html>"), "has the status 502"),
        (httpx.Response(200, text='{"log": {"entries": ['), "a body that is not JSON"),
    ],
    ids=["refused", "gateway", "cut"],
)
def test_a_record_that_the_sandbox_does_not_show_is_no_silence_of_the_client(
    monkeypatch: pytest.MonkeyPatch, path: str, answer: httpx.Response, sentence: str
) -> None:
    world = _world(monkeypatch, {path: lambda _: answer})

    with pytest.raises(ExaminationError, match=path) as refusal:
        world.known()

    assert sentence in str(refusal.value)


def test_the_bookings_of_every_page_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def page(request: httpx.Request) -> httpx.Response:
        first = (int(request.url.params["page"]) - 1) * int(request.url.params["limit"])
        shown = [_booking(number) for number in range(1200)[first : first + int(request.url.params["limit"])]]
        return httpx.Response(200, json={"data": shown, "meta": {"total": 1200}})

    known = _world(monkeypatch, {"/bookings": page}).known()

    assert [booking.id for booking in known.stored] == [f"bkg_{number}" for number in range(1200)]


def _booking(number: int) -> dict[str, Any]:
    where = {"course": {"id": "crs_1"}, "date": "2027-04-17", "teeTime": "09:30", "players": 2}
    return {"id": f"bkg_{number}", "agency": "alpha", "status": "confirmed", **where}


_DELIVERY = {"id": "msg_1", "kind": "booking.confirmed", "treatment": None, "log": []}


@pytest.mark.parametrize(
    ("path", "answer", "sentence"),
    [
        ("/journal.har", {"log": {"entries": [{}] * JOURNAL_KEEPS}}, "keeps the last 1000 requests"),
        ("/deliveries", {"data": [_DELIVERY] * 500}, "shows the last 500 deliveries"),
        ("/settings", {"data": {"journal": False}}, "turned the journal of the sandbox off"),
        ("/metrics", "# HELP\nteesheet_journal_entries_lost_total 7.0", "lost 7 requests"),
    ],
    ids=["requests", "deliveries", "no journal", "lost"],
)
def test_a_record_with_a_gap_says_so(monkeypatch: pytest.MonkeyPatch, path: str, answer: Any, sentence: str) -> None:
    written = httpx.Response(200, text=answer if isinstance(answer, str) else json.dumps(answer))
    delivery = httpx.Response(200, json={"data": _DELIVERY})

    known = _world(monkeypatch, {path: lambda _: written, "/deliveries/msg_1": lambda _: delivery}).known()

    assert sentence in known.gap


def test_the_journal_keeps_as_many_requests_as_the_grade_believes() -> None:
    assert JOURNAL_KEEPS == KEPT_PER_WORLD


def _plain_stage(client: str) -> Stage:
    program = ClientProgram((sys.executable, str(_CLIENTS), client), 60)
    with running_sandbox("127.0.0.1:0") as address:
        (stage,) = examine(address, program, chosen(load_scenarios(), ["plain"]), 1, lambda _: None)
    return stage


def test_a_client_that_fills_the_journal_is_not_judged_by_the_rest_of_its_calls() -> None:
    stage = _plain_stage("looks_once_and_floods_before_it_books")

    wrong = {row.row.id for row in rows_of([stage]) if row.verdict in (GradeVerdict.failed, GradeVerdict.warned)}

    assert "The first requests of the client may be missing" in stage.trouble
    assert wrong == {"ACV-11"}


def test_the_journal_loses_no_request_of_a_fast_client() -> None:
    stage = _plain_stage("looks_once_and_bursts_before_it_books")

    assert (stage.trouble, len(stage.exchanges)) == ("", 602)


def test_the_bookings_of_a_colleague_leave_the_journal_to_the_client(tmp_path: Path) -> None:
    many = "- {id: ours, title: Ours, says: Ours., arrange: [{bookings: 1000}]}\n"
    (tmp_path / "ours.yaml").write_text(many, "utf-8")

    ended = _graded(tmp_path)

    report = json.loads((tmp_path / "out" / "grade.json").read_text("utf-8"))
    assert ended.returncode == 0, ended.stdout
    assert [(scenario["calls"], scenario["trouble"]) for scenario in report["scenarios"]] == [(3, None), (3, None)]


def test_a_world_without_a_journal_is_no_silence_of_the_client(tmp_path: Path) -> None:
    off = "- {id: ours, title: Ours, says: Ours., arrange: [{settings: {journal: false}}]}\n"
    (tmp_path / "ours.yaml").write_text(off, "utf-8")

    ended = _graded(tmp_path)

    report = json.loads((tmp_path / "out" / "grade.json").read_text("utf-8"))
    assert ended.returncode == 3
    assert "turned the journal of the sandbox off" in report["scenarios"][1]["trouble"]
