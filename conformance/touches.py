"""Which rows of the catalogue a part of the messages is in, and the checks that decide these rows."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from conformance.catalogue.files import REQUIREMENTS_FOLDER
from conformance.catalogue.operations import OPERATIONS
from openapi.bundler import contract
from openapi.concerns.parts import Part, Where, snake, without_envelope
from openapi.concerns.sources import symbols
from openapi.concerns.subjects import Concern, Subject
from openapi.diff.model import Side
from openapi.places import Placed, load_yaml

_SUITE = Path(__file__).parent / "suite"
_KINDS = {"open": "open point", "must": "must row", "should": "should row"}
_SAID = ("sentence", "how", "fault")
# How a row writes that its check expects a refusal.
_REFUSAL = re.compile(r"\brefuse[ds]\b", re.IGNORECASE)


def touches(part: Part) -> Iterator[Concern]:
    """The rows about the part, with their checks. A row with a shape counts only if the shape has the part."""
    for area, row in _rows():
        if row["level"] in _KINDS and part.where is not Where.NAME and _is_about(area, row, part):
            assert isinstance(row, Placed)
            yield Concern(_KINDS[row["level"]], row["id"], row.place, row["sentence"])
            for symbol in symbols(_SUITE, Subject.operation(row["id"]), "check"):
                if ".test_" in symbol.name:
                    yield symbol


@lru_cache(maxsize=1)
def _rows() -> tuple[tuple[str, Any], ...]:
    files = sorted(REQUIREMENTS_FOLDER.glob("*.yaml"))
    return tuple((file.stem, row) for file in files for row in load_yaml(file))


def _is_about(area: str, row: Mapping[str, Any], part: Part) -> bool:
    said = _words(row, part)
    if part.side in (Side.DELIVERY, Side.ACKNOWLEDGEMENT):
        return "receiver" in row.get("needs", ()) and (part.where is Where.WHOLE or part.is_named_in(said))
    if part.where is Where.CREDENTIALS:
        return area == "access" and part.is_named_in(said)
    shapes = _shapes(row)
    if shapes:
        return any(_has(shape, part) for shape in shapes)
    if part.side is Side.ANSWER and part.where is Where.BODY and _is_about_requests(row):
        return False
    operations = _operations_of(area, row, part)
    if part.where is Where.WHOLE:
        return bool(operations & part.operations) and _endpoints(row["heading"]) != frozenset()
    return bool(operations & part.operations) and part.is_named_in(said)


def _words(row: Mapping[str, Any], part: Part) -> str:
    """What a row says of the part. Its check uses parameters as a means, so they count in its sentence alone."""
    if part.where is not Where.QUERY:
        return " ".join(str(row[member]) for member in _SAID if member in row)
    return str(row["sentence"]).replace(snake(part.word).replace("_", " "), part.word)


def _is_about_requests(row: Mapping[str, Any]) -> bool:
    """Whether a row without a shape is about requests: a row of an endpoint, or a row that expects a refusal.

    A row is about answers if its sentence says what a GET returns.
    """
    of_endpoint = bool(_endpoints(row["heading"])) and not row["sentence"].startswith("GET ")
    return of_endpoint or bool(_REFUSAL.search(str(row.get("how", ""))))


def _shapes(row: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    found = row.get("shape", [])
    return found if isinstance(found, list) else [found]


def _operations_of(area: str, row: Mapping[str, Any], part: Part) -> frozenset[str]:
    """The operations that a row is about: of its endpoint, else of its area, narrowed to the resource in its heading.

    Rows of an area that is not a noun, such as conventions, are about every operation. They have to name the part with
    a word that means nothing else.
    """
    endpoints = _endpoints(row["heading"])
    if endpoints:
        # A heading can name several endpoints, and the sentence of the row one of them.
        return endpoints & _endpoints(row["sentence"]) or endpoints
    if area not in _nouns():
        return part.operations if part.is_distinct else frozenset()
    in_area = frozenset(call.id for call in part.calls if call.noun == area)
    if len(part.operations) == 1:
        # A value of one operation alone does not concern rows about its neighbours: BKC creates, BKX cancels.
        in_area &= _by_group().get(row["id"][:3], in_area)
    return in_area & _by_heading().get(row["heading"], in_area)


@lru_cache(maxsize=512)
def _endpoints(heading: str) -> frozenset[str]:
    """The operations that a heading names, such as `Endpoints > Bookings > PUT /bookings/{id}`."""
    named = {(method, _bare(path)) for method, path in re.findall(r"\b([A-Z]+) (/[\w/{}-]+)", heading)}
    return frozenset(operation.id for operation in OPERATIONS if (operation.method, _bare(operation.path)) in named)


def _bare(path: str) -> str:
    """A path as headings write it: without the folder of the interface, and without the names of parameters."""
    return re.sub(r"{\w+}", "{}", path.removeprefix("/travel"))


@lru_cache(maxsize=1)
def _by_heading() -> dict[str, frozenset[str]]:
    """The operations of a resource: the shapes under its heading judge their answers."""
    found: dict[str, frozenset[str]] = {}
    for _, row in _rows():
        names = frozenset(name for shape in _shapes(row) for name in shape["operations"])
        if names and row["heading"].startswith("Resources and their fields >"):
            found[row["heading"]] = found.get(row["heading"], frozenset()) | names
    return {heading: names for heading, names in found.items() if not heading.endswith("Conventions")}


@lru_cache(maxsize=1)
def _by_group() -> dict[str, frozenset[str]]:
    """The operations of a group of rows, such as BKX: the endpoints in the headings of its rows."""
    found: dict[str, frozenset[str]] = {}
    for _, row in _rows():
        names = _endpoints(row["heading"])
        if names:
            found[row["id"][:3]] = found.get(row["id"][:3], frozenset()) | names
    return found


@lru_cache(maxsize=1)
def _nouns() -> frozenset[str]:
    """The areas that are nouns of the interface: the contract tags its operations with them."""
    return frozenset(tag["name"] for tag in contract()["tags"])


def _has(shape: Mapping[str, Any], part: Part) -> bool:
    if not part.operations & set(shape["operations"]):
        return False
    if part.where is Where.QUERY:
        return part.word in shape.get("query", ())
    if part.where is Where.WHOLE:
        return True
    if part.where is not Where.BODY or part.side is not Side.ANSWER or not part.status.startswith("2"):
        return False
    places = shape.get("at", "")
    schemas = [shape[name] for name in ("schema", "advisory_schema") if name in shape]
    named = {path for at in (places if isinstance(places, list) else [places]) for path in _paths(_steps(at), *schemas)}
    named |= set(_paths((), shape["where"])) if "where" in shape else set()
    return any(_is_same(path, part.path) for path in named)


def _steps(at: str) -> tuple[str, ...]:
    return tuple("[]" if step == "*" else step for step in at.split("/")[1:])


def _paths(above: tuple[str, ...], *schemas: Any) -> Iterator[tuple[str, ...]]:
    """Every path that schemas speak of: where they begin, what they require, and their members."""
    for schema in schemas:
        members, required = schema.get("properties", {}), schema.get("required", ())
        if not members and not required and "items" not in schema:
            yield above
        for name in dict.fromkeys((*required, *members)):
            yield from _paths((*above, name), members.get(name, {}))
        if "items" in schema:
            yield above
            yield from _paths((*above, "[]"), schema["items"])
        for keyword in ("anyOf", "if", "then", "else", "not", "contains"):
            inner = schema.get(keyword, [])
            yield from _paths(above, *(inner if isinstance(inner, list) else [inner]))


def _is_same(named: tuple[str, ...], path: tuple[str, ...]) -> bool:
    """Whether a shape speaks of the value at *path*, or of a value inside it."""
    named, path = without_envelope(named), without_envelope(path)
    return bool(path) and named[: len(path)] == path
