"""Patterns are compared as sets of texts: a text that lies outside is shown, and no text is a proof."""

from itertools import islice

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openapi.diff.patterns import NotRegular, text_outside, texts_inside

CHARACTERS = st.sampled_from(["a", "b", "[ab]", "[^a]", r"\d", "[a-c]", "."])


def pattern_parts(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Patterns that are composed of patterns."""
    repeats = st.sampled_from(["*", "+", "?", "{2}", "{1,3}", "{0,2}"])
    return (
        st.tuples(inner, inner).map("".join)
        | st.tuples(inner, inner).map(lambda pair: f"(?:{pair[0]}|{pair[1]})")
        | st.tuples(inner, repeats).map(lambda pair: f"(?:{pair[0]}){pair[1]}")
    )


PATTERNS = st.recursive(CHARACTERS, pattern_parts, max_leaves=5).map(lambda core: f"^(?:{core})$")
TEXTS = st.text(alphabet="abc1", max_size=5)


def fits(pattern: str, text: str) -> bool:
    """Whether a validator finds the pattern in the text. Python's own `$` also matches before a final line break."""
    return jsonschema_rs.is_valid({"type": "string", "pattern": pattern}, text)


@given(inside=PATTERNS, pattern=PATTERNS)
@settings(max_examples=150, deadline=None)
def test_a_text_outside_fits_the_one_pattern_and_not_the_other(inside: str, pattern: str) -> None:
    text = text_outside([inside], pattern)

    assert text is None or (fits(inside, text) and not fits(pattern, text))


@given(inside=PATTERNS, pattern=PATTERNS, text=TEXTS)
@settings(max_examples=300, deadline=None)
def test_no_text_lies_outside_where_none_is_found(inside: str, pattern: str, text: str) -> None:
    none_outside = text_outside([inside], pattern) is None

    assert not (none_outside and fits(inside, text) and not fits(pattern, text))


@given(pattern=PATTERNS)
@settings(max_examples=100, deadline=None)
def test_texts_inside_fit_and_are_different(pattern: str) -> None:
    texts = list(islice(texts_inside(pattern), 5))

    assert all(fits(pattern, text) for text in texts)
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize(
    ("inside", "pattern", "text"),
    [
        (r"^[0-9]{2}$", r"^\d\d$", None),
        ("^[A-Z]{2}$", "^[A-Z]{2,3}$", None),
        ("^[A-Z]{2,3}$", "^[A-Z]{2}$", "AAA"),
        ("^[a-z]+(-[a-z]+)*$", "^[a-z-]+$", None),
        ("^[A-Za-z0-9_-]{1,64}$", "^[A-Za-z0-9_-]{1,36}$", "a" * 37),
        ("^a", "a", None),
        ("a", "^a", "0a"),
        ("^a|b$", "b", "a"),
    ],
)
def test_patterns_of_contracts_are_compared(inside: str, pattern: str, text: str | None) -> None:
    found = text_outside([inside], pattern)

    assert (found is None, len(found or "")) == (text is None, len(text or ""))


@pytest.mark.parametrize("pattern", ["^(?!x)a$", r"\bday\b", r"^(a)\1$", "a^b", "("])
def test_what_no_automaton_expresses_is_said_to_be_undecidable(pattern: str) -> None:
    with pytest.raises(NotRegular):
        text_outside(["^a$"], pattern)
