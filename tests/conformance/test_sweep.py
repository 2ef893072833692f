"""A run that ends early loses nothing: its journal is on the disk, and a sweep removes what it shows."""

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from conformance.evidence.exchanges import Request, Response
from conformance.footprint.journal import Journal, JournalFile, header_of
from conformance.footprint.journal_reading import JournalError, make_room, read_journal
from conformance.footprint.sweep import Swept, sweep
from conformance.target.describing import describe_target
from conformance.target.target import Target
from conformance.wire.transport import HttpTransport, NoAnswer
from tests.conformance.conftest import Command
from tests.conformance.killed_runs import keys, killed_check, subscriptions, target_file, uncancelled
from tests.sandbox.servers import Server, serving

# Requests that make something, of about 660 in a full run: in the tour, among refusals, hooks and groups, and late.
MOMENTS = (6, 178, *(pytest.param(making, marks=pytest.mark.whole) for making in (62, 262)))


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Server]:
    with serving("--ephemeral") as server:
        yield server


@pytest.mark.parametrize("making", MOMENTS)
def test_what_a_killed_run_left_is_swept(making: int, sandbox: Server, command: Command, tmp_path: Path) -> None:
    world, folder = f"killed-{making}", tmp_path / "report"
    killed_check(sandbox, world, folder, making)
    journal = folder / "run.journal.jsonl"

    swept = command("sweep", journal, "--target", target_file(sandbox), *keys(world))
    again = command("sweep", journal, "--target", target_file(sandbox), *keys(world))

    assert (uncancelled(sandbox, world), subscriptions(sandbox, world)) == ([], [])
    assert (swept.exit_code, again.exit_code) == (0, 0), swept.output + again.output
    assert "removed" not in again.output


def test_the_moments_leave_bookings_and_subscriptions_behind(sandbox: Server, tmp_path: Path) -> None:
    """Without this, a sweep that does nothing would pass above."""
    killed_check(sandbox, "unswept", tmp_path / "report", 6)

    assert uncancelled(sandbox, "unswept") != []


class Dead:
    """A transport that dies before the request leaves."""

    def exchange(self, request: Request) -> Response:
        raise NoAnswer(f"the machine stopped before {request.method}")


class Cut:
    """A transport on which the answers to some requests never arrive: the target has acted on them all the same."""

    def __init__(self, inner: HttpTransport, *paths: str) -> None:
        self._inner = inner
        self._paths = paths

    def exchange(self, request: Request) -> Response:
        response = self._inner.exchange(request)
        if request.method == "POST" and request.path in self._paths:
            raise NoAnswer("the connection broke")
        return response


@pytest.fixture
def described(sandbox: Server, request: pytest.FixtureRequest) -> Target:
    world = request.node.name.replace("_", "-")[5:36].strip("-")
    return describe_target(f"{sandbox.address}/api/v1", f"sbx_{world}_alpha", f"sbx_{world}_bravo", {})


@pytest.fixture
def sending(described: Target) -> Iterator[HttpTransport]:
    transport = HttpTransport(10)
    yield transport
    transport.close()


def post(transport: Any, target: Target, path: str, body: Any, key: str | None = None) -> None:
    headers = (("X-Api-Key", key or target.api_key), ("Content-Type", "application/json"))
    content = json.dumps(body).encode()
    try:
        transport.exchange(Request("POST", path, (), target.base_url + path, headers, content))
    except NoAnswer:
        return


def free_tee_time(target: Target, transport: HttpTransport) -> dict[str, Any]:
    """A body to book with, far enough away to be cancelled."""
    headers = (("X-Api-Key", target.api_key),)
    courses = f"{target.base_url}/travel/courses"
    listed = transport.exchange(Request("GET", "", (), f"{courses}?pageSize=100", headers, None))
    course = next(item["id"] for item in json.loads(listed.content)["data"] if item["isOnline"])
    for day in ("2027-03-02", "2027-03-03", "2027-03-04"):
        url = f"{courses}/{course}/tee-times?date={day}&players=2"
        times = json.loads(transport.exchange(Request("GET", "", (), url, headers, None)).content)["availableTimes"]
        if times:
            lead = {"firstName": "Ada", "lastName": "Crash", "email": "ada@example.com", "phone": "+34600000000"}
            return {"courseId": course, "date": day, "teeTime": times[0]["time"], "players": 2, "leadPlayer": lead}
    raise AssertionError("No tee time was found.")


