"""One voice: the docstring of a function of the suite says what the function does, in the third person."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.test_sizes import TREE, files_of

# Verbs with which docstrings began in the imperative.
VERBS = frozenset(
    {
        *("Accept", "Add", "Answer", "Ask", "Assign", "Begin", "Book", "Bring", "Build", "Call", "Cancel", "Carry"),
        *(
            "Change",
            "Check",
            "Choose",
            "Clean",
            "Close",
            "Collect",
            "Complete",
            "Connect",
            "Contact",
            "Count",
            "Create",
        ),
        *("Cut", "Delete", "Divide", "Draw", "End", "Enter", "Explore", "Fetch", "Fill", "Find", "Finish", "Forget"),
        *("Give", "Hand", "Hide", "Hold", "Join", "Judge", "Keep", "Learn", "Leave", "Let", "Load", "Make", "Mark"),
        *("Mask", "Mean", "Measure", "Move", "Name", "Narrow", "Note", "Open", "Parse", "Pass", "Play", "Prepare"),
        *("Print", "Pull", "Put", "Raise", "Read", "Receive", "Record", "Refuse", "Register", "Release", "Remember"),
        *(
            "Remove",
            "Render",
            "Repeat",
            "Replace",
            "Report",
            "Reset",
            "Return",
            "Run",
            "Save",
            "Say",
            "Search",
            "Select",
        ),
        *("Send", "Set", "Show", "Sort", "Split", "Start", "Stop", "Store", "Subscribe", "Sweep", "Take", "Tell"),
        *("Translate", "Try", "Turn", "Update", "Wait", "Watch", "Write"),
    }
)
# "Name and version" and "Check, place and message" begin with nouns.
_FIRST_WORDS = re.compile(r"(?:^|[.!?]\s+)(?!(?:Name|Check),? (?:and|or|place)\b)([A-Z][a-z]+)(?=[\s,.])")


def is_command(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether *function* is a command of click, whose docstring is a help text for users."""
    return any(re.search(r"\b(command|group)\b", ast.unparse(decorator)) for decorator in function.decorator_list)


def commanding_docstrings(code: str) -> Iterator[str]:
    """The functions of a module in whose docstring a sentence begins with a verb in the imperative."""
    for function in ast.walk(ast.parse(code)):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) and not is_command(function):
            docstring = ast.get_docstring(function) or ""
            if VERBS.intersection(_FIRST_WORDS.findall(docstring)):
                yield function.name


def test_no_docstring_of_the_suite_is_a_command() -> None:
    found = {
        str(file.relative_to(TREE)): names
        for file in files_of("conformance")
        if (names := list(commanding_docstrings(file.read_text("utf-8"))))
    }

    assert found == {}


@pytest.mark.parametrize(
    ("docstring", "is_found"),
    [
        ("Raise `Violation` when it is not.", True),
        ("The answer. Raise `Violation` when it is not.", True),
        ("Create, change and cancel a booking.", True),
        ("Book, and cancel the booking.", True),
        ("Raises `Violation` when it is not.", False),
        ("The answer to a request. Raises `Violation` when it is not.", False),
        ("Name and version in one text.", False),
        ("Check, place and message of each complaint.", False),
    ],
)
def test_a_sentence_in_the_imperative_is_found(docstring: str, is_found: bool) -> None:
    assert bool(list(commanding_docstrings(f'def f():\n    """{docstring}"""'))) is is_found


def test_the_help_of_a_command_may_command() -> None:
    code = '@click.command()\ndef check():\n    """Judge the implementation."""'

    assert list(commanding_docstrings(code)) == []
