"""Snapshots: a world is kept under a name, and comes back exactly as it was."""

import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.trade import NOW, TeeTime, booked, bookings_total, clock_of, offline, read

SNAPSHOTS = "/worlds/self/snapshots"


def _taken(agency: Agency, name: str) -> None:
    assert agency.control("POST", SNAPSHOTS, {"name": name}).status_code == 201


def _names(agency: Agency) -> list[str]:
    return [item["name"] for item in agency.control("GET", SNAPSHOTS).json()["data"]]


def test_a_snapshot_tells_the_time_of_the_world(alpha: Agency) -> None:
    taken = alpha.control("POST", SNAPSHOTS, {"name": "before"}).json()["data"]

    assert (taken["name"], taken["takenAt"], taken["bytes"] > 0) == ("before", NOW, True)


def test_a_restored_world_has_nothing_of_the_present(alpha: Agency, bravo: Agency, tee_time: TeeTime) -> None:
    kept = booked(alpha, tee_time)
    _taken(alpha, "before")
    booked(bravo, tee_time)
    alpha.delete(f"/travel/bookings/{kept['id']}")
    alpha.control("PATCH", "/settings", {"journal": False})

    alpha.control("POST", f"{SNAPSHOTS}/before/restore")

    settings = alpha.control("GET", "/settings").json()["data"]
    assert (read(alpha, kept["id"]), bookings_total(bravo), settings["journal"]) == (kept, 0, True)


def test_a_restored_world_goes_on_as_it_did_the_first_time(alpha: Agency, tee_time: TeeTime) -> None:
    _taken(alpha, "before")
    first = booked(alpha, tee_time)

    alpha.control("POST", f"{SNAPSHOTS}/before/restore")

    assert booked(alpha, tee_time) == first


def test_a_restore_keeps_the_journal(alpha: Agency, tee_time: TeeTime) -> None:
    _taken(alpha, "before")
    booked(alpha, tee_time)

    alpha.control("POST", f"{SNAPSHOTS}/before/restore")

    assert "createBooking" in [item["operation"] for item in alpha.control("GET", "/journal").json()["data"]]


def test_a_frozen_clock_goes_back_to_what_it_showed(alpha: Agency) -> None:
    _taken(alpha, "before")
    alpha.advance(by="P30D")

    alpha.control("POST", f"{SNAPSHOTS}/before/restore")

    assert clock_of(alpha)["now"] == NOW


def test_a_ticking_clock_ticks_on_from_what_it_showed(alpha: Agency) -> None:
    alpha.control("PUT", "/clock", {"mode": "ticking"})
    _taken(alpha, "before")
    alpha.advance(by="P30D")

    alpha.control("POST", f"{SNAPSHOTS}/before/restore")

    clock = clock_of(alpha)
    assert (clock["mode"], NOW <= clock["now"] < "2040-05-07T08:01:00Z") == ("ticking", True)


def test_what_was_due_after_the_snapshot_is_due_again(alpha: Agency) -> None:
    waiting = booked(alpha, offline("offline-confirms"))["id"]
    _taken(alpha, "before")
    alpha.advance(by="PT30M")
    alpha.control("POST", f"{SNAPSHOTS}/before/restore")

    assert [happening["id"] for happening in alpha.advance(by="PT30M")] == [waiting]


def test_a_snapshot_can_be_restored_again_and_again(alpha: Agency, tee_time: TeeTime) -> None:
    _taken(alpha, "before")
    alpha.control("POST", f"{SNAPSHOTS}/before/restore")
    booked(alpha, tee_time)

    alpha.control("POST", f"{SNAPSHOTS}/before/restore")

    assert (bookings_total(alpha), _names(alpha)) == (0, ["before"])


def test_a_name_that_is_used_again_keeps_the_later_world(alpha: Agency, tee_time: TeeTime) -> None:
    _taken(alpha, "latest")
    booked(alpha, tee_time)
    _taken(alpha, "latest")
    alpha.control("POST", "/worlds/self/reset")

    alpha.control("POST", f"{SNAPSHOTS}/latest/restore")

    assert (bookings_total(alpha), _names(alpha)) == (1, ["latest"])


def test_snapshots_are_listed_by_name(alpha: Agency) -> None:
    for name in ("b", "B", "a"):
        _taken(alpha, name)

    assert _names(alpha) == ["B", "a", "b"]


def test_a_removed_snapshot_is_gone(alpha: Agency) -> None:
    _taken(alpha, "before")

    assert alpha.control("DELETE", f"{SNAPSHOTS}/before").status_code == 204

    assert _names(alpha) == []


@pytest.mark.parametrize(("method", "path"), [("POST", "/nothing/restore"), ("DELETE", "/nothing")])
def test_an_unknown_snapshot_is_refused_with_the_names_there_are(alpha: Agency, method: str, path: str) -> None:
    _taken(alpha, "before")

    answer = alpha.control(method, SNAPSHOTS + path)

    assert (answer.status_code, answer.json()["code"], "It has before." in answer.json()["detail"]) == (
        404,
        "snapshot_not_found",
        True,
    )


def test_snapshots_of_one_world_are_unknown_in_another(alpha: Agency, stranger: Agency) -> None:
    _taken(alpha, "before")

    assert stranger.control("POST", f"{SNAPSHOTS}/before/restore").status_code == 404


def test_a_world_keeps_twenty_snapshots(alpha: Agency) -> None:
    for number in range(20):
        _taken(alpha, f"s{number}")

    one_more = alpha.control("POST", SNAPSHOTS, {"name": "one-more"})
    again = alpha.control("POST", SNAPSHOTS, {"name": "s7"})

    assert (one_more.status_code, one_more.json()["code"], again.status_code) == (403, "too_many_snapshots", 201)


@pytest.mark.parametrize("name", ["", "a b", "a/b", "ü", "n" * 65, 7, None], ids=repr)
def test_a_name_that_no_path_carries_is_refused(alpha: Agency, name: object) -> None:
    assert alpha.control("POST", SNAPSHOTS, {"name": name}).status_code == 400
