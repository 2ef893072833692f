"""Notices edits of the files of contracts and of their mapping. A broken edit keeps the last good contracts."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from mock_server.candidates.changes import sentences_between
from mock_server.candidates.named import Named, Reading, read_named
from mock_server.candidates.offers import ContractOffer
from mock_server.candidates.reading import CandidateUnusable

# Seconds between two looks at the files, and between two looks at files that are being written.
_PAUSE = 0.1
_SETTLING = 0.04
# How often the files may change while they settle. A file that changes all the time is read as it is.
_LOOKS = 10
_KINDS = frozenset({".yaml", ".yml", ".json"})

Stamps = dict[Path, tuple[int, int]]


_UNCOMPARED = (
    "{name}: this edit is served, but its comparison with the contract of the start failed ({fault}). "
    "This is a fault of teesheet."
)


class Watched:
    """The contracts and the mapping of a start, whose files are watched. They are read when it is created.

    Raises CandidateUnusable if they cannot be served at the start.
    """

    def __init__(self, named: Named) -> None:
        self._named = named
        self._at_start = read_named(named)
        self._files = self._at_start.files
        # Empty, so that the first look also sees an edit during the start.
        self._seen: Stamps = {}
        self.offer = self._at_start.offer

    def follow(self, publish: Callable[[ContractOffer], None], say: Callable[[str], None]) -> None:
        """Publishes every edit from now on, in a thread that ends with the process. *say* gets lines for people."""
        threading.Thread(target=self._follow, args=(publish, say), daemon=True).start()

    def _follow(self, publish: Callable[[ContractOffer], None], say: Callable[[str], None]) -> None:
        while True:
            time.sleep(_PAUSE)
            if self._stamps() != self._seen:
                self._seen = self._settled()
                for offer, lines in self._read_again():
                    self.offer = offer
                    publish(offer)
                    for line in lines:
                        say(line)

    def _stamps(self) -> Stamps:
        """The last change of every file of the contract. After a broken edit also of its neighbours.

        The mistake can be in a neighbour that no file referred to before, or in a file that does not exist yet.
        """
        return {**_stamps(self._files), **(_stamps(_neighbours(self._files)) if self.offer.trouble else {})}

    def _settled(self) -> Stamps:
        """The stamps as soon as they no longer change: an editor can write a file in several steps."""
        stamps = self._stamps()
        for _look in range(_LOOKS):
            time.sleep(_SETTLING)
            before, stamps = stamps, self._stamps()
            if before == stamps:
                break
        return stamps

    def _read_again(self) -> Iterator[tuple[ContractOffer, Sequence[str]]]:
        """What to publish after an edit, each with lines for people. The contracts come before their differences."""
        before = self.offer
        reading = self._reading()
        if isinstance(reading, str):
            if reading != before.trouble:
                yield replace(before, trouble=reading), [f"{reading} The last good contract is still served."]
            return
        self._files = reading.files
        offer = replace(reading.offer, differences=None)
        if offer == replace(before, differences=None):
            return
        yield offer, ()
        differences, said = self._compared(reading)
        yield replace(offer, differences=differences), [*said, *_new_warnings(offer, before)]

    def _reading(self) -> Reading | str:
        """The contracts as they are now, or the sentence that says why they cannot be served."""
        try:
            return read_named(self._named)
        except CandidateUnusable as error:
            return str(error)
        except Exception as fault:
            # No edit ends the watching: the next edit can be right.
            return f"The sandbox failed to read this edit ({_in_words(fault)}). This is a fault of teesheet."

    def _compared(self, reading: Reading) -> tuple[tuple[str, ...], Sequence[str]]:
        """The differences of all contracts from their start, and a line for people about each contract."""
        differences: list[str] = []
        said = []
        for name, version in reading.versions.items():
            try:
                changes = sentences_between(self._at_start.versions[name], version)
            except Exception as fault:
                # The edit is served, whatever the comparison says.
                changes = (_UNCOMPARED.format(name=name, fault=_in_words(fault)),)
                said.append(changes[0])
            else:
                counted = f"{len(changes)} difference{'' if len(changes) == 1 else 's'}"
                said.append(
                    f"{name}: version {version.number} is served now, with {counted} from the contract of the start."
                )
            differences += changes
        return tuple(differences), said


def _new_warnings(offer: ContractOffer, before: ContractOffer) -> Iterator[str]:
    known = {warning for candidate in (before.main, before.beside) if candidate for warning in candidate.warnings}
    for candidate in (offer.main, offer.beside):
        yield from (warning for warning in (candidate.warnings if candidate else ()) if warning not in known)


def _in_words(fault: Exception) -> str:
    return " ".join(f"{type(fault).__name__}: {fault}".split())[:160]


def _stamps(files: Iterable[Path]) -> Stamps:
    stamps: Stamps = {}
    for file in files:
        # A file that is gone has no stamp.
        with suppress(OSError):
            status = file.stat()
            stamps[file] = status.st_mtime_ns, status.st_size
    return stamps


def _neighbours(files: Iterable[Path]) -> set[Path]:
    """The files of the same kinds in the same folders, and in the folders directly below."""
    folders = {file.parent for file in files}
    return {
        near
        for folder in folders
        for pattern in ("*", "[!.]*/*")
        for near in folder.glob(pattern)
        if near.suffix in _KINDS
    }
