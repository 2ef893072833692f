"""Booking references: a sample large enough to meet a collision, if references were random."""

from mock_server.domain.ids import booking_reference


def test_a_hundred_thousand_references_differ() -> None:
    assert len({booking_reference("1|demo", counter) for counter in range(100_000)}) == 100_000
