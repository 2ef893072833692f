"""One request's value costs nobody else anything: not the journal of other worlds, no server error, no list."""

import asyncio
import json
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from mock_server.api import journal
from mock_server.api.exchanges import Exchange
from mock_server.app import Sandbox
from mock_server.clock import wall_clock
from mock_server.domain.refusals import GroupSize
from mock_server.settings import Settings
from tests.databases import BOTH, new_database
from tests.sandbox.agencies import CONTROL
from tests.sandbox.in_process import asked
from tests.sandbox.trade import LEAD, NOW, ORDINARY, SATURDAY

API = "/api/v1"
GROUP = {
    "courseId": ORDINARY.id,
    "date": str(SATURDAY),
    "preferredTime": "10:00",
    "totalPlayers": 8,
    "leadPlayer": LEAD,
}
BOOKING = {"courseId": ORDINARY.id, "date": str(SATURDAY), "teeTime": "10:10", "players": 2, "leadPlayer": LEAD}
HOOK = {"url": "https://receiver.example/hooks", "events": ["booking.confirmed"]}
JSON = {"Content-Type": "application/json"}

# Written as JSON text, since Python's own JSON would refuse or change some of them.
NUMBERS = ("1e30", "-1e30", "1e308", "1e400", "9223372036854775808", "99999999999999999999999999", "NaN", "Infinity")
TEXTS = (
    r'"\u0000"',
    r'"\ud800"',
    r'"a\u0000b"',
    '"\x7f"',
    '"' + "x" * 100_000 + '"',
    '"\U0010ffff"',
    r'"\ud83d\ude00"',
)
BODIES = (
    ("/travel/group-bookings", GROUP, "totalPlayers"),
    ("/travel/bookings", BOOKING, "players"),
    ("/travel/bookings", BOOKING, "agencyBookingReference"),
    ("/travel/bookings", BOOKING, "specialRequests"),
    ("/travel/bookings", BOOKING, "courseId"),
    ("/travel/bookings/hooks", BOOKING, "holdId"),
    ("/webhooks", HOOK, "description"),
    ("/webhooks", HOOK, "url"),
)
PATHS = (
    "/travel/courses?page=999999999999999&pageSize=100",
    "/travel/courses?page=99999999999999999999",
    "/travel/courses?lat=1e308&lng=0",
    "/travel/courses?search=%00",
    "/travel/courses?search=%ed%a0%80",
    "/travel/courses?search=%ff",
    "/travel/courses?regionId=%00",
    "/travel/courses/%00",
    "/travel/courses/%ff",
    "/travel/courses/crs_%F4%90%80%80",
    "/travel/bookings/%00",
    "/travel/bookings/%ed%a0%80",
    "/travel/bookings?bookingReference=%00",
    "/travel/bookings?status=%00&page=99999999999",
    "/travel/bookings/hooks/%00",
    "/travel/group-bookings/%00",
    "/webhooks?page=999999999999999",
    "/travel/%ff%00",
)
HEADERS: tuple[dict[str, Any], ...] = (
    {"Idempotency-Key": "x" * 50_000},
    {"Idempotency-Key": b"\xff\xfe"},
    {"X-Request-Id": b"\xff"},
    {"Authorization": b"Bearer \xff\xfe"},
    {"Authorization": "Bearer " + "x" * 50_000},
    {"X-Agency-Id": b"\xf0\x28\x8c\x28"},
    {"Accept": b"\xff"},
    {"If-Match": b"\xff"},
)


