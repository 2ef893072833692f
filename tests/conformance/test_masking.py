"""Secrets in a recording: shown by a name, always the same, and left alone when they are masked again."""

import json

import pytest

from conformance.evidence.exchanges import Request, Response, Role
from conformance.recordings.masking import Masking
from conformance.recordings.plain import plain
from conformance.recordings.recording import Recording
from conformance.recordings.run_record import secrets_of, shown_target
from conformance.target.describing import describe_target
from tests.conformance.made_up import MOMENT

JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl"
DECLARED = {
    "levers": {
        "clock_advance": {
            "url": "http://lab.example/advance?token=lab-token-1&by={seconds}",
            "headers": {"X-Admin": "adm", "Authorization": "Bearer {api_key}"},
            "json": {"password": "open-sesame", "seconds": "{seconds}"},
        }
    },
    "tokens": {"request": {"client_secret": "quite-secret", "grant": "key"}},
    "connection": {"proxy": "http://me:hidden@proxy.example:3128"},
}


def test_the_signature_of_a_token_is_masked_and_its_shape_stays() -> None:
    header, payload, signature = Masking({}).text(JWT).split(".")

    assert (header, payload) == tuple(JWT.split(".")[:2])
    assert signature.startswith("masked-")


@pytest.mark.parametrize("text", [JWT, f'{{"token":"{JWT}"}}', "Basic key-of-alpha", "a b"])
def test_masking_again_changes_nothing(text: str) -> None:
    masking = Masking({"key-of-alpha": "$API_KEY"})

    assert masking.text(masking.text(text)) == masking.text(text)


def test_different_tokens_stay_different() -> None:
    masking = Masking({})

    assert masking.text(JWT) != masking.text(f"{JWT}2")


@pytest.mark.parametrize("form", ["key/of alpha+1", "key%2Fof%20alpha%2B1", "key%2Fof+alpha%2B1"])
def test_a_key_is_found_as_addresses_write_it(form: str) -> None:
    assert Masking({"key/of alpha+1": "$API_KEY"}).text(f"http://t.example/{form}/x") == "http://t.example/$API_KEY/x"


def test_bytes_that_are_no_text_stay_as_they_are() -> None:
    content = bytes(range(256))

    assert Masking({"key-of-alpha": "$API_KEY"}).content(content + b"key-of-alpha") == content + b"$API_KEY"


@pytest.mark.parametrize("token", ["opaque-refresh-token", "one.two.three"])
def test_a_token_that_is_no_jwt_is_masked_wherever_it_comes_later(token: str) -> None:
    recording = Recording({})
    given = Response(200, (), json.dumps({"data": {"refreshToken": token, "tokenType": "Bearer"}}).encode())
    later = json.dumps({"refresh": token}).encode()

    for path, answer in (("/auth/token", given), ("/auth/refresh", Response(200, (), later))):
        request = Request("POST", path, (), f"http://t.example{path}", (), None)
        recording.add("a", Role.golden, request, answer, failure=None, started_at=MOMENT, elapsed_ms=1)

    first, second = (exchange.response.content.decode() for exchange in recording.exchanges if exchange.response)
    masked = json.loads(first)["data"]["refreshToken"]
    assert token not in first + second
    assert json.loads(second)["refresh"] == masked
    assert masked.count(".") == token.count(".")
    assert "Bearer" in first


def test_what_a_recording_says_of_a_target_holds_no_secret() -> None:
    target = describe_target("http://t.example/v1", "key-of-alpha", "key-of-bravo", DECLARED)

    said = json.dumps(plain(shown_target(target, Masking(secrets_of(target)))))

    secret = ("key-of-alpha", "key-of-bravo", "lab-token-1", "adm", "open-sesame", "quite-secret", "hidden")
    assert [item for item in secret if f'"{item}' in said or f"={item}" in said or f":{item}@" in said] == []
    assert "{seconds}" in said


@pytest.mark.parametrize(
    ("name", "value", "is_hidden"),
    [
        ("Accept", "application/json", False),
        ("X-Api-Version", "2026-07-28", False),
        ("X-Environment", "staging", False),
        ("X-Auth-Pin", "20260728", True),
        ("X-Tenant", "0b3f-77aa-e1c2-9d41", True),
        ("Authorization", "Basic YWRhOnMz", True),
    ],
)
def test_a_declared_header_is_hidden_unless_its_value_is_an_ordinary_word(
    name: str, value: str, is_hidden: bool
) -> None:
    declared = {"connection": {"headers": {name: value}}}
    target = describe_target("http://t.example/v1", "key-of-alpha", None, declared)

    shown = Masking(secrets_of(target)).headers((("Content-Type", value),))

    assert (shown != (("Content-Type", value),)) is is_hidden


@pytest.mark.parametrize("key", ["k-1234567", '" k-1234567 "'])
def test_a_key_behind_a_scheme_is_shown_by_its_name_in_a_run_and_in_a_replay(key: str) -> None:
    learnt, replay = Masking({key: "$API_KEY_IN_QUOTES"}), Masking({})

    once = learnt.headers((("Authorization", f"Bearer {key}"),))

    assert once == (("Authorization", "Bearer $API_KEY_IN_QUOTES"),)
    assert replay.headers(once) == once
