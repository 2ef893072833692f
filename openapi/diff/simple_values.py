"""A handful of simple values of a schema, found without search: its bounds, its listed values, its required members."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from openapi.diff.patterns import NotRegular, text_outside, texts_inside

_FEW = 8
_FORMATS: Mapping[str, str] = {
    "date": "2027-04-17",
    "date-time": "2027-04-17T09:30:00Z",
    "time": "09:30:00Z",
    "duration": "PT1H",
    "email": "ada@lindqvist.example",
    "idn-email": "ada@lindqvist.example",
    "hostname": "club.example",
    "idn-hostname": "club.example",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "uri": "https://club.example/",
    "uri-reference": "/courses",
    "iri": "https://club.example/",
    "iri-reference": "/courses",
    "uuid": "3f2b8c1e-5d4a-4e6f-8a9b-0c1d2e3f4a5b",
    "regex": "^a$",
    "json-pointer": "/a",
    "relative-json-pointer": "0",
    "uri-template": "/courses/{id}",
}
_TEXTS = ("a", "Ada", "1", "A1", "a-b", "a b", "", "é")


def simple_values(schema: Any, definitions: Mapping[str, Any] | None = None, depth: int = 0) -> Iterator[Any]:
    """Some values that may fit a canonical schema, simple ones first. They are candidates: the caller checks them."""
    if not isinstance(schema, dict):
        yield from ("a", 1, None) if schema is True else ()
        return
    known = definitions if definitions is not None else schema.get("$defs", {})
    if "$ref" in schema:
        if depth < _FEW:
            yield from simple_values(known.get(schema["$ref"].rpartition("/")[2]), known, depth + 1)
        return
    if "const" in schema or "enum" in schema:
        yield from [schema["const"]] if "const" in schema else schema["enum"]
        return
    if "anyOf" in schema:
        for branch in schema["anyOf"]:
            yield from islice(simple_values(branch, known, depth), _FEW)
        return
    if "allOf" in schema and "type" not in schema:
        for branch in schema["allOf"]:
            yield from islice(simple_values(branch, known, depth), _FEW)
        return
    types = schema.get("type", ["string", "integer", "object", "array", "boolean", "null"])
    for name in [types] if isinstance(types, str) else types:
        yield from islice(_OF_TYPE[name](schema, known, depth), _FEW)


def _texts(schema: Mapping[str, Any], _known: Mapping[str, Any], _depth: int) -> Iterator[Any]:
    least, most = schema.get("minLength", 0), schema.get("maxLength")
    if "format" in schema:
        yield from _of_format(schema["format"], least)
    yield from (text for text in _of_pattern(schema) if text is not None)
    yield from ("a" * least, *([] if most is None else ["a" * min(most, 5000)]))
    yield from (text for text in _TEXTS if len(text) >= least)


def _of_format(name: str, least: int) -> Iterator[str]:
    """A text of a format, and a longer one where the schema asks for it."""
    simple = _FORMATS.get(name, "a")
    yield simple
    missing = least - len(simple)
    if missing <= 0:
        return
    if name in ("email", "idn-email"):
        local, _, domain = simple.partition("@")
        longer = local + "a" * min(missing, 64 - len(local))
        labels = "".join(f"{'a' * 30}." for _ in range(max(0, least - len(longer) - 1 - len(domain)) // 31 + 1))
        yield f"{longer}@{labels}{domain}"
    yield simple + "a" * missing


def _of_pattern(schema: Mapping[str, Any]) -> Iterator[str | None]:
    """A shortest text of the pattern, and one as long as the schema allows."""
    patterns = [schema["pattern"]] if "pattern" in schema else []
    patterns += [branch["pattern"] for branch in schema.get("allOf", ()) if "pattern" in branch]
    barred = [branch["not"]["pattern"] for branch in schema.get("allOf", ()) if "pattern" in branch.get("not", {})]
    least = min(schema.get("minLength", 0), 200)
    long_enough = [rf"^[\d\D]{{{least},}}$"] if least else []
    try:
        for outside in barred or (["^[^\\d\\D]$"] if patterns else []):
            yield text_outside([*patterns, *long_enough], outside)
    except NotRegular:
        return


def _numbers(schema: Mapping[str, Any], _known: Mapping[str, Any], _depth: int) -> Iterator[Any]:
    step = schema.get("multipleOf", 1)
    steps = step if isinstance(step, int | float) else 1
    for bound in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"):
        if bound in schema:
            yield schema[bound]
            yield schema[bound] + (steps if "inimum" in bound else -steps)
    yield from (0, 1, steps, 2 * steps)


def _fractions(schema: Mapping[str, Any], known: Mapping[str, Any], depth: int) -> Iterator[Any]:
    yield from (0.5, *(schema[bound] + 0.5 for bound in ("minimum", "exclusiveMinimum") if bound in schema))
    yield from _numbers(schema, known, depth)


def _lists(schema: Mapping[str, Any], known: Mapping[str, Any], depth: int) -> Iterator[Any]:
    if depth > _FEW:
        return
    least = max(schema.get("minItems", 0), 0)
    items = list(islice(simple_values(schema.get("items", True), known, depth + 1), _FEW))
    first = [list(islice(simple_values(item, known, depth + 1), _FEW)) for item in schema.get("prefixItems", ())]
    if first and all(first):
        for value in first[0]:
            rest = [values[0] for values in first[1:]]
            yield [value, *rest, *([items[0]] * (least - len(first)) if items else [])]
    if not least:
        yield []
    for item in items:
        yield [item] * max(1, least)
    yield [items[index % len(items)] for index in range(max(least, 2))] if items else []


def _objects(schema: Mapping[str, Any], known: Mapping[str, Any], depth: int) -> Iterator[Any]:
    if depth > _FEW:
        return
    members = schema.get("properties", {})
    options = {
        name: list(islice(simple_values(members.get(name, True), known, depth + 1), _FEW))
        for name in schema.get("required", ())
    }
    if any(not values for values in options.values()):
        return
    simplest = {name: values[0] for name, values in options.items()}
    simplest |= _further_members(schema, known, depth, simplest)
    yield simplest
    for name, values in options.items():
        for value in values[1:]:
            yield {**simplest, name: value}


def _further_members(
    schema: Mapping[str, Any], known: Mapping[str, Any], depth: int, present: Mapping[str, Any]
) -> dict[str, Any]:
    """As many more members as the schema asks for, with names that it takes."""
    missing = schema.get("minProperties", 0) - len(present)
    if missing <= 0:
        return {}
    declared = {name: item for name, item in schema.get("properties", {}).items() if name not in present}
    for pattern, item in schema.get("patternProperties", {}).items():
        declared |= dict.fromkeys(_names(pattern, missing), item)
    if not declared:
        names = schema.get("propertyNames", {})
        listed = names.get("enum", _names(names.get("pattern", "^[a-z]+$"), missing))
        declared = dict.fromkeys(listed, schema.get("additionalProperties", True))
    chosen = {
        name: next(simple_values(item, known, depth + 1), None) for name, item in declared.items() if item is not False
    }
    return dict(islice(chosen.items(), missing))


def _names(pattern: str, count: int) -> list[str]:
    try:
        return list(islice(texts_inside(pattern), count))
    except NotRegular:
        return []


def _truths(_schema: Mapping[str, Any], _known: Mapping[str, Any], _depth: int) -> Iterator[Any]:
    yield from (True, False)


def _nothing(_schema: Mapping[str, Any], _known: Mapping[str, Any], _depth: int) -> Iterator[Any]:
    yield None


_OF_TYPE: Mapping[str, Any] = {
    "string": _texts,
    "integer": _numbers,
    "number": _fractions,
    "array": _lists,
    "object": _objects,
    "boolean": _truths,
    "null": _nothing,
}
