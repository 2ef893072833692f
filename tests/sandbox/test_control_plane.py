"""The control plane as a whole: info, keys, wrong bodies, wrong methods."""

import hashlib
from typing import Any

import pytest

from fixtures.catalogue import TRAITS, load_courses
from openapi.bundler import contract
from openapi.lint.documents import Document
from tests.sandbox.agencies import CONTROL, Agency
from tests.sandbox.trade import clock_of

NAMED = [course for course in load_courses() if course.trait]


def test_info_needs_no_key(alpha: Agency) -> None:
    assert alpha.http.get(f"{alpha.address}{CONTROL}/info").status_code == 200


def test_info_counts_every_operation_of_the_contract(alpha: Agency) -> None:
    operations = alpha.control("GET", "/info").json()["data"]["operations"]

    assert {*operations["stateful"], *operations["answeredFromExamples"]} == {
        operation.node["operationId"] for operation in Document(contract()).operations
    }


def test_info_names_the_contract_that_is_served(alpha: Agency) -> None:
    served = alpha.http.get(f"{alpha.address}/openapi.json").content

    shown = alpha.control("GET", "/info").json()["data"]["contract"]["sha256"]

    assert shown == hashlib.sha256(served).hexdigest()


def test_info_counts_the_courses(alpha: Agency) -> None:
    total = alpha.get("/travel/courses").json()["meta"]["pagination"]["totalItems"]

    assert alpha.control("GET", "/info").json()["data"]["courses"] == total


def test_the_named_courses_are_those_of_the_seed(alpha: Agency) -> None:
    listed = alpha.http.get(f"{alpha.address}{CONTROL}/behaviours").json()["data"]

    named = {(course["behaviour"], course["id"], course["bookingCode"], course["summary"]) for course in listed}
    assert named == {(course.trait, course.id, course.booking_code, TRAITS[course.trait]) for course in NAMED}


WRONG_BODIES: list[tuple[str, str, Any]] = [
    ("PUT", "/clock", {}),
    ("PUT", "/clock", {"mode": "stopped"}),
    ("PUT", "/clock", {"mode": "Frozen"}),
    ("PUT", "/clock", {"now": "tomorrow"}),
    ("PUT", "/clock", {"now": "2040-05-07"}),
    ("PUT", "/clock", {"now": "2040-05-07T08:00:00"}),
    ("PUT", "/clock", {"now": "2040-02-30T08:00:00Z"}),
    ("PUT", "/clock", {"now": 2_220_000_000}),
    ("PUT", "/clock", {"now": "2190-01-01T00:00:00Z"}),
    ("PUT", "/clock", {"now": "9999-12-31T23:59:59Z"}),
    ("PUT", "/clock", {"now": "2040-06-30T23:59:60Z"}),
    ("PUT", "/clock", {"now": "2040-05-07T09:00:00Z", "speed": 2}),
    ("PUT", "/clock", []),
    ("POST", "/clock/advance", {}),
    ("POST", "/clock/advance", {"by": "15 minutes"}),
    ("POST", "/clock/advance", {"by": "P1M"}),
    ("POST", "/clock/advance", {"by": "P1W"}),
    ("POST", "/clock/advance", {"by": "-PT15M"}),
    ("POST", "/clock/advance", {"by": "P"}),
    ("POST", "/clock/advance", {"by": "PT"}),
    ("POST", "/clock/advance", {"by": "PT1H\n"}),
    ("POST", "/clock/advance", {"by": "PT0.5S"}),
    ("POST", "/clock/advance", {"by": 900}),
    ("POST", "/clock/advance", {"by": "P99999999D"}),
    ("POST", "/clock/advance", {"by": "P999999D"}),
    ("POST", "/clock/advance", {"to": "9999-12-31T23:59:59Z"}),
    ("POST", "/clock/advance", {"by": "P999999D", "to": "2041-01-01T00:00:00Z"}),
    ("POST", "/clock/advance", {"until": "2041-01-01T00:00:00Z"}),
    ("POST", "/worlds/self/reset", {"hard": True}),
    ("POST", "/desk/bkg_000000000000/decline", {"reason": ""}),
    ("POST", "/desk/bkg_000000000000/decline", {"reason": "r" * 201}),
    ("POST", "/desk/bkg_000000000000/decline", {"why": "closed"}),
    ("POST", "/desk/bkg_000000000000/confirm", {"reason": "fine"}),
]


