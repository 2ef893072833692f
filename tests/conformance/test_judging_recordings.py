"""What the command `judge` makes of recordings: changed ones, damaged ones, those of another version, and traffic that
something else recorded. No green verdict rests on something that is not there, and nothing ends in a traceback.
"""

import base64
import copy
import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent
from typing import Any

import pytest
from click.testing import Result
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.evidence.exchanges import Exchange, Response
from conformance.judging.recorded_run import judge
from conformance.recordings.har_reading import RecordingError, read_archive
from conformance.report.har_archive import har_archive
from conformance.results.run_result import RowResult, RunResult
from tests.conformance.conftest import Checked, Command
from tests.conformance.made_up import exchange, run_result
from tests.conformance.small_operations import SmallTarget

BOOKED = "BKC-02"
LOOKED = "CRD-01"
SUITE = f"""
from conformance.recordings import moments
from conformance.asking.oracles import accepted, golden, part, same
from conformance.evidence.verdicts import Judgement, Violation, verifies


@verifies("{BOOKED}")
def test_players(bookings, tee_times):
    made = golden(bookings.create(tee_times.fresh(), 3))
    same(part(made, "data.players"), 3, "players")
    same(part(golden(bookings.read(part(made, "data.id"))), "data.players"), 3, "players when read")


@verifies("{LOOKED}")
def test_details(agency, courses):
    try:
        details = agency.get(f"/travel/courses/{{courses.listed[0]['id']}}")
    except Judgement:
        return
    moments.sleep(0.01)
    moments.monotonic()
    golden(details)
"""


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """Two checks, of which one says nothing when a request fails: the worst that a check may do."""
    folder = tmp_path / "checks"
    folder.mkdir()
    (folder / f"test_{abs(hash(tmp_path))}.py").write_text(dedent(SUITE), encoding="utf-8")
    return folder


@pytest.fixture
def recording(checked: Checked, suite: Path) -> dict[str, Any]:
    """The parsed archive of a run of the two checks."""
    return parsed(checked(BOOKED, LOOKED, suite=suite))


def parsed(result: RunResult) -> dict[str, Any]:
    archive: dict[str, Any] = json.loads(har_archive(result))
    return archive


def written(recording: object, folder: Path) -> Path:
    file = folder / "exchanges.har"
    file.write_text(json.dumps(recording), encoding="utf-8")
    return file


def judged(recording: object, folder: Path, suite: Path) -> dict[str, RowResult]:
    """The selected rows of the two checks, judged from *recording*."""
    archive = read_archive(written(recording, folder))
    assert archive.record is not None
    result = judge("exchanges.har", archive.exchanges, archive.record, suite=suite)
    return {row.row.id: row for row in result.rows if row.row.id in (BOOKED, LOOKED)}


