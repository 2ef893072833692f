"""Notices edits of the files of a contract. A broken edit keeps the last good contract."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from mock_server.candidates.changes import sentences_between
from mock_server.candidates.offers import Offer
from mock_server.candidates.reading import Candidate, CandidateUnusable, files_of, read_candidate

# Seconds between two looks at the files, and between two looks at files that are being written.
_PAUSE = 0.1
_SETTLING = 0.04
# How often the files may change while they settle. A file that changes all the time is read as it is.
_LOOKS = 10
_KINDS = frozenset({".yaml", ".yml", ".json"})

Stamps = dict[Path, tuple[int, int]]


class Watched:
    """A contract whose files are watched. It is read when it is created.

    Raises CandidateUnusable if the contract cannot be served at the start.
    """

    def __init__(self, name: str, beside: Candidate | None = None) -> None:
        self._name = name
        self._beside = beside
        candidate, self._at_start = read_candidate(name, apart_from=beside)
        self._files = files_of(self._at_start)
        # Empty, so that the first look also sees an edit during the start.
        self._seen: Stamps = {}
        self.offer = Offer(candidate, beside, watched=True)

    def follow(self, publish: Callable[[Offer], None], say: Callable[[str], None]) -> None:
        """Publishes every edit from now on, in a thread that ends with the process. *say* gets lines for people."""
        threading.Thread(target=self._follow, args=(publish, say), daemon=True).start()

    def _follow(self, publish: Callable[[Offer], None], say: Callable[[str], None]) -> None:
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

    def _read_again(self) -> Iterator[tuple[Offer, Sequence[str]]]:
        """What to publish after an edit, each with lines for people. The contract comes before its differences."""
        before = self.offer
        try:
            candidate, version = read_candidate(self._name, apart_from=self._beside)
        except CandidateUnusable as error:
            if str(error) != before.trouble:
                yield replace(before, trouble=str(error)), [f"{error} The last good contract is still served."]
            return
        self._files = files_of(version)
        if candidate == before.main and not before.trouble:
            return
        offer = replace(before, main=candidate, trouble="", differences=None)
        yield offer, ()
        differences = sentences_between(self._at_start, version)
        counted = f"{len(differences)} difference{'' if len(differences) == 1 else 's'} from the contract of the start"
        said = f"{self._name}: version {version.number} is served now, with {counted}."
        yield replace(offer, differences=differences), [said, *candidate.warnings]


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