def swept(journal: Path, target: Target, transport: HttpTransport) -> tuple[list[Swept], Sequence[Swept]]:
    """Everything that a sweep tells, and what of it is left."""
    shown: list[Swept] = []
    left = sweep(read_journal(journal), target, transport, shown.append)
    return shown, left


def test_a_booking_whose_answer_was_never_seen_is_found_by_its_reference(
    described: Target, sending: HttpTransport, tmp_path: Path
) -> None:
    body = free_tee_time(described, sending) | {"agencyBookingReference": "tsc-0123456789-f0001"}
    file = JournalFile(tmp_path / "j", header_of(described))
    post(Journal(Cut(sending, "/travel/bookings"), described, file), described, "/travel/bookings", body)

    shown, left = swept(tmp_path / "j", described, sending)

    assert [(line.thing[:8], line.outcome) for line in shown] == [("booking ", "removed")]
    assert left == []


def test_a_subscription_whose_answer_was_never_seen_is_found_by_its_address(
    described: Target, sending: HttpTransport, tmp_path: Path
) -> None:
    body = {"url": "https://example.com/teesheet/crash", "events": ["booking.confirmed"], "description": "A crash."}
    file = JournalFile(tmp_path / "j", header_of(described))
    post(Journal(Cut(sending, "/webhooks"), described, file), described, "/webhooks", body)

    shown, left = swept(tmp_path / "j", described, sending)

    assert [(line.thing[:16], line.outcome) for line in shown] == [("subscription whk", "removed")]
    assert left == []


def test_a_request_that_never_left_is_looked_for_and_not_left(
    described: Target, sending: HttpTransport, tmp_path: Path
) -> None:
    file = JournalFile(tmp_path / "j", header_of(described))
    booking = {"date": "2027-03-02", "agencyBookingReference": "tsc-0123456789-f0002"}
    post(Journal(Dead(), described, file), described, "/travel/bookings", booking)

    shown, left = swept(tmp_path / "j", described, sending)

    assert [line.outcome for line in shown] == ["was not created: no booking of that day has its reference"]
    assert left == []


@pytest.mark.parametrize("path", ["/travel/bookings/hooks", "/travel/group-bookings"])
def test_a_thing_that_no_document_lists_is_reported_as_left(
    path: str, described: Target, sending: HttpTransport, tmp_path: Path
) -> None:
    file = JournalFile(tmp_path / "j", header_of(described))
    post(Journal(Dead(), described, file), described, path, {"agencyBookingReference": "tsc-1"})

    _, left = swept(tmp_path / "j", described, sending)

    assert "no document lists them" in left[0].outcome


def test_what_another_agency_made_needs_its_key(described: Target, sending: HttpTransport, tmp_path: Path) -> None:
    body = free_tee_time(described, sending)
    file = JournalFile(tmp_path / "j", header_of(described))
    post(Journal(sending, described, file), described, "/travel/bookings", body, described.second_api_key)
    alone = describe_target(described.base_url, described.api_key, None, {})

    _, left = swept(tmp_path / "j", alone, sending)

    assert [item.outcome for item in left] == ["needs the key of the second agency"]


def test_a_refused_booking_is_not_looked_for(described: Target, sending: HttpTransport, tmp_path: Path) -> None:
    file = JournalFile(tmp_path / "j", header_of(described))
    post(Journal(sending, described, file), described, "/travel/bookings", {"courseId": "crs_1"})

    assert read_journal(tmp_path / "j").is_empty


def test_no_key_stands_in_a_journal(described: Target, sending: HttpTransport, tmp_path: Path) -> None:
    file = JournalFile(tmp_path / "j", header_of(described))
    body = {"agencyBookingReference": f"with {described.api_key} inside"}
    post(Journal(sending, described, file), described, "/travel/bookings", body)

    assert described.api_key not in (tmp_path / "j").read_text("utf-8")


