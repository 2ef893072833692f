"""What the specification does not show is marked where it stands and answered in the ledger, and nothing else is."""

from collections.abc import Iterator
from typing import Any

import pytest

from openapi.bundler import ASSUMPTIONS_FILE, dereference, load_yaml

from .parts import parts, request_schemas

MARKS = (
    "x-assumption",
    "x-assumption-status",
    "x-assumption-required",
    "x-assumption-keywords",
    "x-assumption-behaviour",
)

# Every place where the specification says that something is not shown: its heading, the topic in our words, the
# rows that answer it.
SILENCES = [
    ("Resources and their fields > Group booking", "further members of a group booking", ["A-43"]),
    ("Resources and their fields > Course pricing (data and meta)", "what weekdayRules holds", ["A-20"]),
    ("Resources and their fields > Webhook subscription", "further members of a subscription", ["A-48"]),
    ("Resources and their fields > Booking hook", "members of a booking hook", ["A-37"]),
    ("Resources and their fields > Booking hook", "complete value sets", ["A-19"]),
    ("States and transitions > Booking statuses", "cancelling a pending booking", ["A-31"]),
    ("States and transitions > Booking statuses", "refusal of a pending booking by the course", ["A-34"]),
    ("States and transitions > Booking statuses", "what a change does to the status", ["A-30"]),
    ("States and transitions > Group booking statuses", "statuses after processing", ["A-42"]),
    ("States and transitions > Tee-time hold and booking hook", "life of a booking hook", ["A-38"]),
    ("Endpoints > Courses > GET /courses", "maxResults beside pageSize", ["A-14"]),
    (
        "Endpoints > Availability > GET /courses/{courseId}/availability",
        "answer to the single-date form",
        ["A-15"],
    ),
    (
        "Endpoints > Availability > POST /courses/{courseId}/hold-tee-time",
        "required members and bounds of a hold",
        ["A-25"],
    ),
    ("Endpoints > Bookings > POST /bookings", "where the hold id goes", ["A-27"]),
    ("Endpoints > Bookings > PUT /bookings/{id}", "answer to a change", ["A-29"]),
    ("Endpoints > Booking hooks", "payloads of the hook operations", ["A-37", "A-39"]),
    ("Endpoints > Group bookings", "required members of a group booking", ["A-41"]),
    ("Resources and their fields > Group booking", "answer to a read of a group booking", ["A-43"]),
    ("Endpoints > Group bookings", "player list, request and answer", ["A-44"]),
    ("Endpoints > Group bookings", "answer of find-slots", ["A-45"]),
    ("Endpoints > Group bookings", "answer of calculate-price", ["A-46"]),
    ("Endpoints > Group bookings", "validate, request and answer", ["A-47"]),
    ("Resources and their fields > Webhook subscription", "answer to a new subscription", ["A-48"]),
    ("Endpoints > Webhooks", "list, update and removal of subscriptions", ["A-49"]),
    ("Endpoints > Auth (optional JWT)", "payloads of the token operations", ["A-09"]),
    ("Authentication", "how a token is presented and how long it lives", ["A-08"]),
    ("Authentication", "how a key is issued", ["A-10"]),
    ("Events", "payload of a delivery", ["A-50"]),
    ("Events", "signature and repetition of deliveries", ["A-51"]),
    ("Events", "events of group bookings and hooks", ["A-52"]),
    ("Errors", "body and codes of a refusal", ["A-01"]),
    ("Errors", "statuses of refusals", ["A-02", "A-03", "A-04", "A-05"]),
    ("Errors", "success codes besides 202", ["A-06"]),
    ("Limits", "rate limits", ["A-53"]),
    ("Endpoints > Group bookings", "greatest number of players of a group", ["A-41"]),
    ("Versioning", "deprecation and compatibility", ["A-54"]),
]


def marks(node: Any) -> Iterator[tuple[str, Any]]:
    """Every mark inside *node*: its keyword and its value."""
    members = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for member, value in members:
        if str(member).startswith("x-assumption"):
            yield str(member), value
        else:
            yield from marks(value)


def rows_named(value: Any) -> list[str]:
    """The ids that the value of a mark names: one, a list, or one per property or keyword."""
    if isinstance(value, dict):
        return [row for item in value.values() for row in rows_named(item)]
    return value if isinstance(value, list) else [value]


@pytest.fixture(scope="module")
def ledger() -> dict[str, dict[str, Any]]:
    rows: dict[str, dict[str, Any]] = load_yaml(ASSUMPTIONS_FILE)
    return rows


def test_rows_are_numbered_without_a_gap(ledger: dict[str, Any]) -> None:
    assert list(ledger) == [f"A-{number:02}" for number in range(1, len(ledger) + 1)]


