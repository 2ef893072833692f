"""Parameters that break the contract: refused with 400 and a pointer, however they are spelled."""

import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.problems import pointers, refusal
from tests.sandbox.trade import ORDINARY

INVALID = (400, "invalid_request")
SEARCH = "/travel/courses"
TEE_TIMES = f"/travel/courses/{ORDINARY.id}/tee-times"
AVAILABILITY = f"/travel/courses/{ORDINARY.id}/availability"
PRICING = f"/travel/courses/{ORDINARY.id}/pricing"
BOOKINGS = "/travel/bookings"
DAY = "date=2040-05-12"
DAYS = "startDate=2040-05-12&endDate=2040-05-13"
DIGITS = "1" * 5000

# Path, query, and where the problem points.
WRONG_QUERIES: list[tuple[str, str, list[str]]] = [
    (SEARCH, "page=0", ["/query/page"]),
    (SEARCH, "page=-1", ["/query/page"]),
    (SEARCH, "page=1.5", ["/query/page"]),
    (SEARCH, "page=", ["/query/page"]),
    (SEARCH, "page", ["/query/page"]),
    (SEARCH, "page=one", ["/query/page"]),
    (SEARCH, "page=1e2", ["/query/page"]),
    (SEARCH, "page=0x1", ["/query/page"]),
    (SEARCH, "page=01", ["/query/page"]),
    (SEARCH, "page=1_000", ["/query/page"]),
    (SEARCH, "page=%2B5", ["/query/page"]),
    (SEARCH, "page=+5", ["/query/page"]),
    (SEARCH, "page=%205", ["/query/page"]),
    (SEARCH, "page=5%0A", ["/query/page"]),
    (SEARCH, "page=%D9%A1", ["/query/page"]),
    (SEARCH, "page=true", ["/query/page"]),
    (SEARCH, "page=null", ["/query/page"]),
    (SEARCH, f"page={DIGITS}", ["/query/page"]),
    (SEARCH, "pageSize=0", ["/query/pageSize"]),
    (SEARCH, "pageSize=101", ["/query/pageSize"]),
    (SEARCH, "maxResults=0", ["/query/maxResults"]),
    (SEARCH, "maxResults=101", ["/query/maxResults"]),
    (SEARCH, "maxResults=5&pageSize=6", ["/query/maxResults"]),
    (SEARCH, "maxResults=5&pageSize=21", ["/query/maxResults"]),
    (SEARCH, "holes=12", ["/query/holes"]),
    (SEARCH, "holes=27", ["/query/holes"]),
    (SEARCH, "holes=9,18", ["/query/holes"]),
    (SEARCH, "country=es", ["/query/country"]),
    (SEARCH, "country=ESP", ["/query/country"]),
    (SEARCH, "country=", ["/query/country"]),
    (SEARCH, "country=ES%0A", ["/query/country"]),
    (SEARCH, "region=", ["/query/region"]),
    (SEARCH, "region=%00", ["/query/region"]),
    (SEARCH, f"region={'r' * 101}", ["/query/region"]),
    (SEARCH, f"geoArea={'g' * 101}", ["/query/geoArea"]),
    (SEARCH, "latitude=36.5", ["/query/longitude"]),
    (SEARCH, "longitude=-4.9", ["/query/latitude"]),
    (SEARCH, "distance=10", ["/query/latitude", "/query/longitude"]),
    (SEARCH, "latitude=36.5&distance=10", ["/query/longitude"]),
    (SEARCH, "latitude=36.5&distance=50", ["/query/longitude"]),
    (SEARCH, "latitude=91&longitude=0", ["/query/latitude"]),
    (SEARCH, "latitude=91", ["/query/latitude", "/query/longitude"]),
    (SEARCH, "latitude=0&longitude=-180.1", ["/query/longitude"]),
    (SEARCH, "latitude=NaN&longitude=0", ["/query/latitude"]),
    (SEARCH, "latitude=Infinity&longitude=0", ["/query/latitude"]),
    (SEARCH, "latitude=1e999&longitude=0", ["/query/latitude"]),
    (SEARCH, "latitude=36,5&longitude=0", ["/query/latitude"]),
    (SEARCH, "latitude=0&longitude=0&distance=501", ["/query/distance"]),
    (SEARCH, "latitude=0&longitude=0&distance=500.01", ["/query/distance"]),
    (SEARCH, "latitude=0&longitude=0&distance=-1", ["/query/distance"]),
    (SEARCH, "latitude=0&longitude=0&distance=inf", ["/query/distance"]),
    (SEARCH, "contry=ES", ["/query/contry"]),
    (SEARCH, "Country=ES", ["/query/Country"]),
    (SEARCH, "country[]=ES", ["/query/country[]"]),
    (SEARCH, "page_size=5", ["/query/page_size"]),
    (SEARCH, "=5", ["/query/"]),
    (SEARCH, "%0A=1", ["/query/\n"]),
    (SEARCH, "country=%FF", ["/query"]),
    (SEARCH, "%C3%28=1", ["/query"]),
    (SEARCH, "page=1&page=1", ["/query/page"]),
    (SEARCH, "country=ES&country=PT", ["/query/country"]),
    (SEARCH, "page=0&pageSize=101&holes=7&x=1", ["/query/holes", "/query/page", "/query/pageSize", "/query/x"]),
    (TEE_TIMES, "", ["/query/date"]),
    (TEE_TIMES, "date=", ["/query/date"]),
    (TEE_TIMES, "date=2026-02-30", ["/query/date"]),
    (TEE_TIMES, "date=0000-01-01", ["/query/date"]),
    (TEE_TIMES, "date=2040-5-12", ["/query/date"]),
    (TEE_TIMES, "date=12.05.2040", ["/query/date"]),
    (TEE_TIMES, "date=20400512", ["/query/date"]),
    (TEE_TIMES, "date=2040-05-12T10:00:00Z", ["/query/date"]),
    (TEE_TIMES, "date=tomorrow", ["/query/date"]),
    (TEE_TIMES, f"{DAY}&players=0", ["/query/players"]),
    (TEE_TIMES, f"{DAY}&players=5", ["/query/players"]),
    (TEE_TIMES, f"{DAY}&players=2.5", ["/query/players"]),
    (TEE_TIMES, f"{DAY}&players=2.0", ["/query/players"]),
    (TEE_TIMES, f"{DAY}&players=true", ["/query/players"]),
    (TEE_TIMES, f"{DAY}&players=", ["/query/players"]),
    (TEE_TIMES, f"{DAY}&earliestTime=24:00", ["/query/earliestTime"]),
    (TEE_TIMES, f"{DAY}&earliestTime=9:00", ["/query/earliestTime"]),
    (TEE_TIMES, f"{DAY}&latestTime=09:60", ["/query/latestTime"]),
    (TEE_TIMES, f"{DAY}&earliestTime=12:00&latestTime=09:00", ["/query/latestTime"]),
    (TEE_TIMES, f"{DAY}&earliestTime=12:00&latestTime=12:00", ["/query/latestTime"]),
    (TEE_TIMES, f"{DAY}&{DAY}", ["/query/date"]),
    (TEE_TIMES, f"{DAY}&timeRange=morning", ["/query/timeRange"]),
    (AVAILABILITY, "", ["/query/endDate", "/query/startDate"]),
    (AVAILABILITY, "startDate=2040-05-12", ["/query/endDate"]),
    (AVAILABILITY, "endDate=2040-05-12", ["/query/startDate"]),
    (AVAILABILITY, f"{DAY}&startDate=2040-05-12", ["/query/startDate"]),
    (AVAILABILITY, f"{DAY}&{DAYS}", ["/query/endDate", "/query/startDate"]),
    (AVAILABILITY, "startDate=2040-05-13&endDate=2040-05-12", ["/query/endDate"]),
    (AVAILABILITY, "startDate=2040-02-30&endDate=2040-05-12", ["/query/startDate"]),
    (AVAILABILITY, f"{DAYS}&timeRange=evening", ["/query/timeRange"]),
    (AVAILABILITY, f"{DAYS}&timeRange=Morning", ["/query/timeRange"]),
    (AVAILABILITY, f"{DAYS}&players=5", ["/query/players"]),
    (PRICING, "startDate=2040-06-01&endDate=2040-05-31", ["/query/endDate"]),
    (PRICING, "startDate=2026-02-30", ["/query/startDate"]),
    (PRICING, "endDate=0000-01-01", ["/query/endDate"]),
    (PRICING, "holeCount=12", ["/query/holeCount"]),
    (PRICING, "holeCount=all", ["/query/holeCount"]),
    (PRICING, "includeExtraProducts=TRUE", ["/query/includeExtraProducts"]),
    (PRICING, "includeExtraProducts=1", ["/query/includeExtraProducts"]),
    (PRICING, "includeExtraProducts=yes", ["/query/includeExtraProducts"]),
    (PRICING, "includeExtraProducts=", ["/query/includeExtraProducts"]),
    (BOOKINGS, "page=0", ["/query/page"]),
    (BOOKINGS, "pageSize=101", ["/query/pageSize"]),
    (BOOKINGS, "maxResults=5", ["/query/maxResults"]),
    (BOOKINGS, "status=open", ["/query/status"]),
    (BOOKINGS, "status=Confirmed", ["/query/status"]),
    (BOOKINGS, "status=confirmed,pending", ["/query/status"]),
    (BOOKINGS, "startDate=2040-13-01", ["/query/startDate"]),
    (BOOKINGS, "startDate=2040-05-13&endDate=2040-05-12", ["/query/endDate"]),
    (f"/travel/courses/{ORDINARY.id}", "page=1", ["/query/page"]),
    (f"/travel/courses/{ORDINARY.id}/terms", "date=2040-05-12", ["/query/date"]),
]


