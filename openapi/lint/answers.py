"""The conventions of this interface: which statuses, headers and links an operation has, and how deliveries look."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from openapi.lint.documents import Document
from openapi.lint.parts import DocumentPart
from openapi.lint.rules import Rule, RuleSet, operations

_ALWAYS = frozenset({"400", "401", "403", "405", "406", "429", "500", "503"})
_WITH_ID = frozenset({"404"})
_WITH_BODY = frozenset({"413", "415"})
_WAYS_OUT: Mapping[str, str] = {"405": "Allow", "429": "Retry-After", "503": "Retry-After"}
_SIGNATURE = frozenset({"webhook-id", "webhook-timestamp", "webhook-signature"})
_RECEIVED = frozenset({"2XX", "410"})


def _posts(document: Document) -> list[DocumentPart]:
    return [operation for operation in document.operations if operation.name == "post"]


def _with_key(document: Document) -> list[DocumentPart]:
    return [item for item in document.operations if "Idempotency-Key" in document.parameter_names(item)]


def _creations(document: Document) -> list[DocumentPart]:
    """The POST operations of a collection: the path with an id behind it is also a path."""
    return [post for post in _posts(document) if _below(document, post)]


def _below(document: Document, post: DocumentPart) -> list[DocumentPart]:
    """The operations on the thing that *post* creates."""
    return document.operations_below.get(post.pointer.rpartition("/")[0], [])


def _missing_status(_: Document, operation: DocumentPart) -> str | None:
    with_id = _WITH_ID if "{" in operation.pointer else frozenset()
    with_body = _WITH_BODY if "requestBody" in operation.node else frozenset()
    missing = sorted((_ALWAYS | with_id | with_body) - set(operation.node.get("responses", {})))
    return f"{operation} does not list {', '.join(missing)}." if missing else None


def _anonymous_answer(document: Document, operation: DocumentPart) -> str | None:
    anonymous = [status for status, names in document.headers(operation).items() if "X-Request-Id" not in names]
    return f"The answers {', '.join(anonymous)} have no X-Request-Id." if anonymous else None


def _lost_creation(document: Document, post: DocumentPart) -> str | None:
    headers = document.headers(post)
    located = [status for status in headers if status.startswith("2") and "Location" in headers[status]]
    return None if located else f"{post} creates a thing with an address, and no answer has a Location."


def _not_created(_: Document, post: DocumentPart) -> str | None:
    created = {"201", "202"} & post.node.get("responses", {}).keys()
    return None if created else f"{post} creates a thing. Its success is 201, or 202 if the work goes on."


def _astray_location(document: Document, operation: DocumentPart) -> str | None:
    headers = document.headers(operation)
    located = [status for status in headers if "Location" in headers[status]]
    if not located or (operation.name == "post" and _below(document, operation)):
        return None
    return f"The answer {located[0]} has a Location, and {operation} creates nothing with an address."


def _no_way_out(document: Document, operation: DocumentPart) -> str | None:
    headers = document.headers(operation)
    silent = [status for status, name in _WAYS_OUT.items() if name not in headers.get(status, {name})]
    return f"The answer {silent[0]} has no {_WAYS_OUT[silent[0]]} header." if silent else None


def _unsafe_post(document: Document, post: DocumentPart) -> str | None:
    if "Idempotency-Key" not in document.parameter_names(post):
        return f"{post} takes no Idempotency-Key."
    replays = any("Idempotency-Replayed" in names for names in document.headers(post).values())
    return None if replays else f"{post} has no Idempotency-Replayed header, so a caller cannot see a replay."


def _unrefused_key(_: Document, operation: DocumentPart) -> str | None:
    refused = "422" in operation.node.get("responses", {})
    return None if refused else f"{operation} takes an Idempotency-Key and does not list 422 for another request."


def _lists(document: Document) -> list[DocumentPart]:
    """The operations whose answer has `meta.pagination`."""
    return [operation for operation in document.operations if _is_paged(document, operation)]


def _is_paged(document: Document, operation: DocumentPart) -> bool:
    answer = document.target(operation.node.get("responses", {}).get("200", {}))
    schemas = [document.target(media.get("schema", {})) for media in answer.get("content", {}).values()]
    metas = [document.target(schema.get("properties", {}).get("meta", {})) for schema in schemas]
    return any("pagination" in meta.get("properties", {}) for meta in metas)


def _unpaged_list(document: Document, operation: DocumentPart) -> str | None:
    missing = sorted({"page", "pageSize"} - document.parameter_names(operation))
    if missing:
        return f"{operation} answers with pages and takes no {missing[0]}."
    linked = "Link" in document.headers(operation)["200"]
    return None if linked else f"{operation} answers with pages and has no Link header."


def _unlinked_creation(document: Document, post: DocumentPart) -> str | None:
    links = [
        document.target(link).get("operationId")
        for answer in document.answers(post).values()
        for link in answer.get("links", {}).values()
    ]
    unlinked = [below.node["operationId"] for below in _below(document, post) if below.node["operationId"] not in links]
    return f"{post} does not link to {', '.join(unlinked)}." if unlinked else None


def _unsigned_delivery(document: Document, delivery: DocumentPart) -> str | None:
    if delivery.node.get("security") != []:
        return f"{delivery} asks a receiver for a key: write `security: []`."
    if document.parameter_names(delivery) != _SIGNATURE:
        return f"{delivery} needs exactly the headers {', '.join(sorted(_SIGNATURE))}."
    differs = set(delivery.node.get("responses", {})) != _RECEIVED
    return f"{delivery} needs exactly the answers {', '.join(sorted(_RECEIVED))}." if differs else None


@dataclass(frozen=True)
class _Subscribable:
    """The list of event kinds that a subscription takes."""

    pointer: str
    kinds: list[Any]


def _subscribable(document: Document) -> list[_Subscribable]:
    owners = [part for part in document.request_schemas if "events" in part.node.get("properties", {})]
    return [
        _Subscribable(f"{part.pointer}/properties/events", _kinds_of(document, part.node["properties"]["events"]))
        for part in owners
    ]


def _kinds_of(document: Document, events: Any) -> list[Any]:
    items = document.target(document.target(events).get("items", {}))
    kinds: list[Any] = items.get("x-extensible-enum", items.get("enum", []))
    return kinds


def _differing_kinds(document: Document, listed: _Subscribable) -> str | None:
    delivered, kinds = document.delivered_kinds, set(listed.kinds)
    lonely = [kind for kind in listed.kinds if kind not in delivered]
    if lonely:
        return f"A subscription lists `{lonely[0]}`, and no delivery has this kind."
    unlisted = (kind for kind in delivered if kind not in kinds)
    return next((f"The delivery `{kind}` is in no list of events." for kind in unlisted), None)


def _foreign_tag(document: Document, tag: DocumentPart) -> str | None:
    nouns = [*document.stated.get("nouns", []), "deliveries"]
    return None if tag.node["name"] in nouns else f"The tag `{tag.node['name']}` is none of the nouns in stated.yaml."


RULES = (
    Rule(
        "operation-lists-its-statuses",
        RuleSet.CONTRACT,
        "A caller prepares for every status that an operation can answer.",
        operations,
        _missing_status,
    ),
    Rule(
        "answer-names-its-request",
        RuleSet.CONTRACT,
        "An integrator and the service find the same request in both logs.",
        operations,
        _anonymous_answer,
    ),
    Rule(
        "creation-is-201-or-202",
        RuleSet.CONTRACT,
        "HTTP defines these statuses for a creation.",
        _creations,
        _not_created,
    ),
    Rule(
        "creation-has-location",
        RuleSet.CONTRACT,
        "A caller reads the new thing without building its address.",
        _creations,
        _lost_creation,
    ),
    Rule(
        "location-is-of-a-creation",
        RuleSet.CONTRACT,
        "A Location without a thing behind it leads nowhere.",
        operations,
        _astray_location,
    ),
    Rule(
        "refusal-shows-way-out",
        RuleSet.CONTRACT,
        "A refused client learns from the header when or how to try again.",
        operations,
        _no_way_out,
    ),
    Rule(
        "post-can-be-repeated",
        RuleSet.CONTRACT,
        "A client whose connection breaks repeats the request without a second effect.",
        _posts,
        _unsafe_post,
    ),
    Rule(
        "foreign-key-is-refused",
        RuleSet.CONTRACT,
        "An Idempotency-Key can belong to another request.",
        _with_key,
        _unrefused_key,
    ),
    Rule(
        "list-is-paged-and-linked",
        RuleSet.CONTRACT,
        "A client reads every list in the same way.",
        _lists,
        _unpaged_list,
    ),
    Rule(
        "creation-links-onwards",
        RuleSet.CONTRACT,
        "A tool that follows links can use the thing that it created.",
        _creations,
        _unlinked_creation,
    ),
    Rule(
        "delivery-is-signed",
        RuleSet.CONTRACT,
        "A receiver trusts the signature. It has no key to check.",
        lambda document: document.deliveries,
        _unsigned_delivery,
    ),
    Rule(
        "event-kind-is-delivered",
        RuleSet.CONTRACT,
        "An agency subscribes to the kinds that the service sends.",
        _subscribable,
        _differing_kinds,
    ),
    Rule(
        "tag-is-a-noun",
        RuleSet.CONTRACT,
        "The nouns of the trade name the files in every room.",
        lambda document: document.parts("tag"),
        _foreign_tag,
    ),
)
