"""`teesheet serve --beside`: two versions on the same worlds, and a mapping between their names."""

import copy
import json
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

import httpx
import pytest

from mock_server.app import Sandbox
from mock_server.candidates.named import Named
from mock_server.candidates.offers import Offer
from mock_server.candidates.reading import CandidateUnusable
from mock_server.candidates.start import offers_of
from mock_server.settings import Settings
from openapi.bundler import contract
from openapi.references import dereference
from tests.sandbox.candidates import served
from tests.sandbox.in_process import KEY, asked
from tests.sandbox.problems import pointers
from tests.sandbox.servers import refused_start, serving
from tests.sandbox.trade import NOW, ORDINARY, SATURDAY, TeeTime, booking

MAPPING = """\
schemas:
  BookingRequest:
    rename: {players: numberOfPlayers}
  BookingUpdate:
    rename: {players: numberOfPlayers}
  BookingListItem:
    rename: {players: numberOfPlayers}
  Booking:
    rename: {players: numberOfPlayers}
    constant: {channel: agency}
    from: {leadName: leadPlayer/lastName}
operations:
  listReservations:
    as: listBookings
    rename: {startDate: from, page: sheet}
  listTeeTimes:
    default: {players: 2}
"""
SHEET = f"/travel/courses/{ORDINARY.id}/tee-times?date={SATURDAY}"


def second_version() -> dict[str, Any]:
    """A second version: renamed members and parameters, new members of answers, one operation with another id."""
    document = copy.deepcopy(contract())
    document["info"]["version"] = "2.0.0"
    document["servers"] = [{"url": "/api/v2"}]
    schemas, paths = document["components"]["schemas"], document["paths"]
    for name in ("BookingRequest", "BookingUpdate", "BookingListItem", "Booking"):
        text = json.dumps({**schemas[name], "examples": []})
        schemas[name] = json.loads(text.replace('"players"', '"numberOfPlayers"'))
    schemas["Booking"]["properties"] |= {"channel": {"type": "string"}, "leadName": {"type": "string"}}
    schemas["Booking"]["required"] += ["channel", "leadName"]
    for operation in (paths["/travel/bookings"]["post"], paths["/travel/bookings/{id}"]["put"]):
        operation["requestBody"]["content"]["application/json"].pop("examples")
    listing = paths["/travel/bookings"]["get"]
    listing["operationId"] = "listReservations"
    names = {"startDate": "from", "page": "sheet"}
    parameters = [dereference(document, parameter) for parameter in listing["parameters"]]
    listing["parameters"] = [{**item, "name": names.get(item["name"], item["name"])} for item in parameters]
    sheet = paths["/travel/courses/{courseId}/tee-times"]["get"]
    sheet["parameters"] = [item for item in sheet["parameters"] if dereference(document, item)["name"] != "players"]
    return document