def test_every_row_asks_answers_reasons_and_names_alternatives(ledger: dict[str, Any]) -> None:
    wanted = {"heading", "question", "answer", "reason", "alternatives"}

    incomplete = [row for row, said in ledger.items() if set(said) != wanted or not all(said.values())]

    assert incomplete == []


def test_every_question_is_a_question(ledger: dict[str, Any]) -> None:
    assert [row for row, said in ledger.items() if not said["question"].endswith("?")] == []


def test_every_mark_is_of_a_known_kind(document: dict[str, Any]) -> None:
    assert {keyword for keyword, _ in marks(document)} <= set(MARKS)


def test_every_mark_names_rows_of_the_ledger(document: dict[str, Any], ledger: dict[str, Any]) -> None:
    unknown = {row for _, value in marks(document) for row in rows_named(value)} - set(ledger)

    assert unknown == set()


def test_every_row_is_used_in_the_contract(document: dict[str, Any], ledger: dict[str, Any]) -> None:
    unused = set(ledger) - {row for _, value in marks(document) for row in rows_named(value)}

    assert unused == set()


@pytest.mark.parametrize(("heading", "topic", "rows"), SILENCES, ids=[topic for _, topic, _ in SILENCES])
def test_a_silence_of_the_specification_is_answered(
    ledger: dict[str, Any], heading: str, topic: str, rows: list[str]
) -> None:
    headings = [ledger[row]["heading"] for row in rows]

    assert any(item.startswith(heading) for item in headings)


def test_marks_of_required_properties_name_properties_that_are_required(document: dict[str, Any]) -> None:
    marked = [part for part in parts(document, "schema", "property") if "x-assumption-required" in part.node]

    astray = [
        part.pointer
        for part in marked
        if not set(part.node["x-assumption-required"]) <= set(part.node.get("required", []))
    ]

    assert (len(marked) > 0, astray) == (True, [])


def test_marks_of_keywords_name_keywords_that_stand_there(document: dict[str, Any]) -> None:
    marked = [part for part in parts(document, "schema", "property") if "x-assumption-keywords" in part.node]

    astray = [
        part.pointer
        for part in marked
        if not set(part.node["x-assumption-keywords"]) <= set(dereference(document, part.node)) | set(part.node)
    ]

    assert (len(marked) > 0, astray) == (True, [])


def test_open_value_sets_are_marked(document: dict[str, Any]) -> None:
    open_sets = [part for part in parts(document, "schema", "property") if "x-extensible-enum" in part.node]

    unmarked = [
        part.pointer
        for part in open_sets
        if "x-extensible-enum" not in part.node.get("x-assumption-keywords", {}) and "x-assumption" not in part.node
    ]

    assert (len(open_sets) > 0, unmarked) == (True, [])


def test_every_closed_request_is_marked_as_our_narrowing(document: dict[str, Any]) -> None:
    closed = [schema for schema in request_schemas(document) if "additionalProperties" in schema]

    rows = {schema.get("x-assumption-keywords", {}).get("additionalProperties") for schema in closed}

    assert rows == {"A-36"}


def test_success_statuses_other_than_202_are_marked(document: dict[str, Any]) -> None:
    successes = [
        part
        for part in parts(document, "response")
        if part.pointer.startswith("/paths/") and part.name.startswith("2") and part.name != "202"
    ]

    unmarked = [part.pointer for part in successes if "A-06" not in _rows_of_status(part.node)]

    assert (len(successes), unmarked) == (27, [])


def _rows_of_status(response: dict[str, Any]) -> list[str]:
    values = [response[mark] for mark in ("x-assumption", "x-assumption-status") if mark in response]
    return [row for value in values for row in rows_named(value)]


def test_the_202_of_a_group_booking_is_stated(document: dict[str, Any]) -> None:
    accepted = document["paths"]["/travel/group-bookings"]["post"]["responses"]["202"]

    assert not {"x-assumption", "x-assumption-status"}.intersection(accepted)


def test_every_refusal_is_marked(document: dict[str, Any]) -> None:
    refusals = [
        (part.pointer, dereference(document, part.node))
        for part in parts(document, "response")
        if part.name.startswith(("4", "5"))
    ]

    unmarked = [at for at, response in refusals if "x-assumption" not in response]

    assert (len(refusals) > 0, unmarked) == (True, [])


def test_every_header_is_marked(document: dict[str, Any]) -> None:
    headers = [(part.pointer, dereference(document, part.node)) for part in parts(document, "header")]

    unmarked = [at for at, header in headers if "x-assumption" not in header]

    assert (len(headers) > 0, unmarked) == (True, [])
