"""Reads API keys from files, so that no command line and no process list shows them."""

import stat
from pathlib import Path

from conformance.target.declarations import TargetError


def read_key_file(place: str) -> str:
    """The key in the first line of the file at *place*, stripped. Raises `TargetError`."""
    try:
        lines = Path(place).read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise TargetError(f"The key file {place} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise TargetError(f"The key file {place} is not a text file.") from error
    if not lines or not lines[0].strip():
        raise TargetError(f"The key file {place} has no key in its first line.")
    return lines[0].strip()


def others_may_read(place: str) -> bool:
    """Whether others than the owner can read the file at *place*; False when the system does not show that."""
    try:
        return bool(Path(place).stat().st_mode & (stat.S_IRGRP | stat.S_IROTH))
    except OSError:
        return False
