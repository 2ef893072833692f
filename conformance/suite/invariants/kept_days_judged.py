"""What is judged about a day on which a hold, a hook and a booking keep whole tee times."""

from collections.abc import Mapping, Sequence

from conformance.evidence.verdicts import NoEvidence, expect
from conformance.suite.invariants.kept_days import DayInView, KeptDay
from conformance.suite.invariants.kept_places import BOOKING, HOOK


def require_counted_like_a_booking(kept_day: KeptDay, what: str) -> None:
    """Raises `Violation` when the answer for several days ignores places that *what* keeps, and not those of a booking,
    or when it still begins with a tee time that *what* or the booking has taken.

    No document says whether availableSlots counts tee times or places. A booking of the same size shows it.
    """
    for keeper in (what, BOOKING):
        _require_first_time_of_the_sheet(kept_day, keeper)
    kept = kept_day.by(what)
    before, after = kept_day.before[what], kept_day.after[what]
    booked_before, booked_after = (_slots_seen(seen, kept_day, BOOKING) for seen in (kept_day.before, kept_day.after))
    for number, (was, now) in enumerate(zip(before.days, after.days, strict=True)):
        if booked_after[number] < booked_before[number] and len(after.times) < len(before.times):
            expected = (
                f"availableSlots of {kept_day.day.play_date} falls when {kept.what} keeps all places of a tee time"
            )
            actual = f"it is {now.slots} and was {was.slots}, and a booking of the same size lowered it"
            expect(now.slots < was.slots, expected, actual)


def _require_first_time_of_the_sheet(kept_day: KeptDay, what: str) -> None:
    kept = kept_day.by(what)
    before, after = kept_day.before[what], kept_day.after[what]
    for was, now in zip(before.days, after.days, strict=True):
        if was.first == before.first != after.first:
            expected = f"the answer for several days begins with {after.first}, as the tee sheet of the day"
            actual = f"it begins with {now.first} after {kept.what} of all places of {kept.tee_time.where}"
            expect(now.first == after.first, expected, actual)


def _slots_seen(seen: Mapping[str, DayInView], kept_day: KeptDay, what: str) -> Sequence[int]:
    kept_day.by(what)
    return [day.slots for day in seen[what].days]


def require_hook_counted_until_its_release(kept_day: KeptDay, released: DayInView) -> None:
    """Raises `Violation` when the answer for several days does not count a tee time that a hook took and gave back."""
    kept_day.by(HOOK)
    _require_counted_again(kept_day, HOOK, kept_day.after[kept_day.last], released)


def require_booking_counted_until_its_cancellation(kept_day: KeptDay) -> None:
    """Raises `Violation` when the answer for several days does not count a tee time whose booking was cancelled."""
    if kept_day.cancelled is None:
        raise NoEvidence("No booking of a whole tee time was cancelled, which BKX-01 judges.")
    _require_counted_again(kept_day, BOOKING, kept_day.after[BOOKING], kept_day.cancelled)


def _require_counted_again(kept_day: KeptDay, what: str, last: DayInView, given_back: DayInView) -> None:
    before, after = kept_day.before[what], kept_day.after[what]
    kept = kept_day.by(what).tee_time.time
    # Others may have booked or given places back: then more has changed on the tee sheet than this tee time.
    is_back_on_the_sheet = kept not in last.times and {*given_back.times} == {*last.times, kept}
    for was, with_it, lowest, now in zip(before.days, after.days, last.days, given_back.days, strict=True):
        if is_back_on_the_sheet and with_it.slots < was.slots:
            expected = f"availableSlots of {kept_day.day.play_date} grows when {what} gives all its places back"
            expect(now.slots > lowest.slots, expected, f"it is {now.slots} and was {lowest.slots} before")


def require_off_the_tee_sheet(kept_day: KeptDay, what: str) -> None:
    """Raises `Violation` when the tee sheet between bounds shows places that *what* keeps. Nothing else was written
    since it was read before: a target may keep its answer until then.
    """
    kept, seen = kept_day.by(what).tee_time, kept_day.after[what]
    expected = f"the tee sheet between bounds shows no free place on {kept.where}, where {what} keeps all places"
    expect(seen.free_at(kept) == 0, expected, f"it shows {seen.free_at(kept)}", seen.sheet)


def require_not_offered_to_groups(kept_day: KeptDay, what: str) -> None:
    """Raises `Violation` when find-slots names the tee time that *what* keeps, and not the tee time that is booked.

    No document shows the answer of find-slots. A place of the answer offers tee times if it named both tee times before
    and the booked tee time disappeared from it.
    """
    kept, booked = kept_day.by(what).tee_time, kept_day.by(BOOKING).tee_time
    offering = [
        place
        for place, times in kept_day.offered_before.items()
        if {kept.time, booked.time} <= times and booked.time not in kept_day.offered_after.get(place, set())
    ]
    if not offering:
        raise NoEvidence("The answers of find-slots do not show which tee times have room.")
    still = [place for place in offering if kept.time in kept_day.offered_after.get(place, set())]
    expected = f"find-slots does not offer {kept.where}, where {what} keeps all places, as it does not offer a full one"
    expect(not still, expected, f"it names {kept.time} under {', '.join(still)}")
