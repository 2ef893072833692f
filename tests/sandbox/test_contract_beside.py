"""`teesheet serve --beside`: two versions on the same worlds, and a mapping between their names."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from mock_server.app import Sandbox
from tests.sandbox.candidates import served
from tests.sandbox.in_process import KEY, asked
from tests.sandbox.problems import pointers
from tests.sandbox.second_versions import MAPPING, SHEET, body_of_its_own, named_beside, sandbox_beside
from tests.sandbox.servers import refused_start, serving
from tests.sandbox.trade import NOW, SATURDAY


@pytest.fixture(scope="module")
def both(second: Path) -> Sandbox:
    """A sandbox with both versions and the mapping, in a world with a frozen clock."""
    mapping = second.with_name("mapping.yaml")
    mapping.write_text(MAPPING)
    sandbox = sandbox_beside(named_beside(second, mapping))
    asked(sandbox, "PUT", "/_sandbox/v1/clock", json={"mode": "frozen", "now": NOW})
    return sandbox


def _second_words(body: dict[str, Any]) -> dict[str, Any]:
    return {("numberOfPlayers" if name == "players" else name): value for name, value in body.items()}


def test_a_booking_of_the_first_version_is_visible_in_the_second(both: Sandbox) -> None:
    created = asked(both, "POST", "/api/v1/travel/bookings", json=body_of_its_own(0)).json()["data"]

    seen = asked(both, "GET", f"/api/v2/travel/bookings/{created['id']}").json()["data"]

    assert seen == _second_words(created) | {"channel": "agency", "leadName": created["leadPlayer"]["lastName"]}


def test_a_booking_of_the_second_version_is_visible_in_the_first(both: Sandbox) -> None:
    answer = asked(both, "POST", "/api/v2/travel/bookings", json=_second_words(body_of_its_own(1)))

    seen = asked(both, "GET", f"/api/v1/travel/bookings/{answer.json()['data']['id']}").json()["data"]

    assert (answer.status_code, seen["players"]) == (201, answer.json()["data"]["numberOfPlayers"])


def test_each_version_refuses_the_words_of_the_other(both: Sandbox) -> None:
    refused = asked(both, "POST", "/api/v2/travel/bookings", json=body_of_its_own(2))

    assert set(pointers(refused)) == {"/body/players", "/body/numberOfPlayers"}


def test_a_change_in_the_words_of_the_second_version_changes_the_booking(both: Sandbox) -> None:
    created = asked(both, "POST", "/api/v1/travel/bookings", json={**body_of_its_own(3), "players": 1}).json()["data"]

    asked(both, "PUT", f"/api/v2/travel/bookings/{created['id']}", json={"numberOfPlayers": 3})

    assert asked(both, "GET", f"/api/v1/travel/bookings/{created['id']}").json()["data"]["players"] == 3


def test_a_list_shows_the_items_in_the_words_of_the_second_version(both: Sandbox) -> None:
    asked(both, "POST", "/api/v1/travel/bookings", json=body_of_its_own(4))

    items = asked(both, "GET", "/api/v2/travel/bookings").json()["data"]

    assert all("numberOfPlayers" in item and "players" not in item for item in items)


def test_a_renamed_parameter_filters(both: Sandbox) -> None:
    asked(both, "POST", "/api/v1/travel/bookings", json=body_of_its_own(5))

    totals = [
        asked(both, "GET", f"/api/v2/travel/bookings?from={day}").json()["meta"]["pagination"]["totalItems"]
        for day in (SATURDAY, "2040-05-13")
    ]

    assert (totals[0] > 0, totals[1]) == (True, 0)


def test_links_of_a_list_name_the_parameters_of_the_second_version(both: Sandbox) -> None:
    asked(both, "POST", "/api/v1/travel/bookings", json=body_of_its_own(6))

    links = asked(both, "GET", f"/api/v2/travel/bookings?from={SATURDAY}&pageSize=1").headers["link"]

    assert f"</api/v2/travel/bookings?pageSize=1&from={SATURDAY}&sheet=1>" in links


def test_a_default_gives_the_code_a_parameter_that_the_second_version_lacks(both: Sandbox) -> None:
    second, first = asked(both, "GET", f"/api/v2{SHEET}"), asked(both, "GET", f"/api/v1{SHEET}&players=2")

    assert second.json() == first.json()


def test_no_operation_with_a_mapping_answers_from_an_example(both: Sandbox) -> None:
    beside = asked(both, "GET", "/_sandbox/v1/contract").json()["data"]["beside"]

    assert (beside["answeredFromExamples"], beside["replacedAnswers"]) == ([], [])


def test_without_a_mapping_renamed_operations_answer_from_examples_and_say_so(second: Path) -> None:
    sandbox = sandbox_beside(named_beside(second))

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


def test_the_key_of_one_world_works_in_both_versions(both: Sandbox) -> None:
    statuses = [asked(both, "GET", f"/api/{base}/travel/bookings", headers=KEY).status_code for base in ("v1", "v2")]

    assert statuses == [200, 200]


def test_another_base_path_takes_the_place_of_its_own(second: Path) -> None:
    answer = asked(sandbox_beside(named_beside(second, base="/next")), "GET", "/next/travel/courses?pageSize=1")

    assert answer.status_code == 200


def test_the_server_names_the_second_version_and_its_document(second: Path) -> None:
    with serving("--ephemeral", "--beside", str(second)) as server:
        beside = served(server)["beside"]
        document = httpx.get(f"{server.address}/openapi-beside.json").json()

    assert (beside["basePath"], document["info"]["version"]) == ("/api/v2", "2.0.0")


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
