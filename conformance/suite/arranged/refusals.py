"""Changes and cancellations of a booking that a service refuses, and that leave the booking as it was."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from conformance.discovery import BookingDesk
from conformance.evidence.exchanges import Answer, Role

# No service has given this tag to a state of a booking.
_ANOTHER_STATE = {"If-Match": '"another-state-of-a-conformance-run"'}
_FAR_TOO_MANY = 99


@dataclass(frozen=True)
class Refusals:
    """Asks for changes and cancellations of *booking_id*, as its own agency and as another agency. Without the key of
    another agency, *other_desk* is the own one, and nothing is asked for as another agency.
    """

    desk: BookingDesk
    other_desk: BookingDesk
    booking_id: str

    @property
    def has_another_agency(self) -> bool:
        """Whether the run has the key of another agency."""
        return self.other_desk is not self.desk


Ask = Callable[[Refusals], Answer]

# What a service refuses whatever it knows of tags.
ALWAYS_REFUSED: Mapping[str, Ask] = {
    "too many players": lambda asked: asked.desk.update(asked.booking_id, {"players": _FAR_TOO_MANY}),
    "no player": lambda asked: asked.desk.update(asked.booking_id, {"players": 0}),
    "a change by another agency": lambda asked: asked.other_desk.update(asked.booking_id, {"players": 4}),
    "a cancellation by another agency": lambda asked: asked.other_desk.cancel(asked.booking_id),
}

# Requests for a booking in a state that it never had. A service that knows no tags accepts the first one.
OF_ANOTHER_STATE: Mapping[str, Ask] = {
    "a change": lambda asked: asked.desk.update(asked.booking_id, {"players": 4}, headers=_ANOTHER_STATE),
    "a cancellation": lambda asked: asked.desk.cancel(asked.booking_id, headers=_ANOTHER_STATE),
}


def ask_in_vain(asked: Refusals, requests: Mapping[str, Ask]) -> Sequence[Answer]:
    """The answers to *requests* until one of them is accepted, the accepted one included."""
    answers: list[Answer] = []
    for reason, ask in requests.items():
        if reason.endswith("another agency") and not asked.has_another_agency:
            continue
        answers.append(ask(asked))
        answers[-1].mark(Role.attempt)
        if answers[-1].is_success:
            break
    return answers
