"""Each pattern and format of a request has a sentence for people, and each sentence has a use."""

from collections.abc import Iterator, Mapping
from typing import Any

from mock_server.api.finding_sentences import FORMATS, FORMS
from openapi.bundler import contract, control
from openapi.lint.documents import Document

DOCUMENTS = (Document(contract()), Document(control()))


def schemas_of_requests(document: Document) -> Iterator[Mapping[str, Any]]:
    """Every schema of a body or parameter that the service reads."""
    yield from (part.node for part in document.request_schemas)
    for operation in document.operations:
        for parameter in document.parameters(operation):
            schema = document.target(parameter["schema"])
            yield schema
            yield document.target(schema.get("items", {}))


def values_of(keyword: str) -> set[str]:
    """The values of *keyword* in the schemas of requests, in both contracts."""
    schemas = [schema for document in DOCUMENTS for schema in schemas_of_requests(document)]
    return {schema[keyword] for schema in schemas if keyword in schema}


def test_every_pattern_of_a_request_has_words_and_no_words_are_unused() -> None:
    assert values_of("pattern") == FORMS.keys()


def test_every_format_of_a_request_has_words_and_no_words_are_unused() -> None:
    assert values_of("format") == FORMATS.keys()
