"""Single answers that nobody can use, and how little of them the suite keeps."""

import gzip
import json
import resource
import time
import zlib
from contextlib import nullcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.evidence.exchanges import Request
from conformance.evidence.json_values import NotJson, parse_json
from conformance.wire.body_reading import MOST_BODY_BYTES, BodyTooLarge, NotCompressed, read_body
from conformance.wire.transport import HttpTransport, NoAnswer
from tests.conformance.bad_answers import (
    endless,
    hundred_megabytes,
    silent,
    trickling,
    trickling_body,
)
from tests.conformance.bad_target import (
    BadTarget,
    Behaviour,
    behaving,
)


def exchanged(target: BadTarget, seconds: float = 2.0) -> None:
    transport = HttpTransport(seconds)
    try:
        transport.exchange(Request("GET", "/x", (), f"{target.base_url}/x", (), None))
    finally:
        transport.close()


@pytest.mark.parametrize("behaviour", [trickling, trickling_body, silent])
def test_one_exchange_ends_with_its_timeout_however_small_the_pieces(behaviour: Behaviour) -> None:
    started = time.monotonic()

    with behaving(behaviour) as target, pytest.raises(NoAnswer, match=r"no answer within 0\.4 s"):
        exchanged(target, 0.4)

    assert time.monotonic() - started < 3


@pytest.mark.parametrize("behaviour", [endless, hundred_megabytes])
def test_a_huge_body_is_not_kept(behaviour: Behaviour) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    with behaving(behaviour) as target, pytest.raises(NoAnswer, match="an answer of more than 8 MB"):
        exchanged(target, 20)

    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 80_000


@pytest.mark.parametrize("rounds", [1, 2])
def test_a_gzip_bomb_is_not_inflated(rounds: int) -> None:
    bomb = b"0" * (50 * MOST_BODY_BYTES // 4)
    for _ in range(rounds):
        bomb = gzip.compress(bomb)

    with pytest.raises(BodyTooLarge):
        read_body([bomb], ["gzip"] * rounds)


@pytest.mark.parametrize(
    ("sent", "codings"),
    [
        (b"[1]", []),
        (gzip.compress(b"[1]", mtime=0), ["gzip"]),
        (zlib.compress(b"[1]"), ["deflate"]),
        (zlib.compress(b"[1]")[2:-4], ["deflate"]),
        (gzip.compress(zlib.compress(b"[1]"), mtime=0), ["deflate", "gzip"]),
        (b"[1]", ["identity"]),
    ],
    ids=["plain", "gzip", "deflate", "deflate without its header", "both", "identity"],
)
def test_a_compressed_body_is_read(sent: bytes, codings: list[str]) -> None:
    assert read_body([sent[:3], sent[3:]], codings) == b"[1]"


@pytest.mark.parametrize(
    ("sent", "codings"), [(b"no gzip", ["gzip"]), (gzip.compress(b"[1]", mtime=0)[:-9], ["gzip"]), (b"[1]", ["br"])]
)
def test_a_body_that_is_not_compressed_as_it_says_cannot_be_read(sent: bytes, codings: list[str]) -> None:
    with pytest.raises(NotCompressed):
        read_body([sent], codings)


@pytest.mark.parametrize(
    "content",
    [b"[" * 100_000 + b"]" * 100_000, b"[" * 65 + b"]" * 65, b'{"a": NaN}', b"[Infinity]", b'"\xff"', b"1" * 10_000],
    ids=["100,000 deep", "65 deep", "NaN", "Infinity", "not UTF-8", "a number of 10,000 digits"],
)
def test_json_that_nobody_can_read_is_no_json(content: bytes) -> None:
    with pytest.raises(NotJson):
        parse_json(content)


@given(st.lists(st.sampled_from([(b"[", b"]"), (b'{"a": ', b"}")]), min_size=1, max_size=80), st.text("{}[]a"))
def test_json_is_read_to_64_levels_whatever_its_texts_have(levels: list[tuple[bytes, bytes]], text: str) -> None:
    opened, closed = b"".join(first for first, _ in levels), b"".join(last for _, last in reversed(levels))
    content = opened + json.dumps(text).encode() + closed

    with nullcontext() if len(levels) <= 64 else pytest.raises(NotJson):
        parse_json(content)


@pytest.mark.parametrize("content", [rb'["\ud800"]', rb'["\uDFFF"]', b'["\xed\xa0\x80"]'])
def test_half_a_surrogate_pair_becomes_text_that_can_be_written(content: bytes) -> None:
    (text,) = parse_json(content)

    assert text.encode("utf-8")


def test_a_whole_surrogate_pair_is_its_character() -> None:
    assert parse_json(rb'["\ud83d\ude00"]') == ["\U0001f600"]