def test_a_line_is_on_the_disk_before_its_request_leaves(described: Target, tmp_path: Path) -> None:
    seen: list[str] = []

    class Looking:
        def exchange(self, request: Request) -> Response:
            seen.append(f"{request.path} {(tmp_path / 'j').read_text('utf-8').splitlines()[-1]}")
            return Response(201, (), b'{"data": {"id": "b1"}}')

    file = JournalFile(tmp_path / "j", header_of(described))
    post(Journal(Looking(), described, file), described, "/travel/bookings", {"agencyBookingReference": "tsc-1"})

    line = json.loads(seen[0].removeprefix("/travel/bookings "))
    assert (line["line"], line["reference"]) == ("making", "tsc-1")


def test_a_line_torn_by_a_power_cut_is_passed_over(described: Target, tmp_path: Path) -> None:
    header = json.dumps(header_of(described))
    making = '{"line":"making","n":1,"at":"2027-01-01T00:00:00Z","operation":"createBooking","agency":"first agency"}'
    (tmp_path / "j").write_text(f'{header}\n{making}\n{{"n":1,"line":"made","i')

    assert len(read_journal(tmp_path / "j").unclear) == 1


@pytest.mark.parametrize("content", ["", "not a journal\n", '{"line":"made"}\n'])
def test_another_file_is_refused_in_one_sentence(content: str, command: Command, tmp_path: Path) -> None:
    (tmp_path / "j").write_text(content)

    refused = command("sweep", tmp_path / "j", "--api-key", "x")

    assert refused.exit_code == 2
    assert (
        refused.stderr
        == f"teesheet sweep: {tmp_path / 'j'} is not a journal of a run: its first line does not say so.\n"
    )


def test_a_journal_that_is_not_there_exits_2(command: Command, tmp_path: Path) -> None:
    refused = command("sweep", tmp_path / "none", "--api-key", "x")

    assert (refused.exit_code, refused.stderr.count("\n")) == (2, 1)


def test_the_journal_of_a_crashed_run_is_kept_beside_the_next(described: Target, tmp_path: Path) -> None:
    path = tmp_path / "run.journal.jsonl"
    file = JournalFile(path, header_of(described))
    file.append({"line": "making", "n": 1, "at": "2027-01-01T00:00:00Z", "operation": "createBooking", "agency": "x"})
    file.close()

    kept = make_room(path)

    assert kept is not None
    assert (path.exists(), len(read_journal(kept).unclear)) == (False, 1)


def test_the_journal_of_a_run_that_came_to_its_end_makes_room(described: Target, tmp_path: Path) -> None:
    path = tmp_path / "run.journal.jsonl"
    file = JournalFile(path, header_of(described))
    with Journal(HttpTransport(1), described, file):
        file.append({"line": "making", "n": 1, "at": "2027-01-01T00:00:00Z", "operation": "holdTeeTime", "agency": "x"})

    assert make_room(path) is None
    with pytest.raises(JournalError):
        read_journal(path)


def test_a_run_under_the_readers_own_pytest_keeps_a_journal_too(sandbox: Server, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--pyargs", "conformance.suite"]
    options = ["--target", target_file(sandbox), "--only", "BKC-13"]

    ran = subprocess.run([*command, *options], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)

    journal = tmp_path / "teesheet-report" / "run.journal.jsonl"
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert (read_journal(journal).ended, journal.read_bytes().count(b'"making"') >= 1) == (True, True)


@pytest.mark.parametrize(
    ("path", "answer", "made"),
    [
        ("/travel/bookings/hooks/hk_1/confirm", {"data": {"id": "hk_1", "bookingId": "bk_9"}}, "bk_9"),
        ("/travel/group-bookings", {"data": {"groupId": "grp_7"}}, "grp_7"),
    ],
)
def test_a_journal_names_what_the_clean_up_would_remove(
    path: str, answer: Any, made: str, described: Target, tmp_path: Path
) -> None:
    class Answering:
        def exchange(self, _request: Request) -> Response:
            return Response(201, (), json.dumps(answer).encode())

    file = JournalFile(tmp_path / "run.journal.jsonl", header_of(described))
    with Journal(Answering(), described, file) as journal:
        post(journal, described, path, {})
        lines = [json.loads(line) for line in (tmp_path / "run.journal.jsonl").read_text("utf-8").splitlines()]

    assert [line["id"] for line in lines if line.get("line") == "made"] == [made]
