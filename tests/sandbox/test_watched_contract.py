"""`teesheet serve --contract FILE --watch`: an edit is live at once, and a broken edit changes nothing."""

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import psutil
import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.candidates import KEY, Sources, seconds_until, served
from tests.sandbox.servers import ENVIRONMENT, Server, serving
from tests.sandbox.trade import NOW, booking, bookings_total, free_tee_times

BROKEN = ("paths/courses.yaml", "operationId: searchCourses", "operationId: [searchCourses")


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    """The files of a contract to edit."""
    return Sources(tmp_path / "contract")


@pytest.fixture
def server(sources: Sources) -> Iterator[Server]:
    """A sandbox in one process that watches the files."""
    with serving("--contract", str(sources.root), "--watch", "--ephemeral") as running:
        yield running


@pytest.fixture
def workers(sources: Sources, tmp_path: Path) -> Iterator[Server]:
    """A sandbox of two workers that watches the files."""
    database = f"sqlite:///{tmp_path}/watched.db"
    options = ("--contract", str(sources.root), "--watch", "--database", database, "--workers", "2")
    with serving(*options) as running:
        yield running


def _versions(server: Server) -> set[str]:
    """The versions that the processes of a server serve, asked on many connections."""
    with ThreadPoolExecutor(4) as pool:
        return set(pool.map(lambda _number: str(served(server)["version"]), range(12)))


def _later_workers(server: Server, dead: int) -> int:
    """How many workers there are besides a dead one. A worker has read its contract when it has several threads."""
    children = psutil.Process(server.process.pid).children()
    return sum(child.pid != dead and child.num_threads() > 2 for child in children)


def _page(server: Server) -> dict[str, object]:
    shown: dict[str, object] = httpx.get(f"{server.address}/docs/contract.json").json()
    return shown


def test_an_edit_is_live_in_every_worker(workers: Server, sources: Sources) -> None:
    sources.edit("openapi.yaml", "version: 1.4.1", "version: 1.5.0")

    seconds_until(lambda: _versions(workers) == {"1.5.0"})


def test_a_broken_edit_is_shown_by_every_worker(workers: Server, sources: Sources) -> None:
    sources.edit(*BROKEN)

    seconds_until(lambda: all("trouble" in served(workers) for _request in range(6)))


def test_a_worker_that_starts_later_serves_the_present_contract(workers: Server, sources: Sources) -> None:
    sources.edit("openapi.yaml", "version: 1.4.1", "version: 1.5.0")
    seconds_until(lambda: _versions(workers) == {"1.5.0"})

    first, *_others = (
        child for child in psutil.Process(workers.process.pid).children() if "spawn_main" in " ".join(child.cmdline())
    )
    first.kill()
    first.wait(20)

    seconds_until(lambda: _later_workers(workers, first.pid) == 2)
    assert _versions(workers) == {"1.5.0"}


def test_an_edit_of_a_file_that_is_referred_to_is_live(server: Server, sources: Sources) -> None:
    address = f"{server.address}/api/v1/travel/courses?latitude=51.5&longitude=0&distance=800"
    sources.edit("paths/courses.yaml", "minimum: 0, maximum: 500", "minimum: 0, maximum: 800")

    seconds_until(lambda: httpx.get(address, headers=KEY).status_code == 200)


def test_bookings_outlive_an_edit(http: httpx.Client, server: Server, sources: Sources) -> None:
    agency = Agency(http, server.address, "kept", "alpha")
    agency.freeze(NOW)
    agency.post("/travel/bookings", booking(free_tee_times(agency)[0]))

    sources.edit("openapi.yaml", "version: 1.4.1", "version: 1.5.0")
    seconds_until(lambda: _versions(server) == {"1.5.0"})

    assert bookings_total(agency) == 1


def test_a_broken_edit_keeps_the_last_good_contract(server: Server, sources: Sources) -> None:
    sources.edit(*BROKEN)
    seconds_until(lambda: "trouble" in served(server))

    answer = httpx.get(f"{server.address}/api/v1/travel/courses", headers=KEY)

    assert answer.status_code == 200


def test_a_broken_edit_is_shown_with_file_and_line_on_the_page(server: Server, sources: Sources) -> None:
    sources.edit(*BROKEN)

    seconds_until(lambda: f"{sources.folder}/paths/courses.yaml:" in str(_page(server)["trouble"]))


def test_a_broken_edit_is_one_line_in_the_terminal(server: Server, sources: Sources) -> None:
    sources.edit(*BROKEN)
    seconds_until(lambda: "trouble" in served(server) and bool(server.complaints()))

    lines = server.complaints().splitlines()

    assert (len(lines), "The last good contract is still served." in lines[0]) == (1, True)


def test_a_mended_edit_ends_the_trouble(server: Server, sources: Sources) -> None:
    sources.edit(*BROKEN)
    seconds_until(lambda: "trouble" in served(server))

    sources.edit(BROKEN[0], BROKEN[2], BROKEN[1])

    seconds_until(lambda: "trouble" not in served(server))


def test_a_new_file_mends_a_reference(server: Server, sources: Sources) -> None:
    sources.edit("openapi.yaml", "paths/webhooks.yaml#/webhooks", "paths/anew.yaml#/webhooks")
    seconds_until(lambda: "trouble" in served(server))

    written = (sources.folder / "paths" / "webhooks.yaml").read_text("utf-8")
    (sources.folder / "paths" / "anew.yaml").write_text(written, "utf-8")

    seconds_until(lambda: "trouble" not in served(server))


def test_the_page_shows_what_changed_since_the_start(server: Server, sources: Sources) -> None:
    sources.edit("schemas/bookings.yaml", "maxLength: 2000", "maxLength: 1000")

    seconds_until(lambda: "`maxLength` was 2000 and is 1000. This breaks." in str(_page(server)["differences"]))


def test_the_digest_changes_with_the_contract(server: Server, sources: Sources) -> None:
    before = served(server)["sha256"]

    sources.edit("openapi.yaml", "version: 1.4.1", "version: 1.5.0")

    seconds_until(lambda: served(server)["sha256"] != before)


def test_another_base_path_moves_the_interface(server: Server, sources: Sources) -> None:
    sources.edit("openapi.yaml", "url: /api/v1", "url: /api/v2")

    moved = f"{server.address}/api/v2/travel/courses"
    seconds_until(lambda: httpx.get(moved, headers=KEY).status_code == 200)


def test_every_request_during_an_edit_is_answered_by_one_contract(server: Server, sources: Sources) -> None:
    address, digests = f"{server.address}/api/v1/travel/courses", set()
    sources.edit("openapi.yaml", "version: 1.4.1", "version: 1.5.0")

    def is_live() -> bool:
        answer = httpx.get(address, headers=KEY)
        digests.add((answer.status_code, answer.headers["teesheet-contract"]))
        return answer.headers["teesheet-contract"].startswith("1.5.0")

    seconds_until(is_live)
    assert {status for status, _contract in digests} == {200}


def test_preview_serves_and_watches_from_memory(sources: Sources) -> None:
    command = [sys.executable, "-m", "mock_server.cli", "contract", "preview", str(sources.root), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT) as process:
        assert process.stdout is not None
        greeting = [process.stdout.readline() for _line in range(8)]
        process.terminate()

    assert ("in memory" in greeting[5], greeting[7]) == (
        True,
        f"contract          {sources.root}, version 1.4.1, every edit is served\n",
    )
