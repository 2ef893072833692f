"""`teesheet serve --contract`: a contract of the user is served as it is written, or refused in one sentence."""

import json
import re
import signal
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import httpx
import pytest

from mock_server.candidates.named import Named, read_named
from mock_server.candidates.reading import CandidateUnusable, read_candidate
from mock_server.candidates.start import lines_about
from tests.sandbox.agencies import Agency
from tests.sandbox.candidates import KEY, Sources, served, small_contract
from tests.sandbox.in_process import asked, sandbox_with
from tests.sandbox.problems import pointers, refusal
from tests.sandbox.servers import Server, refused_start, serving
from tests.sandbox.trade import NOW, booking, bookings_total, free_tee_times

DEPRECATED = """operationId: getCourseTerms
    deprecated: true
    x-deprecated-since: 2026-03-01
    x-sunset: 2027-03-01"""


def _started(contract: Path) -> AbstractContextManager[Server]:
    return serving("--ephemeral", "--contract", str(contract))


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Sources:
    """An edited contract: another bound, a deprecated operation, an operation without code, a wrong example."""
    edited = Sources(tmp_path_factory.mktemp("edited") / "contract")
    edited.edit("openapi.yaml", "version: 1.4.1", "version: 2.0.0")
    edited.edit("paths/courses.yaml", "minimum: 0, maximum: 500, default: 50", "minimum: 0, maximum: 800, default: 50")
    edited.edit("paths/courses.yaml", "operationId: getCourseTerms", DEPRECATED)
    edited.edit("openapi.yaml", "  /webhooks: {", "  /reports: {$ref: 'reports.json#/reports'}\n  /webhooks: {")
    edited.edit("examples/bookings.yaml", "players: 2", "players: two")
    reports = {"reports": small_contract()["paths"]["/reports"]}
    (edited.folder / "reports.json").write_text(json.dumps(reports))
    return edited


@pytest.fixture(scope="module")
def edited(sources: Sources) -> Iterator[Server]:
    """A sandbox that serves the edited contract."""
    with _started(sources.root) as server:
        yield server


def _asked(server: Server, path: str, **options: Any) -> httpx.Response:
    return httpx.get(f"{server.address}/api/v1{path}", **{"headers": KEY, **options})


def test_requests_are_validated_by_the_named_contract(edited: Server) -> None:
    near = "/travel/courses?latitude=51.5&longitude=0&distance="

    assert [_asked(edited, f"{near}{distance}").status_code for distance in (800, 801)] == [200, 400]


def test_the_code_keeps_state_under_the_named_contract(http: httpx.Client, edited: Server) -> None:
    agency = Agency(http, edited.address, "kept", "alpha")
    agency.freeze(NOW)

    agency.post("/travel/bookings", booking(free_tee_times(agency)[0]))

    assert bookings_total(agency) == 1


def test_an_operation_without_code_answers_from_its_example_and_says_so(edited: Server) -> None:
    answer = _asked(edited, "/reports")

    assert (answer.json(), answer.headers["teesheet-mock"]) == ({"rounds": 18}, "example")


def test_an_example_that_its_own_contract_forbids_says_nothing_about_the_code(edited: Server) -> None:
    assert "createBooking" not in [operation["operationId"] for operation in served(edited)["answeredFromExamples"]]


def test_an_answer_says_why_it_is_an_example(edited: Server) -> None:
    reason = _asked(edited, "/reports").headers["teesheet-mock-reason"]

    assert reason == "The sandbox has no code for this operation."


def test_the_control_plane_lists_the_operations_that_answer_from_examples(edited: Server) -> None:
    assert served(edited)["answeredFromExamples"] == [
        {"operationId": "getReports", "reason": "The sandbox has no code for this operation."}
    ]


@pytest.mark.parametrize("path", ["/travel/courses", "/travel/bookings/bkg_none", "/nowhere"])
def test_every_answer_names_the_contract_that_answered(edited: Server, path: str) -> None:
    assert _asked(edited, path).headers["teesheet-contract"] == f"2.0.0 sha256:{served(edited)['sha256'][:12]}"


def test_the_packaged_contract_is_not_named(alpha: Agency) -> None:
    assert "teesheet-contract" not in alpha.get("/travel/bookings").headers


def test_the_documents_of_the_server_are_those_of_the_named_contract(edited: Server) -> None:
    addresses = [f"{edited.address}/{name}" for name in ("openapi.json", "openapi-3.0.json")]

    assert [httpx.get(address).json()["info"]["version"] for address in addresses] == ["2.0.0", "2.0.0"]


@pytest.mark.parametrize("headers", [KEY, {}], ids=["answered", "refused"])
def test_a_deprecated_operation_announces_its_end_with_every_answer(edited: Server, headers: dict[str, str]) -> None:
    sent = _asked(edited, "/travel/courses/crs_none/terms", headers=headers).headers

    assert (sent["deprecation"], sent["sunset"]) == ("@1772323200", "Mon, 01 Mar 2027 00:00:00 GMT")


def test_no_other_operation_announces_an_end(edited: Server) -> None:
    sent = _asked(edited, "/travel/courses").headers

    assert {"deprecation", "sunset"} & sent.keys() == set()


def test_a_new_major_version_under_the_old_path_is_a_warning(sources: Sources) -> None:
    with _started(sources.root) as server:
        server.ended(signal.SIGTERM)
        assert server.process.stdout is not None
        greeting = server.process.stdout.read()

    rule = "version 2.0.0 is served under /api/v1. A new major version needs a base path of its own."
    assert f"{sources.root}:4: {rule}" in greeting


def _of(tmp_path: Path, document: Any) -> Path:
    file = tmp_path / "contract.json"
    file.write_text(document if isinstance(document, str) else json.dumps(document, indent=1))
    return file


