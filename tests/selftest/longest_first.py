"""A plugin of pytest. What took longest in the last self-test begins first: runs that wait and runs that compute mix,
and no worker is late at the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any

import pytest

from tests.mutants import Mutant
from tests.selftest.results import Results, load


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sorts the tests of mutants and draws. What never ran before comes first."""
    seconds = seconds_of(load())
    items.sort(key=lambda item: -seconds.get(_subject(item), inf))


def seconds_of(results: Results) -> Mapping[str | int | None, float]:
    """The seconds of each mutant by its name, and of each draw by its seed."""
    of_mutants = {mutant.name: mutant.seconds for mutant in results.mutants}
    return {**of_mutants, **{draw.seed: draw.seconds for draw in results.draws}}


def _subject(item: pytest.Item) -> str | int | None:
    """The name of the mutant or the seed of the draw that *item* tries, None for another test."""
    params: Mapping[str, Any] = getattr(getattr(item, "callspec", None), "params", {})
    planted = params.get("planted")
    seed: int | None = params.get("seed")
    return planted.name if isinstance(planted, Mutant) else seed
