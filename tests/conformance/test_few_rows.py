"""A run of few rows does not collect the checks of other rows, and chooses the same checks."""

import pytest

from conformance.catalogue.files import load_catalogue
from conformance.running.engine import pytest_arguments
from conformance.running.plugin import SUITE_FOLDER, check_marks, is_for_other_rows, know_marks
from conformance.scope.selection import CheckMarks, choose

CATALOGUE = load_catalogue()


class _Collector:
    """Collects every check of the suite with its function."""

    def __init__(self) -> None:
        self.checks: list[tuple[object, CheckMarks]] = []

    def pytest_configure(self, config: pytest.Config) -> None:
        know_marks(config)

    def pytest_collection_modifyitems(self, items: list[pytest.Function]) -> None:
        self.checks = [(item.obj, check_marks(item)) for item in items]
        items.clear()


@pytest.fixture(scope="module")
def checks() -> list[tuple[object, CheckMarks]]:
    collector = _Collector()
    pytest.main(pytest_arguments(SUITE_FOLDER), plugins=[collector])
    assert len(collector.checks) > 600
    return collector.checks


@pytest.mark.parametrize("area", sorted({row.area for row in CATALOGUE}))
def test_no_check_that_a_run_of_one_row_needs_is_left_out(area: str, checks: list[tuple[object, CheckMarks]]) -> None:
    marks = [mark for _, mark in checks]

    lost = [
        (row.id, mark.verifies)
        for row in CATALOGUE
        if row.area == area
        for (function, mark), needed in zip(
            checks, choose(marks, CATALOGUE, {row.id}, read_only=False, tours=True), strict=True
        )
        if needed and is_for_other_rows(function, frozenset({row.id}))
    ]

    assert lost == []


def test_a_run_of_one_row_leaves_out_most_checks(checks: list[tuple[object, CheckMarks]]) -> None:
    left_out = [function for function, _ in checks if is_for_other_rows(function, frozenset({"CRS-05"}))]

    assert len(left_out) > len(checks) * 0.9
