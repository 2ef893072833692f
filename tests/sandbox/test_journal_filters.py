"""What of the journal is asked for: every filter alone, all of them together, and wrong ones."""

import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.test_journal import journal
from tests.sandbox.trade import TeeTime, booked, booking


@pytest.fixture
def made(alpha: Agency, bravo: Agency, tee_time: TeeTime) -> str:
    """The id of a booking of bravo, after a request of each of three kinds and two refusals. Five exchanges."""
    alpha.get("/travel/courses", country="ES", pageSize=1)
    booked(alpha, tee_time, players=3)
    alpha.post("/travel/bookings", booking(tee_time, players=4))
    booking_id: str = booked(bravo, tee_time, players=1, agencyBookingReference="MGT-4711")["id"]
    alpha.get(f"/travel/bookings/{booking_id}")
    return booking_id


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"method": "POST"}, 3),
        ({"method": "DELETE"}, 0),
        ({"path": "/travel/bookings"}, 4),
        ({"path": "/travel/bookings/bkg_"}, 1),
        ({"path": "/TRAVEL"}, 0),
        ({"text": "mgt-4711"}, 1),
        ({"text": "country=ES"}, 1),
        ({"text": "tee_time_unavailable"}, 1),
        ({"text": "X-REQUEST-ID"}, 5),
        ({"text": "sbx_"}, 0),
        ({"operation": "createBooking"}, 3),
        ({"agency": "bravo"}, 1),
        ({"status": 409}, 1),
        ({"method": "POST", "agency": "alpha", "status": 201, "text": "confirmed"}, 1),
        ({"method": "GET", "agency": "bravo"}, 0),
    ],
    ids=str,
)
def test_every_filter_narrows_the_list(alpha: Agency, made: str, query: dict[str, str], found: int) -> None:
    assert len(journal(alpha, **query)) == found


def test_the_archive_takes_the_same_filters(alpha: Agency, made: str) -> None:
    log = alpha.control("GET", f"/journal.har?text={made}&method=GET").json()["log"]

    assert [entry["request"]["url"].rpartition("/")[2] for entry in log["entries"]] == [made]


def test_the_limit_counts_what_fits(alpha: Agency, made: str) -> None:
    newest = journal(alpha, method="POST", limit=2)

    assert [(item["agency"], item["status"]) for item in newest] == [("alpha", 409), ("bravo", 201)]


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ("method=get", "GET, POST, PUT, DELETE"),
        ("operation=bookTeeTime", "createBooking"),
        ("status=600", "599"),
        ("agency=Alpha", "small letters"),
        ("limit=1001", "1000"),
        ("text=", "Send at least 1"),
        ("verb=GET", "after, agency, limit, method, operation, path, requestId, status, text"),
    ],
)
@pytest.mark.parametrize("path", ["/journal", "/journal.har"])
def test_a_wrong_filter_names_the_accepted_values(alpha: Agency, path: str, query: str, named: str) -> None:
    answer = alpha.control("GET", f"{path}?{query}")

    assert (answer.status_code, named in answer.json()["errors"][0]["detail"]) == (400, True), answer.text
