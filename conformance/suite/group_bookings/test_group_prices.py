"""Checks of what a group costs."""

from collections.abc import Sequence

from conformance.asking.oracles import accepted
from conformance.discovery import GroupDesk, TeeTimeFinder
from conformance.evidence.verdicts import verifies
from conformance.suite.arranged.booked import if_possible
from conformance.suite.arranged.booked_groups import GROUP_SIZES, day_of_prices_with_cents
from conformance.suite.arranged.tee_sheets import TeeSheet
from conformance.suite.conventions.amounts import require_whole_cents


# A discount of some percent on an odd number of half units is no whole number of cents.
@verifies("CNV-05")
def test_the_discount_of_a_group_is_rounded(
    groups: GroupDesk, tee_times: TeeTimeFinder, sheets: Sequence[TeeSheet]
) -> None:
    day, start = if_possible(lambda: day_of_prices_with_cents(tee_times, sheets))

    wish = groups.body(day, GROUP_SIZES[-1], preferredTime=start)
    answer = if_possible(lambda: groups.ask("calculate-price", wish))
    body = if_possible(lambda: accepted(answer, "Asking for the price of a group"))

    require_whole_cents(body, answer)
