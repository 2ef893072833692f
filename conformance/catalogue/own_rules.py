"""Requirements of your own: a Python file of checks, each with the sentence it decides.

    from conformance.rules import Agency, expect, golden, rule

    @rule("OWN-01", "Every course on the first page has a description.", costs="A page without words sells nothing.")
    def test_every_course_has_a_description(agency: Agency) -> None:
        courses = golden(agency.get("/travel/courses"))["data"]

        expect(all(course.get("description") for course in courses), "every course has a description", courses)

The suite runs and reports these rules like the rows of the catalogue, as an area of their own.
"""

import re
import runpy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest

from conformance.catalogue.requirements import NEEDS, OWN_RULES, Basis, Catalogue, Gravity, Level, Mode, Requirement

Check = TypeVar("Check", bound=Callable[..., None])

_ID = re.compile(r"[A-Z][A-Z0-9]{1,7}-\d{2,3}")
_RULE = "conformance_rule"


class RuleError(Exception):
    """A file of rules cannot be used; the message names the file and says why."""


def rule(
    rule_id: str,
    sentence: str,
    *,
    level: str = "must",
    gravity: str = "minor",
    costs: str | None = None,
    writes: bool = False,
    needs: Sequence[str] = (),
) -> Callable[[Check], Check]:
    """Marks a check with a requirement of your own: *level* must or should; *writes* when it sends more than GET.

    *gravity* is serious or minor: whether a violated should ends a run with 1, or is a warning only.
    *costs* is what a violation costs, in one line; *needs* are words of `NEEDS`, without which the rule stays
    untested. Raises `RuleError` when the requirement cannot be used.
    """
    own = _requirement(rule_id, sentence, level, gravity, costs, writes, tuple(needs))

    def mark(check: Check) -> Check:
        setattr(check, _RULE, own)
        marked: Check = pytest.mark.verifies(rule_id)(check)
        return marked

    return mark


def _requirement(
    rule_id: str, sentence: str, level: str, gravity: str, costs: str | None, writes: bool, needs: tuple[str, ...]
) -> Requirement:
    if not _ID.fullmatch(rule_id):
        raise RuleError(f"{rule_id!r} is not an id. Write two to eight capitals, a hyphen and two digits, like OWN-01.")
    if level not in (Level.must, Level.should):
        raise RuleError(f"{rule_id}: the level must be 'must' or 'should', not {level!r}.")
    if gravity not in tuple(Gravity):
        raise RuleError(f"{rule_id}: the gravity must be 'serious' or 'minor', not {gravity!r}.")
    if unknown := set(needs) - set(NEEDS):
        raise RuleError(f"{rule_id} needs {sorted(unknown)}, which are not needs. Known needs: {', '.join(NEEDS)}.")
    return Requirement(
        id=rule_id,
        level=Level(level),
        basis=Basis.not_shown,
        sentence=sentence,
        heading="A rule of your own",
        area=OWN_RULES,
        costs=costs,
        needs=(*needs, "write") if writes else needs,
        mode=Mode.W if writes else Mode.R,
        gravity=Gravity(gravity) if level == Level.should else None,
    )


def with_rules(catalogue: Catalogue, files: Sequence[Path]) -> Catalogue:
    """*catalogue* and the rules of *files* after it. Raises `RuleError`."""
    rows = list(catalogue.rows)
    taken = {row.id: "the catalogue" for row in rows}
    for file in files:
        for own in _rules_of(file):
            if own.id in taken:
                raise RuleError(f"{file}: {own.id} is already in {taken[own.id]}. Give the rule another id.")
            taken[own.id] = str(file)
            rows.append(own)
    return replace(catalogue, rows=tuple(rows))


def _rules_of(file: Path) -> Iterator[Requirement]:
    found = [own for value in _names_of(file).values() if isinstance(own := getattr(value, _RULE, None), Requirement)]
    if not found:
        raise RuleError(f"{file} has no rule. Mark its checks with @rule(...) of conformance.rules.")
    yield from found


def _names_of(file: Path) -> dict[str, Any]:
    if not file.is_file():
        raise RuleError(f"There is no file {file}.")
    try:
        return runpy.run_path(str(file))
    except RuleError as error:
        raise RuleError(f"{file}: {error}") from error
    except Exception as error:
        raise RuleError(f"{file} cannot be loaded: {type(error).__name__}: {error}") from error