@pytest.mark.parametrize(("method", "path", "body"), WRONG_BODIES, ids=str)
def test_a_wrong_body_is_refused_and_moves_nothing(alpha: Agency, method: str, path: str, body: Any) -> None:
    answer = alpha.control(method, path, body)

    assert (answer.status_code, answer.json()["code"], clock_of(alpha)["now"]) == (
        400,
        "invalid_request",
        "2040-05-07T08:00:00Z",
    )


@pytest.mark.parametrize("raw", [b"{", b"", b'{"by": NaN}', b'{"by": "PT1S", "by": "PT1S"}', b"\xff"], ids=repr)
def test_what_is_no_json_is_refused(alpha: Agency, raw: bytes) -> None:
    headers = {"X-Api-Key": alpha.key, "Content-Type": "application/json"}

    answer = alpha.http.post(f"{alpha.address}{CONTROL}/clock/advance", content=raw, headers=headers)

    assert (answer.status_code, answer.headers["content-type"]) == (400, "application/problem+json")


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/clock"), ("PUT", "/clock"), ("POST", "/clock/advance"), ("POST", "/worlds/self/reset"),
     ("GET", "/desk"), ("POST", "/desk/bkg_0/confirm"), ("POST", "/desk/bkg_0/decline")],
)  # fmt: skip
def test_every_lever_demands_a_key(alpha: Agency, method: str, path: str) -> None:
    answer = alpha.http.request(method, f"{alpha.address}{CONTROL}{path}", json={})

    assert (answer.status_code, answer.json()["code"]) == (401, "key_missing")


@pytest.mark.parametrize(
    ("method", "path", "allow"),
    [
        ("POST", "/info", "GET"),
        ("DELETE", "/clock", "GET, PUT"),
        ("GET", "/clock/advance", "POST"),
        ("POST", "/desk", "GET"),
    ],
)
def test_a_lever_is_pulled_in_its_own_way(alpha: Agency, method: str, path: str, allow: str) -> None:
    answer = alpha.control(method, path)

    assert (answer.status_code, answer.headers["allow"]) == (405, allow)


def test_an_unknown_lever_is_not_found(alpha: Agency) -> None:
    assert alpha.control("GET", "/weather").status_code == 404


@pytest.mark.parametrize("slash", ["", "/"])
def test_the_index_links_every_resource_of_the_document(alpha: Agency, slash: str) -> None:
    base = alpha.address + CONTROL
    document = alpha.http.get(f"{base}/openapi.json").json()

    index = alpha.http.get(f"{base}{slash}").json()["data"]

    assert [resource["href"].removeprefix(base) for resource in index["resources"]] == list(document["paths"])
    declared = {node["operationId"] for item in document["paths"].values() for node in item.values() if "tags" in node}
    assert {
        operation["operationId"] for resource in index["resources"] for operation in resource["operations"]
    } == declared


def test_a_link_of_the_index_leads_to_its_resource(alpha: Agency) -> None:
    index = alpha.http.get(f"{alpha.address}{CONTROL}").json()["data"]
    plain = [
        resource["href"]
        for resource in index["resources"]
        if not resource["isTemplate"] and "GET" in [operation["method"] for operation in resource["operations"]]
    ]

    statuses = {href: alpha.http.get(href, headers={"X-Api-Key": alpha.key}).status_code for href in plain}

    # The ledger is asked for a course and a day.
    assert {href.rpartition("/")[2]: status for href, status in statuses.items() if status != 200} == {"ledger": 400}
