"""Reserved last names that ask a course, a rival or the service for a certain outcome."""

from typing import Any

import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.problems import document, refusal
from tests.sandbox.trade import (
    LEAD,
    ORDINARY,
    TeeTime,
    booked,
    booking,
    group,
    grouped,
    hold,
    hooked,
    offline,
    places,
    read,
    read_group,
    written,
)

BOOKINGS, HOOKS, GROUPS = "/travel/bookings", "/travel/bookings/hooks", "/travel/group-bookings"
CONFIRMS, DECLINES, SILENT = map(offline, ("offline-confirms", "offline-declines", "offline-silent"))


def _named(last_name: str) -> dict[str, Any]:
    return {**LEAD, "lastName": last_name}


ANSWERS = [
    ("Sandbox-Confirms", DECLINES, "PT59S", "pending"),
    ("Sandbox-Confirms", DECLINES, "PT1M", "confirmed"),
    ("Sandbox-Declines", CONFIRMS, "PT59S", "pending"),
    ("Sandbox-Declines", CONFIRMS, "PT1M", "cancelled"),
    ("Sandbox-Silent", CONFIRMS, "P4D", "pending"),
    ("sandbox-confirms", SILENT, "PT1M", "confirmed"),
]


@pytest.mark.parametrize(("last_name", "tee_time", "wait", "status"), ANSWERS)
def test_a_name_decides_for_an_offline_course(
    alpha: Agency, last_name: str, tee_time: TeeTime, wait: str, status: str
) -> None:
    booking_id = booked(alpha, tee_time, leadPlayer=_named(last_name))["id"]

    alpha.advance(by=wait)

    assert read(alpha, booking_id)["status"] == status


@pytest.mark.parametrize(
    ("last_name", "tee_time", "status"),
    [
        ("Sandbox-Confirms", DECLINES, "confirmed"),
        ("Sandbox-Declines", CONFIRMS, "failed"),
        ("Sandbox-Silent", CONFIRMS, "pending"),
    ],
)
def test_a_name_decides_about_a_group_at_an_offline_course(
    alpha: Agency, last_name: str, tee_time: TeeTime, status: str
) -> None:
    group_id = grouped(alpha, tee_time.course_id, leadPlayer=_named(last_name))["id"]

    alpha.advance(by="PT1M20S")

    assert read_group(alpha, group_id)["status"] == status


def test_a_name_decides_again_when_the_course_is_asked_again(alpha: Agency) -> None:
    booking_id = booked(alpha, SILENT, leadPlayer=_named("Sandbox-Confirms"))["id"]
    alpha.advance(by="PT1M")
    alpha.put(f"{BOOKINGS}/{booking_id}", {"players": 3})

    alpha.advance(by="PT1M")

    assert read(alpha, booking_id)["status"] == "confirmed"


@pytest.mark.parametrize("last_name", ["Sandbox-Confirms", "Sandbox-Declines", "Sandbox-Silent"])
def test_an_online_course_confirms_at_once_whatever_the_name(alpha: Agency, tee_time: TeeTime, last_name: str) -> None:
    assert booked(alpha, tee_time, leadPlayer=_named(last_name))["status"] == "confirmed"


@pytest.mark.parametrize("path", [BOOKINGS, HOOKS])
def test_a_rival_is_faster_where_the_name_asks_for_it(alpha: Agency, tee_time: TeeTime, path: str) -> None:
    before = written(alpha, tee_time)

    answer = alpha.post(path, booking(tee_time, leadPlayer=_named("Sandbox-Unavailable")))

    assert (refusal(answer), written(alpha, tee_time)) == ((409, "tee_time_unavailable"), before)


def test_a_rival_leaves_the_hold_as_it_was(alpha: Agency, tee_time: TeeTime) -> None:
    held = alpha.post(f"/travel/courses/{ORDINARY.id}/hold-tee-time", hold(tee_time)).json()["holdId"]
    alpha.post(BOOKINGS, booking(tee_time, holdId=held, leadPlayer=_named("Sandbox-Unavailable")))

    assert alpha.post(BOOKINGS, booking(tee_time, holdId=held)).status_code == 201


@pytest.mark.parametrize("last_name", ["Sandbox-Group-Fails", "Sandbox-Unavailable"])
def test_a_group_fails_where_the_name_asks_for_it(alpha: Agency, last_name: str) -> None:
    group_id = grouped(alpha, leadPlayer=_named(last_name))["id"]

    alpha.advance(by="PT20S")

    assert read_group(alpha, group_id)["failureReason"] == "No run of tee times on 2040-05-12 holds 12 players."


@pytest.mark.parametrize("last_name", ["Sandbox-Group-Fails", "Sandbox-Unavailable"])
def test_a_dry_run_foresees_what_the_name_asks_for(alpha: Agency, last_name: str) -> None:
    foreseen = alpha.post(f"{GROUPS}/validate", group(leadPlayer=_named(last_name))).json()["data"]

    assert [issue["code"] for issue in foreseen["issues"]] == ["tee_time_unavailable"]


MISSPELT = _named("Sandbox-Confirm")


@pytest.mark.parametrize("path", [BOOKINGS, HOOKS, GROUPS, f"{GROUPS}/validate"])
def test_a_misspelt_name_is_refused_with_the_names_there_are(alpha: Agency, tee_time: TeeTime, path: str) -> None:
    body = group(leadPlayer=MISSPELT) if path.startswith(GROUPS) else booking(tee_time, leadPlayer=MISSPELT)

    (error,) = document(alpha.post(path, body))["errors"]

    assert (error["pointer"], error["code"], "Sandbox-Confirms" in error["detail"]) == (
        "/body/leadPlayer/lastName",
        "enum",
        True,
    )


@pytest.mark.parametrize("last_name", ["Sandbox", "Sandboxer", "von Sandbox-Slow"])
def test_a_name_that_only_looks_reserved_is_a_name(alpha: Agency, tee_time: TeeTime, last_name: str) -> None:
    assert booked(alpha, tee_time, leadPlayer=_named(last_name))["leadPlayer"]["lastName"] == last_name


def test_a_name_for_groups_does_nothing_to_a_hook(alpha: Agency, tee_time: TeeTime) -> None:
    hooked(alpha, tee_time, leadPlayer=_named("Sandbox-Group-Fails"))

    assert places(alpha, tee_time) == 2
