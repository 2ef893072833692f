"""Each judgement finds the faults that are planted under its row, and says nothing against a client that does right."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from _pytest.mark.structures import ParameterSet

from conformance.grading.calls import ClientTraffic
from conformance.grading.grades import observed_in
from conformance.grading.judgements import JUDGED_ROWS
from conformance.grading.observations import JUDGEMENTS
from tests.grading.planted import WRONG
from tests.grading.recorded_calls import Recorded, book, look, read, traffic_of
from tests.grading.right_acts import RIGHT


def _cases(table: Mapping[str, Sequence[ClientTraffic]]) -> list[ParameterSet]:
    return [
        pytest.param(row, traffic, id=f"{row}-{number}")
        for row, recordings in table.items()
        for number, traffic in enumerate(recordings)
    ]


@pytest.mark.parametrize(("row", "traffic"), _cases(WRONG))
def test_a_planted_fault_is_found_under_its_row(row: str, traffic: ClientTraffic) -> None:
    observed = list(JUDGEMENTS[row](traffic))

    assert [observation.sentence for observation in observed if not observation.is_right]


@pytest.mark.parametrize(("row", "traffic"), _cases(RIGHT))
def test_a_right_act_is_observed_and_not_accused(row: str, traffic: ClientTraffic) -> None:
    observed = list(JUDGEMENTS[row](traffic))

    assert observed
    assert not [observation.sentence for observation in observed if not observation.is_right]


@pytest.mark.parametrize("table", [WRONG, RIGHT], ids=["wrong", "right"])
def test_every_judged_row_has_a_recording_of_each_kind(table: Mapping[str, Sequence[ClientTraffic]]) -> None:
    assert sorted(table) == sorted(JUDGED_ROWS)


def test_a_client_that_never_calls_is_not_observed() -> None:
    assert observed_in(ClientTraffic(())) == {}


def test_a_call_that_begins_with_the_rounded_end_of_another_comes_after_it() -> None:
    calls = traffic_of([look(("09:30", 4)), book(after=-0.002)]).calls

    assert calls[1].is_after(calls[0])


def test_of_two_fast_calls_only_the_later_comes_after_the_other() -> None:
    first, second = traffic_of([_answered_in(1.0, look(("09:30", 4))), _answered_in(1.0, book(after=0.001))]).calls

    assert second.is_after(first)
    assert not first.is_after(second)


def _answered_in(milliseconds: float, recorded: Recorded) -> Recorded:
    return recorded[0], replace(recorded[1], elapsed_ms=milliseconds)


def test_calls_side_by_side_have_no_order() -> None:
    calls = traffic_of([look(("09:30", 4)), book(after=-0.009)]).calls

    assert not calls[1].is_after(calls[0])


def test_the_finding_of_a_busy_loop_is_about_the_loop_alone() -> None:
    traffic = traffic_of([read(after=9), *(read(after=0.05) for _ in range(6)), read(after=9)])

    (found,) = JUDGEMENTS["ACV-11"](traffic)

    assert found.sentence == "GET /travel/bookings/bkg_1 was sent 7 times in a row, at most 0.05 s apart"
    assert found.calls == (0, 1, 2, 3, 4, 5, 6)
