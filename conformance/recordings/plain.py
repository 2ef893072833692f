"""Frozen dataclasses as JSON values and back, by their annotations. Knows no particular class."""

import types
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from enum import Enum
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")


class PlainError(ValueError):
    """A JSON value is not what it should be; the message names the place."""


def plain(value: Any) -> Any:
    """*value* as JSON values: dataclasses as objects, tuples and sets as arrays, moments as ISO 8601."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(name): plain(item) for name, item in value.items()}
    if isinstance(value, AbstractSet):
        return sorted(plain(item) for item in value)
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, date):
        return value.isoformat()
    return value.value if isinstance(value, Enum) else value


def from_plain(kind: type[T], value: Any, place: str = "") -> T:
    """A *kind* from the JSON values that `plain` returned. Unknown members are ignored: later versions may add some.

    Raises `PlainError`.
    """
    return cast(T, _value_of(kind, value, place or kind.__name__))


def _value_of(kind: Any, value: Any, place: str) -> Any:
    if kind is Any:
        return value
    if get_origin(kind) in (Union, types.UnionType):
        return _value_of_one(get_args(kind), value, place)
    if is_dataclass(kind):
        return _dataclass_of(kind, value, place)
    if get_origin(kind) is not None:
        return _collection_of(kind, value, place)
    return _leaf_of(kind, value, place)


def _value_of_one(kinds: Sequence[Any], value: Any, place: str) -> Any:
    if value is None and type(None) in kinds:
        return None
    others = [kind for kind in kinds if kind is not type(None)]
    for kind in others[:-1]:
        try:
            return _value_of(kind, value, place)
        except PlainError:
            continue
    return _value_of(others[-1], value, place)


def _dataclass_of(kind: Any, value: Any, place: str) -> Any:
    if not isinstance(value, Mapping):
        raise PlainError(f"{place} is not an object")
    hints = get_type_hints(kind)
    known = [field.name for field in fields(kind) if field.name in value]
    try:
        return kind(**{name: _value_of(hints[name], value[name], f"{place}.{name}") for name in known})
    except TypeError as error:
        raise PlainError(f"{place} lacks a member ({error})") from error


def _collection_of(kind: Any, value: Any, place: str) -> Any:
    origin, arguments = get_origin(kind), get_args(kind)
    if issubclass(origin, Mapping):
        if not isinstance(value, Mapping):
            raise PlainError(f"{place} is not an object")
        return {name: _value_of(arguments[1], item, f"{place}.{name}") for name, item in value.items()}
    if not isinstance(value, list):
        raise PlainError(f"{place} is not an array")
    if origin is tuple and arguments[-1] is not ...:
        if len(value) != len(arguments):
            raise PlainError(f"{place} has not {len(arguments)} items")
        return tuple(_value_of(kind_of_item, item, place) for kind_of_item, item in zip(arguments, value, strict=True))
    items = [_value_of(arguments[0], item, place) for item in value]
    return items if issubclass(origin, list) else frozenset(items) if issubclass(origin, AbstractSet) else tuple(items)


def _leaf_of(kind: Any, value: Any, place: str) -> Any:
    try:
        if issubclass(kind, datetime | date):
            return kind.fromisoformat(value)
        if issubclass(kind, Enum):
            return kind(value)
    except (TypeError, ValueError) as error:
        raise PlainError(f"{place} is {value!r}, which is not of the type {kind.__name__}") from error
    wanted = (int, float) if kind is float else kind
    if not isinstance(value, wanted) or (isinstance(value, bool) and kind is not bool):
        raise PlainError(f"{place} is {value!r}, which is not of the type {kind.__name__}")
    return value
