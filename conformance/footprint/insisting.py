"""Reads of the clean-up, repeated more often than the reads of a check: a thing that they miss stays behind."""

from contextlib import suppress
from functools import partial

from conformance.asking.client import Agency
from conformance.asking.lists import GetSender
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import AnswerLost
from conformance.recordings import moments

MOST_TRIES = 5
PAUSE_SECONDS = 0.5


def reads_of(agency: Agency) -> GetSender:
    """Reads as *agency*. Each is tried again when its answer was lost; raises `AnswerLost` after the last try."""
    return partial(_read, agency)


def _read(agency: Agency, path: str, **query: object) -> Answer:
    for _ in range(MOST_TRIES - 1):
        with suppress(AnswerLost):
            return agency.get(path, **query)
        moments.sleep(PAUSE_SECONDS)
    return agency.get(path, **query)
