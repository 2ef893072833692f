"""An agency that has hundreds of bookings, of earlier runs perhaps: its lists are judged and not read whole."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest

from tests.mutants.tools.bench import Bench, bench
from tests.mutants.tools.call import BASE_PATH

ROWS = (
    *("AUT-09", "BKC-10", "BKC-26", "BKC-27", "BKC-29", "BKX-04"),
    *("BKL-01", "BKL-02", "BKL-03", "BKL-04", "BKL-05", "BKL-06", "BKL-07", "BKL-08", "BKL-09", "BKL-12"),
)
BOOKINGS = 650
FEWEST_PAGES = 7
# The most that a run was seen to send are 200, in 104 lists of up to seven pages.
MOST_REQUESTS = 300


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    with bench(tmp_path_factory.mktemp("long lists")) as running:
        yield running


@pytest.fixture(scope="module")
def busy(ready: Bench) -> Bench:
    """The bench whose agency has 650 bookings on the days that a run books on, every third of them cancelled."""
    with httpx.Client(base_url=ready.sandbox + BASE_PATH, headers={"X-Api-Key": "sbx_clean_alpha"}) as client:
        for number, body in enumerate(islice(_bodies(client), BOOKINGS)):
            made = client.post("/travel/bookings", json=body).raise_for_status().json()["data"]
            if number % 3 == 0:
                client.delete(f"/travel/bookings/{made['id']}").raise_for_status()
    return ready


def _bodies(client: httpx.Client) -> Iterator[dict[str, Any]]:
    """Bookings for one player at every place of every tee time, day after day, course after course."""
    courses = client.get("/travel/courses", params={"pageSize": 100}).json()["data"]
    today = datetime.now(UTC).date()
    for course in (course for course in courses if course["isOnline"]):
        for days in range(30, 60, 3):
            day = (today + timedelta(days)).isoformat()
            sheet = client.get(f"/travel/courses/{course['id']}/tee-times", params={"date": day, "players": 1}).json()
            for tee_time in sheet["availableTimes"][:8]:
                for _ in range(min(tee_time["available"], 2)):
                    yield {
                        "courseId": course["id"],
                        "date": day,
                        "teeTime": tee_time["time"],
                        "players": 1,
                        "leadPlayer": {"firstName": "Ada", "lastName": "Lindqvist", "email": "ada@example.com"},
                    }


@pytest.mark.whole
def test_the_rows_of_lists_are_decided_for_an_agency_with_many_bookings(busy: Bench) -> None:
    verdicts = busy.verdicts("clean", "--only", ",".join(ROWS))

    assert {row: verdicts[row].word for row in ROWS} == dict.fromkeys(ROWS, "pass")
    entries = json.loads((busy.folder / "clean" / "exchanges.har").read_text("utf-8"))["log"]["entries"]
    asked = [urlsplit(entry["request"]["url"]) for entry in entries if entry["request"]["method"] == "GET"]
    queries = [dict(parse_qsl(url.query)) for url in asked if url.path.endswith("/travel/bookings")]
    whole = {int(query["page"]) for query in queries if query.keys() == {"page", "pageSize"}}
    assert len(queries) < MOST_REQUESTS
    assert max(whole) >= FEWEST_PAGES
    assert not {3, 4} & whole
