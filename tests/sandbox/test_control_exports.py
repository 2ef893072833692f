"""A world as one document: it goes out whole, comes in whole, and a damaged one is refused whole."""

import copy
from collections.abc import Callable
from hashlib import sha256
from typing import Any
from uuid import uuid4

import orjson
import pytest

from mock_server.domain.ids import Numbered, booking_reference, origin_of
from tests.sandbox.agencies import CONTROL, Agency
from tests.sandbox.inboxes import address_of, subscribed
from tests.sandbox.ruled import ruled
from tests.sandbox.trade import TeeTime, booked, bookings_total, clock_of, grouped, held, hooked, offline, places

Export = dict[str, Any]


def exported(agency: Agency) -> Export:
    """The world of an agency as one document."""
    export: Export = agency.control("GET", "/worlds/self/export").json()
    return export


@pytest.fixture
def export(alpha: Agency, tee_time: TeeTime) -> Export:
    """A world with a booking, a hold, a booking that waits and a subscription."""
    booked(alpha, tee_time)
    held(alpha, tee_time)
    booked(alpha, offline("offline-confirms"))
    return exported(alpha)


def test_an_export_names_its_format_and_where_it_comes_from(alpha: Agency, export: Export) -> None:
    server = alpha.control("GET", "/info").json()["data"]

    assert (export["format"], export["world"], export["teesheet"], export["contract"]) == (
        1,
        alpha.world,
        server["teesheet"],
        server["contract"]["version"],
    )


def test_the_digest_of_an_export_covers_its_content(export: Export) -> None:
    assert export["sha256"] == digest(export["content"])


def digest(content: Any) -> str:
    """The digest of a content, as anybody computes it."""
    return sha256(orjson.dumps(content, option=orjson.OPT_SORT_KEYS)).hexdigest()


def test_an_imported_world_is_the_exported_one(stranger: Agency, export: Export) -> None:
    answer = stranger.control("POST", "/worlds/self/import", export)

    assert (answer.status_code, exported(stranger)["content"]) == (200, export["content"])


def test_an_imported_world_lives_on(alpha: Agency, stranger: Agency, tee_time: TeeTime, export: Export) -> None:
    stranger.control("POST", "/worlds/self/import", export)

    assert stranger.advance(by="PT30M") == alpha.advance(by="PT30M")
    before = {item["id"] for item in alpha.get("/travel/bookings").json()["data"]}
    made = [booked(agency, tee_time, players=1)["id"] for agency in (stranger, alpha)]
    assert len({*before, *made}) == 4


def test_a_new_reference_is_none_that_came_with_an_import(stranger: Agency, export: Export) -> None:
    # The export has two bookings.
    due = booking_reference(origin_of(1, stranger.world), 3)
    _set(export, "bookings", "reference", due)
    assert stranger.control("POST", "/worlds/self/import", _with_digest(export)).status_code == 200

    assert booked(stranger, offline("offline-silent"))["bookingReference"] != due


def test_an_import_keeps_nothing_of_the_present(stranger: Agency, export: Export) -> None:
    rival = Agency(stranger.http, stranger.address, stranger.world, "rival")
    booked(rival, offline("offline-silent"))
    stranger.control("PUT", "/policies/*", {"answer": "silent"})

    stranger.control("POST", "/worlds/self/import", export)

    assert (bookings_total(rival), stranger.control("GET", "/policies").json()["data"]) == (0, [])


def test_the_administrator_imports_under_any_name(alpha: Agency, export: Export) -> None:
    copied = Agency(alpha.http, alpha.address, f"w{uuid4().hex[:16]}", "alpha")

    alpha.http.post(f"{alpha.address}{CONTROL}/worlds/{copied.world}/import", json=export)

    assert bookings_total(copied) == 2


def _with_digest(export: Export) -> Export:
    return {**export, "sha256": digest(export["content"])}


def _table(export: Export, name: str) -> dict[str, Any]:
    table: dict[str, Any] = next(table for table in export["content"]["tables"] if table["name"] == name)
    return table


def _set(export: Export, table: str, column: str, value: Any) -> None:
    found = _table(export, table)
    found["rows"][0][found["columns"].index(column)] = value


