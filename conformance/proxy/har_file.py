"""Writes exchanges to a HAR archive while they pass. The file is a whole archive after each of them."""

from importlib import metadata
from pathlib import Path
from types import TracebackType
from typing import Self

import orjson

from conformance.evidence.exchanges import Exchange
from conformance.report.har_archive import har_entry
from conformance.target.declarations import TargetError
from conformance.text.visible import visible_json

_END = b"\n]}}\n"


class HarFile:
    """An archive in *file*, which is replaced. Raises `TargetError` when it cannot be written."""

    def __init__(self, file: Path) -> None:
        creator = orjson.dumps({"name": "teesheet proxy", "version": metadata.version("teesheet")})
        try:
            self._file = file.open("wb")
        except OSError as error:
            raise TargetError(f"The archive {file} cannot be written: {error.strerror}. Name another --har.") from error
        self._file.write(b'{"log":{"version":"1.2","creator":' + creator + b',"pages":[],"entries":[' + _END)
        self._file.flush()
        self._separator = b"\n"

    def add(self, exchange: Exchange) -> None:
        """Adds one masked exchange."""
        self._file.seek(-len(_END), 2)
        self._file.write(self._separator + visible_json(orjson.dumps(har_entry(exchange))) + _END)
        self._file.flush()
        self._separator = b",\n"

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
