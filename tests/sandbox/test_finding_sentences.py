"""A refused value is explained in a sentence with the way out, and no caller reads a regular expression."""

from typing import Any

import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.trade import LEAD, ORDINARY, SATURDAY, TeeTime, booking, without

TIME = "Write a time as HH:MM, for example 09:30."
EMAIL = "Write an email address, for example ada@example.com."


def errors(agency: Agency, body: dict[str, Any]) -> dict[str, str]:
    """The findings about a booking: pointer to sentence. Each pointer has one finding."""
    answer = agency.post("/travel/bookings", body).json()
    found = {error["pointer"]: error["detail"] for error in answer["errors"]}
    assert len(found) == len(answer["errors"])
    return found


@pytest.mark.parametrize(
    ("member", "value", "sentence"),
    [
        ("teeTime", "9:5", f"'9:5' has another form. {TIME}"),
        (
            "date",
            "17.4.2027",
            "'17.4.2027' is not valid here. Write a date that exists as YYYY-MM-DD, for example 2027-04-17.",
        ),
        ("players", "2", "'2' is not a whole number. Send a whole number."),
        ("players", [2], "The value is not a whole number. Send a whole number."),
        ("players", 0, "0 is too small. Send at least 1."),
        ("players", 2.5, "2.5 is not a whole number. Send a whole number."),
        ("players", 5, "5 is too large. Send at most 4."),
        (
            "plaiers",
            2,
            "The contract has no member 'plaiers' here. Remove it, or correct its spelling. Did you mean 'players'?",
        ),
    ],
)
def test_a_wrong_member_is_explained(
    alpha: Agency, tee_time: TeeTime, member: str, value: object, sentence: str
) -> None:
    assert errors(alpha, {**booking(tee_time), member: value}) == {f"/body/{member}": sentence}


def test_an_unknown_member_is_answered_with_the_known_members_where_none_is_near(
    alpha: Agency, tee_time: TeeTime
) -> None:
    (sentence,) = errors(alpha, {**booking(tee_time), "xyz": True}).values()

    assert "Known: agencyBookingReference, courseId, date, holdId, " in sentence


def test_several_unknown_members_are_answered_with_the_known_members(alpha: Agency, tee_time: TeeTime) -> None:
    found = errors(alpha, {**booking(tee_time), "plaiers": 2, "xyz": True})

    assert ("Known: agencyBookingReference, courseId, date, holdId, " in found["/body"], list(found)) == (
        True,
        ["/body"],
    )


@pytest.mark.parametrize(
    ("body", "nearest"),
    [({"alternatives": {"errorbody": "text"}}, "errorBody"), ({"signatureclock": "world"}, "signatureClock")],
)
def test_a_misspelt_setting_is_answered_with_its_name(alpha: Agency, body: dict[str, Any], nearest: str) -> None:
    detail = alpha.control("PATCH", "/settings", body).json()["detail"]

    assert detail.endswith(f" Did you mean {nearest!r}?")


def test_a_missing_member_is_named(alpha: Agency, tee_time: TeeTime) -> None:
    body = without(booking(tee_time), "players")

    assert errors(alpha, body) == {"/body/players": "The member 'players' is required. Add it."}


def test_a_wrong_email_address_is_explained(alpha: Agency, tee_time: TeeTime) -> None:
    lead = {**booking(tee_time)["leadPlayer"], "email": "nope"}

    assert errors(alpha, {**booking(tee_time), "leadPlayer": lead}) == {
        "/body/leadPlayer/email": f"'nope' is not valid here. {EMAIL}"
    }


@pytest.mark.parametrize(
    ("texts", "pointer", "sentence"),
    [
        (
            {"specialRequests": "x" * 2001},
            "/body/specialRequests",
            "The text has 2001 characters. Send at most 2000 characters.",
        ),
        (
            {"leadPlayer": {**LEAD, "firstName": ""}},
            "/body/leadPlayer/firstName",
            "The text has 0 characters. Send at least 1 character.",
        ),
    ],
)
def test_a_text_of_a_wrong_length_is_explained_by_its_bound(
    alpha: Agency, tee_time: TeeTime, texts: dict[str, Any], pointer: str, sentence: str
) -> None:
    assert errors(alpha, {**booking(tee_time), **texts}) == {pointer: sentence}


@pytest.mark.parametrize(
    ("kinds", "sentence"),
    [
        ([], "The list has 0 entries. Send at least 1 entry."),
        (["booking.confirmed"] * 2, "The list has an entry twice. Send each entry once."),
    ],
)
def test_a_wrong_list_is_explained(alpha: Agency, kinds: list[str], sentence: str) -> None:
    answer = alpha.post("/webhooks", {"url": "https://hooks.example.com/teesheet", "events": kinds}).json()

    assert answer["detail"] == f"/body/events: {sentence}"


def test_a_change_without_a_member_is_explained(alpha: Agency) -> None:
    answer = alpha.put("/travel/bookings/bkg_1", {}).json()

    assert answer["detail"] == "/body: The object has 0 members. Send at least 1 member."


def test_one_finding_is_the_detail_of_its_problem(alpha: Agency) -> None:
    answer = alpha.get(f"/travel/courses/{ORDINARY.id}/tee-times", date=SATURDAY.isoformat(), players=9)

    assert answer.json()["detail"] == "/query/players: 9 is too large. Send at most 4."


@pytest.mark.parametrize(
    ("path", "body", "sentence"),
    [
        (
            "/clock/advance",
            {"toNext": False},
            "/body/toNext: false is not allowed here. Send true.",
        ),
        ("/worlds/self/fork", {"name": "self"}, "/body/name: 'self' is reserved. Send another value."),
        (
            "/gauntlet",
            {"url": "https://hooks.example.com/"},
            (
                "/body: The value has none of the allowed forms. The member 'webhookId' is required. Add it. Or: "
                "The member 'secret' is required. Add it."
            ),
        ),
        (
            "/signatures/verify",
            {"headers": {}, "secret": "whsec_aGVsbG8=", "body": "{}", "bodyBase64": "aGVsbG8="},
            "/body: The value has parts that exclude each other. Send one of them.",
        ),
    ],
)
def test_a_choice_of_the_control_plane_is_explained(
    alpha: Agency, path: str, body: dict[str, Any], sentence: str
) -> None:
    assert alpha.control("POST", path, body).json()["detail"] == sentence
