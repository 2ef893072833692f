"""Hypothesis writes nothing where a command runs, and knows at once what it would compute for more than a second."""

import sys
from pathlib import Path

import pytest
from hypothesis.configuration import storage_directory
from hypothesis.internal.charmap import intervals_from_codec
from hypothesis.internal.intervalsets import IntervalSet

from openapi.hypothesis_files import keeping_no_files


def _encodable_by_utf_8() -> IntervalSet:
    tried = [character for character in map(chr, range(sys.maxunicode + 1)) if character.encode(errors="ignore")]
    return IntervalSet.from_string("".join(tried))


def test_hypothesis_reads_what_utf_8_encodes_and_tries_no_character(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = _encodable_by_utf_8()

    with keeping_no_files():
        # Without its file, Hypothesis would find this one character only.
        monkeypatch.setattr(sys, "maxunicode", 0)
        known, lossy = intervals_from_codec.__wrapped__("utf-8")

    assert known == expected
    assert not lossy


def test_the_folder_is_gone_after_the_block(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    with keeping_no_files():
        folder = storage_directory().path
        assert folder.is_dir()

    assert not folder.exists()
    assert list(tmp_path.iterdir()) == []