def test_a_contract_of_other_operations_has_nothing_at_the_known_paths(tmp_path: Path) -> None:
    answer = asked(sandbox_with(_of(tmp_path, small_contract())), "GET", "/api/v1/travel/courses")

    assert refusal(answer) == (404, "not_found")


def test_an_operation_that_is_open_to_everybody_needs_no_key(tmp_path: Path) -> None:
    answer = asked(sandbox_with(_of(tmp_path, small_contract())), "GET", "/api/v1/reports", headers={})

    assert answer.json() == {"rounds": 18}


def _with_parameters() -> dict[str, Any]:
    document = small_contract()
    document["paths"]["/reports"]["get"]["parameters"] = [
        {"name": "id", "in": "query", "required": True, "schema": {"type": "array", "items": {"type": "integer"}}},
        {"name": "X-Office", "in": "header", "required": True, "schema": {"type": "integer"}},
    ]
    return document


def test_lists_in_queries_and_numbers_in_headers_are_read(tmp_path: Path) -> None:
    sandbox = sandbox_with(_of(tmp_path, _with_parameters()))

    answer = asked(sandbox, "GET", "/api/v1/reports?id=1&id=2", headers={**KEY, "X-Office": "3"})

    assert answer.status_code == 200


def test_wrong_lists_and_missing_headers_are_refused(tmp_path: Path) -> None:
    sandbox = sandbox_with(_of(tmp_path, _with_parameters()))

    answer = asked(sandbox, "GET", "/api/v1/reports?id=1&id=two")

    assert pointers(answer) == ["/header/X-Office", "/query/id/1"]


def _get(**members: Any) -> dict[str, Any]:
    return small_contract(paths={"/a": {"get": {"responses": {"200": {"description": "A."}}, **members}}})


REFUSED: dict[str, tuple[Any, str]] = {
    "no OpenAPI": ({"hello": 1}, "contract.json is not an OpenAPI document"),
    "another version": (small_contract(openapi="3.0.3"), "contract.json:2: the sandbox serves OpenAPI 3.1"),
    "no JSON": ('{"openapi": "3.1.0",\n "info" }', "contract.json:2: Expecting ':' delimiter."),
    "wrong form": (_get(responses={"200": {}}), "contract.json:16: this is not valid OpenAPI"),
    "broken reference": (_get(responses={"200": {"$ref": "#/components/responses/A"}}), "A does not exist."),
    "cycle": (
        small_contract(components={"schemas": {"A": {"$ref": "#/components/schemas/A"}}}),
        "leads back to itself.",
    ),
    "no base path": (small_contract(servers=[]), "Give it a base path such as /api/v1."),
    "base path of the sandbox": (small_contract(servers=[{"url": "/_sandbox/v1"}]), "belongs to the sandbox."),
    "sunset without deprecation": (_get(**{"x-sunset": "2027-03-01"}), "x-sunset needs deprecated: true"),
    "sunset before deprecation": (
        _get(**{"deprecated": True, "x-deprecated-since": "2027-03-01", "x-sunset": "2026-03-01"}),
        "x-sunset is before x-deprecated-since.",
    ),
    "no date": (_get(**{"deprecated": True, "x-deprecated-since": "soon"}), "x-deprecated-since is not a date."),
    "undeclared path parameter": (small_contract(paths={"/a/{id}": {"get": {}}}), "Write it in both places."),
    "wrong schema": (
        _get(parameters=[{"name": "x", "in": "query", "schema": {"type": "strin"}}]),
        "the schema cannot be used",
    ),
}


def _refusal(contract: Path) -> str:
    with pytest.raises(CandidateUnusable) as refused:
        read_candidate(str(contract))
    return str(refused.value)


@pytest.mark.parametrize("case", REFUSED)
def test_a_contract_that_cannot_be_served_is_refused_with_a_reason(tmp_path: Path, case: str) -> None:
    document, reason = REFUSED[case]

    assert reason in _refusal(_of(tmp_path, document))


@pytest.mark.parametrize("case", sorted(REFUSED.keys() - {"no OpenAPI"}))
def test_the_reason_begins_with_file_and_line(tmp_path: Path, case: str) -> None:
    assert re.match(rf"{tmp_path}/contract.json:[1-9]", _refusal(_of(tmp_path, REFUSED[case][0])))


@pytest.mark.parametrize("case", REFUSED)
def test_the_reason_is_one_line(tmp_path: Path, case: str) -> None:
    assert len(_refusal(_of(tmp_path, REFUSED[case][0])).splitlines()) == 1


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--contract", "no-such.yaml"], "no-such.yaml is not a file, a folder or a git revision here."),
        (["--watch"], "Name a contract with --contract FILE or --beside FILE."),
    ],
)
def test_a_start_that_cannot_serve_ends_with_one_sentence(options: list[str], reason: str) -> None:
    ended = refused_start("--ephemeral", *options)

    assert (ended.returncode, len(ended.stderr.splitlines()), reason in ended.stderr) == (2, 1, True)


def test_the_greeting_names_ten_operations_without_code_and_counts_the_others(tmp_path: Path) -> None:
    operations = {f"/reports/{number}": small_contract()["paths"]["/reports"]["get"] for number in range(1_234)}
    paths = {path: {"get": {**get, "operationId": f"get{path[9:]}"}} for path, get in operations.items()}
    file = tmp_path / "contract.json"
    file.write_text(json.dumps(small_contract(paths=paths)), "utf-8")

    greeting = list(lines_about(read_named(Named(str(file), None, None, None, watch=False)).offer))

    shown = [line for line in greeting if line.startswith("from an example")]
    assert (len(shown), greeting[-1].strip()) == (10, "and 1,224 more operations")