@pytest.fixture(scope="module")
def second(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of the second version."""
    file = tmp_path_factory.mktemp("second") / "openapi.json"
    file.write_text(json.dumps(second_version()))
    return file


def _named(second: Path, mapping: Path | None = None, base: str | None = None) -> Named:
    return Named(None, str(second), base, None if mapping is None else str(mapping), watch=False)


def _sandbox(named: Named) -> Sandbox:
    """A sandbox that took its offer from another process, as a worker does."""
    offer = offers_of(named, print).first
    return Sandbox(Settings(database_url="sqlite://"), Offer.from_json(offer.as_json()))


@pytest.fixture(scope="module")
def both(second: Path) -> Sandbox:
    """A sandbox with both versions and the mapping, in a world that stands still."""
    mapping = second.with_name("mapping.yaml")
    mapping.write_text(MAPPING)
    sandbox = _sandbox(_named(second, mapping))
    asked(sandbox, "PUT", "/_sandbox/v1/clock", json={"mode": "frozen", "now": NOW})
    return sandbox


def _body(number: int) -> dict[str, Any]:
    """A request of the first version for a tee time of its own."""
    return booking(TeeTime(ORDINARY.id, SATURDAY, _times()[number], 4, 0.0))


@lru_cache(maxsize=1)
def _times() -> list[str]:
    sandbox = Sandbox(Settings(database_url="sqlite://"))
    asked(sandbox, "PUT", "/_sandbox/v1/clock", json={"mode": "frozen", "now": NOW})
    return [slot["time"] for slot in asked(sandbox, "GET", f"/api/v1{SHEET}&players=4").json()["availableTimes"]]


def _second_words(body: dict[str, Any]) -> dict[str, Any]:
    return {("numberOfPlayers" if name == "players" else name): value for name, value in body.items()}


def test_a_booking_of_the_first_version_is_visible_in_the_second(both: Sandbox) -> None:
    made = asked(both, "POST", "/api/v1/travel/bookings", json=_body(0)).json()["data"]

    seen = asked(both, "GET", f"/api/v2/travel/bookings/{made['id']}").json()["data"]

    assert seen == _second_words(made) | {"channel": "agency", "leadName": made["leadPlayer"]["lastName"]}


def test_a_booking_of_the_second_version_is_visible_in_the_first(both: Sandbox) -> None:
    answer = asked(both, "POST", "/api/v2/travel/bookings", json=_second_words(_body(1)))

    seen = asked(both, "GET", f"/api/v1/travel/bookings/{answer.json()['data']['id']}").json()["data"]

    assert (answer.status_code, seen["players"]) == (201, answer.json()["data"]["numberOfPlayers"])


def test_each_version_refuses_the_words_of_the_other(both: Sandbox) -> None:
    refused = asked(both, "POST", "/api/v2/travel/bookings", json=_body(2))

    assert set(pointers(refused)) == {"/body/players", "/body/numberOfPlayers"}


def test_a_change_in_the_words_of_the_second_version_is_made(both: Sandbox) -> None:
    made = asked(both, "POST", "/api/v1/travel/bookings", json={**_body(3), "players": 1}).json()["data"]

    asked(both, "PUT", f"/api/v2/travel/bookings/{made['id']}", json={"numberOfPlayers": 3})

    assert asked(both, "GET", f"/api/v1/travel/bookings/{made['id']}").json()["data"]["players"] == 3


def test_a_list_shows_the_items_in_the_words_of_the_second_version(both: Sandbox) -> None:
    asked(both, "POST", "/api/v1/travel/bookings", json=_body(4))

    items = asked(both, "GET", "/api/v2/travel/bookings").json()["data"]

    assert all("numberOfPlayers" in item and "players" not in item for item in items)


def test_a_renamed_parameter_filters(both: Sandbox) -> None:
    asked(both, "POST", "/api/v1/travel/bookings", json=_body(5))

    totals = [
        asked(both, "GET", f"/api/v2/travel/bookings?from={day}").json()["meta"]["pagination"]["totalItems"]
        for day in (SATURDAY, "2040-05-13")
    ]

    assert (totals[0] > 0, totals[1]) == (True, 0)


def test_links_of_a_list_name_the_parameters_of_the_second_version(both: Sandbox) -> None:
    asked(both, "POST", "/api/v1/travel/bookings", json=_body(6))

    links = asked(both, "GET", f"/api/v2/travel/bookings?from={SATURDAY}&pageSize=1").headers["link"]

    assert f"</api/v2/travel/bookings?pageSize=1&from={SATURDAY}&sheet=1>" in links


def test_a_default_gives_the_code_what_the_second_version_does_not_send(both: Sandbox) -> None:
    second, first = asked(both, "GET", f"/api/v2{SHEET}"), asked(both, "GET", f"/api/v1{SHEET}&players=2")

    assert second.json() == first.json()


def test_no_operation_with_a_mapping_answers_from_an_example(both: Sandbox) -> None:
    beside = asked(both, "GET", "/_sandbox/v1/contract").json()["data"]["beside"]

    assert (beside["answeredFromExamples"], beside["replacedAnswers"]) == ([], [])


def test_without_a_mapping_renamed_operations_answer_from_examples_and_say_so(second: Path) -> None:
    sandbox = _sandbox(_named(second))

    beside = asked(sandbox, "GET", "/_sandbox/v1/contract").json()["data"]["beside"]

    names = {operation["operationId"] for operation in beside["answeredFromExamples"]}
    assert names == {
        "createBooking",
        "getBooking",
        "updateBooking",
        "confirmBookingHook",
        "listReservations",
        "listTeeTimes",
    }


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Sandbox:
    """A sandbox beside a version whose bookings have only the tee times of the examples, which the code cannot know."""
    document = copy.deepcopy(contract())
    document["servers"] = [{"url": "/api/v2"}]
    document["components"]["schemas"]["Booking"]["properties"]["teeTime"] = {"enum": ["09:30", "10:10", "10:20"]}
    file = tmp_path_factory.mktemp("narrow") / "openapi.json"
    file.write_text(json.dumps(document))
    sandbox = _sandbox(_named(file))
    asked(sandbox, "PUT", "/_sandbox/v1/clock", json={"mode": "frozen", "now": NOW})
    return sandbox


def test_an_answer_that_the_contract_does_not_allow_is_replaced_by_the_example(narrow: Sandbox) -> None:
    answer = asked(narrow, "POST", "/api/v2/travel/bookings", json=_body(1))

    assert (answer.status_code, answer.json()["data"]["teeTime"], answer.headers["teesheet-mock"]) == (
        201,
        "09:30",
        "example",
    )


def test_a_replaced_answer_says_why(narrow: Sandbox) -> None:
    answer = asked(narrow, "POST", "/api/v2/travel/bookings", json=_body(1))

    assert answer.headers["teesheet-mock-reason"].startswith(
        "The contract does not allow the answer of the code: /body/data/teeTime: "
    )


def test_a_replaced_answer_writes_nothing(narrow: Sandbox) -> None:
    asked(narrow, "POST", "/api/v2/travel/bookings", json=_body(1))

    listed = asked(narrow, "GET", "/api/v1/travel/bookings").json()

    assert listed["meta"]["pagination"]["totalItems"] == 0


def test_replaced_answers_are_counted(narrow: Sandbox) -> None:
    asked(narrow, "POST", "/api/v2/travel/bookings", json=_body(1))

    (replaced,) = asked(narrow, "GET", "/_sandbox/v1/contract").json()["data"]["beside"]["replacedAnswers"]

    assert (replaced["operationId"], replaced["count"] > 0) == ("createBooking", True)


def test_another_base_path_takes_the_place_of_its_own(second: Path) -> None:
    answer = asked(_sandbox(_named(second, base="/next")), "GET", "/next/travel/courses?pageSize=1")

    assert answer.status_code == 200


def test_the_server_names_the_second_version_and_its_document(second: Path) -> None:
    with serving("--ephemeral", "--beside", str(second)) as server:
        beside = served(server)["beside"]
        document = httpx.get(f"{server.address}/openapi-beside.json").json()

    assert (beside["basePath"], document["info"]["version"]) == ("/api/v2", "2.0.0")


WRONG_MAPPINGS = {
    "unknown schema": ("schemas: {Boking: {}}", "mapping.yaml:1: 'Boking' is no schema", "Did you mean 'Booking'?"),
    "unknown rule": ("schemas:\n  Booking: {renames: {}}", "mapping.yaml:2: 'renames' is no rule.", "'rename'?"),
    "unknown member of the first contract": (
        "schemas:\n  Booking:\n    rename: {plaiers: numberOfPlayers}",
        "mapping.yaml:3: 'plaiers' is no member of the first contract.",
        "Did you mean 'players'?",
    ),
    "unknown member of the second contract": (
        "schemas:\n  Booking:\n    rename: {players: numberOfPlayer}",
        "mapping.yaml:3: 'numberOfPlayer' is no member of Booking in the second contract.",
        "Did you mean 'numberOfPlayers'?",
    ),
    "unknown source": (
        "schemas:\n  Booking:\n    from: {leadName: leadPlayer/lastNam}",
        "'lastNam' is no member of the first contract.",
        "Did you mean 'lastName'?",
    ),
    "unknown operation": (
        "operations:\n  listReservation: {}",
        "mapping.yaml:2: 'listReservation' is no operation of the second contract.",
        "Did you mean 'listReservations'?",
    ),
    "unknown code": (
        "operations:\n  listReservations: {as: listBooking}",
        "'listBooking' is no operation of the first contract.",
        "Did you mean 'listBookings'?",
    ),
    "no map": ("schemas: [Booking]", "mapping.yaml:1: The part schemas is a map of names.", ""),
    "unknown part": ("schema: {}", "mapping.yaml:1: 'schema' is no part of a mapping file.", "'schemas'?"),
    "bad YAML": ("schemas: {Booking: ", "mapping.yaml:", ""),
}


@pytest.mark.parametrize("case", WRONG_MAPPINGS)
def test_a_mapping_that_names_what_does_not_exist_is_refused(second: Path, tmp_path: Path, case: str) -> None:
    text, reason, hint = WRONG_MAPPINGS[case]
    mapping = tmp_path / "mapping.yaml"
    mapping.write_text(text)

    with pytest.raises(CandidateUnusable, match=re.escape(reason)) as refused:
        offers_of(_named(second, mapping), print)

    assert hint in str(refused.value)


def test_the_mapping_of_the_page_is_accepted(second: Path, tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "sandbox.md").read_text("utf-8")
    mapping = tmp_path / "mapping.yaml"
    mapping.write_text(page.split("```yaml\nschemas:")[1].split("```")[0].join(["schemas:", ""]))

    translation = offers_of(_named(second, mapping), print).first.translation

    assert translation.first_id("listReservations") == "listBookings"


def test_two_versions_at_one_base_path_are_refused() -> None:
    ended = refused_start("--ephemeral", "--beside", "published")

    assert (ended.returncode, len(ended.stderr.splitlines()), "both contracts have the base path" in ended.stderr) == (
        2,
        1,
        True,
    )


@pytest.mark.parametrize("option", ["--beside-base", "--mapping"])
def test_an_option_of_the_second_version_needs_a_second_version(option: str) -> None:
    ended = refused_start("--ephemeral", option, "/x")

    assert (ended.returncode, f"{option} belongs to a second contract." in ended.stderr) == (2, True)


def test_the_key_of_one_world_works_in_both_versions(both: Sandbox) -> None:
    statuses = [asked(both, "GET", f"/api/{base}/travel/bookings", headers=KEY).status_code for base in ("v1", "v2")]

    assert statuses == [200, 200]