@pytest.fixture(scope="module", params=BOTH)
def sandbox(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Sandbox:
    """A sandbox on each database, whose world `hostile` can book the days of these tests."""
    sandbox = Sandbox(Settings(database_url=new_database(request.param, tmp_path_factory.mktemp("hostile"))))
    asked(sandbox, "PUT", f"{CONTROL}/clock", headers=_key("hostile"), json={"mode": "frozen", "now": NOW})
    return sandbox


def _key(world: str) -> dict[str, Any]:
    return {"X-Api-Key": f"sbx_{world}_alpha"}


def _sent_beside_another(sandbox: Sandbox, method: str, path: str, **options: Any) -> tuple[int, int]:
    """The status of a request, and how many exchanges the journal of another world gained in the same batch."""
    headers = {**_key("hostile"), **options.pop("headers", {})}

    async def both() -> tuple[int, int]:
        transport = httpx.ASGITransport(sandbox, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost", verify=False) as client:  # noqa: S501 - no TLS.
            before = len((await client.get(f"{CONTROL}/journal?limit=1000", headers=_key("neighbour"))).json()["data"])
            hostile = await client.request(method, API + path, headers=headers, **options)
            await client.get(f"{API}/travel/bookings", headers=_key("neighbour"))
            after = await client.get(f"{CONTROL}/journal?limit=1000", headers=_key("neighbour"))
            return hostile.status_code, len(after.json()["data"]) - before

    return asyncio.run(both())


def _entries_lost(sandbox: Sandbox) -> float:
    metrics = asked(sandbox, "GET", f"{CONTROL}/metrics", headers={}).text
    return float(
        next(line for line in metrics.splitlines() if line.startswith("teesheet_journal_entries_lost_total")).split()[1]
    )


@pytest.mark.parametrize(("path", "body", "member"), BODIES, ids=[f"{path} {member}" for path, _body, member in BODIES])
@pytest.mark.parametrize("value", [*NUMBERS, *TEXTS], ids=lambda value: value[:20])
def test_a_value_in_a_body(sandbox: Sandbox, path: str, body: dict[str, Any], member: str, value: str) -> None:
    content = json.dumps({**body, member: "?"}).replace('"?"', value).encode()

    status, gained = _sent_beside_another(sandbox, "POST", path, content=content, headers=JSON)

    assert (status < 500, gained, _entries_lost(sandbox)) == (True, 1, 0.0)


@pytest.mark.parametrize("path", PATHS)
def test_a_value_in_an_address(sandbox: Sandbox, path: str) -> None:
    status, gained = _sent_beside_another(sandbox, "GET", path)

    assert (status < 500, gained, _entries_lost(sandbox)) == (True, 1, 0.0)


@pytest.mark.parametrize("headers", HEADERS, ids=lambda headers: str(headers)[:40])
def test_a_value_in_a_header(sandbox: Sandbox, headers: dict[str, Any]) -> None:
    status, gained = _sent_beside_another(
        sandbox, "POST", "/travel/bookings", content=json.dumps(BOOKING).encode(), headers={**JSON, **headers}
    )

    assert (status < 500, gained, _entries_lost(sandbox)) == (True, 1, 0.0)


def test_everything_that_reads_worlds_as_a_whole_still_answers(sandbox: Sandbox) -> None:
    reads = (
        "/journal?limit=1000",
        "/journal.har?limit=1000",
        "/events",
        "/deliveries",
        "/worlds/self/export",
        "/invariants",
    )
    answers = [asked(sandbox, "GET", CONTROL + path, headers=_key("hostile")) for path in reads]

    assert [answer.status_code for answer in answers] == [200] * len(reads)


def _exchange(world: str, error: Exception | None) -> Exchange:
    return Exchange("req_1", "POST", "/", b"", [], wall_clock(), 0.0, world=world, status=422, error=error)


def test_an_exchange_that_cannot_be_written_is_lost_alone_and_counted(
    sandbox: Sandbox, caplog: pytest.LogCaptureFixture
) -> None:
    before = _entries_lost(sandbox)

    async def written() -> None:
        # Nothing that a request holds becomes such a number any more.
        sandbox.journal.add(_exchange("broken", GroupSize(10**30, 5, 72)))
        sandbox.journal.add(_exchange("whole", None))
        await sandbox.journal.flush()

    asyncio.run(written())
    kept = asked(sandbox, "GET", f"{CONTROL}/journal", headers=_key("whole")).json()["data"]

    assert (len(kept), _entries_lost(sandbox) - before) == (1, 1.0)
    assert "The journal lost the request req_1 of the world broken: TypeError." in caplog.text


def test_a_flood_that_the_journal_cannot_take_is_counted(sandbox: Sandbox) -> None:
    before = _entries_lost(sandbox)

    async def flooded() -> None:
        for _ in range(journal.WAITING_PER_WORLD + 3):
            sandbox.journal.add(_exchange("flooded", None))
        await sandbox.journal.flush()

    asyncio.run(flooded())
    kept = asked(sandbox, "GET", f"{CONTROL}/journal?limit=1000", headers=_key("flooded")).json()["data"]

    assert (len(kept), _entries_lost(sandbox) - before) == (journal.WAITING_PER_WORLD, 3.0)


def test_a_row_that_the_database_refuses_is_lost_alone(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    before, numbers, as_it_is = _entries_lost(sandbox), iter([200, 2**70, 200]), journal._row
    monkeypatch.setattr(journal, "_row", lambda *given: {**as_it_is(*given), "status": next(numbers)})

    async def written() -> None:
        for _ in range(3):
            sandbox.journal.add(_exchange("rows", None))
        await sandbox.journal.flush()

    asyncio.run(written())

    assert _entries_lost(sandbox) - before == 1.0
    with sandbox.store.reading_across_worlds() as connection:
        assert connection.execute(text("SELECT COUNT(*) FROM journal WHERE world = 'rows'")).scalar() == 2


def test_a_whole_number_with_a_point_is_a_whole_number(sandbox: Sandbox) -> None:
    content = json.dumps({**GROUP, "totalPlayers": "?"}).replace('"?"', "8.0").encode()

    answer = asked(
        sandbox, "POST", f"{API}/travel/group-bookings", content=content, headers={**JSON, **_key("hostile")}
    )

    assert '"totalPlayers":8,' in answer.text
