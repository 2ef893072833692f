"""Every rule and every operation says where it comes from, and a function names the refusals that it raises."""

import ast
import re
from pathlib import Path

import pytest

from tests.headings import HEADINGS

SANDBOX = Path(__file__).parents[1] / "mock_server"
DOMAIN = sorted((SANDBOX / "domain").rglob("*.py"))
SERVICES = sorted((SANDBOX / "services").glob("*.py"))
# In the modules of the trade each function names its source. Elsewhere the module can name one source for all.
TRADE = {
    *("domain/availability", "domain/booking_hooks", "domain/bookings", "domain/courses", "domain/group_bookings"),
    *("domain/group_runs", "domain/ledger", "domain/tee_time_holds", "domain/terms", "domain/tokens"),
    *("domain/webhooks", "services/availability", "services/booking_hooks", "services/bookings", "services/courses"),
    *("services/events", "services/group_bookings", "services/group_plans", "services/group_runs"),
    *("services/tee_time_holds", "services/tokens", "services/webhooks"),
}
# A refusal is an outcome: the rule that raises it names the source.
RULES = [module for module in (*DOMAIN, *SERVICES) if module.parent.name != "refusals"]
NOT_SPECIFIED = "The specification has no "
_ASSUMPTION = re.compile(r"\bA-[0-9]{2}\b")
# "Course terms (data)" is named by "Course terms".
NAMES_OF_HEADINGS = {heading.rpartition(" > ")[2].partition(" (")[0] for heading in HEADINGS}


def name_of(module: Path) -> str:
    """The name of a module of the sandbox, such as `domain/bookings`."""
    return module.relative_to(SANDBOX).with_suffix("").as_posix()


def names_a_source(docstring: str) -> bool:
    """Whether a docstring names a heading of the specification or an assumption, or says that there is none."""
    named = docstring.partition("Spec: ")[2]
    heading = any(name in named for name in NAMES_OF_HEADINGS)
    return heading or NOT_SPECIFIED in docstring or _ASSUMPTION.search(docstring) is not None


def public_functions(module: Path) -> list[ast.FunctionDef]:
    """The functions that other modules may call."""
    tree = ast.parse(module.read_text("utf-8"))
    return [node for node in tree.body if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")]


def raised_by(function: ast.FunctionDef) -> set[str]:
    """The names of the exceptions that the lines of a function raise. A mistake of ours is none of them.

    Nor is a function that returns a refusal to raise: the name of a class begins with a capital letter.
    """
    raised = [node.exc for node in ast.walk(function) if isinstance(node, ast.Raise)]
    names = {error.func.id for error in raised if isinstance(error, ast.Call) and isinstance(error.func, ast.Name)}
    return {name for name in names if name[0].isupper()} - {"AssertionError"}


def without_a_source(module: Path) -> list[str]:
    """The functions without a source: without one of their own in the trade, without any elsewhere."""
    if name_of(module) not in TRADE and names_a_source(ast.get_docstring(ast.parse(module.read_text("utf-8"))) or ""):
        return []
    return [
        function.name for function in public_functions(module) if not names_a_source(ast.get_docstring(function) or "")
    ]


@pytest.mark.parametrize("module", RULES, ids=name_of)
def test_every_rule_and_every_operation_names_its_heading_or_its_assumption(module: Path) -> None:
    assert without_a_source(module) == []


@pytest.mark.parametrize("module", [*DOMAIN, *SERVICES], ids=name_of)
def test_every_function_names_the_refusals_that_it_raises(module: Path) -> None:
    unnamed = {
        function.name: refusals
        for function in public_functions(module)
        if (refusals := {name for name in raised_by(function) if name not in (ast.get_docstring(function) or "")})
    }

    assert unnamed == {}


def test_every_module_of_the_trade_exists() -> None:
    assert {name_of(module) for module in RULES} >= TRADE


@pytest.mark.parametrize(
    ("docstring", "named"),
    [
        ("The price. Assumption A-46.", True),
        ("The terms. Spec: Resources, Course terms.", True),
        ("Reserved names. The specification has no such names.", True),
        ("The price. Spec: Everything.", False),
        ("The price.", False),
    ],
)
def test_a_source_is_a_heading_an_assumption_or_said_to_be_absent(docstring: str, named: bool) -> None:
    assert names_a_source(docstring) is named
