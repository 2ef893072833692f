"""The journal: every exchange of a world, without keys and people, and why a request was refused."""

import json
from contextlib import suppress
from typing import Any

import httpx
import pytest

from tests.sandbox.agencies import CONTROL, Agency
from tests.sandbox.in_process import asked, whole_sandbox
from tests.sandbox.ruled import raw, ruled
from tests.sandbox.trade import LEAD, TeeTime, booked, booking


def journal(agency: Agency, /, **query: Any) -> list[dict[str, Any]]:
    """The exchanges of the world, oldest first."""
    wanted = "&".join(f"{name}={value}" for name, value in query.items())
    answer = agency.control("GET", f"/journal?{wanted}")
    assert answer.status_code == 200, answer.text
    entries: list[dict[str, Any]] = answer.json()["data"]
    return entries


def whole(agency: Agency, number: int) -> dict[str, Any]:
    """One exchange of the world."""
    entry: dict[str, Any] = agency.control("GET", f"/journal/{number}").json()["data"]
    return entry


def why(agency: Agency, /, **query: Any) -> dict[str, Any]:
    """The explanation of the newest exchange that fits."""
    number = journal(agency, **query)[-1]["number"]
    reasons: dict[str, Any] = agency.control("GET", f"/journal/{number}/why").json()["data"]
    return reasons


def test_the_journal_has_each_exchange_once_and_in_order(alpha: Agency, tee_time: TeeTime) -> None:
    made = booked(alpha, tee_time)
    alpha.get(f"/travel/bookings/{made['id']}")
    alpha.delete(f"/travel/bookings/{made['id']}")

    entries = journal(alpha)

    assert [entry["operation"] for entry in entries] == ["createBooking", "getBooking", "cancelBooking"]
    assert [entry["status"] for entry in entries] == [201, 200, 200]


def test_an_entry_names_its_request_and_its_events(alpha: Agency, tee_time: TeeTime) -> None:
    answer = alpha.post("/travel/bookings", booking(tee_time))

    entry = journal(alpha, requestId=answer.headers["x-request-id"])[0]
    events = alpha.control("GET", "/events").json()["data"]

    assert entry["events"] == [events[-1]["id"]]
    assert (entry["agency"], entry["path"]) == ("alpha", "/api/v1/travel/bookings")


def test_it_holds_no_key_and_nobody_s_name(alpha: Agency, tee_time: TeeTime) -> None:
    phone = "+46 8 123 456"
    lead = {**LEAD, "phone": phone}
    booked(alpha, tee_time, leadPlayer=lead, specialRequests="Ada is left-handed")

    text = json.dumps(whole(alpha, journal(alpha)[0]["number"]))

    assert [
        secret
        for secret in [alpha.key, LEAD["firstName"], LEAD["lastName"], LEAD["email"], phone, "left-handed"]
        if secret in text
    ] == []
    assert tee_time.course_id in text


def test_secrets_and_tokens_are_not_kept(alpha: Agency) -> None:
    hook = alpha.post("/webhooks", {"url": "https://hooks.example/x", "events": ["booking.confirmed"]}).json()["data"]
    token = alpha.send("POST", "/auth/token").json()["data"]

    text = json.dumps([whole(alpha, entry["number"]) for entry in journal(alpha)])

    assert [secret for secret in [hook["secret"], token["accessToken"], token["refreshToken"]] if secret in text] == []


def test_a_malformed_body_is_redacted_too(alpha: Agency) -> None:
    alpha.send("POST", "/travel/bookings", content=b'{"leadPlayer": {"lastName": "Lindqvist', headers=JSON)

    assert "Lindqvist" not in json.dumps(whole(alpha, journal(alpha)[0]["number"]))


JSON = {"Content-Type": "application/json"}


def test_worlds_do_not_read_each_other_s_journal(alpha: Agency, stranger: Agency) -> None:
    alpha.get("/travel/bookings")
    number = journal(alpha)[0]["number"]

    assert journal(stranger) == []
    assert stranger.control("GET", f"/journal/{number}").status_code == 404


def test_filters_and_after_narrow_the_list(alpha: Agency, bravo: Agency) -> None:
    alpha.get("/travel/bookings")
    bravo.get("/travel/bookings")
    alpha.get("/travel/bookings/bkg_000000000000")

    assert [entry["status"] for entry in journal(alpha, status=404)] == [404]
    assert [entry["agency"] for entry in journal(alpha, agency="bravo")] == ["bravo"]
    first = journal(alpha)[0]["number"]
    assert len(journal(alpha, after=first)) == 2
    assert len(journal(alpha, limit=1)) == 1


def test_a_refusal_is_explained_with_its_facts_and_the_way_out(alpha: Agency, tee_time: TeeTime) -> None:
    booked(alpha, tee_time, players=3)
    alpha.post("/travel/bookings", booking(tee_time, players=4))

    explained = why(alpha, status=409)

    assert (explained["code"], explained["facts"]["freePlaces"], explained["facts"]["wantedPlaces"]) == (
        "tee_time_unavailable",
        1,
        4,
    )
    assert explained["accepted"]["players"] == {"atMost": 1}
    instead = explained["accepted"]["teeTime"]["nearest"][0]
    assert alpha.post("/travel/bookings", booking(tee_time, players=4, teeTime=instead)).status_code == 201


def test_a_state_table_is_named_with_its_source(alpha: Agency, tee_time: TeeTime) -> None:
    made = booked(alpha, tee_time)
    alpha.delete(f"/travel/bookings/{made['id']}")
    alpha.put(f"/travel/bookings/{made['id']}", {"players": 1})

    explained = why(alpha, status=409)

    assert explained["decidedBy"] == "PUT /bookings/{id} in state cancelled (A-32)"