DAMAGES: dict[str, Callable[[Export], Any]] = {
    "a format of another version": lambda e: e.update(format=2),
    "courses of another seed": lambda e: e["content"].update(coursesSeed=2),
    "a table is missing": lambda e: e["content"]["tables"].pop(),
    "a table more": lambda e: e["content"]["tables"].append({"name": "caddies", "columns": [], "rows": []}),
    "a table twice": lambda e: e["content"]["tables"].append(e["content"]["tables"][0]),
    "a column is missing": lambda e: _table(e, "bookings")["columns"].pop(),
    "a column more": lambda e: _table(e, "bookings")["columns"].append("colour"),
    "rows of another world": lambda e: _table(e, "bookings")["columns"].insert(0, "world"),
    "a value is missing": lambda e: _table(e, "bookings")["rows"][0].pop(),
    "a row twice": lambda e: _table(e, "bookings")["rows"].append(_table(e, "bookings")["rows"][0]),
    "a number as a text": lambda e: _set(e, "bookings", "players", "2"),
    "a number too large": lambda e: _set(e, "bookings", "players", 2**40),
    "a text as a number": lambda e: _set(e, "bookings", "email", 7),
    "a text too long": lambda e: _set(e, "bookings", "reference", "R" * 41),
    "nothing where something is": lambda e: _set(e, "bookings", "email", None),
    "an unknown status": lambda e: _set(e, "bookings", "status", "lost"),
    "an unknown kind of taking": lambda e: _set(e, "takings", "kind", "stolen"),
    "an unknown kind of timer": lambda e: _set(e, "timers", "kind", "booking.forgets"),
    "a day that is none": lambda e: _set(e, "bookings", "play_date", "2040-02-30"),
    "a day in another spelling": lambda e: _set(e, "bookings", "play_date", "20400512"),
    "a time that is none": lambda e: _set(e, "bookings", "tee_time", "24:00"),
    "a moment before all time": lambda e: _set(e, "bookings", "created_at", -1),
    "a moment after all time": lambda e: _set(e, "bookings", "created_at", 2**50),
    "facts that are no JSON": lambda e: _set(e, "events", "facts", "{"),
    "a price that is none": lambda e: _set(e, "tee_time_holds", "green_fee", "free"),
    "settings that are no JSON": lambda e: e["content"].update(settings="{"),
    "settings of another kind": lambda e: e["content"].update(settings="[]"),
    "an unknown setting": lambda e: e["content"].update(settings='{"colour": "green"}'),
    "an unknown alternative": lambda e: e["content"].update(settings='{"alternatives": {"colour": "green"}}'),
    "an unknown choice": lambda e: e["content"].update(settings='{"alternatives": {"pageSize": "guess"}}'),
    "an unknown course": lambda e: _set(e, "bookings", "course_id", "crs_00000000"),
    "more places than there are": lambda e: _set(e, "takings", "places", 40),
    "a booking without its places": lambda e: _table(e, "takings")["rows"].clear(),
    "a number that is given again": lambda e: _table(e, "counters")["rows"].clear(),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damaged_export_is_refused_whole(
    stranger: Agency, tee_time: TeeTime, export: Export, damage: Callable[[Export], Any]
) -> None:
    booked(stranger, tee_time, players=1)
    before = exported(stranger)
    damaged = copy.deepcopy(export)
    damage(damaged)

    answer = stranger.control("POST", "/worlds/self/import", _with_digest(damaged))

    assert (answer.status_code, answer.json()["code"], exported(stranger)) == (422, "export_damaged", before)


@pytest.fixture
def export_of_every_kind(alpha: Agency, tee_times: list[TeeTime]) -> Export:
    """A world with an object of every kind that has a counter."""
    blocked = tee_times[3]
    subscribed(alpha, "https://alpha.example/hooks")
    booked(alpha, tee_times[0])
    held(alpha, tee_times[1])
    hooked(alpha, tee_times[2])
    where = {"courseId": blocked.course_id, "date": str(blocked.play_date), "teeTime": blocked.time}
    alpha.control("PUT", "/inventory", {**where, "blocked": 1})
    grouped(alpha)
    alpha.post("/auth/token", {})
    ruled(alpha, {"latency": {"milliseconds": 1}}, match={"operations": ["searchCourses"]})
    alpha.http.post(address_of(alpha), json={})
    return exported(alpha)


@pytest.mark.parametrize("kind", Numbered)
def test_an_export_without_a_counter_is_refused(alpha: Agency, export_of_every_kind: Export, kind: Numbered) -> None:
    counters = _table(export_of_every_kind, "counters")
    left = [row for row in counters["rows"] if row[0] != kind]
    assert len(left) == len(counters["rows"]) - 1
    counters["rows"] = left

    answer = alpha.control("POST", "/worlds/self/import", _with_digest(export_of_every_kind))

    assert (answer.status_code, f"number_is_counted at {kind}" in answer.json()["detail"]) == (422, True)


# What no column of any table holds. The document refuses it before anything is looked at.
NO_VALUES: dict[str, Callable[[Export], Any]] = {
    "a number as a truth": lambda e: _set(e, "bookings", "players", True),
    "a number with a fraction": lambda e: _set(e, "bookings", "players", 2.5),
    "a text as a list": lambda e: _set(e, "bookings", "email", ["a@b.example"]),
}


@pytest.mark.parametrize("damage", NO_VALUES.values(), ids=NO_VALUES.keys())
def test_what_no_table_holds_is_refused_as_a_body(
    stranger: Agency, export: Export, damage: Callable[[Export], Any]
) -> None:
    damage(export)

    answer = stranger.control("POST", "/worlds/self/import", _with_digest(export))

    assert (answer.status_code, answer.json()["code"], bookings_total(stranger)) == (400, "invalid_request", 0)


def test_a_content_that_differs_from_its_digest_is_refused(stranger: Agency, export: Export) -> None:
    _set(export, "bookings", "players", 3)

    answer = stranger.control("POST", "/worlds/self/import", export)

    assert (answer.status_code, answer.json()["code"]) == (422, "export_damaged")


def test_bytes_that_are_no_base64_are_refused(stranger: Agency, tee_time: TeeTime) -> None:
    body = {"courseId": tee_time.course_id, "date": str(tee_time.play_date), "time": tee_time.time, "players": 1}
    path = f"/travel/courses/{body.pop('courseId')}/hold-tee-time"
    stranger.post(path, body, Idempotency_Key="once")
    export = exported(stranger)
    _set(export, "remembered_answers", "body", "not base64!")

    answer = stranger.control("POST", "/worlds/self/import", _with_digest(export))

    assert (answer.status_code, answer.json()["code"]) == (422, "export_damaged")


@pytest.mark.parametrize("member", ["format", "teesheet", "contract", "world", "sha256", "content"])
def test_an_export_without_one_of_its_members_is_refused(stranger: Agency, export: Export, member: str) -> None:
    del export[member]

    answer = stranger.control("POST", "/worlds/self/import", export)

    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, f"/body/{member}")


