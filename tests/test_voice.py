"""One voice: a docstring says what its function does, in the third person, from its first verb to its last."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.test_sizes import PACKAGES, TREE, files_of

# Verbs with which docstrings began in the imperative, or went on in it.
_VERBS = """
    accept add advance answer ask assign begin block book bring build call cancel carry change check choose clean close
    collect complete connect contact copy count create cut deliver delete divide draw drop end enter explore fail fetch
    fill find finish forget freeze give grade hand hide hold ignore insert join judge keep learn leave let listen load
    look make mark mask match mean measure merge move name narrow note open parse pass pause play prepare print pull put
    raise read rebuild receive record refuse register release remember remove render repeat replace report require reset
    restore return run save say search select send set show skip sort split start stay stop store subscribe sweep take
    tell translate try turn update use verify wait watch write yield
"""
VERBS = frozenset(_VERBS.split())
# These words are also nouns: "Name and version", "Check, place and message", "Change notes".
_FIRST_WORD = re.compile(r"(?:^|[.!?]\s+)(?!(?:Name|Check|Change),? (?:and|or|place|notes)\b)([A-Z][a-z]+)(?=[\s,.])")
# A verb in the middle of a sentence has an object, or another word that no noun has after it. Without such a word,
# "and name" or "; hold" may be nouns.
_OBJECT = r"(?=\s+(?:\*|`|(?:the|a|an|each|every|its|their|it|them|all|no|only|one|what|nothing|everything)\b))"
_NEXT_VERB = re.compile(rf"(?:; |, (?:and|then) |\band (?:then )?)([a-z]+){_OBJECT}")
_AFTER_A_CONDITION = re.compile(rf"(?:^|[.;]\s+)(?i:with|without|if|when) [^,.;]*, (?:then )?([a-z]+){_OBJECT}")
# After these words an infinitive is right: "may read and change the booking", "lets a worker end and close the file".
_TAKES_INFINITIVES = re.compile(
    r"\b(?:to|can|cannot|could|may|might|must|will|would|should|shall|do|does|did|not|lets?|than|they|we|you|are|were|have|had)\b"
)
_SENTENCE = re.compile(r"[.!?]\s+|\n\n")


def is_help(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether *function* is a command of click, whose docstring is a help text for users."""
    return any(re.search(r"\b(command|group)\b", ast.unparse(decorator)) for decorator in function.decorator_list)


def commands_in(docstring: str) -> Iterator[str]:
    """The verbs in the imperative with which a sentence of *docstring* begins, or with which a clause goes on."""
    yield from (word for word in _FIRST_WORD.findall(docstring) if word.lower() in VERBS)
    for sentence in _SENTENCE.split(re.sub(r"(?<!\n)\n\s*(?!\n)", " ", docstring)):
        for clause in (*_NEXT_VERB.finditer(sentence), *_AFTER_A_CONDITION.finditer(sentence)):
            before = re.split(r"; ", sentence[: clause.start(1)])[-1]
            if clause[1] in VERBS and not _TAKES_INFINITIVES.search(before):
                yield clause[1]


def commanding_docstrings(code: str) -> Iterator[str]:
    """The functions of a module in whose docstring a sentence or a clause begins with a verb in the imperative."""
    for function in ast.walk(ast.parse(code)):
        is_function = isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        if is_function and not is_help(function) and any(commands_in(ast.get_docstring(function) or "")):
            yield function.name


@pytest.mark.parametrize("package", PACKAGES)
def test_no_docstring_is_a_command(package: str) -> None:
    # A docstring of the agents is the help text of a verb, for agents.
    files = [file for file in files_of(package) if file.parent != TREE / "mock_server" / "agents"]

    found = {
        str(file.relative_to(TREE)): names
        for file in files
        if (names := list(commanding_docstrings(file.read_text("utf-8"))))
    }

    assert found == {}


@pytest.mark.parametrize(
    "docstring",
    [
        "Raise `Violation` when it is not.",
        "The answer. Raise `Violation` when it is not.",
        "Create, change and cancel a booking.",
        "Book, and cancel the booking.",
        "Explores *target*; create one thing of each kind.",
        "Explores *target*; with *write*, create one thing of each kind.",
        "Removes one thing after another, and yield each outcome at once.",
        "Writes *line*. With *durably*, return only when the line is on the disk.",
        "POST *body* as it is and return the answer.",
        "Lets another agency book the places, then completes the hold, and return the answer.",
    ],
)
def test_a_verb_in_the_imperative_is_found(docstring: str) -> None:
    assert list(commands_in(docstring)) != []


@pytest.mark.parametrize(
    "docstring",
    [
        "Raises `Violation` when it is not.",
        "The answer to a request. Raises `Violation` when it is not.",
        "Name and version in one text.",
        "Check, place and message of each complaint.",
        "The course, and name of the agency.",
        "Whether agencies can read and change the booking.",
        "Explores *target*. With *write*, creates one thing of each kind.",
        "The calls that are POST and change nothing.",
        "Writes the line; book and hold are kinds.",
    ],
)
def test_a_sentence_in_the_third_person_is_not_found(docstring: str) -> None:
    assert list(commands_in(docstring)) == []


def test_the_help_of_a_command_may_command() -> None:
    code = '@click.command()\ndef check():\n    """Judge the implementation."""'

    assert list(commanding_docstrings(code)) == []
