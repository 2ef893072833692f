"""Faults of clients, planted in short recordings. Keys are rows."""

from collections.abc import Mapping, Sequence

from conformance.grading.calls import ClientTraffic
from tests.grading.recorded_calls import (
    BEGAN,
    COURSE,
    DAY,
    TIME,
    Recorded,
    attempt,
    book,
    booked,
    call,
    cancel,
    change,
    group,
    group_read,
    hold,
    hook,
    listed,
    look,
    on_hook,
    online,
    overview,
    read,
    refused,
    stored,
    subscribe,
    terms,
    traffic_of,
    wish,
)

COURSES = "/travel/courses"
BEARER = {"authorization": "Bearer [redacted]"}
GONE = refused("tee_time_unavailable")
ONE = {"idempotency-key": "one"}
BUSY = {"retry-after": "5"}
HELD = {"date": DAY, "time": TIME, "players": 2}
PENDING = book(answer=booked(status="pending"))
_TOKEN = {"data": {"accessToken": "[redacted]"}}


def page(number: int, pages: int = 3, size: str = "20") -> Recorded:
    """One page of courses."""
    answer = {"data": [], "meta": {"pagination": {"page": number, "totalPages": pages}}}
    return call("GET", COURSES, 200, answer, query={"page": str(number), "pageSize": size})


def token(status: int = 200, path: str = "/auth/token") -> Recorded:
    """A call for a token."""
    return call("POST", path, status, _TOKEN if status == 200 else {}, sent={"refreshToken": "[redacted]"})


def recorded(table: Mapping[str, Sequence[ClientTraffic | Sequence[Recorded]]]) -> Mapping[str, list[ClientTraffic]]:
    """The recordings of each row."""
    return {
        row: [found if isinstance(found, ClientTraffic) else traffic_of(found) for found in recordings]
        for row, recordings in table.items()
    }