@pytest.mark.parametrize(
    ("path", "query", "wrong"),
    WRONG_QUERIES,
    ids=[f"{path.rpartition('/')[2]}?{query[:60]}" for path, query, _ in WRONG_QUERIES],
)
def test_a_wrong_query_is_refused_with_a_pointer(alpha: Agency, path: str, query: str, wrong: list[str]) -> None:
    answer = alpha.send("GET", f"{path}?{query}")

    assert (refusal(answer), pointers(answer)) == (INVALID, wrong)


def test_a_query_name_that_no_pointer_can_carry_is_refused(alpha: Agency) -> None:
    assert refusal(alpha.send("GET", f"{SEARCH}?a%00=1")) == INVALID


@pytest.mark.parametrize(
    "query",
    [
        "pageSize=1",
        "pageSize=100",
        "maxResults=1",
        "maxResults=100",
        "maxResults=5&pageSize=5",
        "page=100000000000000",
        "holes=9",
        "latitude=90&longitude=180",
        "latitude=-90&longitude=-180&distance=500",
        "latitude=36.5&longitude=-4.9&distance=0",
        "region=Costa%20del%20Sol",
        "region=Costa+del+Sol",
        "&&page=1&",
        "p%61ge=1",
    ],
)
def test_a_query_within_the_bounds_is_answered(alpha: Agency, query: str) -> None:
    assert alpha.send("GET", f"{SEARCH}?{query}").status_code == 200


