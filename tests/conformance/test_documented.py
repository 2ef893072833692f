"""The documented-only view: what it keeps and drops, and that it is weaker for answers and narrower for requests."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st
from openapi_spec_validator import OpenAPIV31SpecValidator

from conformance.catalogue.operations import OPERATIONS, match
from conformance.contracts.documented import UNSHOWN, EditedNode, documented_contract, documented_view
from conformance.contracts.requests import own_complaints
from conformance.evidence.exchanges import Request
from conformance.generated.traffic import send_generated_traffic
from openapi.bundler import METHODS, contract
from openapi.references import dereference
from tests.conformance.example_target import ExampleTarget, open_run
from tests.conformance.small_contract import SMALL

Answer = tuple[str, int, str, Any]

_REPEATABLE = settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=400,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],
)


def operation(document: EditedNode, operation_id: str) -> EditedNode:
    found: list[EditedNode] = [item[name] for item in document["paths"].values() for name in METHODS if name in item]
    return next(item for item in found if item["operationId"] == operation_id)


def members(schema: EditedNode) -> set[str]:
    return set(dereference(documented_contract(), schema)["properties"])


def names_in(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        for name, value in node.items():
            yield str(name)
            yield from names_in(value)
    elif isinstance(node, list):
        for value in node:
            yield from names_in(value)


@pytest.mark.parametrize("document", [contract(), documented_contract()], ids=["full", "documented"])
def test_both_documents_are_openapi(document: EditedNode) -> None:
    assert list(OpenAPIV31SpecValidator(document).iter_errors()) == []


def test_every_operation_is_there_and_no_mark_is_left() -> None:
    view = documented_contract()
    ids = {item[name]["operationId"] for item in view["paths"].values() for name in METHODS if name in item}

    assert ids == {operation.id for operation in OPERATIONS}
    assert [name for name in names_in(view) if name.startswith(("x-assumption", "x-extensible"))] == []


def test_assumed_statuses_become_classes_and_never_default() -> None:
    view = documented_contract()
    statuses = {code for item in OPERATIONS for code in operation(view, item.id)["responses"]}

    assert statuses == {"2XX", "202", "4XX", "5XX"}
    assert [item.id for item in OPERATIONS if "202" in operation(view, item.id)["responses"]] == ["createGroupBooking"]


def test_operations_whose_request_is_not_shown_say_which_assumption_fills_the_gap() -> None:
    view = documented_contract()
    unshown = {item.id: operation(view, item.id)[UNSHOWN] for item in OPERATIONS if UNSHOWN in operation(view, item.id)}

    assert unshown == {
        "createBookingHook": ["A-37"],
        "confirmBookingHook": ["A-38", "A-39"],
        "validateGroupBooking": ["A-47"],
        "updateGroupBookingPlayers": ["A-44"],
        "updateWebhook": ["A-49"],
        "createToken": ["A-09"],
        "refreshToken": ["A-09"],
        "revokeToken": ["A-09"],
    }


def test_a_booking_is_sent_with_what_is_stated_only() -> None:
    body = operation(documented_contract(), "createBooking")["requestBody"]["content"]["application/json"]

    assert members(body["schema"]) == {
        *("courseId", "date", "teeTime", "players", "leadPlayer", "agencyBookingReference", "specialRequests")
    }
    assert set(body["example"]) <= members(body["schema"])


def test_availability_is_asked_for_a_range_because_the_answer_to_a_single_date_is_not_shown() -> None:
    parameters = operation(documented_contract(), "checkAvailability")["parameters"]

    assert {
        parameter["name"]: parameter.get("required", False) for parameter in parameters if parameter["in"] == "query"
    } == {
        "startDate": True,
        "endDate": True,
        "players": False,
        "timeRange": False,
    }


def test_each_mark_weakens_an_answer_as_it_says() -> None:
    view = documented_view(SMALL)

    assert view["components"]["schemas"]["ThingAnswered"] == {
        "type": "object",
        "required": ["kind", "next"],
        "properties": {
            "kind": {"type": "string"},
            "size": {"anyOf": [{"anyOf": [{"type": "integer"}, {"type": "number"}]}, {"type": "null"}]},
            "next": {"$ref": "#/components/schemas/ThingAnswered"},
        },
    }


def test_the_contract_itself_stays_as_it_is() -> None:
    before = copy.deepcopy(SMALL)

    documented_view(SMALL)

    assert before == SMALL


def is_allowed(document: EditedNode, answer: Answer) -> bool:
    """Whether an answer fits *document*: its status is there, and its body is what the status promises."""
    operation_id, status, media_type, body = answer
    responses = operation(document, operation_id)["responses"]
    found = responses.get(str(status), responses.get(f"{status // 100}XX"))
    if found is None:
        return False
    response = dereference(document, found)
    if "content" not in response:
        return True
    media = response["content"].get(media_type)
    return media is not None and validator(document, media["schema"]).is_valid(body)


_VALIDATORS: dict[str, jsonschema_rs.Draft202012Validator] = {}


def validator(document: EditedNode, schema: EditedNode) -> jsonschema_rs.Draft202012Validator:
    key = f"{id(document)} {json.dumps(schema)}"
    if key not in _VALIDATORS:
        whole = {**schema, "components": document["components"]}
        _VALIDATORS[key] = jsonschema_rs.Draft202012Validator(whole, validate_formats=True)
    return _VALIDATORS[key]


def answers() -> list[Answer]:
    """Every example of an answer that the contract has."""
    document = contract()
    return [
        (item.id, int(code), media_type, dereference(document, example)["value"])
        for item in OPERATIONS
        for code, response in operation(document, item.id)["responses"].items()
        for media_type, media in dereference(document, response).get("content", {}).items()
        for example in media["examples"].values()
    ]


ANSWERS = answers()

SUCCESSES = [answer for answer in ANSWERS if answer[1] < 300]
WORDS = st.sampled_from([None, True, 0, -1, 1.5, 101, "", "other", "2027-02-30", "12:00", (), ("other",)])


@st.composite
def mutated(draw: st.DrawFn) -> Answer:
    """An example with up to three members changed, dropped, added or put out of order, or with another status."""
    operation_id, status, media_type, example = draw(st.sampled_from(SUCCESSES) | st.sampled_from(ANSWERS))
    body = copy.deepcopy(example)
    for _ in range(draw(st.integers(0, 3))):
        mutate(draw, body)
    return operation_id, draw(st.sampled_from([status] * 6 + [200, 201, 202, 204, 404, 500])), media_type, body


def mutate(draw: st.DrawFn, body: Any) -> None:
    holder = draw(st.sampled_from(list(holders(body)) or [{}]))
    if isinstance(holder, dict):
        name = draw(st.sampled_from([*holder, "additional"]))
        if name in holder and draw(st.booleans()):
            del holder[name]
        else:
            holder[name] = word(draw(WORDS))
    else:
        holder.append(word(draw(WORDS)))


def word(drawn: Any) -> Any:
    """A value of its own: a shared list would grow from one example to the next."""
    return list(drawn) if isinstance(drawn, tuple) else drawn


def holders(node: Any) -> Iterator[Any]:
    if isinstance(node, dict | list):
        yield node
        for item in node.values() if isinstance(node, dict) else node:
            yield from holders(item)


@pytest.mark.parametrize("answer", SUCCESSES, ids=lambda item: f"{item[0]}-{item[1]}")
def test_every_example_of_an_answer_fits_both(answer: Answer) -> None:
    assert (is_allowed(contract(), answer), is_allowed(documented_contract(), answer)) == (True, True)


@_REPEATABLE
@given(mutated())
def test_an_answer_that_fits_the_contract_fits_the_view(answer: Answer) -> None:
    assert is_allowed(documented_contract(), answer) or not is_allowed(contract(), answer)


def test_answers_that_the_contract_refuses_and_the_view_allows_exist_and_so_does_the_reverse_of_neither() -> None:
    operation_id, _, media_type, body = next(
        answer for answer in ANSWERS if answer[0] == "getCourse" and answer[1] == 200
    )
    more = {"data": {**body["data"], "courseType": "never seen", "latitude": 91, "additional": 1}}
    less = {"data": {name: value for name, value in body["data"].items() if name != "name"}}

    assert is_allowed(documented_contract(), (operation_id, 203, media_type, more))
    assert not is_allowed(documented_contract(), (operation_id, 200, media_type, less))


def _generated_requests() -> list[tuple[str, Any]]:
    """Operation ids with strategies of the requests that can be made from the view alone."""
    config = schemathesis.Config.from_dict({"generation": {"mode": "positive", "allow-x00": False}})
    schema = schemathesis.openapi.from_dict(copy.deepcopy(documented_contract()), config=config)
    found = []
    for result in schema.get_all_operations():
        made = result.ok()
        if UNSHOWN not in made.definition.raw:
            found.append((made.definition.raw["operationId"], made.as_strategy()))
    return found


GENERATED = _generated_requests()


@pytest.mark.parametrize(("operation_id", "cases"), GENERATED, ids=[item for item, _ in GENERATED])
def test_a_request_made_from_the_view_fits_the_contract(operation_id: str, cases: Any) -> None:
    wrong: list[Any] = []

    @settings(_REPEATABLE, max_examples=25)
    @given(cases)
    def send(case: Any) -> None:
        request = as_request(case)
        met = match(request.method, request.path)
        # An id may be a text such as "validate", and then the path is the path of another operation.
        assume(met is not None and met.operation_id == operation_id)
        wrong.extend(own_complaints(request, None))

    send()

    assert wrong == []


def as_request(case: Any) -> Request:
    prepared = case.as_transport_kwargs(base_url="http://target.example")
    path = prepared["url"].removeprefix("http://target.example").removeprefix("/api/v1")
    query = tuple((name, text(value)) for name, value in (prepared.get("params") or {}).items())
    content = json.dumps(prepared["json"]).encode() if "json" in prepared else None
    return Request(case.method, path, query, prepared["url"], (), content)


def text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def test_what_is_generated_in_a_run_fits_the_contract_too() -> None:
    with open_run(ExampleTarget()) as run:
        send_generated_traffic(run.session)
        recorded = run.session.recording.exchanges

    declared = ("createBookingHook", "updateGroupBookingPlayers")
    made = [item for item in recorded if item.operation_id and item.operation_id not in declared]
    assert len(made) > 150
    assert [found for created in made for found in own_complaints(created.request, None)] == []
