"""The same calls at the same moment of the clock give the same bytes: in a world of the same name, on any server.

Two things differ: the header Date, and the ids of requests, which are never given twice.
"""

import re
from collections.abc import Iterator
from uuid import uuid4

import httpx
import pytest

from mock_server.app import Sandbox
from mock_server.settings import Settings
from tests.databases import new_database
from tests.sandbox.agencies import Agency
from tests.sandbox.in_process import asked
from tests.sandbox.servers import serving_afresh
from tests.sandbox.trade import NOW, ORDINARY, SATURDAY, TeeTime, booking, hold, offline

Said = tuple[int, tuple[tuple[str, str], ...], bytes]

OFFLINE = offline("offline-confirms")
COURSE = f"/travel/courses/{ORDINARY.id}"


_ID = re.compile(rb"\b(?:bkg|hld|hok|grp|whk|evt|msg|req|ses)_[0-9a-z]{12}\b|TS-[0-9A-Z]{6}")


def _said(answer: httpx.Response) -> Said:
    headers = tuple((name, value) for name, value in answer.headers.items() if name not in ("date", "x-request-id"))
    return answer.status_code, headers, answer.content.replace(answer.headers["x-request-id"].encode(), b"its id")


def _story(agency: Agency) -> list[Said]:
    """Everything an agency hears while it searches, holds, books, changes, waits, cancels and errs."""
    return [_said(answer) for answer in _answers(agency)]


def _answers(agency: Agency) -> Iterator[httpx.Response]:
    yield agency.control("PUT", "/clock", {"mode": "frozen", "now": NOW})
    yield agency.get("/travel/courses", country="ES", pageSize=50)
    yield agency.get(f"{COURSE}/pricing", includeExtraProducts="true")
    day = agency.get(f"{COURSE}/tee-times", date=SATURDAY)
    yield day
    tee_time = TeeTime(ORDINARY.id, SATURDAY, day.json()["availableTimes"][0]["time"], 4, 0)
    held = agency.post(f"{COURSE}/hold-tee-time", hold(tee_time))
    yield held
    booked = agency.post("/travel/bookings", booking(tee_time, holdId=held.json()["holdId"]))
    yield booked
    yield agency.post("/travel/bookings", booking(tee_time), Idempotency_Key="once")
    yield agency.post("/travel/bookings", booking(tee_time), Idempotency_Key="once")
    yield agency.post("/travel/bookings", booking(OFFLINE))
    yield agency.post("/travel/bookings", booking(tee_time, players=4))
    yield agency.post("/travel/bookings", booking(tee_time, players=9, date="2026-02-30"))
    yield agency.control("GET", "/desk")
    yield agency.control("POST", "/clock/advance", {"by": "PT1H"})
    yield agency.put(f"/travel/bookings/{booked.json()['data']['id']}", {"players": 1})
    yield agency.get(f"{COURSE}/availability", startDate=SATURDAY, endDate="2040-06-12")
    yield agency.delete(f"/travel/bookings/{booked.json()['data']['id']}")
    yield agency.get("/travel/bookings", pageSize=2)
    yield agency.get("/webhooks")
    yield agency.get("/travel/bookings/bkg_0")


@pytest.fixture(scope="module")
def two_servers(http: httpx.Client, database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Agency]]:
    """The same agency on two servers that nobody has used."""
    databases = [new_database(database, tmp_path_factory.mktemp("fresh")) for _server in range(2)]
    with serving_afresh("--database", databases[0]) as first, serving_afresh("--database", databases[1]) as second:
        yield [Agency(http, server.address, "repeat", "alpha") for server in (first, second)]


def _ids(story: list[Said]) -> set[bytes]:
    """Every id and reference that the sandbox gave in a story."""
    return {found for _status, _headers, body in story for found in _ID.findall(body)}


def test_two_worlds_of_one_server_share_no_id(alpha: Agency) -> None:
    first, second = (Agency(alpha.http, alpha.address, f"w{uuid4().hex[:16]}", "alpha") for _ in range(2))

    given = [_ids(_story(first)), _ids(_story(second))]

    assert (len(given[0]) > 5, given[0] & given[1]) == (True, set())


def test_two_fresh_servers_say_the_same(two_servers: list[Agency]) -> None:
    first, second = two_servers

    assert _story(first) == _story(second)


def test_a_reset_world_hears_the_same_again(alpha: Agency) -> None:
    agency = Agency(alpha.http, alpha.address, f"w{uuid4().hex[:16]}", "alpha")
    first = _story(agency)
    agency.control("POST", "/worlds/self/reset")

    assert _story(agency) == first


def test_what_others_do_beside_it_changes_nothing(alpha: Agency, stranger: Agency) -> None:
    agency = Agency(alpha.http, alpha.address, f"w{uuid4().hex[:16]}", "alpha")
    first = _story(agency)
    agency.control("DELETE", "/worlds/self")
    disturbances = [stranger.post("/travel/bookings", booking(OFFLINE)) for _ in range(3)]

    assert (_story(agency), len(disturbances)) == (first, 3)


def test_the_story_has_a_booking_a_refusal_and_a_replay(alpha: Agency) -> None:
    story = _story(Agency(alpha.http, alpha.address, f"w{uuid4().hex[:16]}", "alpha"))

    assert {200, 201, 400, 404, 409} <= {status for status, _headers, _body in story}


def test_another_seed_has_other_courses() -> None:
    courses = [
        asked(Sandbox(Settings(database_url="sqlite://", seed=seed)), "GET", "/api/v1/travel/courses").json()["data"]
        for seed in (1, 2)
    ]

    assert courses[0][0]["id"] != courses[1][0]["id"]
