"""Keeps Hypothesis from writing into the current directory, which belongs to the user."""

import gzip
import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# The characters that UTF-8 can encode: all but the surrogates. Every such character comes back when it is decoded.
_ENCODED_BY_UTF_8 = ((0, 0xD7FF), (0xE000, 0x10FFFF))


@contextmanager
def keeping_no_files() -> Iterator[None]:
    """Within the block, Hypothesis writes into a temporary folder. The end of the block deletes the folder."""
    from hypothesis.configuration import set_hypothesis_home_dir  # noqa: PLC0415 - half a second that most commands need not pay

    with tempfile.TemporaryDirectory() as folder:
        set_hypothesis_home_dir(Path(folder))
        _keep_utf_8()
        try:
            yield
        finally:
            set_hypothesis_home_dir(None)


def _keep_utf_8() -> None:
    """Gives Hypothesis the file in which it keeps what UTF-8 encodes. Without the file it tries every character, which
    takes more than a second, in each thread.
    """
    from hypothesis.internal.charmap import charmap_file  # noqa: PLC0415 - see above

    file = charmap_file("codec-v2-utf-8")
    file.parent.mkdir(parents=True)
    file.write_bytes(gzip.compress(json.dumps([_ENCODED_BY_UTF_8, []]).encode()))
