"""Keeps Hypothesis from writing into the current directory, which belongs to the user."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def keeping_no_files() -> Iterator[None]:
    """Within the block, Hypothesis writes into a temporary folder. The end of the block deletes the folder."""
    from hypothesis.configuration import set_hypothesis_home_dir  # noqa: PLC0415 - half a second that most commands need not pay

    with tempfile.TemporaryDirectory() as folder:
        set_hypothesis_home_dir(Path(folder))
        try:
            yield
        finally:
            set_hypothesis_home_dir(None)
