"""A default that is sent says the same as one that is left out: some generated clients send every default."""

from collections.abc import Mapping
from typing import Any

import pytest

from openapi.bundler import METHODS, contract
from openapi.references import dereference
from tests.sandbox.agencies import Agency
from tests.sandbox.trade import ORDINARY, SATURDAY

Query = Mapping[str, Any]

COURSE = f"/travel/courses/{ORDINARY.id}"
DAY = {"date": SATURDAY}
DAYS = {"startDate": SATURDAY, "endDate": SATURDAY}
PLACE = {"latitude": ORDINARY.latitude, "longitude": ORDINARY.longitude}

# Path and valid queries of each operation that has a parameter with a default.
READS: Mapping[str, tuple[str, list[Query]]] = {
    "searchCourses": ("/travel/courses", [{}, PLACE, {"maxResults": 5}, {"country": "ES", "holes": 18}]),
    "getCoursePricing": (f"{COURSE}/pricing", [{}, DAYS, {"holeCount": 18}]),
    "listTeeTimes": (f"{COURSE}/tee-times", [DAY, {**DAY, "earliestTime": "10:00", "latestTime": "12:00"}]),
    "checkAvailability": (f"{COURSE}/availability", [DAYS, DAY]),
    "listBookings": ("/travel/bookings", [{}, DAYS, {"status": "confirmed"}]),
    "listWebhooks": ("/webhooks", [{}]),
}


def defaults() -> dict[str, dict[str, Any]]:
    """Operation id to the parameters of the contract that have a default, with it."""
    found = {}
    for item in contract()["paths"].values():
        for operation in (item[method] for method in METHODS if method in item):
            listed = [dereference(contract(), parameter) for parameter in operation.get("parameters", [])]
            schemas = {parameter["name"]: dereference(contract(), parameter["schema"]) for parameter in listed}
            named = {name: schema["default"] for name, schema in schemas.items() if "default" in schema}
            if named:
                found[operation["operationId"]] = named
    return found


def _cases() -> list[Any]:
    return [
        pytest.param(path, query, {name: default}, id=f"{operation_id}-{name}-{'&'.join(query) or 'alone'}")
        for operation_id, (path, queries) in READS.items()
        for name, default in defaults().get(operation_id, {}).items()
        for query in queries
    ] + [
        pytest.param(
            path, query, defaults().get(operation_id, {}), id=f"{operation_id}-all-{'&'.join(query) or 'alone'}"
        )
        for operation_id, (path, queries) in READS.items()
        for query in queries
    ]


def as_sent(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value


def test_every_operation_with_a_default_is_tried() -> None:
    assert READS.keys() == defaults().keys()


@pytest.mark.parametrize(("path", "query", "default"), _cases())
def test_a_default_that_is_sent_answers_like_one_left_out(
    alpha: Agency, path: str, query: Query, default: Query
) -> None:
    without = alpha.get(path, **query)

    sent = alpha.get(path, **query, **{name: as_sent(value) for name, value in default.items()})

    assert without.status_code == 200
    assert (sent.status_code, sent.json()) == (200, without.json())
