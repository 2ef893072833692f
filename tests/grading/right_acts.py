"""Right acts of clients, in the situations of the planted faults. Keys are rows."""

from collections.abc import Mapping
from datetime import timedelta

from conformance.grading.calls import ClientTraffic
from tests.grading.planted import BEARER, BUSY, COURSES, GONE, ONE, PENDING, page, recorded, token
from tests.grading.recorded_calls import (
    BEGAN,
    COURSE,
    DAY,
    TIME,
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

# The service wrote Date up to two seconds before its answer, as a date has whole seconds.
UNTIL_A_DATE = {"retry-after": "Mon, 01 Mar 2027 09:00:04 GMT", "date": "Mon, 01 Mar 2027 09:00:00 GMT"}

_HOLD = hold(sent={"date": DAY, "time": "09:40", "players": 2})
_DECLINED = attempt(None, 204, kind="booking.cancelled", sent_at=BEGAN + timedelta(seconds=30), about="bkg_1")

# For each row, recordings in which the client does right in the situation of the row.
RIGHT: Mapping[str, list[ClientTraffic]] = recorded(
    {
        "ACC-01": [[look((TIME, 4))]],
        "ACC-02": [[look((TIME, 4))]],
        "ACC-03": [[look((TIME, 4))]],
        "ACC-04": [[call("GET", COURSES, 401), token(), call("GET", COURSES)]],
        "ACV-01": [[book(headers={"content-type": "application/json; charset=utf-8"})]],
        "ACV-02": [[book(sent=wish(holdId="hld_1"))]],
        "ACV-03": [[call("GET", COURSES, 400, query={"holes": "7"}), call("GET", COURSES, query={"holes": "9"})]],
        "ACV-04": [
            [call("GET", COURSES, 429, answered=BUSY), call("GET", COURSES, after=5)],
            [call("GET", COURSES, 429, answered=BUSY), read(after=1)],
            [call("GET", COURSES, 429, answered=UNTIL_A_DATE), call("GET", COURSES, after=2.2)],
            [book(429, answered=BUSY), book(sent=wish(teeTime="09:40")), book(after=5)],
            [book(429, answered=BUSY), look(("09:40", 4), after=5), book(sent=wish(teeTime="09:40"))],
        ],
        "ACV-05": [[call("GET", COURSES, 500, after=0.02), *(call("GET", COURSES, 500, after=1) for _ in range(3))]],
        "ACV-06": [[call("GET", COURSES, 500, after=2.0**n) for n in range(5)]],
        "ACV-07": [
            [
                found
                for holes, pause in (("9", 0.5), ("18", 0.55), ("27", 0.61))
                for found in (
                    call("GET", COURSES, 500, query={"holes": holes}),
                    call("GET", COURSES, 200, query={"holes": holes}, after=pause),
                )
            ]
        ],
        "ACV-08": [[call("GET", COURSES, 500, after=2) for _ in range(6)]],
        "ACV-10": [[book(0, headers=ONE), book(headers=ONE)]],
        "ACV-11": [
            [read(after=2) for _ in range(30)],
            [read(after=0.05) for _ in range(5)],
            [read(after=1.9) for _ in range(19)],
            # The pauses grow.
            [read(after=0.05 * 2**number) for number in range(9)],
            # Five quick reads each time that somebody looks at the page.
            [read(after=5 if number % 5 == 0 else 0.05) for number in range(40)],
        ],
        "ACV-12": [[page(1), page(2), page(3)], [page(1), page(2), page(1), page(2)]],
        "ACV-13": [[page(1), page(2)]],
        "ACV-14": [[page(1), page(2)]],
        "ACV-21": [
            [page(1, pages=2), page(2, pages=3), page(3, pages=3)],
            [page(1, pages=2), page(2, pages=3), page(1, pages=3), page(2, pages=3), page(3, pages=3)],
        ],
        "ACR-01": [[call("GET", COURSES, query={"latitude": "1", "longitude": "1"})]],
        "ACR-02": [[call("GET", COURSES, query={"latitude": "1", "longitude": "1", "distance": "500"})]],
        "ACR-03": [[call("GET", f"{COURSES}/x", 404), call("GET", f"{COURSES}/y")]],
        "ACR-04": [[call("GET", f"{COURSES}/GBSRY001", 200, {"data": {"id": COURSE}}), book()]],
        "AAV-01": [
            [
                call(
                    "GET",
                    f"{COURSES}/{COURSE}/tee-times",
                    query={"date": "2027-04-17", "earliestTime": "09:00", "latestTime": "12:00"},
                )
            ]
        ],
        "AAV-02": [[look((TIME, 4)), book()], [look((TIME, 4)), hold(), book(sent=wish(holdId="hld_1"), after=800)]],
        "AAV-03": [[look((TIME, 2)), book()], [look((TIME, 2)), look(("10:00", 4)), book()]],
        "AAV-04": [
            [look((TIME, 4)), book(409, GONE), look(("09:40", 4)), book(sent=wish(teeTime="09:40"))],
            [look((TIME, 4)), book(409, GONE)],
            # A hold is itself a question for the place and its price.
            [look((TIME, 4), ("09:40", 4)), hold(status=409, answer=GONE), _HOLD, book(sent=wish(teeTime="09:40"))],
            [look((TIME, 4)), hold(status=409, answer=GONE), _HOLD, book(sent=wish(teeTime="09:40", holdId="hld_1"))],
            [hold(), book(409, refused("hold_expired"), sent=wish(holdId="hld_1")), look((TIME, 4)), book()],
            [hook(), on_hook("POST", 409, refused("booking_hook_expired")), look((TIME, 4)), book()],
        ],
        "AAV-06": [
            [online(), overview(), look((TIME, 4)), book()],
            [online(), hold(), book()],
        ],
        "AAV-05": [[look((TIME, 4), day=f"2027-04-{day:02}") for day in (1, 2, 3, 9, 10, 11, 20)]],
        "AHL-01": [[hold(), book(sent=wish(holdId="hld_1"), after=600)]],
        "AHL-02": [[hold(), book(409, refused("hold_expired"), sent=wish(holdId="hld_1")), hold("hld_2")]],
        "AHL-03": [[hold(), book(sent=wish(holdId="hld_1", players=1))]],
        "AHL-04": [[hold(), *(book(sent=wish(holdId="hld_1")) for _ in range(2))]],
        "AHL-05": [[found for n in range(8) for found in (hold(f"hld_{n}"), book(sent=wish(holdId=f"hld_{n}")))]],
        "AHL-07": [
            [hold(), book(sent=wish(holdId="hld_1"))],
            [hold(), book(409, refused("hold_expired"), sent=wish(holdId="hld_1")), look((TIME, 4)), book()],
        ],
        "AHL-08": [[*(hold(f"hld_{n}", after=900) for n in range(5)), book(sent=wish(holdId="hld_4"))]],
        "AHL-09": [
            [look((TIME, 4)), hold(fee=112.5), book(sent=wish(holdId="hld_1"), after=20)],
            [look((TIME, 4)), hold(fee=112.5), look((TIME, 2), fee=112.5), book(sent=wish(holdId="hld_1"), after=0.2)],
            [look((TIME, 4)), hold(fee=112.5), look(("09:40", 4))],
        ],
        "AHL-06": [
            [hold(status=0), look((TIME, 4)), hold()],
            [hold(status=0, headers=ONE), hold(headers=ONE)],
            [hold(status=0), look((TIME, 2)), book()],
        ],
        "ABK-01": [
            [book(0, headers=ONE), book(headers=ONE)],
            [book(0), listed(query={"startDate": "2027-04-17", "endDate": "2027-04-17"}), book()],
            [book(0), listed("bkg_1")],
        ],
        "ABK-02": [
            [book(0), listed(page=1, pages=2), listed(page=2, pages=2), book()],
            [book(0), listed(pages=9, query={"startDate": "2027-04-01", "endDate": "2027-04-30"}), book()],
        ],
        "ABK-03": [traffic_of([book(0, headers=ONE), book(headers=ONE)], stored=[stored("bkg_1")])],
        "ABK-04": [[book(0), listed()], [book(0), book()], [book(0, headers=ONE) for _ in range(6)]],
        "ABK-05": [[book(409, GONE), look(), book(409, GONE)]],
        "ABK-06": [
            [book(answer=booked(status="pending")), read()],
            [book(answer=booked(status="pending")), listed("bkg_1")],
            traffic_of([book(answer=booked(status="pending"))], attempts=[attempt(None, 204)]),
        ],
        "ABK-07": [[change(sent={"players": 1, "specialRequests": "x"})]],
        "ABK-08": [[book(), terms(), cancel()]],
        "ABK-09": [[change(409, refused("modification_cutoff_passed")), cancel(409)]],
        "ABK-10": [[terms(), cancel(409, refused("cancellation_cutoff_passed"))]],
        "ABK-11": [[cancel(), read(status="cancelled")], [cancel(), cancel()]],
        "ABK-12": [
            [cancel(0), cancel()],
            [cancel(0), read(status="cancelled")],
            [cancel(0), listed("bkg_1"), cancel()],
            # The client gives up after some tries.
            [cancel(500) for _ in range(4)],
        ],
        "ABK-13": [
            [change(0), change()],
            [change(0), read(players=1)],
            # The customer changed the mind after the lost change was done.
            [change(0), read(players=1), change(sent={"players": 2}), read(players=2)],
        ],
        "ABK-19": [
            [book(0, headers=ONE), book(sent=wish(teeTime="09:40")), book(headers=ONE)],
            [book(0), listed(), look(("09:40", 4)), book(sent=wish(teeTime="09:40"))],
            [book(0), book(sent=wish(teeTime="09:40", players=4))],
        ],
        "ABK-24": [
            [PENDING, cancel(), book(sent=wish(courseId="crs_2"))],
            [PENDING, read(status="cancelled"), book(sent=wish(courseId="crs_2"))],
            [PENDING, book(sent=wish(courseId="crs_2", teeTime="16:00"))],
            traffic_of([PENDING, book(sent=wish(courseId="crs_2"), after=60)], attempts=[_DECLINED]),
        ],
        "ABK-17": [[book(sent=wish(specialRequests="Flight 1234567890123, two buggies"))]],
        "ABK-18": [[book(answer=booked(bookingReference="TS-1")), read("bkg_1")]],
        "ABK-14": [
            [
                book(sent=wish(agencyBookingReference="R1")),
                book(answer=booked("bkg_2"), sent=wish(agencyBookingReference="R2")),
            ]
        ],
        "AHK-01": [[hook(), on_hook("POST")], [hook(), on_hook("DELETE")]],
        "AHK-02": [[hook(), on_hook("POST", 409, refused("booking_hook_expired")), book()]],
        "AHK-03": [[hook(), on_hook("POST", 0), on_hook("POST")], [hook(), on_hook("POST", 0), listed()]],
        "AHK-04": [[hook(0, headers=ONE), hook(headers=ONE)], [hook(0)]],
        "AGR-01": [[book(), group()]],
        "AGR-02": [
            [group(), group_read()],
            traffic_of([group()], attempts=[attempt(None, 200, kind="group_booking.confirmed")]),
        ],
        "AGR-03": [[group(), group_read(), group_read("confirmed")]],
        "AGR-04": [[group(0, headers=ONE), group(headers=ONE)]],
        "AGR-05": [
            [group(), group_read("failed"), look(), group()],
            [group(), group_read("failed"), group(players=8, reference="G2")],
        ],
        "AWH-01": [[subscribe()], [subscribe(url="http://127.0.0.1:9000/in")]],
        "AWH-02": [[subscribe(), call("DELETE", "/webhooks/whk_1", 204), subscribe()]],
        "AWH-03": [[subscribe(0), call("GET", "/webhooks", 200, {"data": []}), subscribe()]],
        "AWH-04": [traffic_of([], attempts=[attempt(None, 204)])],
        "AWH-05": [traffic_of([], attempts=[attempt("bad_signature", 401)])],
        "AWH-06": [traffic_of([], attempts=[attempt("stale_timestamp", 400)])],
        "AWH-07": [traffic_of([], attempts=[attempt("duplicate", 200), attempt("duplicate", 200)])],
        "AWH-08": [traffic_of([], attempts=[attempt("unknown_event", 200)])],
        "AWH-09": [traffic_of([], attempts=[attempt("unknown_member", 200)])],
        "AWH-10": [traffic_of([], attempts=[attempt("rotated_secrets", 200)])],
        "AWH-11": [traffic_of([], attempts=[attempt(None, 200)])],
        "AWH-13": [
            # The first connection broke while the client ended.
            traffic_of([], attempts=[attempt(None, None, is_broken=True), attempt(None, 204)]),
            traffic_of([read(after=0.9)], attempts=[attempt(None, None, is_broken=True, sent_at=BEGAN), _DECLINED]),
            traffic_of([], attempts=[attempt(None, None, milliseconds=9_000), attempt(None, 204)]),
        ],
        "ATK-01": [[call("GET", COURSES, 401, headers=BEARER), token(), read(headers=BEARER)]],
        "ATK-02": [[read(headers=BEARER)]],
        "ATK-03": [[token(), *(read(headers=BEARER) for _ in range(3))]],
        "ATK-05": [[cancel(401, headers=BEARER), token(), cancel(headers=BEARER)]],
        "ATK-04": [[token(), token(401, "/auth/refresh"), token()]],
    }
)