# Path of a read by id, as it is in the address.
@pytest.mark.parametrize(
    "name",
    ["%00", "%FF", "a%20b", "%C3%A9", "a.b", "c" * 65, DIGITS, "%7Bid%7D", "a%3Bb", "%22", "a%25b", "%F0%9F%8F%8C"],
    ids=lambda name: name[:12],
)
@pytest.mark.parametrize("path", ["/travel/courses/{}", "/travel/courses/{}/terms", "/travel/bookings/{}"])
def test_a_malformed_id_is_refused_with_a_pointer(alpha: Agency, path: str, name: str) -> None:
    answer = alpha.send("GET", path.format(name))

    assert (refusal(answer), pointers(answer)) == (INVALID, ["/path/id"])


@pytest.mark.parametrize("name", ["crs_00000000", "12345", "null", "undefined", "-", "_"])
def test_a_well_formed_id_of_nothing_is_not_found(alpha: Agency, name: str) -> None:
    assert refusal(alpha.get(f"/travel/courses/{name}")) == (404, "course_not_found")


@pytest.mark.parametrize("name", ["bkg_000000000000", "hookss", "1"])
def test_a_well_formed_id_of_no_booking_is_not_found(alpha: Agency, name: str) -> None:
    assert refusal(alpha.get(f"/travel/bookings/{name}")) == (404, "booking_not_found")


@pytest.mark.parametrize("key", ["", "a b", "k" * 256, "kéy"], ids=["empty", "blank inside", "256 letters", "é"])
def test_a_malformed_idempotency_key_is_refused_with_a_pointer(alpha: Agency, key: str) -> None:
    headers = {"Idempotency-Key": key.encode()}

    answer = alpha.send("POST", BOOKINGS, json={}, headers=headers)

    assert "/header/Idempotency-Key" in pointers(answer)
