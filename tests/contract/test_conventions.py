"""The documents keep their conventions: paths, statuses, headers, open answers, closed requests, few keywords."""

import re
from typing import Any

import pytest

from openapi.bundler import dereference

from .parts import Part, answer_schemas, deliveries, operations, own_parts, parts, request_schemas

OPERATIONS = {
    "searchCourses": "GET /travel/courses",
    "getCourse": "GET /travel/courses/{id}",
    "getCoursePricing": "GET /travel/courses/{id}/pricing",
    "getCourseTerms": "GET /travel/courses/{id}/terms",
    "listTeeTimes": "GET /travel/courses/{courseId}/tee-times",
    "checkAvailability": "GET /travel/courses/{courseId}/availability",
    "holdTeeTime": "POST /travel/courses/{courseId}/hold-tee-time",
    "createBooking": "POST /travel/bookings",
    "listBookings": "GET /travel/bookings",
    "getBooking": "GET /travel/bookings/{id}",
    "updateBooking": "PUT /travel/bookings/{id}",
    "cancelBooking": "DELETE /travel/bookings/{id}",
    "createBookingHook": "POST /travel/bookings/hooks",
    "confirmBookingHook": "POST /travel/bookings/hooks/{id}/confirm",
    "releaseBookingHook": "DELETE /travel/bookings/hooks/{id}",
    "createGroupBooking": "POST /travel/group-bookings",
    "getGroupBooking": "GET /travel/group-bookings/{id}",
    "updateGroupBookingPlayers": "PUT /travel/group-bookings/{id}/players",
    "findGroupSlots": "POST /travel/group-bookings/find-slots",
    "calculateGroupPrice": "POST /travel/group-bookings/calculate-price",
    "validateGroupBooking": "POST /travel/group-bookings/validate",
    "createWebhook": "POST /webhooks",
    "listWebhooks": "GET /webhooks",
    "updateWebhook": "PUT /webhooks/{id}",
    "deleteWebhook": "DELETE /webhooks/{id}",
    "createToken": "POST /auth/token",
    "refreshToken": "POST /auth/refresh",
    "revokeToken": "POST /auth/logout",
}
DELIVERIES = {
    "bookingConfirmed": "booking.confirmed",
    "bookingCancelled": "booking.cancelled",
    "bookingModified": "booking.modified",
    "groupBookingConfirmed": "group_booking.confirmed",
    "groupBookingFailed": "group_booking.failed",
    "groupBookingCancelled": "group_booking.cancelled",
    "bookingHookConfirmed": "booking_hook.confirmed",
    "bookingHookReleased": "booking_hook.released",
    "bookingHookExpired": "booking_hook.expired",
}
CREATED = {"createBooking": "201", "createBookingHook": "201", "createWebhook": "201", "createGroupBooking": "202"}
OTHER_SUCCESSES = {"holdTeeTime": "201", "deleteWebhook": "204", "revokeToken": "204"}
LINKED = {
    "createBookingHook": {"confirmBookingHook", "releaseBookingHook"},
    "createGroupBooking": {"getGroupBooking", "updateGroupBookingPlayers"},
    "createWebhook": {"updateWebhook", "deleteWebhook"},
}

# The subset that jsonschema-rs, openapi-core, Schemathesis, Prism and the 3.0 rendering read alike.
KEYWORDS = {
    "$ref", "type", "description", "examples", "default", "enum", "const", "format", "pattern",
    "properties", "required", "additionalProperties", "minProperties", "maxProperties",
    "items", "minItems", "maxItems", "uniqueItems",
    "minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
    "allOf", "oneOf", "anyOf", "not", "deprecated",
}  # fmt: skip


def signature(operation: Part) -> str:
    """Method and path of an operation, such as `GET /webhooks`."""
    _, _, path, method = operation.pointer.split("/")
    return f"{method.upper()} {path.replace('~1', '/')}"


def parameters(document: dict[str, Any], operation: Part) -> list[dict[str, Any]]:
    """Every parameter of an operation, those of its path included."""
    item = document["paths"][signature(operation).partition(" ")[2]]
    listed = [*item.get("parameters", []), *operation.node.get("parameters", [])]
    return [dereference(document, parameter) for parameter in listed]


def headers(document: dict[str, Any], operation: Part) -> dict[str, set[str]]:
    """Status to the names of the headers that an answer under it carries."""
    answers = operation.node["responses"].items()
    return {status: set(dereference(document, answer).get("headers", {})) for status, answer in answers}