def entries(recording: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = recording["log"]["entries"]
    return found


def bodies_with_players(recording: dict[str, Any]) -> Iterator[tuple[dict[str, Any], Any]]:
    """The content of each answer to a check that shows a booking, and the parsed body."""
    for entry in entries(recording):
        content = entry["response"]["content"]
        body = json.loads(content["text"])
        if entry["_check"] != "clean-up" and isinstance(body.get("data"), dict) and "players" in body["data"]:
            yield content, body


def test_an_untouched_recording_is_judged_as_the_run(recording: dict[str, Any], tmp_path: Path, suite: Path) -> None:
    found = judged(recording, tmp_path, suite)

    assert {name: item.verdict.value for name, item in found.items()} == {BOOKED: "pass", LOOKED: "pass"}


def test_a_check_that_has_cases_today_reads_a_recording_from_before(checked: Checked, tmp_path: Path) -> None:
    folder = tmp_path / "checks"
    folder.mkdir()
    cases = '@pytest.mark.parametrize("players", [3])\ndef test_players(bookings, tee_times, players):'
    today = dedent(SUITE).replace("def test_players(bookings, tee_times):", cases)
    (folder / f"test_{abs(hash(tmp_path))}.py").write_text(f"import pytest\n{today}", "utf-8")
    before = json.loads(
        json.dumps(parsed(checked(BOOKED, LOOKED, suite=folder))).replace("test_players[3]", "test_players")
    )

    found = judged(before, tmp_path, folder)

    assert {name: row.verdict.value for name, row in found.items()} == {BOOKED: "pass", LOOKED: "pass"}


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("players", [0, 2, 4, "3", None])
def test_another_value_in_one_answer_fails_the_row_that_looks_at_it(
    recording: dict[str, Any], tmp_path: Path, suite: Path, place: int, players: object
) -> None:
    content, body = list(bodies_with_players(recording))[place]
    body["data"]["players"] = players
    content["text"] = json.dumps(body)

    found = judged(recording, tmp_path, suite)

    assert (found[BOOKED].verdict, found[LOOKED].verdict) == ("fail", "pass")
    assert json.dumps(players) in str(found[BOOKED].actual)


def of_the_checks(recording: dict[str, Any]) -> list[int]:
    return [place for place, entry in enumerate(entries(recording)) if entry["_check"] != "clean-up"]


def test_without_any_one_exchange_a_row_is_inconclusive_and_names_the_request(
    recording: dict[str, Any], tmp_path: Path, suite: Path
) -> None:
    places = of_the_checks(recording)
    told = []

    for place in places:
        lessened = copy.deepcopy(recording)
        gone = entries(lessened).pop(place)
        found = judged(lessened, tmp_path, suite)
        doubted = [item for item in found.values() if item.verdict == "inconclusive"]
        told.append(any(f"{gone['request']['method']} {gone['_path']}" in item.message for item in doubted))

    assert len(places) >= 6
    assert told == [True] * len(places)


def test_another_request_is_another_recording(recording: dict[str, Any], tmp_path: Path, suite: Path) -> None:
    sent = next(entry["request"]["postData"] for entry in entries(recording) if entry["request"]["method"] == "POST")
    sent["text"] = sent["text"].replace('"players": 3', '"players": 2')

    found = judged(recording, tmp_path, suite)

    assert found[BOOKED].verdict == "inconclusive"
    assert found[BOOKED].message == "The recording does not hold this request: POST /travel/bookings."


def test_what_a_clock_told_belongs_to_the_recording(recording: dict[str, Any], tmp_path: Path, suite: Path) -> None:
    facts = recording["log"]["_teesheet"]["facts"]
    facts["notes"] = [note for note in facts["notes"] if "test_details" not in note["check"]]

    found = judged(recording, tmp_path, suite)

    assert found[LOOKED].verdict == "inconclusive"
    assert "this value of the run: monotonic" in found[LOOKED].message


@pytest.fixture
def run(small_target: SmallTarget, command: Command, tmp_path: Path) -> Path:
    """The recording of a run of two rows by the real checks, of which one fails."""
    small_target.faults.add("default page size 10")
    options = ("--api-key", "key-of-alpha", "--only", "PAG-03,CRS-05", "--report", tmp_path / "run")
    command("check", small_target.base_url, *options)
    return tmp_path / "run" / "exchanges.har"


def test_judging_prints_what_the_run_printed_and_ends_as_it_did(run: Path, command: Command) -> None:
    result = command("judge", run)

    assert result.exit_code == 1
    for words in ("Not conformant: 1 must requirement is violated.", "PAG-03", "Judged from the recording"):
        assert words in result.stdout


def test_the_last_screen_counts_what_the_recording_lacks(run: Path, command: Command) -> None:
    lacking = json.loads(run.read_text("utf-8"))
    entries(lacking).pop(0)
    run.write_text(json.dumps(lacking), encoding="utf-8")

    result = command("judge", run)

    assert "does not hold" in result.stdout
    assert "1 request" in result.stdout


def test_with_something_missing_nothing_is_conformant(tmp_path: Path, suite: Path, recording: dict[str, Any]) -> None:
    entries(recording).pop(-1)
    archive = read_archive(written(recording, tmp_path))
    assert archive.record is not None

    result = judge("exchanges.har", archive.exchanges, archive.record, suite=suite)

    assert {row.verdict for row in result.rows if row.selected} == {"pass"}
    assert result.exit_code == 3


@pytest.mark.parametrize("part", ["contract", "requirements", "checks"])
def test_a_recording_of_another_version_is_judged_with_a_note(run: Path, command: Command, part: str) -> None:
    older = json.loads(run.read_text("utf-8"))
    older["log"]["_teesheet"]["facts"]["digests"][part] = "0" * 64
    run.write_text(json.dumps(older), encoding="utf-8")

    result = command("judge", run)

    assert result.exit_code == 1
    assert f"The run used other {part} than this version of the suite." in " ".join(result.stdout.split())


def test_a_recording_of_another_contract_is_never_conformant(
    small_target: SmallTarget, command: Command, tmp_path: Path
) -> None:
    command(
        "check", small_target.base_url, "--api-key", "key-of-alpha", "--only", "CRS-05", "--report", tmp_path / "run"
    )
    other = json.loads((tmp_path / "run" / "exchanges.har").read_text("utf-8"))
    other["log"]["_teesheet"]["facts"]["digests"]["contract"] = "0" * 64

    result = command("judge", written(other, tmp_path), "--report", tmp_path / "judged")

    report = json.loads((tmp_path / "judged" / "report.json").read_text("utf-8"))
    assert (result.exit_code, report["outcome"], report["judged"]["byOtherContract"]) == (3, "incomplete", True)
    assert "the run was recorded with another contract" in " ".join(result.stdout.split())
    assert "another contract" in (tmp_path / "judged" / "report.html").read_text("utf-8")


def test_requests_of_another_contract_are_no_mistakes_of_the_suite(run: Path, command: Command) -> None:
    other = json.loads(run.read_text("utf-8"))
    other["log"]["_teesheet"]["facts"]["digests"]["contract"] = "0" * 64
    wrong = copy.deepcopy(entries(other)[0])
    wrong |= {"_path": "/travel/courses", "_check": "test_courses", "_role": "read", "_operation": "searchCourses"}
    wrong["request"] |= {"method": "GET", "queryString": [{"name": "holes", "value": "10"}]}
    entries(other).append(wrong)
    run.write_text(json.dumps(other), encoding="utf-8")

    assert command("judge", run).exit_code == 1


def test_a_baseline_holds_for_what_is_judged(run: Path, command: Command, tmp_path: Path) -> None:
    file = tmp_path / "baseline.toml"
    file.write_text(
        '[[known_failures]]\nid = "PAG-03"\nreason = "Mended soon."\nowner = "we"\nuntil = 2999-01-01\n', "utf-8"
    )

    result = command("judge", run, "--baseline", file, "--report", tmp_path / "judged")

    assert result.exit_code == 0
    assert json.loads((tmp_path / "judged" / "report.json").read_text("utf-8"))["counts"]["known"] == 1


def refused(result: Result) -> str:
    """The one sentence with which `judge` refused a recording."""
    assert result.exit_code == 2, result.output
    assert result.stderr.startswith("teesheet judge: ")
    assert result.stderr.count("\n") == 1
    return result.stderr


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "is empty"),
        (" \n", "is empty"),
        ("{", "is not JSON, or was cut off"),
        ("<html></html>", "is not JSON"),
        ("[]", "is no HAR archive"),
        ('{"log": 1}', "is no HAR archive"),
        ('{"log": {"entries": 1}}', "is no HAR archive"),
        ('{"log": {"entries": []}}', "holds no exchange"),
        ('{"log": {"entries": [7]}}', "entry 0 cannot be read"),
        ('{"log": {"entries": [{"request": {}}]}}', "entry 0 cannot be read: it lacks 'url'"),
    ],
)
def test_what_is_no_recording_is_refused_in_a_sentence(
    command: Command, tmp_path: Path, content: str, words: str
) -> None:
    file = tmp_path / "exchanges.har"
    file.write_text(content, encoding="utf-8")

    assert words in refused(command("judge", file))


