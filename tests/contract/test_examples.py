"""The examples keep their document, formats included. Those of the contract tell one story: every number agrees."""

import base64
import hashlib
import hmac
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import jsonschema_rs
import pytest
from openapi_schema_validator import OAS30Validator, oas30_format_checker

from openapi.bundler import contract, control, dereference, resolve
from openapi.rendering import rendering_30

from .parts import parts

# What belongs to one thing for good. Whoever shows the thing again shows the same.
LASTING_FACTS = ("bookingReference", "agencyBookingReference", "courseId", "date", "teeTime", "createdAt", "name")


def exampled_values(document: dict[str, Any]) -> list[tuple[str, dict[str, Any], Any]]:
    """Every example of a document: where it stands, the schema it keeps, its value."""
    return [*_of_bodies(document), *_of_parameters(document), *_of_schemas(document)]


def _of_bodies(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], Any]]:
    for body in parts(document, "media_type"):
        if "example" in body.node:
            yield f"{body.pointer}/example", body.node["schema"], body.node["example"]
        for name, example in body.node.get("examples", {}).items():
            value = dereference(document, example)["value"]
            yield f"{body.pointer}/examples/{name}", body.node["schema"], value


def _of_parameters(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], Any]]:
    for part in parts(document, "parameter", "header"):
        if "example" in part.node:
            yield f"{part.pointer}/example", part.node["schema"], part.node["example"]


def _of_schemas(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], Any]]:
    for part in parts(document, "schema", "property"):
        values = {f"examples/{n}": value for n, value in enumerate(part.node.get("examples", []))}
        values |= {word: part.node[word] for word in ("example", "default") if word in part.node}
        yield from ((f"{part.pointer}/{at}", part.node, value) for at, value in values.items())


