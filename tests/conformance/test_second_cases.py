"""A fault that somebody else may have caused counts only when further cases show it too."""

from dataclasses import dataclass, replace
from datetime import date

import pytest

from conformance.discovery import OfferedTeeTime
from conformance.discovery.alike import first_case, is_alike, most_alike
from conformance.evidence.verdicts import Inconclusive, NoEvidence, Violation, expect
from conformance.suite.arranged.second_cases import require_chance, require_not_again

PASSING = "Five places were free. A second tee time did not show this."


def require_four_at_most(places: int) -> None:
    expect(places <= 4, "at most 4 places are free", f"{places} places are free")


def refuse_to_arrange() -> int:
    raise NoEvidence("The target refused a second case.")


def test_a_first_case_without_a_fault_holds_and_no_second_case_is_arranged() -> None:
    require_not_again(require_four_at_most, 4, refuse_to_arrange, PASSING)


def test_a_fault_in_all_cases_is_a_violation_with_the_message_of_the_last() -> None:
    further = iter((6, 7))

    with pytest.raises(Violation, match="7 places are free"):
        require_not_again(require_four_at_most, 5, lambda: next(further), PASSING)


@pytest.mark.parametrize("further", [(4,), (6, 4)])
def test_a_case_without_a_fault_makes_the_others_inconclusive(further: tuple[int, ...]) -> None:
    cases = iter(further)

    with pytest.raises(Inconclusive, match="did not show this"):
        require_not_again(require_four_at_most, 5, lambda: next(cases), PASSING)


def test_a_second_case_that_cannot_be_arranged_is_no_violation() -> None:
    with pytest.raises(NoEvidence):
        require_not_again(require_four_at_most, 5, refuse_to_arrange, PASSING)


@pytest.mark.parametrize(("elsewhere", "again"), [((4,), (4,)), ((5, 5, 4), (5, 4))])
def test_chance_explains_a_fault_that_shows_neither_always_elsewhere_nor_always_again(
    elsewhere: tuple[int, ...], again: tuple[int, ...]
) -> None:
    others, same = iter(elsewhere), iter(again)

    require_chance(require_four_at_most, 5, lambda: next(others), lambda: next(same))


@pytest.mark.parametrize(("elsewhere", "again"), [((5, 5, 6), ()), ((4,), (5, 5, 6))])
def test_a_fault_that_shows_always_elsewhere_or_always_again_is_a_violation(
    elsewhere: tuple[int, ...], again: tuple[int, ...]
) -> None:
    others, same = iter(elsewhere), iter(again)

    with pytest.raises(Violation, match="6 places are free"):
        require_chance(require_four_at_most, 5, lambda: next(others), lambda: next(same))


def test_a_first_case_without_a_fault_needs_no_chance() -> None:
    require_chance(require_four_at_most, 4, refuse_to_arrange, refuse_to_arrange)


@dataclass(frozen=True)
class Case:
    places: int
    held: OfferedTeeTime


SATURDAY_MORNING = OfferedTeeTime("crs_1", date(2027, 1, 16), "09:10", 4, 50, "EUR")


def test_further_cases_are_arranged_like_the_first() -> None:
    wanted: list[OfferedTeeTime | None] = []

    def arrange() -> Case:
        wanted.append(first_case())
        return Case(5, SATURDAY_MORNING)

    with pytest.raises(Violation):
        require_not_again(lambda case: require_four_at_most(case.places), arrange(), arrange, PASSING)
    assert wanted == [None, SATURDAY_MORNING, SATURDAY_MORNING]
    assert first_case() is None


@pytest.mark.parametrize(
    ("day", "alike"), [((2027, 1, 24), True), ((2027, 1, 25), False), ((2027, 7, 24), False)], ids=str
)
def test_days_are_alike_in_the_same_part_of_the_week_and_of_the_year(day: tuple[int, int, int], alike: bool) -> None:
    assert is_alike(date(*day), SATURDAY_MORNING) is alike


@pytest.mark.parametrize(("times", "chosen"), [(["15:00", "08:30"], "08:30"), (["15:00"], "15:00")])
def test_the_part_of_the_day_is_the_same_where_it_can_be(times: list[str], chosen: str) -> None:
    offered = [replace(SATURDAY_MORNING, time=time) for time in times]

    assert most_alike(offered, SATURDAY_MORNING) == replace(SATURDAY_MORNING, time=chosen)
    assert most_alike([], SATURDAY_MORNING) is None
