"""A gateway, a proxy or a broken connection accuses nobody and leaves nothing behind."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.conformance.conftest import Command
from tests.conformance.gateway import TROUBLES, Gateway, Pass, answering, gateway
from tests.conformance.judged_again import judged, rows
from tests.sandbox.candidates import seconds_until
from tests.sandbox.servers import Server, serving

# Rows that gateways once violated, and some that book, change, cancel, hold, hook and subscribe.
ROWS = "PAG-05,CRS-18,TRM-01,AVT-12,BKX-10,BKC-13,HLD-02,WHK-02,HOK-01,BST-02"
_UNDECIDED_OR_ACCUSED = {"fail", "broken", "serious", "warn"}
_LONGEST_WAIT_SECONDS = 60


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Server]:
    with serving("--ephemeral") as server:
        yield server


@dataclass(frozen=True)
class Checked:
    """One run through a gateway: exit code, report, the folder, and the world that it booked in."""

    code: int
    report: Any
    folder: Path
    gateway: Gateway
    world: str

    @property
    def verdicts(self) -> dict[str, str]:
        return {row["id"]: row["verdict"] for row in self.report["requirements"] if row["selected"]}


def target_file(sandbox: Server, folder: Path) -> Path:
    """The target file of the sandbox, with little patience and without its address and keys."""
    declared = httpx.get(f"{sandbox.address}/_sandbox/v1/target").text
    place = folder / "target.toml"
    place.write_text(declared.replace("[budgets]", "[budgets]\ntimeout_seconds = 1"), encoding="utf-8")
    return place


def check(command: Command, sandbox: Server, through: Gateway, world: str, folder: Path, *options: object) -> Checked:
    keys = ("--api-key", f"sbx_{world}_alpha", "--second-api-key", f"sbx_{world}_bravo")
    places = ("--target", target_file(sandbox, folder), "--report", folder / "report", "--seed", 3)
    result = command("check", f"{through.origin}/api/v1", *keys, *places, *options)
    written = folder / "report" / "report.json"
    assert written.exists(), result.output
    return Checked(result.exit_code, json.loads(written.read_bytes()), folder / "report", through, world)


def living(sandbox: Server, world: str) -> list[str]:
    """What the agencies of a world still have: bookings that are not cancelled, and subscriptions."""
    found: list[str] = []
    for agency in ("alpha", "bravo"):
        with httpx.Client(
            base_url=f"{sandbox.address}/api/v1", headers={"X-Api-Key": f"sbx_{world}_{agency}"}
        ) as client:
            for status in ("confirmed", "pending"):
                listed = client.get("/travel/bookings", params={"status": status, "pageSize": 100}).json()["data"]
                found += [f"{agency} {item['id']} {item.get('agencyBookingReference')}" for item in listed]
            found += [f"{agency} {item['id']}" for item in client.get("/webhooks").json()["data"]]
    return found


# An answer of the gateway always; every other trouble with `pytest -m whole`.
ALWAYS = "statuses before the target"


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=() if kind == ALWAYS else pytest.mark.whole) for kind in TROUBLES]
)
def test_what_happens_on_the_way_accuses_nobody_and_leaves_nothing(
    command: Command, sandbox: Server, tmp_path: Path, kind: str
) -> None:
    world, share = kind.replace(" ", "-").replace("429", "rate"), 0.02 if kind == "slow" else 0.1

    with gateway(sandbox.address, TROUBLES[kind], share) as through:
        # A run gives way to every 429, and goes on at half its pace.
        through.most_troubles = 3 if kind.startswith("429") else float("inf")
        run = check(command, sandbox, through, world, tmp_path, "--only", ROWS)

    assert through.met["troubles"] > 2
    assert not _UNDECIDED_OR_ACCUSED & set(run.verdicts.values()), run.verdicts
    assert living(sandbox, world) == [], run.report["leftovers"]


def test_answers_that_a_gateway_gives_before_the_target_leave_nothing_undecided(
    command: Command, sandbox: Server, tmp_path: Path
) -> None:
    with gateway(sandbox.address, TROUBLES["statuses before the target"], 0.05) as through:
        run = check(command, sandbox, through, "decided", tmp_path, "--only", ROWS)

    assert (set(run.verdicts.values()), run.code) == ({"pass"}, 0)
    assert run.report["traffic"]["lostAnswers"] >= through.met["troubles"]


def test_connections_that_are_closed_after_their_first_answer_are_no_fault(
    command: Command, sandbox: Server, tmp_path: Path
) -> None:
    with gateway(sandbox.address, [], 0.0, stale=True) as through:
        run = check(command, sandbox, through, "stale", tmp_path, "--only", "PAG-05,TRM-01,BKC-13")

    assert through.met["stale"] > 0
    assert not _UNDECIDED_OR_ACCUSED & set(run.verdicts.values()), run.verdicts
    assert living(sandbox, "stale") == []


@pytest.mark.whole
def test_every_attempt_is_recorded_counted_and_judged_alike(command: Command, sandbox: Server, tmp_path: Path) -> None:
    troubles = [*TROUBLES["cut before"], *TROUBLES["statuses after the target"]]
    with gateway(sandbox.address, troubles, 0.1) as through:
        run = check(command, sandbox, through, "recorded", tmp_path, "--only", ROWS)

    again = judged(run.folder / "exchanges.har", tmp_path / "again")
    entries = json.loads((run.folder / "exchanges.har").read_bytes())["log"]["entries"]
    lost = [entry for entry in entries if entry["_role"] == "lost"]
    assert (rows(again.report), again.code) == (rows(run.report), run.code)
    assert 0 < len(lost) <= run.report["traffic"]["lostAnswers"]
    # The preflight looks at both keys before anything is recorded.
    assert run.report["traffic"]["requests"] >= len(entries) + 2


def test_a_gateway_that_fails_on_the_first_request_does_not_end_the_run(
    command: Command, sandbox: Server, tmp_path: Path
) -> None:
    with gateway(sandbox.address, TROUBLES["statuses before the target"], 1.0) as through:
        through.most_troubles = 2
        run = check(command, sandbox, through, "first", tmp_path, "--only", "PAG-05")

    assert run.verdicts == {"PAG-05": "pass"}


@pytest.mark.parametrize(("answered", "verdict"), [(0, "fail"), (1, "inconclusive")])
def test_removals_are_accused_only_when_none_was_ever_answered(
    command: Command, sandbox: Server, tmp_path: Path, answered: int, verdict: str
) -> None:
    lose = answering("502 Bad Gateway", ("text/plain", b""), after=True)
    left = [True] * answered

    def lose_the_others(pass_on: Pass, connection: socket.socket) -> None:
        if left:
            connection.sendall(pass_on())
            left.pop()
        else:
            lose(pass_on, connection)

    with gateway(sandbox.address, [lose_the_others], 1.0) as through:
        through.only_by = "DELETE"
        run = check(command, sandbox, through, f"removals-{answered}", tmp_path, "--only", "BKX-10")

    again = judged(run.folder / "exchanges.har", tmp_path / "again")
    assert run.verdicts["BKX-10"] == verdict, run.report["requirements"]
    assert rows(again.report) == rows(run.report)


@pytest.mark.parametrize("elsewhere_one_in", [0, pytest.param(10, marks=pytest.mark.whole)])
def test_an_operation_that_answers_503_every_time_still_fails(
    command: Command, sandbox: Server, tmp_path: Path, elsewhere_one_in: int
) -> None:
    with gateway(sandbox.address, TROUBLES["statuses before the target"], 1.0) as through:
        through.only_at, through.elsewhere_one_in = "/availability", elsewhere_one_in
        run = check(command, sandbox, through, f"always-{elsewhere_one_in}", tmp_path, "--only", "ENV-01")

    assert run.verdicts["ENV-01"] == "fail", next(
        row["message"] for row in run.report["requirements"] if row["id"] == "ENV-01"
    )


def test_a_bearer_token_and_a_header_of_a_gateway_are_all_that_a_target_may_want(
    command: Command, sandbox: Server, tmp_path: Path
) -> None:
    declared = ("--key-header", "Authorization", "--key-scheme", "Bearer", "--header", "X-Tenant: tenant-of-the-lab")
    only = ("--only", "AUT-01,AUT-05,AUT-06,AUT-07,AUT-08,BKC-13")
    with gateway(sandbox.address, [], 0.0) as through:
        through.tenant = "tenant-of-the-lab"
        run = check(command, sandbox, through, "bearer", tmp_path, *declared, *only)

    again = judged(run.folder / "exchanges.har", tmp_path / "again")
    written = b"".join(place.read_bytes() for place in run.folder.iterdir())
    assert set(run.verdicts.values()) == {"pass"}, run.verdicts
    assert (rows(again.report), again.code) == (rows(run.report), run.code)
    assert b"tenant-of-the-lab" not in written
    assert b"sbx_bearer_alpha" not in written


def test_sigterm_cleans_up_and_writes_the_reports(sandbox: Server, tmp_path: Path) -> None:
    arguments = ["check", f"{sandbox.address}/api/v1", "--target", f"{sandbox.address}/_sandbox/v1/target"]
    keys = ["--api-key", "sbx_stopped_alpha", "--second-api-key", "sbx_stopped_bravo", "--report", "report"]
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "conformance", *arguments, *keys], stdout=log, stderr=log, cwd=tmp_path
        )
        journal = tmp_path / "report" / "run.journal.jsonl"
        seconds_until(
            lambda: journal.exists() and journal.read_text().count('"making"') > 20, at_most=_LONGEST_WAIT_SECONDS
        )
        os.kill(process.pid, signal.SIGTERM)
        code = process.wait(_LONGEST_WAIT_SECONDS)

    report = json.loads((tmp_path / "report" / "report.json").read_bytes())
    assert (code, report["interrupted"], report["outcome"]) == (3, True, "incomplete")
    # The one request that the signal interrupted may have booked, without a reference to find the booking by.
    assert len(living(sandbox, "stopped")) <= 1
