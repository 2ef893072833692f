"""Hands the present offer from the parent to its workers, also to a worker that starts later.

The offer is a file in a folder of the server. A worker looks at the file, and takes the offer up when it has changed.
"""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from mock_server.candidates.offers import ContractOffer

_PAUSE = 0.1


class Relay:
    """The place of the offer between the processes of one server."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "offer.json"

    def publish(self, offer: ContractOffer) -> None:
        """Replaces the offer in one step, so that no worker reads half of it."""
        written = self._file.with_suffix(".new")
        written.write_bytes(offer.as_json())
        written.replace(self._file)

    def present(self) -> ContractOffer:
        """The offer that was published last."""
        return ContractOffer.from_json(self._file.read_bytes())

    def follow(self, take_up: Callable[[ContractOffer], None]) -> None:
        """Calls *take_up* with every later offer, in a thread that ends with the process."""
        threading.Thread(target=self._follow, args=(take_up,), daemon=True).start()

    def _follow(self, take_up: Callable[[ContractOffer], None]) -> None:
        seen = 0
        while True:
            # The folder goes with the parent.
            with suppress(OSError):
                # Every publication is a new file.
                status = self._file.stat()
                if status.st_ino + status.st_mtime_ns != seen:
                    seen = status.st_ino + status.st_mtime_ns
                    take_up(self.present())
            time.sleep(_PAUSE)
