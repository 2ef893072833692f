"""What every life of the tour must show at its end, each rule for all of them: a finding names the booking."""

from collections.abc import Iterator, Mapping, Sequence

from conformance.asking.oracles import golden, part, same
from conformance.evidence.verdicts import Violation, expect, shown
from conformance.suite.arranged.booking_values import differing_members, require_lead_player
from conformance.suite.arranged.read_back import changes_in_words, moved_members
from conformance.suite.tours.booking_lives import Life, is_same
from conformance.suite.tours.sampling import Judge

Lives = Sequence[Life]


def _directly_booked(lives: Lives) -> Iterator[Life]:
    """The lives that began with POST /bookings, whose answer the specification shows."""
    return (life for life in lives if life.booked.answer.request.path == "/travel/bookings")


def _require_confirmed(lives: Lives) -> None:
    for life in _directly_booked(lives):
        status = life.booked.shown("status")
        expect(
            status == "confirmed",
            f"the booking {life.where} is confirmed",
            f"its status is {status}",
            life.booked.answer,
        )


def _require_created_as_sent(lives: Lives) -> None:
    for life in _directly_booked(lives):
        sent, answer = life.booked.sent, life.booked.answer
        places = {"course.id": "courseId", "date": "date", "teeTime": "teeTime", "players": "players"}
        for place, member in places.items():
            same(part(answer.body, f"data.{place}"), sent[member], f"{place} of the booking {life.where}", answer)


def _require_lead_player(lives: Lives) -> None:
    for life in _directly_booked(lives):
        require_lead_player(life.booked.answer.body, life.booked.sent, life.booked.answer.where)


def _require_lead_player_when_read(lives: Lives) -> None:
    for life in _directly_booked(lives):
        if life.read is not None and life.is_kept:
            require_lead_player({"data": life.read}, life.booked.sent, f"the booking {life.where}")


def _require_member(member: str, *, is_changed: bool) -> Judge[Lives]:
    """Judges *member* at the end of the lives that changed the member, or at the end of the other lives.

    The second judge excludes bookings from hooks, because no document shows what a hook keeps.
    """

    def judge(lives: Lives) -> None:
        for life in lives if is_changed else _directly_booked(lives):
            if life.read is not None and member in life.read and (member in life.changed) is is_changed:
                wanted, found = life.wanted[member], life.read[member]
                expected = f"{member} of the booking {life.where} is {shown(wanted)}"
                expect(is_same(found, wanted), expected, f"{member} is {shown(found)} {life.story}", life.seen)

    return judge


def _require_identity_kept(lives: Lives) -> None:
    for life in _directly_booked(lives):
        if life.read is not None and life.changes:
            moved = moved_members(life.began_with, life.read)
            actual = f"the booking has {changes_in_words(moved)} {life.story}"
            expect(not moved, f"the booking {life.where} keeps what identifies it", actual, life.seen)


def _require_listed(lives: Lives) -> None:
    for life in lives:
        if life.is_kept and life.read is not None:
            expected = f"the list of {life.booked.tee_time.play_date} shows the booking {life.where}"
            expect(
                life.listed is not None,
                expected,
                f"the list does not show the booking {life.story}",
                life.booked.answer,
            )


def _require_list_and_get_agree(lives: Lives) -> None:
    for life in lives:
        if life.read is not None and life.listed is not None:
            found = differing_members(life.read, life.listed)
            actual = f"the list has {changes_in_words(found, 'get shows')} {life.story}"
            expect(not found, f"get and the list agree on the booking {life.where}", actual, life.seen)


def _require_cancelled(lives: Lives) -> None:
    for life in lives:
        if life.cancel is not None and life.cancel.is_success and life.read is not None:
            status = life.read.get("status")
            expected = f"the booking {life.where} is cancelled after an accepted cancellation"
            expect(status == "cancelled", expected, f"its status is {status} {life.story}", life.cancel)


def _require_listed_as_cancelled(lives: Lives) -> None:
    for life in lives:
        if life.cancel is not None and life.cancel.is_success:
            expected = f"the list with status=cancelled shows the booking {life.where}"
            expect(life.listed is not None, expected, f"the list does not show the booking {life.story}", life.cancel)


def _require_cancellable(lives: Lives) -> None:
    """A change may leave a booking unconfirmed, so only bookings that nothing changed must be cancelled at once."""
    for life in _directly_booked(lives):
        if life.cancel is not None and not life.changes and life.began_with.get("status") == "confirmed":
            golden(life.cancel)


def _require_hidden_from_others(lives: Lives) -> None:
    for life in lives:
        if life.others is not None and life.others.is_success and life.read is not None and life.is_kept:
            data = part(life.others.body, "data", judge=False)
            if isinstance(data, dict) and data.get("id") == life.booked.id:
                raise Violation(
                    f"another agency does not see the booking {life.where}", f"it sees {shown(data)}", life.others
                )


JUDGES: Mapping[str, Judge[Lives]] = {
    "AUT-10": _require_hidden_from_others,
    "BKC-01": _require_confirmed,
    "BKC-05": _require_created_as_sent,
    "BKC-06": _require_lead_player,
    "BKC-07": _require_member("agencyBookingReference", is_changed=False),
    "BKC-08": _require_member("specialRequests", is_changed=False),
    "BKG-02": _require_lead_player_when_read,
    "BKL-03": _require_listed,
    "BKL-12": _require_list_and_get_agree,
    "BKU-01": _require_member("players", is_changed=True),
    "BKU-02": _require_member("specialRequests", is_changed=True),
    "BKU-12": _require_identity_kept,
    "BKX-03": _require_cancelled,
    "BKX-04": _require_listed_as_cancelled,
    "BKX-10": _require_cancellable,
}
