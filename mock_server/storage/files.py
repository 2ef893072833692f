"""The file of an SQLite database and the log beside it: whether they are still those that were opened.

A process goes on reading and writing a file that was removed, and nobody else ever sees what it wrote. SQLite looks for
its file when it opens it and never again, so the sandbox looks: device and inode, before a transaction and after it.
"""

import os

from mock_server.storage.engines import StoreUnavailable

Identity = tuple[int, int]

_REMOVED = "its file was removed while the server runs"
_REPLACED = "its file was replaced, and the log beside it belongs to the file before"
_LOG_REMOVED = "the log beside its file was removed while the server runs"
_OTHER = "its file was replaced by one that is no database of this version"


class DatabaseFile:
    """One file with its log, as they are at the moment."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._paths = (path, f"{path}-wal", f"{path}-shm")
        self._opened = [_identity(path) for path in self._paths]

    @property
    def exists(self) -> bool:
        """Whether there was a file at all."""
        return self._opened[0] is not None

    @property
    def is_empty(self) -> bool:
        """Whether nothing is in it. SQLite would write its own head into it as soon as it is opened."""
        return os.path.getsize(self.path) == 0  # noqa: PTH202 - as below.

    def is_here(self) -> bool:
        """Whether the file is the same as then. Costs a look at one file."""
        return _identity(self.path) == self._opened[0]

    def is_whole(self) -> bool:
        """Whether the log and its index are the same as then, too. Costs a look at three files."""
        return [_identity(path) for path in self._paths] == self._opened

    def left_its_log(self) -> bool:
        """Whether another file stands beside a log that is still this one's. SQLite would mix the two."""
        here = [_identity(path) for path in self._paths[1:]]
        return not self.is_here() and any(found is not None and found in self._opened for found in here)

    def removed(self) -> StoreUnavailable:
        """What to raise where the file is not here."""
        return self._failure(_REMOVED, "Put it back, or move a copy of it to that place.")

    def replaced(self) -> StoreUnavailable:
        """What to raise where left_its_log answers yes."""
        return self._failure(_REPLACED, "Remove the two files that end in -wal and -shm, or put the file back.")

    def log_removed(self) -> StoreUnavailable:
        """What to raise where the file is here and its log is not."""
        return self._failure(_LOG_REMOVED, "Put it back, or start the server anew: it writes what is left as it ends.")

    def other(self) -> StoreUnavailable:
        """What to raise where the file that took its place has not the tables of this version."""
        return self._failure(_OTHER, "Move a copy of the database there, or start the server anew to use that file.")

    def _failure(self, cause: str, way_out: str) -> StoreUnavailable:
        return StoreUnavailable(f"The database {self.path} cannot be used: {cause}. {way_out}", cause)


def _identity(path: str) -> Identity | None:
    try:
        found = os.stat(path)  # noqa: PTH116 - a Path would cost more than the look itself, in every request.
    except OSError:
        return None
    return found.st_dev, found.st_ino
