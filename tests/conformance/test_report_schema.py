"""The published schema of report.json: real reports keep it, and it describes each of their members."""

import json
from collections.abc import Iterator
from datetime import date
from typing import Any

import jsonschema_rs
import pytest

from conformance.catalogue.requirements import AREAS, Basis, Level
from conformance.conditions.coverage import FamilyCoverage, Unmet
from conformance.contracts.own_requests import BadRequest
from conformance.contracts.under_test import Contract
from conformance.evidence.verdicts import Verdict
from conformance.report.__main__ import schema_text
from conformance.report.json_report import json_report
from conformance.results.generated import GeneratedFinding, GeneratedTraffic, Mapped, Reach
from conformance.results.run_result import EXIT_CODES, KnownFailure, Leftover, Outcome, RunResult
from conformance.target.target import About
from tests.conformance.conftest import Checked
from tests.conformance.made_up import row_result, run_result
from tests.conformance.small_operations import SmallTarget

FULL = run_result(
    row_result("fail", expected="20 courses", actual="10 courses", exchanges=(0,)),
    row_result("known", known=KnownFailure("PAG-03", "Mended soon.", "booking team", date(2026, 12, 31))),
    contract=Contract("Golf", "1.0", "ab" * 32),
    only=("PAG-03",),
    about=About("Golf API", "4.2"),
    leftovers=(Leftover("booking", "bkg_1", "DELETE answered 409"),),
    faults=("test_x.py cannot be loaded",),
    stale_baseline=("PAG-05 (owner booking team) holds: delete its row.",),
    generated=GeneratedTraffic(
        (
            GeneratedFinding(
                "getCourse",
                "response_schema_conformance",
                "/data/holes",
                "27 is neither",
                ("fuzzing",),
                3,
                0,
                (Mapped("CRD-01", "A course has holes.", "27"),),
                1,
                confirmed=True,
            ),
        ),
        (Reach("getCourse", 3, 2), Reach("createToken", 0, 0, "The target declares that it does not have it.")),
        "The user stopped the run.",
    ),
    coverage=(
        FamilyCoverage(
            "tee sheets",
            ("players", "week"),
            3,
            7,
            8,
            (Unmet("week", "weekend", "No request of this run met it."),),
            ((("players", "1"), ("week", "weekend")),),
        ),
    ),
    accepted_attempts=(BadRequest("a_check", 0, "searchCourses", "It does not fit."),),
)


def report_schema() -> Any:
    return json.loads(schema_text())


def errors(shown: object) -> list[str]:
    validator = jsonschema_rs.Draft202012Validator(report_schema(), validate_formats=True)
    return [f"{error.instance_path}: {error.message}" for error in validator.iter_errors(shown)]


def closed(schema: Any) -> Any:
    """The schema with every object that names its members closed to others."""
    if isinstance(schema, list):
        return [closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    shut = {"additionalProperties": False} if "properties" in schema and schema.get("type") == "object" else {}
    return {name: closed(value) for name, value in schema.items()} | shut


def described(schema: dict[str, Any], place: str = "") -> Iterator[tuple[str, bool]]:
    """Each member at or below *schema* with whether it says what it is."""
    for name, member in {**schema.get("properties", {}), **schema.get("$defs", {})}.items():
        yield f"{place}/{name}", len(member.get("description", "")) > 10
        yield from described(member, f"{place}/{name}")


def reports_of(result: RunResult) -> Any:
    return json.loads(json_report(result))


def test_the_schema_is_a_schema() -> None:
    jsonschema_rs.meta.validate(report_schema())


def test_the_report_of_a_run_keeps_the_schema(checked: Checked) -> None:
    assert errors(reports_of(checked("PAG-03", "BKC-13"))) == []


def test_the_report_of_a_run_that_found_a_violation_keeps_the_schema(
    small_target: SmallTarget, checked: Checked
) -> None:
    small_target.faults.add("default page size 10")

    assert errors(reports_of(checked("PAG-03"))) == []


@pytest.mark.parametrize("result", [FULL, run_result()], ids=["everything", "nothing"])
def test_a_report_with_everything_and_one_with_nothing_keep_the_schema(result: RunResult) -> None:
    assert errors(reports_of(result)) == []


def test_the_schema_names_every_member_of_a_report() -> None:
    validator = jsonschema_rs.Draft202012Validator(closed(report_schema()))

    assert [error.message for error in validator.iter_errors(reports_of(FULL))] == []


def test_every_member_is_described() -> None:
    members = list(described(report_schema()))

    assert len(members) > 40
    assert [place for place, says_what_it_is in members if not says_what_it_is] == []


@pytest.mark.parametrize("member", ["outcome", "requirements", "exitCode", "counts"])
def test_a_report_without_a_member_does_not_keep_the_schema(member: str) -> None:
    shown = reports_of(FULL)
    del shown[member]

    assert errors(shown) != []


def test_the_words_of_the_schema_are_those_of_the_suite() -> None:
    schema = report_schema()
    row = schema["$defs"]["requirement"]["properties"]

    assert row["verdict"]["enum"] == list(Verdict)
    assert row["level"]["enum"] == list(Level)
    assert row["basis"]["enum"] == list(Basis)
    assert row["area"]["enum"] == list(AREAS)
    assert schema["properties"]["outcome"]["enum"] == list(Outcome)
    assert schema["properties"]["exitCode"]["enum"] == sorted(set(EXIT_CODES.values()))
    assert schema["properties"]["counts"]["required"] == list(Verdict)