# For each row, recordings in which the client does wrong: under this row, the grade has a finding.
WRONG: Mapping[str, list[ClientTraffic]] = recorded(
    {
        "ACC-01": [[call("GET", COURSES, 401, headers={"x-api-key": None})]],
        "ACC-02": [
            [call("GET", COURSES, query={"api_key": "x"})],
            [call("GET", COURSES, query={"country": "[redacted]"})],
        ],
        "ACC-03": [[call("GET", "/travel/bookings", query={"email": "x"})]],
        "ACC-04": [[call("GET", COURSES, 401), call("GET", COURSES, 401)]],
        "ACV-01": [
            [call("POST", "/travel/bookings", 415, sent=wish(), headers={"content-type": "text/plain"})],
            [call("POST", "/travel/bookings", 415, sent=wish(), headers={"content-type": None})],
        ],
        "ACV-02": [
            [call("GET", COURSES, 400, query={"pageSize": "500"})],
            [book(400, sent=wish(colour="red"))],
            [call("GET", "/travel/clubs", 404)],
        ],
        "ACV-03": [[call("GET", COURSES, 400, query={"holes": "7"}), call("GET", COURSES, 400, query={"holes": "7"})]],
        "ACV-04": [
            [call("GET", COURSES, 429, answered=BUSY), call("GET", COURSES, after=2)],
            [
                call(
                    "GET",
                    COURSES,
                    503,
                    answered={"retry-after": "Mon, 01 Mar 2027 09:00:30 GMT", "date": "Mon, 01 Mar 2027 09:00:01 GMT"},
                ),
                call("GET", COURSES, after=20),
            ],
            [book(429, answered=BUSY), look((TIME, 4)), book(sent=wish(teeTime="09:40"))],
        ],
        "ACV-05": [[call("GET", COURSES, 500, after=0.02) for _ in range(4)]],
        "ACV-06": [[call("GET", COURSES, 500, after=1) for _ in range(4)]],
        "ACV-07": [
            [
                found
                for holes in ("9", "18", "27")
                for found in (
                    call("GET", COURSES, 500, query={"holes": holes}),
                    call("GET", COURSES, 200, query={"holes": holes}, after=0.5),
                )
            ]
        ],
        "ACV-08": [[call("GET", COURSES, 500, after=2) for _ in range(12)]],
        "ACV-10": [[book(headers=ONE), book(sent=wish(players=3), headers=ONE)]],
        "ACV-11": [
            [read(after=0.05) for _ in range(6)],
            [read(after=1.9) for _ in range(20)],
            # One slow read before, between or after the loop does not hide it.
            [read(after=0.05), read(after=9), *(read(after=0.05) for _ in range(5))],
            [*(read(after=0.05) for _ in range(6)), read(after=9)],
            [*(read(after=1.9) for _ in range(20)), read(after=9), read(after=9)],
        ],
        "ACV-12": [[page(1, pages=5), page(3, pages=5)]],
        "ACV-13": [[page(1, pages=1), page(2, pages=1)]],
        "ACV-14": [[page(1), page(2, size="50")]],
        "ACV-21": [[page(1, pages=2), page(2, pages=3)], [page(1, pages=2), page(2, pages=3), book()]],
        "ACR-01": [[call("GET", COURSES, 400, query={"latitude": "51.2"})]],
        "ACR-02": [[call("GET", COURSES, 400, query={"latitude": "1", "longitude": "1", "distance": "900"})]],
        "ACR-03": [[call("GET", f"{COURSES}/x", 404), call("GET", f"{COURSES}/x", 404)]],
        "ACR-04": [
            [call("GET", f"{COURSES}/GBSRY001", 200, {"data": {"id": "crs_9"}}), book(sent=wish(courseId="GBSRY001"))]
        ],
        "AAV-01": [
            [
                call(
                    "GET",
                    f"{COURSES}/{COURSE}/tee-times",
                    query={"date": "2027-04-17", "earliestTime": "12:00", "latestTime": "09:00"},
                )
            ]
        ],
        "AAV-02": [[book()], [look((TIME, 4)), book(after=900)]],
        "AAV-03": [[look(("10:00", 4)), book()], [look((TIME, 1)), book()]],
        "AAV-04": [
            [look((TIME, 4)), book(409, GONE), book(sent=wish(teeTime="09:40"))],
            [look((TIME, 4)), book(409, GONE), call("GET", COURSES), book(sent=wish(teeTime="09:40"))],
            [hold(), book(409, refused("hold_expired"), sent=wish(holdId="hld_1")), book()],
            [look((TIME, 4)), hook(), on_hook("POST", 409, refused("booking_hook_expired")), book()],
        ],
        "AAV-06": [[online(), overview(), book()], [online(), hold(sent={**HELD, "time": "10:00"}), book()]],
        "AAV-05": [[look((TIME, 4), day=f"2027-04-{day:02}", after=0.3) for day in range(1, 9)]],
        "AHL-01": [[hold(), book(sent=wish(holdId="hld_1"), after=1000)]],
        "AHL-02": [
            [
                hold(),
                book(409, refused("hold_expired"), sent=wish(holdId="hld_1")),
                book(409, refused("hold_expired"), sent=wish(holdId="hld_1")),
            ]
        ],
        "AHL-03": [
            [hold(), book(409, sent=wish(holdId="hld_1", teeTime="11:00"))],
            [hold(), book(409, sent=wish(holdId="hld_1", players=4))],
        ],
        "AHL-04": [[hold(), book(sent=wish(holdId="hld_1")), book(sent=wish(holdId="hld_1", players=1))]],
        "AHL-05": [[hold(f"hld_{n}", sent={"date": "2027-04-17", "time": f"09:{n}0", "players": 1}) for n in range(6)]],
        "AHL-07": [[hold(), book()]],
        "AHL-08": [[hold(f"hld_{n}", after=900) for n in range(5)]],
        "AHL-06": [[hold(status=0), hold()], [hold(status=0), book()]],
        "AHL-09": [
            [look((TIME, 4)), hold(fee=112.5), book(sent=wish(holdId="hld_1"), after=0.2)],
            [look((TIME, 4)), hold(fee=90.01), terms(), book(sent=wish(holdId="hld_1"), after=0.2)],
        ],
        "ABK-01": [
            [book(0), book()],
            [book(502, b"<html>"), book()],
            [book(201, b'{"data": {"id"'), book()],
            [book(0, headers=ONE), book(headers={"idempotency-key": "two"})],
        ],
        "ABK-02": [[book(0), listed(pages=4), book()], [book(0), listed(pages=2, query={"status": "pending"}), book()]],
        "ABK-03": [
            traffic_of([book(0), book()], stored=[stored("bkg_1"), stored("bkg_2")]),
            [book(0), book(), book(answer=booked("bkg_2"))],
        ],
        "ABK-04": [[book(0)], [book(500), call("GET", COURSES)]],
        "ABK-05": [[book(409, GONE), book(409, GONE)], [cancel(409, refused("x")), cancel(409, refused("x"))]],
        "ABK-06": [
            [book(answer=booked(status="pending"))],
            traffic_of([book(answer=booked(status="pending"))], attempts=[attempt(None, 500)]),
        ],
        "ABK-07": [[change(400, sent={"teeTime": "10:00"})], [change(400, sent={"players": 2, "date": "2027-04-18"})]],
        "ABK-08": [[book(), cancel()], [book(), call("GET", f"{COURSES}/{COURSE}/terms", 503), cancel()]],
        "ABK-09": [
            [change(409, refused("modification_cutoff_passed")), change(409, sent={"players": 3})],
            [cancel(409, refused("cancellation_cutoff_passed")), read(), cancel(409)],
        ],
        "ABK-10": [[book(), cancel(409, refused("cancellation_cutoff_passed"))]],
        "ABK-11": [[cancel(), change(409)], [read(status="cancelled"), cancel()]],
        "ABK-12": [[cancel(0)], [cancel(503), call("GET", COURSES)], [cancel(0), listed("bkg_1")]],
        "ABK-13": [[change(0)], [change(0, sent={"players": 1}), read(players=2), cancel()]],
        "ABK-19": [
            [book(0), look((TIME, 4)), book(answer=booked("bkg_2"), sent=wish(teeTime="09:40"))],
            [book(502, b"<html>"), hold(sent={**HELD, "time": "09:40"}), listed("bkg_1")],
        ],
        "ABK-24": [
            [PENDING, book(answer=booked("bkg_2", status="pending"), sent=wish(courseId="crs_2"))],
            [PENDING, read(status="pending"), book(sent=wish(courseId="crs_2")), read(status="confirmed")],
        ],
        "ABK-17": [[book(sent=wish(specialRequests="Card 4111 1111 1111 1111, thank you"))]],
        "ABK-18": [[book(answer=booked(bookingReference="TS-1")), read("TS-1")]],
        "ABK-14": [
            [
                book(sent=wish(agencyBookingReference="R1")),
                book(answer=booked("bkg_2"), sent=wish(agencyBookingReference="R1", teeTime="10:00")),
            ]
        ],
        "AHK-01": [[hook()]],
        "AHK-02": [[hook(), *(on_hook("POST", 409, refused("booking_hook_expired")) for _ in range(2))]],
        "AHK-03": [[hook(), on_hook("POST", 500)], [hook(), on_hook("DELETE", 0), listed()]],
        "AHK-04": [[hook(0), hook()], [hook(0), listed(), hook()], [hook(0), hook(reference="H2")]],
        "AGR-01": [[book(400, sent=wish(players=6))], [group(players=4)]],
        "AGR-02": [[group()]],
        "AGR-03": [[group(), *(group_read("confirmed") for _ in range(4))]],
        "AGR-04": [[group(0), group()], [group(0), group(reference="G2")]],
        "AGR-05": [[group(), group_read("failed"), again] for again in (group(), group(reference="G2"))],
        "AWH-01": [[subscribe(url="http://agency.example/in")]],
        "AWH-02": [[subscribe(), subscribe(hook_id="whk_2")]],
        "AWH-03": [[subscribe(0), subscribe()]],
        "AWH-04": [traffic_of([], attempts=[attempt(None, 401)])],
        "AWH-05": [
            traffic_of([], attempts=[attempt(variant, 204)])
            for variant in ("bad_signature", "wrong_secret", "tampered_body", "unsigned", "hex_signature")
        ],
        "AWH-06": [
            traffic_of([], attempts=[attempt(variant, 200)]) for variant in ("stale_timestamp", "future_timestamp")
        ],
        "AWH-07": [traffic_of([], attempts=[attempt("duplicate", 500)])],
        "AWH-08": [traffic_of([], attempts=[attempt("unknown_event", 400)])],
        "AWH-09": [traffic_of([], attempts=[attempt("unknown_member", 400)])],
        "AWH-10": [traffic_of([], attempts=[attempt("rotated_secrets", 401)])],
        "AWH-11": [traffic_of([], attempts=[attempt(None, 200, milliseconds=16_000)])],
        "AWH-13": [
            traffic_of([], attempts=[attempt(None, None, milliseconds=4_000, is_broken=True)]),
            traffic_of([read(after=5)], attempts=[attempt("unknown_event", None, is_broken=True, sent_at=BEGAN)]),
        ],
        "ATK-01": [[call("GET", COURSES, 401, headers=BEARER), read(headers=BEARER)]],
        "ATK-02": [[read(headers={**BEARER, "x-api-key": None})]],
        "ATK-03": [[found for _ in range(5) for found in (token(), read(headers=BEARER))]],
        "ATK-05": [[cancel(401, headers=BEARER), token(), read(headers=BEARER)]],
        "ATK-04": [[token(), token(401, "/auth/refresh"), token(401, "/auth/refresh")]],
    }
)
