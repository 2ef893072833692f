"""A refused value is explained in a sentence with the way out, and no caller reads a regular expression."""

from typing import Any

import jsonschema_rs
import pytest

from mock_server.api.findings import findings_of
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
        ("/gauntlet", {}, "/body: Send either webhookId, or url and secret."),
        (
            "/gauntlet",
            {"webhookId": "whk_1", "url": "https://hooks.example.com/"},
            (
                "/body: The value has none of the allowed forms. The object has 2 members. Send at most 1 member. Or: "
                "The member 'secret' is required. Add it."
            ),
        ),
        ("/worlds/self/fork", {"name": "self"}, "/body/name: 'self' is reserved. Send another value."),
        (
            "/gauntlet",
            {"url": "https://hooks.example.com/"},
            "/body: Send either webhookId or secret.",
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


def findings_of_control(agency: Agency, method: str, path: str, body: dict[str, Any]) -> dict[str, str]:
    """The findings about a call of the control plane: pointer to sentence."""
    return {error["pointer"]: error["detail"] for error in agency.control(method, path, body).json()["errors"]}


def test_the_alternative_with_the_type_of_the_value_is_the_one_that_was_meant(alpha: Agency) -> None:
    found = findings_of_control(alpha, "PATCH", "/settings", {"rateLimit": {"requests": 0, "seconds": 0}})

    assert found == {
        "/body/rateLimit/requests": "0 is too small. Send at least 1.",
        "/body/rateLimit/seconds": "0 is too small. Send at least 1.",
    }


def test_a_value_with_the_type_of_no_alternative_gets_all_types(alpha: Agency) -> None:
    found = findings_of_control(alpha, "PATCH", "/settings", {"rateLimit": 5})

    assert found == {
        "/body/rateLimit": (
            "The value has none of the allowed forms. 5 is not an object. Send an object. Or: 5 is not null. Send null."
        )
    }


def test_a_change_of_the_inventory_without_a_change_names_the_members(alpha: Agency) -> None:
    where = {"courseId": ORDINARY.id, "date": SATURDAY.isoformat(), "teeTime": "09:30"}

    assert findings_of_control(alpha, "PUT", "/inventory", where) == {"/body": "Send blocked, greenFee, or both."}


TWO_OBJECTS = {
    "anyOf": [
        {"properties": {"count": {"minimum": 1}, "name": {"type": "string"}}},
        {"properties": {"size": {"maximum": 5}}, "maxProperties": 2},
    ]
}


def test_a_sentence_about_an_alternative_begins_with_its_member() -> None:
    (finding,) = findings_of(jsonschema_rs.validator_for(TWO_OBJECTS), {"count": 0, "name": 1, "size": 9}, "/body")

    assert finding.detail == (
        "The value has none of the allowed forms. count: 0 is too small. Send at least 1. "
        "name: 1 is not text. Send text. Or: The object has 3 members. Send at most 2 members. "
        "size: 9 is too large. Send at most 5."
    )


def test_a_sentence_that_is_too_long_ends_after_a_word() -> None:
    members = {f"member{number}": {"const": 0} for number in range(20)}
    schema = {"anyOf": [{"properties": members}, {"maxProperties": 1}]}
    whole = " ".join(f"{name}: 'x' is not allowed here. Send 0." for name in members)

    (finding,) = findings_of(jsonschema_rs.validator_for(schema), dict.fromkeys(members, "x"), "/body")

    shown = finding.detail.removeprefix("The value has none of the allowed forms. ").removesuffix(" …")
    assert whole.startswith(f"{shown} ")
    assert 240 < len(finding.detail) <= 302


def test_a_value_that_is_too_long_is_shown_as_cut(alpha: Agency, tee_time: TeeTime) -> None:
    found = errors(alpha, {**booking(tee_time), "teeTime": "9" * 90})

    assert found == {"/body/teeTime": f"'{'9' * 80}…' has another form. {TIME}"}


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [("95", "95 is too large. Send at most 90."), ("-90.5", "-90.5 is too small. Send at least -90.")],
)
def test_a_number_is_shown_as_it_was_sent(alpha: Agency, sent: str, sentence: str) -> None:
    answer = alpha.get("/travel/courses", latitude=sent, longitude=5)

    assert answer.json()["detail"] == f"/query/latitude: {sentence}"


@pytest.mark.parametrize(
    ("path", "query", "sentence"),
    [
        (
            "pricing",
            {"startDate": "2040-05-12", "endDate": "2040-05-11"},
            "endDate is 2040-05-11, and startDate is 2040-05-12. Send startDate or a later day as endDate.",
        ),
        (
            "tee-times",
            {"date": "2040-05-12", "earliestTime": "10:00", "latestTime": "10:00"},
            "latestTime is 10:00, and earliestTime is 10:00. Send a time after earliestTime as latestTime.",
        ),
    ],
)
def test_an_end_before_its_beginning_is_explained(
    alpha: Agency, path: str, query: dict[str, str], sentence: str
) -> None:
    answer = alpha.get(f"/travel/courses/{ORDINARY.id}/{path}", **query)

    assert [error["detail"] for error in answer.json()["errors"]] == [sentence]


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (b'{"a" 1}', "The body stops being JSON at line 1, column 6. Send valid JSON."),
        (b'{"a": 1,\n "b": x}', "The body stops being JSON at line 2, column 7. Send valid JSON."),
        (b'{"a": NaN}', "NaN is not a JSON number. Send a number."),
        (b'{"a": 1, "a": 2}', "The member 'a' appears twice in one object. Send it once."),
    ],
)
def test_a_body_that_is_not_json_is_explained(alpha: Agency, raw: bytes, sentence: str) -> None:
    answer = alpha.send("POST", "/travel/bookings", content=raw, headers={"Content-Type": "application/json"})

    assert answer.json()["detail"] == sentence
