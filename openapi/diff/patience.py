"""The seconds that the searches of one comparison share. Every difference that needs a message gets an equal share.

They are seconds of the processor: a machine that is busy with other work finds the same messages, later.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from time import thread_time

# A search that found nothing after these seconds seldom finds a value later.
_LONGEST_SHARE = 2.0
# For all searches of one comparison: a designer waits for less than ten seconds, with the start of the command.
SHARED_SECONDS = 4.0


@dataclass
class Patience:
    """The seconds that are left for all searches, and for the searches of the present difference."""

    left: float = _LONGEST_SHARE
    share: float = _LONGEST_SHARE
    ran_out: bool = False

    def begin_difference(self, waiting: int) -> None:
        """Gives the next difference its share. *waiting* counts the differences that still need a message."""
        self.share = min(_LONGEST_SHARE, self.left / max(1, waiting))
        self.ran_out = False

    @contextmanager
    def search(self) -> Iterator[float]:
        """The moment of `thread_time` at which a search has to end. The search spends what it takes."""
        began = thread_time()
        try:
            yield began + self.share
        finally:
            spent = thread_time() - began
            self.left, self.share = max(0.0, self.left - spent), max(0.0, self.share - spent)
            self.ran_out = self.ran_out or self.share == 0


_SHARED: ContextVar[Patience | None] = ContextVar("patience of a comparison", default=None)


@contextmanager
def shared_patience() -> Iterator[Patience]:
    """All searches below share these seconds."""
    token = _SHARED.set(Patience(SHARED_SECONDS))
    try:
        yield patience()
    finally:
        _SHARED.reset(token)


def patience() -> Patience:
    """The patience of the present comparison. A search outside of a comparison has its own."""
    return _SHARED.get() or Patience()
