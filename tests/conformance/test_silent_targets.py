"""Targets that stop answering: the run waits for a while, and then gives up once."""

import pytest

from conformance.evidence.verdicts import CutShort
from conformance.recordings.paced_transport import PacedTransport
from conformance.wire.transport import NoAnswer
from tests.conformance.paced import OK, Scripted, get, paced


def test_a_target_that_is_gone_ends_the_run_after_a_few_requests() -> None:
    transport, pace, inner, _ = paced([OK, OK, *[NoAnswer("refused")] * 100])

    silent = 0
    for _ in range(100):
        try:
            transport.exchange(get())
        except NoAnswer:
            silent += 1
        except CutShort:
            break

    assert (silent, len(inner.sent_at)) == (10, 14)
    assert "the target stopped answering before" in (pace.cut_short or "")
    assert "after 2 answers" in (pace.cut_short or "")


def test_a_target_that_restarts_is_waited_for() -> None:
    transport, pace, inner, _ = paced([OK, *[NoAnswer("refused")] * 10])
    transport.exchange(get())
    for _ in range(10):
        with pytest.raises(NoAnswer):
            transport.exchange(get())

    assert transport.exchange(get()) is OK
    assert pace.cut_short is None
    assert inner.sent_at[-1] == 1.0


def test_long_silences_count_for_more_than_short_ones() -> None:
    transport, _, _, _ = paced([OK, *[NoAnswer("no answer within 10 s", timed_out=True)] * 50], seconds=10.0)
    transport.exchange(get())
    for _ in range(3):
        with pytest.raises(NoAnswer):
            transport.exchange(get())

    with pytest.raises(CutShort, match="stopped answering"):
        transport.exchange(get())


def test_a_run_gives_up_on_a_silent_target_only_once() -> None:
    transport, _, inner, _ = paced([OK, *[NoAnswer("refused")] * 50])
    transport.exchange(get())
    for _ in range(10):
        with pytest.raises(NoAnswer):
            transport.exchange(get())
    with pytest.raises(CutShort):
        transport.exchange(get())
    sent = len(inner.sent_at)

    with pytest.raises(CutShort, match="stopped answering"):
        transport.exchange(get())

    assert len(inner.sent_at) == sent


def test_an_answer_that_nobody_can_use_is_a_sign_of_life() -> None:
    transport, pace, _, _ = paced([NoAnswer("an answer of more than 8 MB", unusable=True)] * 30)

    for _ in range(30):
        with pytest.raises(NoAnswer):
            transport.exchange(get())

    assert pace.cut_short is None


def silenced_clean_up(after: int) -> tuple[PacedTransport, Scripted]:
    """A run whose first read was answered, and whose first three removals, and *after* more requests, are not."""
    transport, pace, inner, _ = paced([OK, *[NoAnswer("refused")] * (3 + after), OK, OK])
    transport.exchange(get())
    pace.clean_up_begins()
    for _ in range(3):
        with pytest.raises(NoAnswer):
            transport.exchange(get("/travel/bookings/b1", "DELETE"))
    return transport, inner


@pytest.mark.parametrize("after", [0, 1])
def test_the_clean_up_goes_on_after_answers_that_were_lost_in_a_row(after: int) -> None:
    transport, inner = silenced_clean_up(after)

    assert transport.exchange(get("/travel/bookings/b1", "DELETE")) is OK
    # The first read, three removals, the signs of life, and the removal that is answered.
    assert len(inner.sent_at) == 1 + 3 + (after + 1) + 1


def test_the_clean_up_gives_up_on_a_silent_target_soon_and_once() -> None:
    transport, inner = silenced_clean_up(50)

    for _ in range(2):
        with pytest.raises(CutShort, match="stopped answering"):
            transport.exchange(get("/travel/bookings/b1", "DELETE"))

    assert len(inner.sent_at) == 1 + 3 + 2
