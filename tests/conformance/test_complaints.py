"""A complaint of a shape names the member, what is there and what was wanted."""

from typing import Any

import jsonschema_rs
import pytest

from conformance.text.complaints import complaint_in_words


@pytest.mark.parametrize(
    ("schema", "value", "words"),
    [
        ({"required": ["label"]}, {}, "data.tiers[3].label is missing"),
        ({"type": "boolean"}, 1, "data.tiers[3] is 1, not a boolean"),
        ({"type": ["string", "null"]}, 7, "data.tiers[3] is 7, not null or a string"),
        ({"format": "date"}, "soon", 'data.tiers[3] is "soon", which is not a date'),
        ({"pattern": "^Z"}, "a", 'data.tiers[3] is "a", which does not match ^Z'),
        ({"const": "EUR"}, "USD", 'data.tiers[3] is "USD", not "EUR"'),
        ({"enum": [9, 18]}, 12, "data.tiers[3] is 12, not one of 9, 18"),
        ({"minimum": 0}, -1, "data.tiers[3] is -1, less than 0"),
        ({"maximum": 100}, 101, "data.tiers[3] is 101, more than 100"),
        ({"minLength": 1}, "", 'data.tiers[3] is "", shorter than 1 characters'),
        ({"minItems": 1}, [], "data.tiers[3] is [], which has fewer than 1 items"),
        (
            {"properties": {"to": {"items": {"type": "string"}}}},
            {"to": ["a", 7]},
            "data.tiers[3].to[1] is 7, not a string",
        ),
        ({"multipleOf": 0.5}, 0.3, "data.tiers[3]: 0.3 is not a multiple of 0.5"),
    ],
)
def test_a_complaint_in_words(schema: dict[str, Any], value: object, words: str) -> None:
    error = next(iter(jsonschema_rs.Draft202012Validator(schema, validate_formats=True).iter_errors(value)))

    assert complaint_in_words(error, "/data/tiers/3") == words


def test_a_complaint_about_a_whole_body_and_a_long_value() -> None:
    error = next(iter(jsonschema_rs.Draft202012Validator({"type": "object"}).iter_errors("a" * 500)))

    words = complaint_in_words(error, "")

    assert words.startswith('the body is "aaa')
    assert words.endswith(" ..., not an object")
    assert len(words) < 120
