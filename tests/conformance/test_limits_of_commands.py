"""Commands beside `check` keep to the limits that their options set, and have no option that they would ignore."""

import json
from pathlib import Path

import pytest

from tests.conformance.conftest import Command
from tests.conformance.small_operations import SmallTarget

KEY = "key-of-alpha"


def test_a_first_contact_ends_at_its_limit_of_requests(
    small_target: SmallTarget, command: Command, tmp_path: Path
) -> None:
    result = command("init", small_target.base_url, "--api-key", KEY, "-o", tmp_path / "t.toml", "--requests", 10)

    assert result.exit_code == 0, result.output
    assert len(small_target.requests) <= 10
    assert "the limit of 10 requests is reached (--requests)" in (tmp_path / "t.toml").read_text()


def test_a_first_contact_ends_within_its_time(small_target: SmallTarget, command: Command, tmp_path: Path) -> None:
    options = ("--time-budget", 1, "--rate", 0.5)
    result = command("init", small_target.base_url, "--api-key", KEY, "-o", tmp_path / "t.toml", *options)

    assert result.exit_code == 0, result.output
    written = (tmp_path / "t.toml").read_text()
    assert "the time budget of 1 s is used up except for the clean-up (--time-budget)" in written


def test_a_sweep_ends_at_its_limit_of_requests(small_target: SmallTarget, command: Command, tmp_path: Path) -> None:
    made = [
        {"line": "making", "n": n, "operation": "createBooking", "agency": "first agency", "at": "2026-11-20T10:00:00Z"}
        for n in range(15)
    ]
    header = {"line": "run", "journal": 1, "target": small_target.base_url, "at": "2026-11-20T10:00:00Z"}
    lines = [header, *made, *({"line": "made", "n": n, "id": f"bkg_{n}"} for n in range(15))]
    (tmp_path / "j").write_text("".join(f"{json.dumps(line)}\n" for line in lines))

    result = command("sweep", tmp_path / "j", "--api-key", KEY, "--requests", 10)

    assert len(small_target.requests) == 10
    assert (result.exit_code, "Not sent: the limits of the run are used up." in result.stdout) == (1, True)


@pytest.mark.parametrize("name", ["init", "sweep"])
@pytest.mark.parametrize("option", ["--concurrency", "--tours"])
def test_an_option_that_only_checks_obey_is_unknown(name: str, option: str, command: Command) -> None:
    result = command(name, "http://a.example/api/v1", option, 2)

    assert result.exit_code == 2
    assert f"No such option '{option}'" in result.stderr
