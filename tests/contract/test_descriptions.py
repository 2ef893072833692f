"""The contract reads aloud: everything is described and exampled, in the present tense and in plain words."""

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


def test_everything_a_caller_meets_is_described(document: dict[str, Any]) -> None:
    silent = [part.pointer for part in own_parts(document, *DESCRIBED) if not part.node.get("description")]

    assert silent == []


def test_every_operation_has_a_summary_and_a_known_tag(document: dict[str, Any]) -> None:
    tags = {tag["name"] for tag in document["tags"]}

    unnamed = [
        part.pointer
        for part in parts(document, "operation")
        if not part.node.get("summary") or not tags.issuperset(part.node.get("tags") or ["none"])
    ]

    assert unnamed == []


def test_every_property_is_described(document: dict[str, Any]) -> None:
    properties = parts(document, "property")

    silent = [part.pointer for part in properties if not inherited(document, part.node, "description")]

    assert silent == []


def test_every_named_schema_is_described(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"].items()

    silent = [name for name, schema in schemas if not inherited(document, schema, "description")]

    assert silent == []


def test_every_property_has_an_example(document: dict[str, Any]) -> None:
    properties = parts(document, "property")

    bare = [part.pointer for part in properties if not inherited(document, part.node, "examples")]

    assert bare == []


def test_every_parameter_and_header_has_an_example(document: dict[str, Any]) -> None:
    bare = [part.pointer for part in own_parts(document, "parameter", "header") if "example" not in part.node]

    assert bare == []


def test_every_body_has_named_examples_with_a_summary(document: dict[str, Any]) -> None:
    bodies = {
        part.pointer: [dereference(document, example) for example in part.node.get("examples", {}).values()]
        for part in parts(document, "media_type")
    }

    bare = [at for at, examples in bodies.items() if not examples or not all("summary" in e for e in examples)]

    assert bare == []


def test_every_answer_of_an_operation_but_204_carries_a_body(document: dict[str, Any]) -> None:
    answers = [part for part in own_parts(document, "response") if part.pointer.startswith("/paths/")]

    empty = [part.pointer for part in answers if "content" not in part.node and part.name != "204"]

    assert empty == []


def test_descriptions_keep_the_house_style(document: dict[str, Any]) -> None:
    texts = {
        f"{part.pointer}/{member}": part.node[member]
        for part in parts(document, *NAMED, "example", "security_scheme")
        for member in ("summary", "description")
        if member in part.node
    }

    offending = {at: text for at, text in texts.items() if BANNED_WORDS.search(text)}

    assert offending == {}


def test_descriptions_are_whole_sentences(document: dict[str, Any]) -> None:
    texts = {
        part.pointer: part.node["description"].strip() for part in parts(document, *NAMED) if "description" in part.node
    }

    broken = {at: text for at, text in texts.items() if not re.fullmatch(r"[A-Z0-9`].*\.", text, re.S)}

    assert broken == {}


def test_summaries_are_titles_without_a_full_stop(document: dict[str, Any]) -> None:
    titles = [part for part in parts(document, "operation", "example") if "summary" in part.node]

    closed = [part.pointer for part in titles if part.node["summary"].endswith(".")]

    assert closed == []