def test_the_operations_are_the_28_of_the_specification(document: dict[str, Any]) -> None:
    served = {operation.node["operationId"]: signature(operation) for operation in operations(document)}

    assert served == OPERATIONS


def test_the_deliveries_are_the_nine_event_kinds(document: dict[str, Any]) -> None:
    kinds = {
        delivery.node["operationId"]: dereference(
            document, delivery.node["requestBody"]["content"]["application/json"]["schema"]
        )["properties"]["type"]["const"]
        for delivery in deliveries(document)
    }

    assert kinds == DELIVERIES


def test_the_event_kinds_of_a_subscription_are_those_that_are_delivered(document: dict[str, Any]) -> None:
    events = document["components"]["schemas"]["WebhookRequest"]["properties"]["events"]

    kinds = events["items"]["x-extensible-enum"]

    assert kinds == list(DELIVERIES.values())


def test_a_literal_path_stands_before_every_template_that_matches_it(any_document: dict[str, Any]) -> None:
    paths = list(any_document["paths"])
    patterns = {path: re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path))) for path in paths}

    hidden = [
        (early, late)
        for number, early in enumerate(paths)
        for late in paths[number + 1 :]
        if patterns[early].fullmatch(late)
    ]

    assert hidden == []


def test_every_operation_lists_the_statuses_it_can_answer(document: dict[str, Any]) -> None:
    differing = {
        operation.node["operationId"]: missing
        for operation in operations(document)
        if (missing := _expected_statuses(operation) - set(operation.node["responses"]))
    }

    assert differing == {}


def _expected_statuses(operation: Part) -> set[str]:
    always = {"400", "401", "403", "405", "406", "429", "500", "503"}
    with_id = {"404"} if "{" in operation.pointer else set()
    with_body = {"413", "415"} if "requestBody" in operation.node else set()
    return always | with_id | with_body


def test_every_operation_has_one_success(document: dict[str, Any]) -> None:
    successes = {
        operation.node["operationId"]: [status for status in operation.node["responses"] if status[0] == "2"]
        for operation in operations(document)
    }

    usual = dict.fromkeys(OPERATIONS, "200") | CREATED | OTHER_SUCCESSES
    assert successes == {name: [status] for name, status in usual.items()}


def test_no_answer_is_left_to_default(any_document: dict[str, Any]) -> None:
    defaults = [part.pointer for part in parts(any_document, "response") if part.name == "default"]

    assert defaults == []


def test_every_answer_names_its_request(document: dict[str, Any]) -> None:
    anonymous = [
        (operation.node["operationId"], status)
        for operation in operations(document)
        for status, names in headers(document, operation).items()
        if "X-Request-Id" not in names
    ]

    assert anonymous == []


def test_every_creation_says_where_the_thing_is(document: dict[str, Any]) -> None:
    located = {
        operation.node["operationId"]: status
        for operation in operations(document)
        for status, names in headers(document, operation).items()
        if "Location" in names
    }

    assert located == CREATED


@pytest.mark.parametrize(("status", "header"), [("405", "Allow"), ("429", "Retry-After"), ("503", "Retry-After")])
def test_a_refusal_says_the_way_out_in_its_header(document: dict[str, Any], status: str, header: str) -> None:
    silent = [e.node["operationId"] for e in operations(document) if header not in headers(document, e)[status]]

    assert silent == []


def test_every_post_takes_an_idempotency_key_and_says_when_it_replays(document: dict[str, Any]) -> None:
    posts = [operation for operation in operations(document) if operation.pointer.endswith("/post")]

    unsafe = [
        post.node["operationId"]
        for post in posts
        if "Idempotency-Key" not in {parameter["name"] for parameter in parameters(document, post)}
        or not any("Idempotency-Replayed" in names for names in headers(document, post).values())
    ]

    assert (len(posts), unsafe) == (12, [])


def test_every_idempotency_key_can_belong_to_another_request(document: dict[str, Any]) -> None:
    taking = [
        operation.node
        for operation in operations(document)
        if "Idempotency-Key" in {parameter["name"] for parameter in parameters(document, operation)}
    ]

    assert taking
    assert [node["operationId"] for node in taking if "422" not in node["responses"]] == []


def test_every_list_is_paged_and_linked(document: dict[str, Any]) -> None:
    paged = {
        operation.node["operationId"]
        for operation in operations(document)
        if {"page", "pageSize"} <= {parameter["name"] for parameter in parameters(document, operation)}
        and "Link" in headers(document, operation)["200"]
    }

    assert paged == {"searchCourses", "listBookings", "listWebhooks"}