def test_a_recording_that_is_not_there_is_refused(command: Command, tmp_path: Path) -> None:
    assert "cannot be read" in refused(command("judge", tmp_path / "nothing.har"))


def test_a_folder_for_reports_that_cannot_be_is_refused(run: Path, command: Command) -> None:
    assert "cannot be written" in refused(command("judge", run, "--report", "/dev/null/x"))


def test_a_recording_of_a_later_format_is_refused(run: Path, command: Command) -> None:
    later = json.loads(run.read_text("utf-8"))
    later["log"]["_teesheet"]["facts"]["format"] = 99
    run.write_text(json.dumps(later), encoding="utf-8")

    assert "recording of another version of teesheet" in refused(command("judge", run))


def cut_off(content: bytes) -> Iterator[bytes]:
    for tenth in range(1, 10):
        yield content[: len(content) * tenth // 10]


def test_a_recording_that_was_cut_off_anywhere_is_refused(run: Path, command: Command) -> None:
    pieces = list(cut_off(run.read_bytes()))
    told = []

    for piece in pieces:
        run.write_bytes(piece)
        told.append("cut off" in refused(command("judge", run)))

    assert told == [True] * 9


PLACES = (
    ("log", "_teesheet"),
    ("log", "_teesheet", "facts"),
    ("log", "_teesheet", "facts", "seed"),
    ("log", "_teesheet", "facts", "target"),
    ("log", "_teesheet", "facts", "target", "budgets"),
    ("log", "_teesheet", "facts", "started_at"),
    ("log", "_teesheet", "facts", "notes"),
    ("log", "_teesheet", "facts", "digests"),
    ("log", "_teesheet", "facts", "traffic"),
    ("log", "_teesheet", "facts", "carried_over"),
    ("log", "_teesheet", "facts", "carried_over", "cut short"),
    ("log", "entries", 0, "request"),
    ("log", "entries", 0, "request", "headers"),
    ("log", "entries", 0, "response"),
    ("log", "entries", 0, "response", "status"),
    ("log", "entries", 0, "response", "content", "text"),
    ("log", "entries", 0, "startedDateTime"),
    ("log", "entries", 0, "_role"),
)


@pytest.mark.parametrize("place", PLACES, ids=lambda place: ".".join(map(str, place)))
@pytest.mark.parametrize("value", [[], "x"])
def test_a_damaged_member_is_refused_or_doubted(
    recording: dict[str, Any], tmp_path: Path, suite: Path, place: tuple[Any, ...], value: object
) -> None:
    node: Any = recording
    for member in place[:-1]:
        node = node[member]
    node[place[-1]] = value

    assert not all(verdict == "pass" for verdict in verdicts_or_refusal(recording, tmp_path, suite))


def verdicts_or_refusal(recording: object, folder: Path, suite: Path) -> list[str]:
    """The verdicts of the two rows, or "refused"."""
    try:
        return [item.verdict for item in judged(recording, folder, suite).values()]
    except RecordingError:
        return ["refused"]


def recorded(*told: Exchange) -> tuple[Exchange, ...]:
    """*told*, written to an archive and read back."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "exchanges.har"
        file.write_bytes(har_archive(run_result(exchanges=told)))
        return read_archive(file).exchanges


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=40), st.binary(max_size=40))
def test_every_byte_of_a_body_survives(sent: bytes, answered: bytes) -> None:
    told = exchange(answered, method="POST", path="/travel/bookings", sent=sent)

    assert recorded(told) == (told,)


def test_bodies_that_are_not_text_stand_in_base64() -> None:
    content = json.loads(har_archive(run_result(exchanges=(exchange(b"\xff\x00"),))))["log"]["entries"][0]["response"]

    assert base64.b64decode(content["content"]["text"]) == b"\xff\x00"


def test_silence_survives() -> None:
    told = exchange()
    silent = Exchange(**{**vars(told), "response": None, "failure": "no answer within 10 s"})

    assert recorded(silent) == (silent,)


def test_repeated_headers_survive() -> None:
    told = exchange()
    answer = Response(200, (("Via", "a"), ("via", "b"), ("X-Empty", "")), b"{}")

    assert recorded(Exchange(**{**vars(told), "response": answer}))[0].response == answer


def foreign(recording: dict[str, Any]) -> dict[str, Any]:
    """The same traffic as a proxy would have written it down, with something else in between."""
    told = copy.deepcopy(recording)
    told["log"] = {"version": "1.2", "creator": {"name": "a proxy", "version": "1"}, "entries": entries(told)}
    for entry in entries(told):
        for name in [name for name in entry if name.startswith("_")]:
            del entry[name]
    other = copy.deepcopy(entries(told)[0])
    other["request"] |= {"url": "https://cdn.example/v2/picture.png"}
    entries(told).insert(1, other)
    return told


@pytest.fixture
def traffic(checked: Checked, tmp_path: Path) -> Path:
    """Traffic with the small target, recorded by something else."""
    return written(foreign(parsed(checked("CRS-01", "TRM-05"))), tmp_path)


def verdicts(folder: Path) -> dict[str, str]:
    report = json.loads((folder / "report.json").read_text("utf-8"))
    return {row["id"]: row["verdict"] for row in report["requirements"]}


def test_of_other_traffic_shapes_and_what_holds_for_all_answers_are_judged(
    traffic: Path, command: Command, tmp_path: Path
) -> None:
    result = command("judge", traffic, "--report", tmp_path / "judged")

    found = verdicts(tmp_path / "judged")
    assert {name: found[name] for name in ("CRS-01", "TRM-05", "ENV-02", "ENV-03")} == dict.fromkeys(
        ("CRS-01", "TRM-05", "ENV-02", "ENV-03"), "pass"
    )
    assert {found[name] for name in ("PAG-03", "BKC-13", "AUT-01", "ENV-12")} == {"untested"}
    assert result.exit_code == 3


def test_a_wrong_shape_in_other_traffic_fails(
    small_target: SmallTarget, checked: Checked, command: Command, tmp_path: Path
) -> None:
    small_target.faults.add("thumbnail")
    traffic = written(foreign(parsed(checked("CRS-01"))), tmp_path)

    result = command("judge", traffic, "--report", tmp_path / "judged")

    assert (verdicts(tmp_path / "judged")["CRS-01"], result.exit_code) == ("fail", 1)


def test_other_traffic_is_told_apart_on_the_last_screen(traffic: Path, command: Command) -> None:
    shown = " ".join(command("judge", traffic).stdout.split())

    assert "The recording was not made by teesheet" in shown
    assert "1 exchange with another address was ignored" in shown


def test_the_base_address_of_other_traffic_can_be_given(
    traffic: Path, small_target: SmallTarget, command: Command
) -> None:
    assert command("judge", traffic, "--base-url", small_target.base_url).exit_code == 3
    assert "Give its address as --base-url" in refused(command("judge", traffic, "--base-url", "http://x.example/v1"))


def test_what_a_browser_recorded_elsewhere_is_refused(traffic: Path, command: Command) -> None:
    elsewhere = json.loads(traffic.read_text("utf-8"))
    for entry in entries(elsewhere):
        entry["request"]["url"] = "https://news.example/today"
    traffic.write_text(json.dumps(elsewhere), encoding="utf-8")

    assert "has no exchange with the interface" in refused(command("judge", traffic))


def test_a_body_that_the_archive_does_not_hold_is_no_violation(traffic: Path, command: Command, tmp_path: Path) -> None:
    bodiless = json.loads(traffic.read_text("utf-8"))
    for entry in entries(bodiless):
        del entry["response"]["content"]["text"]
    traffic.write_text(json.dumps(bodiless), encoding="utf-8")

    command("judge", traffic, "--report", tmp_path / "judged")

    assert verdicts(tmp_path / "judged")["CRS-01"] == "untested"


def test_a_key_in_other_traffic_is_not_passed_on(traffic: Path, command: Command, tmp_path: Path) -> None:
    told = json.loads(traffic.read_text("utf-8"))
    traffic.write_text(json.dumps(told).replace("$API_KEY", "a-real-key"), encoding="utf-8")

    command("judge", traffic, "--report", tmp_path / "judged")

    written_again = "".join(file.read_text("utf-8") for file in (tmp_path / "judged").iterdir())
    assert "a-real-key" not in written_again
