"""The file of an SQLite database and the log beside it: whether they are still the files that were opened.

A process can go on reading and writing a file that was removed, and nobody else ever sees its changes. SQLite checks
its file only when it opens the file. So the sandbox compares device and inode before and after each transaction.
"""

import os

from mock_server.storage.engines import StoreUnavailable

Identity = tuple[int, int]

_REMOVED = "its file was removed while the server runs"
_REPLACED = "its file was replaced, but the log beside it belongs to the old file"
_LOG_REMOVED = "the log beside its file was removed while the server runs"
_OTHER = "its file was replaced by a file that is not a database of this version"


class DatabaseFile:
    """One file with its log, in the state of this moment."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._paths = (path, f"{path}-wal", f"{path}-shm")
        self._opened = [_identity(path) for path in self._paths]

    @property
    def exists(self) -> bool:
        """Whether there was a file."""
        return self._opened[0] is not None

    @property
    def is_empty(self) -> bool:
        """Whether the file is empty. SQLite would write a header into an empty file as soon as it opens the file."""
        return os.path.getsize(self.path) == 0  # noqa: PTH202 - as below.

    def is_here(self) -> bool:
        """Whether the file is still the same. It checks one file."""
        return _identity(self.path) == self._opened[0]

    def is_whole(self) -> bool:
        """Whether the file, the log and its index are still the same. It checks three files."""
        return [_identity(path) for path in self._paths] == self._opened

    def left_its_log(self) -> bool:
        """Whether the file was replaced, but the log still belongs to the old file. SQLite would mix the two."""
        here = [_identity(path) for path in self._paths[1:]]
        return not self.is_here() and any(found is not None and found in self._opened for found in here)

    def removed(self) -> StoreUnavailable:
        """The exception to raise if the file is not there."""
        return self._failure(_REMOVED, "Put it back, or move a copy of it to that place.")

    def replaced(self) -> StoreUnavailable:
        """The exception to raise if left_its_log returns True."""
        return self._failure(_REPLACED, "Remove the two files that end in -wal and -shm, or put the file back.")

    def log_removed(self) -> StoreUnavailable:
        """The exception to raise if the file is there but its log is not."""
        return self._failure(_LOG_REMOVED, "Put it back, or restart the server: it writes its last changes as it ends.")

    def other(self) -> StoreUnavailable:
        """The exception to raise if the new file does not have the tables of this version."""
        return self._failure(_OTHER, "Move a copy of the database there, or restart the server to use that file.")

    def _failure(self, cause: str, way_out: str) -> StoreUnavailable:
        return StoreUnavailable(f"The database {self.path} cannot be used: {cause}. {way_out}", cause)


def _identity(path: str) -> Identity | None:
    try:
        found = os.stat(path)  # noqa: PTH116 - a Path would cost more than the look itself, in every request.
    except OSError:
        return None
    return found.st_dev, found.st_ino
