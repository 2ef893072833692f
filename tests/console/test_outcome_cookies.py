"""The cookie with the outcome of a form fits what browsers keep, whatever characters the outcome has."""

from typing import Any

import pytest

from mock_server.console.visits import SAID, cookies_of, said_cookie, said_in

KEPT_BYTES = 4096
FOUR_BYTES = "\N{GOLFER}"


def carried(**parts: Any) -> Any:
    """The outcome that the next page reads from the cookie of an outcome with these parts."""
    said = {"ok": True, "sentence": "Done.", "details": [], "curl": "curl x", "page": "", **parts}
    cookie = said_cookie("mark", said, is_secure=True)
    assert len(cookie.encode()) <= KEPT_BYTES
    return said_in({SAID: cookies_of(cookie.partition(";")[0])[SAID]}, "mark")


def test_an_outcome_that_fits_arrives_whole() -> None:
    assert carried(details=["a", FOUR_BYTES])["details"] == ["a", FOUR_BYTES]


@pytest.mark.parametrize("letter", ["x", FOUR_BYTES, "\x01", '"'])
def test_a_long_sentence_is_shortened_beside_its_curl_line(letter: str) -> None:
    said = carried(sentence=letter * 3000, details=[letter * 100] * 10)

    assert said["curl"] == "curl x"
    assert said["sentence"].endswith(f"{letter}…")


@pytest.mark.parametrize("letter", ["x", FOUR_BYTES])
def test_a_curl_line_is_whole_or_absent(letter: str) -> None:
    said = carried(sentence="Done.", curl=f"curl -d '{letter * 3000}'")

    assert (said["sentence"], said["curl"]) == ("Done.", "")


def test_of_two_long_texts_the_sentence_stays() -> None:
    said = carried(sentence=FOUR_BYTES * 900, curl=FOUR_BYTES * 901)

    assert (len(said["sentence"]) > 300, said["curl"]) == (True, "")
