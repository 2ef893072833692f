"""Lets Hypothesis draw from a seed alone.

By itself, Hypothesis also draws constants from the sources of all modules outside of site-packages. So a seed would
mean other values in a working copy. It would also parse these sources while several threads draw, and CPython 3.11
cannot do that safely.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from hypothesis import settings
from hypothesis.internal.conjecture.providers import AVAILABLE_PROVIDERS, HypothesisProvider
from hypothesis.internal.constants_ast import Constants

SEED_ALONE = "teesheet-seed-alone"


class _SeedAlone(HypothesisProvider):
    """Hypothesis without the constants that it finds in the sources of modules outside of site-packages."""

    _local_constants = Constants()


AVAILABLE_PROVIDERS[SEED_ALONE] = _SeedAlone
settings.register_profile(SEED_ALONE, backend=SEED_ALONE)


@contextmanager
def drawing_from_the_seed_alone() -> Iterator[None]:
    """Within the block, all threads draw from their seeds alone, unless their settings name another backend."""
    before = settings.get_current_profile_name()
    settings.load_profile(SEED_ALONE)
    try:
        yield
    finally:
        settings.load_profile(before)