@pytest.mark.parametrize("operation_id", LINKED)
def test_a_creation_links_to_what_follows(document: dict[str, Any], operation_id: str) -> None:
    operation = next(operation for operation in operations(document) if operation.node["operationId"] == operation_id)

    links = operation.node["responses"][CREATED[operation_id]]["links"].values()

    assert {link["operationId"] for link in links} >= LINKED[operation_id]


def test_every_link_leads_to_an_operation(any_document: dict[str, Any]) -> None:
    known = {operation.node["operationId"] for operation in operations(any_document)}

    astray = [part.pointer for part in parts(any_document, "link") if part.node["operationId"] not in known]

    assert astray == []


def test_deliveries_carry_a_signature_and_no_key(document: dict[str, Any]) -> None:
    signed = {"webhook-id", "webhook-timestamp", "webhook-signature"}

    unsigned = [
        delivery.node["operationId"]
        for delivery in deliveries(document)
        if delivery.node["security"] != []
        or {dereference(document, parameter)["name"] for parameter in delivery.node["parameters"]} != signed
        or set(delivery.node["responses"]) != {"2XX", "410"}
    ]

    assert unsigned == []


def test_requests_are_closed(any_document: dict[str, Any]) -> None:
    objects = [schema for schema in request_schemas(any_document) if schema.get("type") == "object"]

    # A map says what its members look like. It is closed, too.
    open_objects = [
        object_["description"] for object_ in objects if object_.get("additionalProperties") in (None, True)
    ]

    assert (len(objects) > 0, open_objects) == (True, [])


def test_answers_are_open(any_document: dict[str, Any]) -> None:
    objects = [schema for schema in answer_schemas(any_document) if "properties" in schema]

    closed = [object_["description"] for object_ in objects if "additionalProperties" in object_]

    assert (len(objects) > 0, closed) == (True, [])


def test_texts_of_a_request_have_a_form_and_an_end(document: dict[str, Any]) -> None:
    texts = [schema for schema in request_schemas(document) if schema.get("type") == "string"]

    endless = [text["description"] for text in texts if not _has_a_form(text) or not _has_an_end(text)]

    assert (len(texts) > 0, endless) == (True, [])


def _has_a_form(text: dict[str, Any]) -> bool:
    return not {"pattern", "format", "enum", "const"}.isdisjoint(text)


def _has_an_end(text: dict[str, Any]) -> bool:
    """A greatest length, a form that has one, or a pattern that repeats nothing without end."""
    bounded_pattern = "pattern" in text and not re.search(r"[*+](?![^\[]*\])", text["pattern"])
    return "maxLength" in text or text.get("format") == "date" or "enum" in text or bounded_pattern


def test_schemas_use_only_keywords_that_all_tools_read_alike(any_document: dict[str, Any]) -> None:
    foreign = {
        f"{part.pointer}/{keyword}"
        for part in parts(any_document, "schema", "property")
        for keyword in part.node
        if keyword not in KEYWORDS and not keyword.startswith("x-")
    }

    assert foreign == set()


def test_type_lists_only_add_null(any_document: dict[str, Any]) -> None:
    lists = [part for part in parts(any_document, "schema", "property") if isinstance(part.node.get("type"), list)]

    mixed = [part.pointer for part in lists if len(part.node["type"]) != 2 or part.node["type"][1] != "null"]

    assert mixed == []


def test_patterns_are_anchored_and_plain_ascii(any_document: dict[str, Any]) -> None:
    patterns = {
        part.pointer: part.node["pattern"]
        for part in parts(any_document, "schema", "property")
        if "pattern" in part.node
    }

    loose = {at: pattern for at, pattern in patterns.items() if not _is_portable(pattern)}

    assert loose == {}


def _is_portable(pattern: str) -> bool:
    """Whole values only, and no class whose members depend on the tool."""
    return bool(re.fullmatch(r"\^.*\$", pattern)) and pattern.isascii() and not re.search(r"\\[dDwWsSbB]", pattern)


def test_dates_and_times_are_strings_in_the_document(any_document: dict[str, Any]) -> None:
    schemas = own_parts(any_document, "schema", "property")

    wrong = [
        part.pointer
        for part in schemas
        if part.node.get("format") in {"date", "date-time"}
        and not all(isinstance(example, str) for example in part.node.get("examples", []))
    ]

    assert wrong == []
