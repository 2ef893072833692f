"""Checks of a group on the course and day of an earlier group of its agency."""

from conformance.asking.oracles import accepted, part, same
from conformance.discovery import GroupDesk, MovableClock, TeeTimeFinder
from conformance.evidence.verdicts import NoEvidence, verifies
from conformance.suite.arranged.booked import if_possible
from conformance.suite.arranged.booked_groups import GROUP_SIZES, ask_for_group, settle
from conformance.target.target import Target

_TEN_MINUTES = 10


@verifies("GRP-02", moves_clock_minutes=_TEN_MINUTES)
def test_a_group_is_processing_when_an_earlier_group_of_its_day_is_not(
    groups: GroupDesk, tee_times: TeeTimeFinder, clock: MovableClock, target: Target
) -> None:
    first = if_possible(lambda: ask_for_group(groups, tee_times, GROUP_SIZES[0]))
    settled = if_possible(lambda: settle(groups, first.id, clock, target))
    if settled in (None, "processing"):
        raise NoEvidence("The first group of the day was not processed in time.")

    answer = groups.post(groups.body(first.day, GROUP_SIZES[0]))

    second = if_possible(lambda: accepted(answer, "Booking a second group"))
    what = f"the status of a new group beside one that is {settled}"
    same(part(second, "data.status"), "processing", what, answer)
