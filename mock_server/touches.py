"""What in the sandbox a part of the messages is in: handlers, the code that reads or writes a member, and columns."""

import ast
import inspect
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from mock_server.api import handlers
from mock_server.api.handlers import HANDLERS
from mock_server.storage import tables
from openapi.concerns.literals import Literal, literals
from openapi.concerns.parts import Part, Where, snake
from openapi.concerns.subjects import Concern
from openapi.diff.model import Side
from openapi.places import Place, shown_path

_ROOM = Path(__file__).parent
_DELIVERIES = (_ROOM / "services", _ROOM / "deliveries")
_SENT = (Side.REQUEST, Side.ACKNOWLEDGEMENT)


def touches(part: Part) -> Iterator[Concern]:
    """The handlers of the operations, the code below them that has the member's name in quotes, and its columns."""
    yield from _rows_of_handlers(part)
    if part.where in (Where.BODY, Where.QUERY) and part.word:
        found = list(_code(part))
        for literal in found:
            yield Concern("code", literal.symbol, literal.place, literal.line)
        if part.where is Where.BODY:
            yield from _columns(part, {snake(part.word)}.union(*(literal.names for literal in found)))


def _rows_of_handlers(part: Part) -> Iterator[Concern]:
    file = Path(handlers.__file__)
    lines = file.read_text("utf-8").splitlines()
    for name in _handled(part):
        number = next(number for number, line in enumerate(lines, 1) if f'"{name}"' in line)
        yield Concern("handler", name, Place(shown_path(file), number), lines[number - 1].strip().rstrip(","))


def _handled(part: Part) -> list[str]:
    """The operations of a part that have a handler, under their old id too where the id is the difference."""
    names = dict.fromkeys((*([part.word] if part.where is Where.NAME else []), *(call.id for call in part.calls)))
    return [name for name in names if name in HANDLERS]


def _code(part: Part) -> Iterator[Literal]:
    """The code that names the member: an answer writes it as a key, a request is read by subscript or by `get`."""
    is_written = part.side not in _SENT
    for literal in _near(part):
        if literal.word == part.word and literal.is_key is is_written:
            yield literal


def _near(part: Part) -> Iterator[Literal]:
    if part.side in (Side.DELIVERY, Side.ACKNOWLEDGEMENT):
        for folder in _DELIVERIES:
            for file in sorted(folder.rglob("*.py")):
                yield from literals(file)
        return
    functions = {found for name in _handled(part) for found in _reached(name)}
    for module, function in sorted(functions):
        yield from (literal for literal in literals(Path(module)) if literal.function == function)


@lru_cache(maxsize=64)
def _reached(operation: str) -> frozenset[tuple[str, str]]:
    """The functions of the room `api` that the handler of an operation calls, itself included: file and name."""
    handler = HANDLERS[operation].handler
    first = inspect.getsourcefile(handler)
    waiting = [(first, handler.__name__)] if first is not None else []
    reached: set[tuple[str, str]] = set()
    while waiting:
        function = waiting.pop()
        if function not in reached:
            reached.add(function)
            waiting += _called(*function)
    return frozenset(reached)


def _called(file: str, function: str) -> list[tuple[str, str]]:
    """The functions whose names a function uses: those of its module, and those that the module imports from `api`."""
    tree = _tree(file)
    here = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    if function not in here:
        return []
    names = {node.id for node in ast.walk(here[function]) if isinstance(node, ast.Name)}
    imported = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module]
    own = [(file, name) for name in names & here.keys()]
    return own + [
        (str(_ROOM.parent / f"{str(node.module).replace('.', '/')}.py"), alias.name)
        for node in imported
        if str(node.module).startswith("mock_server.api.")
        for alias in node.names
        if (alias.asname or alias.name) in names
    ]


@lru_cache(maxsize=64)
def _tree(file: str) -> ast.Module:
    return ast.parse(Path(file).read_text("utf-8"))


def _columns(part: Part, names: set[str]) -> Iterator[Concern]:
    """The columns of the nouns' tables with one of the names that the code gives the member."""
    nouns = {call.noun for call in part.calls}
    for table in tables.metadata.sorted_tables:
        if _noun_of(table.name) in nouns:
            for column in table.columns:
                if column.name in names:
                    yield Concern("column", f"{table.name}.{column.name}", _place_of_column(table.name, column.name))


def _noun_of(table: str) -> str:
    """The noun that a table is named after: the longest that its name begins with."""
    nouns = {file.stem for file in (_ROOM / "api").glob("*.py")}
    return max((noun for noun in nouns if table.startswith(noun.removesuffix("s"))), key=len, default="")


def _place_of_column(table: str, column: str) -> Place:
    for file in sorted(Path(tables.__file__).parent.glob("*_tables.py")):
        lines = [line.strip() for line in file.read_text("utf-8").splitlines()]
        if f'"{table}",' in lines:
            after = range(lines.index(f'"{table}",') + 1, len(lines))
            return Place(shown_path(file), next(n + 1 for n in after if lines[n].startswith(f'Column("{column}"')))
    return Place(shown_path(Path(tables.__file__)))
