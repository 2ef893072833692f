"""What the ledger machine draws from: a world with few tee times, its callers and its parties."""

from datetime import UTC, date, datetime, time
from itertools import count

from hypothesis import strategies as st
from hypothesis.stateful import MultipleResults

from fixtures.tee_sheets import TeeSheet, TeeTime
from mock_server.domain.bookings import LeadPlayer
from mock_server.storage.courses import CourseBook
from tests.proofs.ledger_values import ONLINE, Slot
from tests.sandbox.trade import ORDINARY, by_trait

SOON, LATER = date(2040, 5, 9), date(2040, 5, 26)
START = datetime(2040, 5, 7, 8, tzinfo=UTC)


COURSES = {ONLINE: ORDINARY} | {answer: by_trait(f"offline-{answer}") for answer in ("confirms", "declines", "silent")}


LEAD = LeadPlayer("Ada", "Lindqvist", "ada@lindqvist.example", None)


WORLDS = count(1)


OWNER = "its agency"


Made = str | MultipleResults[str] | None


# The whole sheet of the online course, and how many places are gone from the start.
BEGINS_TAKEN = {
    Slot(ONLINE, SOON, time(10, 0)): 0,
    Slot(ONLINE, SOON, time(10, 10)): 0,
    Slot(ONLINE, SOON, time(10, 20)): 1,
    Slot(ONLINE, SOON, time(10, 30)): 4,
    Slot(ONLINE, LATER, time(10, 0)): 2,
    Slot(ONLINE, LATER, time(10, 10)): 0,
}


TEE_TIMES = {f"{'soon' if slot.day == SOON else 'later'} {slot.at:%H:%M}": slot for slot in BEGINS_TAKEN}


EVERYWHERE = TEE_TIMES | {
    f"at the course that {item}": Slot(item, SOON, time(10)) for item in COURSES if item != ONLINE
}


class FewTeeTimes(CourseBook):
    """The courses, with the few tee times above at the online one."""

    def tee_sheet(self, course_id: str, play_date: date) -> TeeSheet:
        """The sheet of a day."""
        sheet = super().tee_sheet(course_id, play_date)
        if course_id != ORDINARY.id:
            return sheet
        fee = sheet.tee_times[0].green_fee
        lines = [
            TeeTime(slot.at, 4, taken, fee, "standard") for slot, taken in BEGINS_TAKEN.items() if slot.day == play_date
        ]
        return TeeSheet(play_date, sheet.day_type, tuple(lines))


online = st.sampled_from(sorted(TEE_TIMES, reverse=True))


offline = st.sampled_from(sorted(EVERYWHERE.keys() - TEE_TIMES.keys()))


# Most of what happens concerns the online course, since places exist there only.
anywhere = st.one_of(online, online, online, offline)


# An offline course refuses these at once, so they seldom ask one.
mostly_online = st.one_of(*[online] * 9, offline)


agencies = st.sampled_from(("alpha", "bravo"))


# The agency that calls with the id of a thing: nearly always the agency that created the thing.
callers = st.sampled_from((OWNER,) * 7 + ("another agency",))


parties = st.sampled_from((1, 2, 2, 3, 4, 4, 5))


# On a moment, and a second beside it.
around = st.sampled_from((0, -1, 1))