def with_components(document: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """*schema* as a document of its own, in which its references lead where they led."""
    return {"allOf": [schema], "components": document["components"]}


def objects(value: Any) -> Iterator[dict[str, Any]]:
    """Every object inside an example, the outermost first."""
    if isinstance(value, dict):
        yield value
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in inside:
        yield from objects(part)


def _named(name: str, document: dict[str, Any]) -> list[Any]:
    return [pytest.param(document, schema, value, id=name + at) for at, schema, value in exampled_values(document)]


@pytest.fixture(scope="module")
def example_values(document: dict[str, Any]) -> list[Any]:
    return [value for _, _, value in exampled_values(document)]


@pytest.mark.parametrize(
    ("document", "schema", "value"), [*_named("interface", contract()), *_named("control", control())]
)
def test_example_keeps_its_document(document: dict[str, Any], schema: dict[str, Any], value: Any) -> None:
    validator = jsonschema_rs.Draft202012Validator(with_components(document, schema), validate_formats=True)

    findings = [error.message for error in validator.iter_errors(value)]

    assert findings == []


@pytest.mark.parametrize(("document", "schema", "value"), _named("interface", rendering_30(contract())))
def test_example_keeps_the_30_rendering(document: dict[str, Any], schema: dict[str, Any], value: Any) -> None:
    validator = OAS30Validator(with_components(document, schema), format_checker=oas30_format_checker)

    findings = [error.message for error in validator.iter_errors(value)]

    assert findings == []


def test_a_wrong_date_in_an_example_would_be_found(document: dict[str, Any]) -> None:
    schema = resolve(document, "/components/schemas/GroupPriceRequest/properties/date")
    validator = jsonschema_rs.Draft202012Validator(with_components(document, schema), validate_formats=True)

    assert not validator.is_valid("2026-02-30")


def test_an_extra_request_member_in_an_example_would_be_found(document: dict[str, Any]) -> None:
    schema = resolve(document, "/components/schemas/GroupPriceRequest")
    validator = jsonschema_rs.Draft202012Validator(with_components(document, schema), validate_formats=True)

    assert not validator.is_valid({**schema["examples"][0], "caddies": 2})


def test_a_thing_is_the_same_in_every_example(example_values: list[Any]) -> None:
    shown = defaultdict(set)
    things = [thing for value in example_values for thing in objects(value) if "id" in thing]
    for thing in things:
        for fact in set(LASTING_FACTS).intersection(thing):
            shown[thing["id"], fact].add(thing[fact])

    contradictions = {about: values for about, values in shown.items() if len(values) > 1}

    assert contradictions == {}


def test_a_course_keeps_its_name_in_every_example(example_values: list[Any]) -> None:
    names = defaultdict(set)
    things = [thing for value in example_values for thing in objects(value) if "courseName" in thing]
    for thing in things:
        names[thing["courseId"]].add(thing["courseName"])

    contradictions = {course: spellings for course, spellings in names.items() if len(spellings) > 1}

    assert contradictions == {}


def test_group_prices_add_up(example_values: list[Any]) -> None:
    prices = [object_ for value in example_values for object_ in objects(value) if "discountPercent" in object_]

    wrong = [price for price in prices if not _adds_up(price)]

    assert (len(prices) > 0, wrong) == (True, [])


def _adds_up(price: dict[str, Any]) -> bool:
    subtotal, discount, total = (Decimal(str(price[item])) for item in ("subtotal", "discount", "total"))
    return discount == subtotal * price["discountPercent"] / 100 and total == subtotal - discount


def test_group_prices_are_the_weekend_green_fee_for_every_player(example_values: list[Any]) -> None:
    groups = [object_ for value in example_values for object_ in objects(value) if "totalPlayers" in object_]
    priced = [(group["totalPlayers"], group.get("pricing", group).get("subtotal")) for group in groups]

    wrong = [(players, subtotal) for players, subtotal in priced if subtotal not in {None, players * 92.0}]

    assert wrong == []


def test_tee_times_of_a_group_hold_all_its_players(example_values: list[Any]) -> None:
    groups = [object_ for value in example_values for object_ in objects(value) if "totalPlayers" in object_]
    runs = [
        (group["totalPlayers"], option["teeTimes"])
        for group in groups
        for option in [group, *group.get("options", [])]
        if "teeTimes" in option
    ]

    short = [run for players, run in runs if sum(tee_time["players"] for tee_time in run) != players]

    assert (len(runs) > 0, short) == (True, [])


def test_total_amounts_are_the_green_fee_for_a_whole_number_of_players(example_values: list[Any]) -> None:
    prices = [
        object_
        for value in example_values
        for object_ in objects(value)
        if {"greenFee", "totalAmount"} <= object_.keys()
    ]

    wrong = [price for price in prices if Decimal(str(price["totalAmount"])) % Decimal(str(price["greenFee"]))]

    assert (len(prices) > 0, wrong) == (True, [])


def test_a_problem_example_stands_under_its_status(any_document: dict[str, Any]) -> None:
    shown = [
        (operation.pointer, status, problem["status"])
        for operation in parts(any_document, "operation")
        for status, answer in operation.node["responses"].items()
        for problem in _problems(any_document, dereference(any_document, answer))
    ]

    misplaced = [item for item in shown if not re.fullmatch(item[1].replace("X", "[0-9]"), str(item[2]))]

    assert (len(shown) > 0, misplaced) == (True, [])


def _problems(document: dict[str, Any], response: dict[str, Any]) -> list[dict[str, Any]]:
    media = response.get("content", {}).get("application/problem+json", {})
    inline = [media["example"]] if "example" in media else []
    return inline + [dereference(document, example)["value"] for example in media.get("examples", {}).values()]


def test_a_problem_type_ends_with_its_code(any_document: dict[str, Any]) -> None:
    values = [value for _, _, value in exampled_values(any_document)]
    problems = [value for value in values if isinstance(value, dict) and {"requestId", "title"} <= value.keys()]

    wrong = [p for p in problems if p["type"] != f"https://teesheet.example/problems/{p['code']}"]

    assert (len(problems) > 0, wrong) == (True, [])


def test_every_problem_code_of_an_operation_has_an_example(document: dict[str, Any], example_values: list[Any]) -> None:
    codes = set(document["components"]["schemas"]["ProblemCode"]["enum"])

    shown = {value["code"] for value in example_values if isinstance(value, dict) and "requestId" in value}

    # An unknown path and an operation without an example are answered outside every operation of the contract.
    assert codes - shown == {"not_found", "no_example"}


def test_the_location_of_a_creation_names_the_thing_in_its_first_example(document: dict[str, Any]) -> None:
    creations = [part for part in parts(document, "response") if "Location" in part.node.get("headers", {})]

    wrong = [part.pointer for part in creations if not _location_fits(document, part.node)]

    assert (len(creations), wrong) == (4, [])


def _location_fits(document: dict[str, Any], response: dict[str, Any]) -> bool:
    location = dereference(document, response["headers"]["Location"])["example"]
    example = next(iter(response["content"]["application/json"]["examples"].values()))
    value = dereference(document, example)["value"]
    thing = value.get("data", value)
    return bool(location.rpartition("/")[2] == thing["id"])


def test_the_example_signature_signs_the_example_delivery(document: dict[str, Any]) -> None:
    headers = {
        part.node["name"]: str(part.node["example"])
        for part in parts(document, "parameter")
        if part.node.get("name", "").startswith("webhook-")
    }
    members = document["components"]["schemas"]["CreatedWebhook"]["properties"]
    secret = members["secret"]["examples"][0].removeprefix("whsec_")
    delivery = document["components"]["examples"]["BookingConfirmedDelivery"]["value"]
    body = json.dumps(delivery, separators=(",", ":"))

    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.{body}".encode()
    signature = hmac.new(base64.b64decode(secret), signed, hashlib.sha256).digest()

    assert headers["webhook-signature"] == "v1," + base64.b64encode(signature).decode()
