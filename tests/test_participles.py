"""A function that changes something has a verb as its name. A participle such as `cancelled` names what comes back."""

import ast
from collections.abc import Callable, Iterator

import pytest

from tests.test_sizes import TREE, files_of

# Methods of the clients, of the desks and of files that write.
WRITING_METHODS = frozenset(
    {
        *("post", "put", "delete", "send"),
        *("create", "create_data", "complete", "hold", "cancel", "confirm", "release", "advance"),
        *("write_text", "write_bytes", "unlink", "mkdir"),
    }
)
# `update` also belongs to dictionaries. The method of a desk has two arguments: the id of a booking and its changes.
UPDATE_OF_A_DESK = ("update", 2)
WRITING_FUNCTIONS = frozenset(
    {
        *("book", "book_from_hold", "book_own_tee_time", "book_pending", "book_together", "book_unusually"),
        *("change", "resize", "take_places", "begin_with", "ask_for_group", "ask_for_hook", "hook_tee_time"),
        *("empty_tee_time", "hold_and_let_lapse", "send_generated_traffic", "give_all_back"),
    }
)
# Participles that do not end in -ed. Those that are verbs too, such as `read` and `put`, are not among them.
IRREGULAR = frozenset(
    {
        *("begun", "bought", "built", "chosen", "done", "drawn", "found", "given", "held", "kept", "left", "lost"),
        *("made", "met", "seen", "sent", "shown", "sold", "spent", "taken", "tried", "won", "written"),
    }
)
VERBS_IN_ED = frozenset({"feed", "need", "seed", "speed", "embed"})


# How the functions of the sandbox begin that write into its tables.
WRITERS_OF_TABLES = ("save_", "put_", "add_", "change_", "drop_", "remove_", "set_", "emit", "forget", "revoke")


def is_participle(name: str) -> bool:
    """Whether the name of a function begins with a participle."""
    word = name.strip("_").partition("_")[0]
    return word in IRREGULAR or (word.endswith("ed") and word not in VERBS_IN_ED)


def is_fixture(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether *function* is a fixture of pytest, whose name is the name of its value."""
    return any("fixture" in ast.unparse(decorator) for decorator in function.decorator_list)


def writes(call: ast.Call) -> bool:
    """Whether *call* calls a function or a method that writes."""
    if isinstance(call.func, ast.Attribute):
        return call.func.attr in WRITING_METHODS or (call.func.attr, len(call.args)) == UPDATE_OF_A_DESK
    return isinstance(call.func, ast.Name) and call.func.id in WRITING_FUNCTIONS


def writes_tables(call: ast.Call) -> bool:
    """Whether *call* calls a function that writes into a table of the sandbox."""
    return isinstance(call.func, ast.Name) and call.func.id.startswith(WRITERS_OF_TABLES)


def writing_participles(code: str, is_writer: Callable[[ast.Call], bool] = writes) -> Iterator[str]:
    """The functions of a module whose names are participles, and that call something that writes."""
    for function in ast.walk(ast.parse(code)):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        calls = (node for node in ast.walk(function) if isinstance(node, ast.Call))
        if is_participle(function.name) and not is_fixture(function) and any(map(is_writer, calls)):
            yield function.name


def participles_for_writers(code: str) -> Iterator[str]:
    """The participles under which a module imports a function that is named by a verb."""
    for node in ast.walk(ast.parse(code)):
        for alias in node.names if isinstance(node, ast.ImportFrom) else ():
            if alias.asname and is_participle(alias.asname) and alias.name.startswith(WRITERS_OF_TABLES):
                yield alias.asname


@pytest.mark.parametrize("package", ["conformance", "mock_server"])
def test_no_function_is_imported_under_a_participle(package: str) -> None:
    found = {
        str(file.relative_to(TREE)): names
        for file in files_of(package)
        if (names := list(participles_for_writers(file.read_text("utf-8"))))
    }

    assert found == {}


@pytest.mark.parametrize(("package", "is_writer"), [("conformance", writes), ("mock_server", writes_tables)])
def test_no_function_that_writes_is_named_by_a_participle(package: str, is_writer: Callable[[ast.Call], bool]) -> None:
    found = {
        str(file.relative_to(TREE)): names
        for file in files_of(package)
        if (names := list(writing_participles(file.read_text("utf-8"), is_writer)))
    }

    assert found == {}


@pytest.mark.parametrize("name", [*sorted(WRITING_METHODS - {"write_text", "write_bytes", "unlink", "mkdir"})])
def test_every_method_of_the_list_is_defined_in_the_suite(name: str) -> None:
    assert any(f"def {name}(" in file.read_text("utf-8") for file in files_of("conformance"))


@pytest.mark.parametrize("name", sorted(WRITING_FUNCTIONS))
def test_every_function_of_the_list_is_defined_in_the_suite(name: str) -> None:
    assert any(f"\ndef {name}(" in file.read_text("utf-8") for file in files_of("conformance"))


@pytest.mark.parametrize(
    ("code", "is_found"),
    [
        ("def cancelled(desk): return desk.cancel(1)", True),
        ("def _held_whole(desk): return desk.hold(1)", True),
        ("async def tried_in(): return [desk.update(1, {}) for desk in ()]", True),
        ("class Room:\n    def booked(self): return book(self.desk)", True),
        ("def cancel(desk): return desk.cancel(1)", False),
        ("def changed(body): return body.update({})", False),
        ("def listed(agency): return agency.get('/bookings')", False),
        ("@pytest.fixture\ndef cancelled(desk): return desk.cancel(1)", False),
    ],
)
def test_a_participle_that_writes_is_found(code: str, is_found: bool) -> None:
    assert bool(list(writing_participles(code))) is is_found