def test_an_invalid_request_points_into_the_contract(alpha: Agency) -> None:
    alpha.get("/travel/courses", pageSize=101)

    explained = why(alpha, status=400)
    document = alpha.http.get(f"{alpha.address}/openapi.json").json()

    (pointer,) = explained["contract"]
    node = document
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        node = node[int(key)] if isinstance(node, list) else node[key]
    assert node == 100


def test_a_success_needs_no_explanation(alpha: Agency) -> None:
    alpha.get("/travel/bookings")

    explained = why(alpha)

    assert (explained["status"], explained["facts"], "code" in explained, "accepted" in explained) == (
        200,
        {},
        False,
        False,
    )


def test_the_archive_opens_as_har(alpha: Agency, tee_time: TeeTime) -> None:
    booked(alpha, tee_time)

    log = alpha.control("GET", "/journal.har").json()["log"]

    (entry,) = log["entries"]
    assert (log["version"], entry["request"]["method"], entry["response"]["status"]) == ("1.2", "POST", 201)
    assert entry["request"]["url"] == f"{alpha.address}/api/v1/travel/bookings"


def test_a_journal_can_be_emptied_and_switched_off(alpha: Agency) -> None:
    alpha.get("/travel/bookings")
    assert alpha.control("DELETE", "/journal").status_code == 204
    assert journal(alpha) == []

    alpha.control("PATCH", "/settings", {"journal": False})
    alpha.get("/travel/bookings")
    assert journal(alpha) == []


def test_a_reset_keeps_the_journal(alpha: Agency) -> None:
    alpha.get("/travel/bookings")

    alpha.control("POST", "/worlds/self/reset")
    alpha.get("/travel/bookings/bkg_0")

    assert [entry["operation"] for entry in journal(alpha)] == ["listBookings", "getBooking"]


def test_a_deleted_world_takes_its_journal_along(alpha: Agency) -> None:
    alpha.get("/travel/bookings")

    alpha.control("DELETE", "/worlds/self")

    assert journal(alpha) == []


def test_a_number_of_the_journal_is_given_once() -> None:
    sandbox, numbers = whole_sandbox(), []
    for _turn in range(2):
        asked(sandbox, "GET", "/api/v1/travel/bookings")
        listed = asked(sandbox, "GET", f"{CONTROL}/journal").json()
        numbers.append(listed["data"][-1]["number"])
        asked(sandbox, "DELETE", f"{CONTROL}/journal")

    assert numbers[0] < numbers[1]


def test_a_request_id_is_given_once(alpha: Agency, stranger: Agency) -> None:
    given = [agency.get("/travel/bookings").headers["x-request-id"] for agency in (alpha, stranger) for _ in range(20)]
    alpha.control("POST", "/worlds/self/reset")
    given += [alpha.get("/travel/bookings").headers["x-request-id"] for _ in range(20)]

    assert len(set(given)) == 60


def test_two_servers_give_other_request_ids() -> None:
    answers = [asked(whole_sandbox(), "GET", "/api/v1/travel/bookings") for _server in range(2)]

    assert answers[0].headers["x-request-id"] != answers[1].headers["x-request-id"]


def test_a_flood_keeps_the_newest(alpha: Agency) -> None:
    for number in range(1, 260):
        alpha.get("/travel/courses", pageSize=1, page=number)

    entries = journal(alpha, limit=1000)

    assert entries[-1]["query"] == "pageSize=1&page=259"
    assert len(entries) >= 200
    assert [entry["number"] for entry in entries] == sorted(entry["number"] for entry in entries)


def har(agency: Agency) -> list[dict[str, Any]]:
    """The entries of the archive of the world."""
    found: list[dict[str, Any]] = agency.control("GET", "/journal.har").json()["log"]["entries"]
    return found


def test_the_archive_marks_a_body_that_was_cut(alpha: Agency) -> None:
    alpha.send("POST", "/travel/bookings", content=b'{"a": "' + b"x" * 20_000 + b'"}', headers=JSON)
    alpha.send("POST", "/travel/bookings", content=b'{"a": "x"}', headers=JSON)

    assert [entry["request"]["postData"]["_truncated"] for entry in har(alpha)] == [True, False]


def test_a_body_that_its_redaction_makes_too_long_is_cut_with_a_mark(alpha: Agency) -> None:
    alpha.send("POST", "/travel/bookings", content=b'{"email": ["' + b'a@b", "' * 2000 + b'"]}', headers=JSON)

    sent = har(alpha)[0]["request"]["postData"]

    assert (len(sent["text"]), sent["_truncated"]) == (16384, True)


def test_the_archive_names_the_agency_of_each_exchange(alpha: Agency, bravo: Agency) -> None:
    alpha.send("GET", "/travel/courses")
    bravo.send("GET", "/travel/courses")

    assert [entry["_agency"] for entry in har(alpha)] == ["alpha", "bravo"]


@pytest.mark.parametrize(
    "effect",
    [
        {"problem": {"code": "tee_time_unavailable"}},
        {"status": {"status": 502}},
        {"quota": {"requests": 0}},
        {"drop": {"when": "before"}},
    ],
    ids=["problem", "status", "quota", "drop"],
)
def test_a_request_that_a_rule_answers_keeps_its_body(alpha: Agency, tee_time: TeeTime, effect: dict[str, Any]) -> None:
    ruled(alpha, effect, match={"operations": ["createBooking"]})

    with suppress(httpx.TransportError):
        raw(alpha, "POST", "/travel/bookings", booking(tee_time))

    alpha.control("POST", "/wait", {"for": {"request": {"operation": "createBooking"}}})
    kept = whole(alpha, journal(alpha)[-1]["number"])
    assert '"teeTime"' in kept["request"]["body"]