@pytest.mark.parametrize(
    "clock",
    [
        {"mode": "stopped", "now": 0},
        {"mode": "frozen"},
        {"mode": "frozen", "now": -1},
        {"mode": "frozen", "now": 2**40},
    ],
    ids=str,
)
def test_a_clock_that_cannot_be_is_refused(stranger: Agency, export: Export, clock: dict[str, Any]) -> None:
    export["content"]["clock"] = clock

    assert stranger.control("POST", "/worlds/self/import", _with_digest(export)).status_code == 400


def test_what_is_remembered_under_a_key_travels_too(alpha: Agency, stranger: Agency, tee_time: TeeTime) -> None:
    path = f"/travel/courses/{tee_time.course_id}/hold-tee-time"
    body = {"date": str(tee_time.play_date), "time": tee_time.time, "players": 2}
    first = alpha.post(path, body, Idempotency_Key="once")

    stranger.control("POST", "/worlds/self/import", exported(alpha))

    again = stranger.post(path, body, Idempotency_Key="once")
    assert (again.content, again.headers["Idempotency-Replayed"], places(stranger, tee_time)) == (
        first.content,
        "true",
        2,
    )


def test_a_ticking_clock_ticks_on_after_an_import(alpha: Agency, stranger: Agency) -> None:
    alpha.control("PUT", "/clock", {"mode": "ticking"})

    stranger.control("POST", "/worlds/self/import", exported(alpha))

    clock = clock_of(stranger)
    assert (clock["mode"], "2040-05-07T08:00:00Z" <= clock["now"] < "2040-05-07T08:01:00Z") == ("ticking", True)
