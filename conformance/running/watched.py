"""Turns what the exchanges of a run show, whichever check sent them, into evidence for the decided rows."""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import chain

from conformance.catalogue.requirements import Requirement
from conformance.conditions.shared import in_words
from conformance.evidence.exchanges import Exchange
from conformance.evidence.verdicts import Evidence, Finding
from conformance.session.session import CheckSession
from conformance.watching.days_and_sheets import ROW as ROW_OF_DAYS
from conformance.watching.days_and_sheets import days_apart
from conformance.watching.lost_texts import ROWS as ROWS_OF_TEXTS
from conformance.watching.lost_texts import lost_texts
from conformance.watching.recorded import RecordedWatch
from conformance.watching.refused_together import refused_together
from conformance.watching.terms_of_the_platform import ROWS as ROWS_OF_TERMS
from conformance.watching.terms_of_the_platform import terms_apart
from conformance.watching.watch import Sight

# The source of this evidence. No check has this name.
WATCHED = "watched"


@contextmanager
def watching(session: CheckSession) -> Iterator[None]:
    """Notes after the block the first sight against each row that the run decides, and right requests that were refused
    under one condition. The evidence of the row's own checks comes first.

    What was recorded before the block is judged while the block waits for the target. Traffic of another program is not
    watched.
    """
    if not session.run.marker:
        # The recording of another program: one name replaces all its keys, so nobody knows who sent what.
        yield
        return
    recording, watch = session.recording, RecordedWatch(session.target)
    before, levers_before = tuple(recording.exchanges), tuple(recording.lever_exchanges)
    with ThreadPoolExecutor(1, "watching") as meanwhile:
        early = meanwhile.submit(lambda: tuple(watch.sights_in(before, levers_before)))
        yield
    _note_refused_together(session)
    _note_days_apart(session)
    _note_terms_apart(session)
    _note_lost_texts(session)
    later, levers_later = recording.exchanges[len(before) :], recording.lever_exchanges[len(levers_before) :]
    _note_first_sights(session, chain(early.result(), watch.sights_in(later, levers_later)))
    session.faults += [
        f"A rule for all answers ({name}) could not read {count} answers, although they are as documented."
        for name, count in watch.stumbles.items()
    ]


def _note_first_sights(session: CheckSession, sights: Iterable[Sight]) -> None:
    found = set[str]()
    for sight in sights:
        if sight.row in session.selection.decided and sight.row not in found:
            found.add(sight.row)
            row = session.catalogue.row(sight.row)
            session.note([sight.row], _evidence(sight, row, session.recording.exchanges))


def _note_refused_together(session: CheckSession) -> None:
    """Notes a warning for each operation of which the target refused nearly all requests under one condition. The
    requests were right, so no check judged the refusals.
    """
    for found in refused_together(session.recording.exchanges):
        refused = [request.exchange for request in found.requests]
        message = (
            f"The target refused {len(refused)} of {len(refused) + found.accepted_too} right requests to"
            f" {found.operation} under the same conditions ({in_words(found.conditions)}), and accepted"
            f" {found.accepted} others."
            if found.conditions
            else f"The target answered {len(refused)} right requests to {found.operation} with 500, and accepted"
            f" {found.accepted} others."
        )
        _warn(session, found.row, message, refused)


def _warn(session: CheckSession, row: str, message: str, exchanges: Sequence[Exchange]) -> None:
    """Notes a warning for the *row* where the run decides it. The last of the *exchanges* proves it."""
    if row in session.selection.decided:
        places = tuple(exchange.index for exchange in exchanges)
        session.note([row], Evidence(Finding.advisory, message, WATCHED, exchanges=places, proof=places[-1:]))


def _note_days_apart(session: CheckSession) -> None:
    """Notes a warning where days in answers for several days differ from their tee sheets under one condition. When the
    clock moves, near days lose tee times.
    """
    for found in days_apart(_before_the_clock_moves(session)) if ROW_OF_DAYS in session.selection.decided else ():
        last = found.days[-1]
        places = tuple(exchange.index for exchange in last.exchanges)
        message = (
            f"{', '.join(found.members)} differ from the tee sheets of all {len(found.days)} days that share these"
            f" conditions ({in_words(found.conditions)}), the last on {last.shown['date']}, and of none or hardly any"
            f" of {found.alike} others."
        )
        session.note([ROW_OF_DAYS], Evidence(Finding.advisory, message, WATCHED, exchanges=places, proof=places))


def _before_the_clock_moves(session: CheckSession) -> Sequence[Exchange]:
    """The exchanges that ended before the run first moved the clock of the target."""
    advance, exchanges = session.target.levers.clock_advance, session.recording.exchanges
    # The url of a lever may have places for values.
    where = (advance.method, advance.url.partition("{")[0]) if advance else ("", "")
    levers = [lever for lever in session.recording.lever_exchanges if lever.request.method == where[0]]
    first = min((lever.started_at for lever in levers if lever.request.url.startswith(where[1])), default=None)
    return [exchange for exchange in exchanges if first is None or exchange.ended_at < first]


def _note_terms_apart(session: CheckSession) -> None:
    """Notes a warning where the terms of courses do not fit their source."""
    for found in terms_apart(session.recording.exchanges) if session.selection.decided & set(ROWS_OF_TERMS) else ():
        _warn(session, found.row, found.message, found.reads)


def _note_lost_texts(session: CheckSession) -> None:
    """Notes a warning for each text that new bookings of one condition never show, and nearly all others do."""
    if session.selection.decided.isdisjoint(ROWS_OF_TEXTS.values()):
        return
    for found in lost_texts(session.recording.exchanges):
        message = (
            f"No answer shows the {found.name} that {len(found.creations)} bookings were created with, which share"
            f" these conditions ({in_words(found.conditions)}). Answers show that of {found.shown} others."
        )
        _warn(session, found.row, message, found.creations)


def _evidence(sight: Sight, row: Requirement, exchanges: Sequence[Exchange]) -> Evidence:
    check, last = sight.seen.exchange.check, sight.seen.answer.index
    expected, actual = sight.expected or row.sentence.rstrip("."), f"{sight.actual} (seen while {check} ran)"
    own = tuple(exchange.index for exchange in exchanges[: last + 1] if exchange.check == check)
    return Evidence(
        Finding.violated,
        f"Expected: {expected}. Actual: {actual}.",
        WATCHED,
        expected,
        actual,
        own,
        # The exchange that completed the proof is the one to repeat.
        proof=tuple(dict.fromkeys([last, *sight.proof])),
    )
