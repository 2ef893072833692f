"""The documents read aloud: everything is described and exampled, in the present tense and in plain words."""

import re
from typing import Any

from openapi.bundler import dereference

from .parts import own_parts, parts

# STYLE: present tense, active voice, no promise and no permission. Every pattern names a way to break it.
BANNED_WORDS = re.compile(r"\b(will|shall|should|allows? you|please note|simply|e\.g\.|i\.e\.|etc)\b", re.I)
DESCRIBED = ("operation", "parameter", "header", "response", "request_body", "tag", "security_scheme", "link")
NAMED = ("operation", "parameter", "header", "response", "request_body", "property", "schema", "tag", "link")


def inherited(document: dict[str, Any], schema: dict[str, Any], keyword: str) -> Any:
    """The keyword as it stands in *schema*, in what it refers to, or in what it is composed of."""
    if keyword in schema:
        return schema[keyword]
    origins = [dereference(document, schema)] if "$ref" in schema else schema.get("allOf", [])
    found = (inherited(document, origin, keyword) for origin in origins)
    return next((value for value in found if value is not None), None)


def test_everything_a_caller_meets_is_described(any_document: dict[str, Any]) -> None:
    silent = [part.pointer for part in own_parts(any_document, *DESCRIBED) if not part.node.get("description")]

    assert silent == []


def test_every_operation_has_a_summary_and_a_known_tag(any_document: dict[str, Any]) -> None:
    tags = {tag["name"] for tag in any_document["tags"]}

    unnamed = [
        part.pointer
        for part in parts(any_document, "operation")
        if not part.node.get("summary") or not tags.issuperset(part.node.get("tags") or ["none"])
    ]

    assert unnamed == []


def test_every_operation_has_an_id_of_its_own(any_document: dict[str, Any]) -> None:
    ids = [part.node.get("operationId") for part in parts(any_document, "operation")]

    assert (None in ids, len(set(ids))) == (False, len(ids))


def test_every_property_is_described(any_document: dict[str, Any]) -> None:
    properties = parts(any_document, "property")

    silent = [part.pointer for part in properties if not inherited(any_document, part.node, "description")]

    assert silent == []


def test_every_named_schema_is_described(any_document: dict[str, Any]) -> None:
    schemas = any_document["components"]["schemas"].items()

    silent = [name for name, schema in schemas if not inherited(any_document, schema, "description")]

    assert silent == []


def test_every_property_has_an_example(any_document: dict[str, Any]) -> None:
    properties = parts(any_document, "property")

    bare = [part.pointer for part in properties if not inherited(any_document, part.node, "examples")]

    assert bare == []


def test_every_parameter_and_header_has_an_example(any_document: dict[str, Any]) -> None:
    bare = [part.pointer for part in own_parts(any_document, "parameter", "header") if "example" not in part.node]

    assert bare == []


def test_every_body_has_named_examples_with_a_summary(document: dict[str, Any]) -> None:
    bodies = {
        part.pointer: [dereference(document, example) for example in part.node.get("examples", {}).values()]
        for part in parts(document, "media_type")
    }

    bare = [at for at, examples in bodies.items() if not examples or not all("summary" in e for e in examples)]

    assert bare == []


def test_every_request_body_has_an_example(any_document: dict[str, Any]) -> None:
    bodies = [part for part in parts(any_document, "media_type") if "/requestBody/" in part.pointer]

    bare = [part.pointer for part in bodies if not part.node.get("examples") and "example" not in part.node]

    assert (len(bodies) > 0, bare) == (True, [])


def test_every_answer_of_an_operation_but_204_carries_a_body(any_document: dict[str, Any]) -> None:
    answers = [part for part in own_parts(any_document, "response") if part.pointer.startswith("/paths/")]

    empty = [part.pointer for part in answers if "content" not in part.node and part.name != "204"]

    assert empty == []


def test_descriptions_keep_the_house_style(any_document: dict[str, Any]) -> None:
    texts = {
        f"{part.pointer}/{member}": part.node[member]
        for part in parts(any_document, *NAMED, "example", "security_scheme")
        for member in ("summary", "description")
        if member in part.node
    }

    offending = {at: text for at, text in texts.items() if BANNED_WORDS.search(text)}

    assert offending == {}


def test_descriptions_are_whole_sentences(any_document: dict[str, Any]) -> None:
    texts = {
        part.pointer: part.node["description"].strip()
        for part in parts(any_document, *NAMED)
        if "description" in part.node
    }

    broken = {at: text for at, text in texts.items() if not re.fullmatch(r"[A-Z0-9`].*\.", text, re.S)}

    assert broken == {}


def test_summaries_are_titles_without_a_full_stop(any_document: dict[str, Any]) -> None:
    titles = [part for part in parts(any_document, "operation", "example") if "summary" in part.node]

    closed = [part.pointer for part in titles if part.node["summary"].endswith(".")]

    assert closed == []
