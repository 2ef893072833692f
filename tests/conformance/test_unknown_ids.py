"""Ids that nobody has: where ids count, the next number is somebody's booking."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from conformance.discovery import CourseFinder
from conformance.scope.run import new_run
from conformance.target.target import CourseFacts
from tests.conformance.made_up import MOMENT


class Listed(CourseFinder):
    """Knows its courses without asking."""

    listed = [{"id": "17"}, {"id": "18"}]  # noqa: RUF012 - nobody changes it


@pytest.mark.parametrize("given", ["1", "16", "bkg_204", "a7", "1234567"])
def test_a_short_id_is_made_longer(given: str) -> None:
    unknown = _unknown(given)
    prefix, _, drawn = unknown.rpartition("_")

    assert prefix == given.rpartition("_")[0]
    assert len(drawn) == 9
    assert drawn[0] == "7"


@pytest.mark.parametrize("given", ["bkg_3v7ks24zsasr", "0b5c6c56-90b3-4f4b-9a4e-0d2f1a6f0b11", "12345678"])
def test_a_long_id_keeps_its_shape(given: str) -> None:
    unknown = _unknown(given)

    assert unknown != given
    assert [item.isalnum() for item in unknown] == [value.isalnum() for value in given]


def _unknown(given: str) -> str:
    run = new_run(1, datetime.now(UTC), MOMENT.date(), read_only=True)
    return Listed(None, run, CourseFacts()).unknown_id(given)  # type: ignore[arg-type] - it asks nobody
