"""A run that somebody interrupts says so, and leaves the rest untested."""

from dataclasses import replace
from pathlib import Path

import pytest

from conformance.report.wording import headline
from conformance.target.connection import WireSettings
from conformance.target.target import Target
from tests.conformance.conftest import Checked, check_rows
from tests.conformance.small_suites import found, suite_of, verdict


def test_an_interrupted_run_leaves_the_rest_untested(checked: Checked, tmp_path: Path) -> None:
    suite = suite_of(tmp_path, "@verifies('PAG-03')\ndef test_it() -> None:\n    raise KeyboardInterrupt\n")

    result = checked("PAG-03", suite=suite)

    assert (result.interrupted, result.exit_code) == (True, 3)
    assert found(result, "PAG-03").message == "The run was cut short before this check: it was interrupted."


def test_an_interrupted_run_says_so_and_does_not_pass_on_what_it_saw(described: Target, tmp_path: Path) -> None:
    one_lane = replace(described, wire=WireSettings(concurrency=1))
    suite = suite_of(
        tmp_path,
        """
        @verifies('PAG-03')
        def test_a() -> None:
            pass

        @verifies('PAG-05')
        def test_b() -> None:
            raise KeyboardInterrupt

        @verifies('PAG-03')
        def test_c() -> None:
            pass
        """,
    )

    result = check_rows(one_lane, "PAG-03", "PAG-05", suite=suite)

    assert (verdict(result, "PAG-03"), verdict(result, "PAG-05")) == ("untested", "untested")
    assert (result.cut_short, result.exit_code) == ("it was interrupted", 3)
    assert headline(result).startswith("Cut short: it was interrupted. Incomplete")


def test_a_clean_up_that_is_interrupted_tells_what_to_look_for(
    checked: Checked, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("conformance.running.check.end_all", interrupted)

    result = checked("BKC-13")

    assert [(leftover.kind, leftover.id) for leftover in result.leftovers] == [("marker", result.marker)]
    assert (result.cut_short, result.exit_code) == ("its clean-up was interrupted", 3)
