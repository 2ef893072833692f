"""Loads modules and builds what stays, without rounds of the garbage collector: they would find nothing to free.

A start makes some hundred thousand objects, and the collector would look at all of them several times.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collections() -> Iterator[None]:
    """Pauses the garbage collector."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def keep_what_is_loaded() -> None:
    """Excludes every object of this moment from later rounds of the collector."""
    gc.freeze()
