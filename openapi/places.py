"""Reads YAML and JSON files strictly, and remembers in which file and line every object and member is written.

An object that was read is a `Placed`: an ordinary dict that also knows its place. This module knows the two notations,
not OpenAPI.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from openapi.yaml_nodes import DEEPEST, TOO_DEEP, BoundedLoader


class ContractError(Exception):
    """A contract cannot be read. The message names the file, the line where one is known, and the mistake."""


@dataclass(frozen=True, order=True)
class Place:
    """A line of a file. `line` counts from 1, and is 0 where only the file is known."""

    file: str
    line: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


class Placed(dict[str, Any]):
    """An object of a file: its members, its own place, and the place of each member."""

    __slots__ = ("members", "place")

    def __init__(self, content: Mapping[str, Any], place: Place, members: Mapping[str, Place]) -> None:
        super().__init__(content)
        self.place = place
        self.members = members

    def __reduce__(self) -> tuple[Any, ...]:
        return Placed, (dict(self), self.place, self.members)


# What was read can be written again, as an ordinary object.
yaml.SafeDumper.add_representer(Placed, lambda dumper, node: dumper.represent_dict(node.items()))


def placed(content: Mapping[str, Any], *origins: Mapping[str, Any]) -> dict[str, Any]:
    """*content* with the places of the objects that it was composed of. The last one places the whole."""
    known = [origin for origin in origins if isinstance(origin, Placed)]
    if not known:
        return dict(content)
    members = {name: place for origin in known for name, place in origin.members.items()}
    return Placed(content, known[-1].place, members)


def place_of(document: Any, pointer: str) -> Place:
    """Where the value at a JSON pointer of *document* is written, or the nearest object around it.

    Raises KeyError, IndexError or ValueError if there is no such value.
    """
    place = document.place if isinstance(document, Placed) else Place("")
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(document, Placed):
            place = document.members.get(key, place)
        document = document[int(key)] if isinstance(document, list) else document[key]
        if isinstance(document, Placed):
            place = document.place
    return place


class _JsonLoader(BoundedLoader):
    """YAML as a notation for JSON: no dates, no yes and no, string keys, each key once."""

    shown = ""


_JsonLoader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith((":timestamp", ":bool"))]
    for first, resolvers in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}
_JsonLoader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|false)$"), list("tf"))


def _unique_members(loader: _JsonLoader, node: yaml.MappingNode) -> Placed:
    content: dict[str, Any] = {}
    members: dict[str, Place] = {}
    for key_node, value_node in node.value:
        key = str(loader.construct_object(key_node, deep=True))
        if key in content:
            raise yaml.constructor.ConstructorError(None, None, f"the key {key!r} occurs twice", key_node.start_mark)
        content[key] = loader.construct_object(value_node, deep=True)
        members[key] = Place(loader.shown, key_node.start_mark.line + 1)
    return Placed(content, Place(loader.shown, node.start_mark.line + 1), members)


def _foreign(_: _JsonLoader, node: yaml.Node) -> None:
    if node.tag == "tag:yaml.org,2002:merge":
        problem = "the key << is no member of an object in JSON. Write the members out, or refer to them with $ref"
    else:
        problem = f"the tag {node.tag.replace('tag:yaml.org,2002:', '!!')} has no value in JSON. Remove the tag"
    raise yaml.constructor.ConstructorError(None, None, problem, node.start_mark)


_JsonLoader.yaml_constructors = {
    f"tag:yaml.org,2002:{kind}": yaml.CSafeLoader.yaml_constructors[f"tag:yaml.org,2002:{kind}"]
    for kind in ("null", "bool", "int", "float", "str", "seq")
}
_JsonLoader.add_constructor("tag:yaml.org,2002:map", _unique_members)
_JsonLoader.add_constructor(None, _foreign)


def shown_path(path: Path) -> str:
    """A path for people: relative to the working directory where it is below, else absolute."""
    try:
        return path.resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return path.as_posix()


def load_yaml(path: Path, shown: str | None = None) -> Any:
    """The JSON value of a YAML or JSON file. Objects know their place, with *shown* or the path as the file.

    Callers must not change the value: an unchanged file is read once, so that reading a contract again after an edit
    takes a fifth of the time.
    Raises ContractError for a missing file, bad YAML or JSON, and duplicate keys.
    """
    name = shown_path(path) if shown is None else shown
    try:
        status = path.stat()
    except OSError as error:
        raise _unreadable(name, error) from error
    return _loaded(path, name, (status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns))


@lru_cache(maxsize=512)
def _loaded(path: Path, name: str, _stamp: tuple[int, ...]) -> Any:
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise _unreadable(name, error) from error
    except UnicodeDecodeError as error:
        raise ContractError(f"{name} cannot be read: byte {error.start} is not UTF-8.") from error
    return _json(text, name) if path.suffix == ".json" else _yaml(text, name)


def _unreadable(name: str, error: OSError) -> ContractError:
    return ContractError(f"{name} cannot be read ({(error.strerror or str(error)).lower()}).")


def _yaml(text: str, name: str) -> Any:
    loader = _JsonLoader(text)
    loader.shown = name
    try:
        return loader.get_single_data()
    except yaml.YAMLError as error:
        raise ContractError(_yaml_mistake(name, error)) from error
    except RecursionError:
        raise ContractError(f"{name}: {TOO_DEEP}.") from None
    except ValueError:
        raise ContractError(f"{name}: {_NO_NUMBER}.") from None
    finally:
        loader.dispose()


def _yaml_mistake(name: str, error: yaml.YAMLError) -> str:
    mark = getattr(error, "problem_mark", None)
    place = Place(name, mark.line + 1 if mark else 0)
    return f"{place}: {getattr(error, 'problem', None) or ' '.join(str(error).split())}."


def _json(text: str, name: str) -> Any:
    """The value of a JSON text, None for an empty text.

    JSON is read as JSON, since YAML understands some of its escapes differently.
    """
    if not text.strip():
        return None
    try:
        value = json.loads(text, object_pairs_hook=_pairs_once)
    except json.JSONDecodeError as error:
        raise ContractError(f"{name}:{error.lineno}: {error.msg}.") from error
    except _Repeated as error:
        raise ContractError(f"{name}: {error}.") from error
    except RecursionError:
        raise ContractError(f"{name}: {TOO_DEEP}.") from None
    except ValueError:
        raise ContractError(f"{name}: {_NO_NUMBER}.") from None
    if _levels(value) > DEEPEST:
        raise ContractError(f"{name}: {TOO_DEEP}.")
    try:
        # Only lines are wanted, and YAML does not understand every escape of JSON.
        lines = yaml.compose(_ESCAPES.sub(lambda escape: "x" * len(escape[0]), text), _JsonLoader)
    except (yaml.YAMLError, RecursionError):
        lines = None  # The values are right, and only their lines are unknown.
    return _with_places(value, lines, name)


_ESCAPES = re.compile(r"\\(?:u[0-9a-fA-F]{4}|.)")


_NO_NUMBER = "a number has more digits than Python reads. Write a shorter number"


def _levels(value: Any) -> int:
    """How deeply a value is nested. No call of this function waits for another one, so no depth is too large."""
    levels, inside = 0, [value]
    while inside:
        levels += 1
        inside = [item for value in inside for item in _items(value)]
    return levels


def _items(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


class _Repeated(Exception):
    pass


def _pairs_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(pairs)
    if len(content) < len(pairs):
        names = [name for name, _ in pairs]
        raise _Repeated(f"the key {next(name for name in names if names.count(name) > 1)!r} occurs twice")
    return content


def _with_places(value: Any, node: yaml.Node | None, name: str) -> Any:
    if isinstance(value, dict):
        nodes = node.value if isinstance(node, yaml.MappingNode) else [(None, None)] * len(value)
        content = {key: _with_places(item, at[1], name) for (key, item), at in zip(value.items(), nodes, strict=True)}
        members = {key: _line(at[0], name) for key, at in zip(value, nodes, strict=True)}
        return Placed(content, _line(node, name), members)
    if isinstance(value, list):
        nodes = node.value if isinstance(node, yaml.SequenceNode) else [None] * len(value)
        return [_with_places(item, at, name) for item, at in zip(value, nodes, strict=True)]
    return value


def _line(node: yaml.Node | None, name: str) -> Place:
    return Place(name, node.start_mark.line + 1 if node is not None else 0)
