"""Lets Hypothesis draw from a seed alone, in several threads.

By itself, Hypothesis also draws constants from the sources of all modules outside of site-packages. So a seed would
mean other values in a working copy.
"""

import ast
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

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


@contextmanager
def parsing_in_turn() -> Iterator[None]:
    """Within the block, one thread at a time parses Python, as Hypothesis does to show what it draws.

    Before 3.11.8 and 3.12.2, CPython counts the depth of all syntax trees together (gh-106905). Two threads that parse
    at the same time may get a SystemError.
    """
    parse, turn = ast.parse, threading.RLock()

    def parse_in_turn(*arguments: Any, **options: Any) -> ast.AST:
        with turn:
            parsed: ast.AST = parse(*arguments, **options)
            return parsed

    ast.parse = parse_in_turn  # type: ignore[assignment]  # it has overloads
    try:
        yield
    finally:
        ast.parse = parse
