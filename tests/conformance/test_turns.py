"""Generated requests have the found values in turn, whatever the engine chose among them."""

from itertools import product

from conformance.contracts.documented import documented_contract
from conformance.generated.document import documented_choices
from conformance.generated.turns import ValuesInTurn

_VALUES = {"listTeeTimes": {"courseId": ("a", "b", "c"), "players": (1, 2, 3), "page": (1, 2)}}


def test_every_value_has_its_turn_before_the_first_comes_again() -> None:
    turns = ValuesInTurn(_VALUES)

    taken = [turns.taken("listTeeTimes", {"courseId": "a"})["courseId"] for _ in range(4)]

    assert taken == ["a", "b", "c", "a"]


def test_members_with_as_many_values_meet_in_all_pairs() -> None:
    turns = ValuesInTurn(_VALUES)

    taken = [turns.taken("listTeeTimes", {"courseId": "a", "players": 1}) for _ in range(9)]

    assert {(item["courseId"], item["players"]) for item in taken} == set(product("abc", (1, 2, 3)))


def test_lanes_begin_at_other_values() -> None:
    first = [ValuesInTurn(_VALUES, lane).taken("listTeeTimes", {"courseId": "a"})["courseId"] for lane in range(3)]

    assert sorted(first) == ["a", "b", "c"]


def test_values_of_a_query_are_written_as_the_engine_writes_them() -> None:
    turns = ValuesInTurn({"getCoursePricing": {"holeCount": (9, 18), "includeExtraProducts": (True, False)}})
    asked = [{"holeCount": "9", "includeExtraProducts": "true"}, {"holeCount": 18, "includeExtraProducts": True}]

    taken = [turns.taken("getCoursePricing", query) for query in asked]

    assert taken == [
        {"holeCount": "9", "includeExtraProducts": "true"},
        {"holeCount": 18, "includeExtraProducts": False},
    ]


def test_a_number_that_is_written_otherwise_stays() -> None:
    turns = ValuesInTurn({"createBooking": {"players": (1, 2)}})

    assert [turns.taken("createBooking", {"players": value})["players"] for value in (1, 2.0, "2.0", 2)] == [
        1,
        2.0,
        "2.0",
        2,
    ]


def test_other_values_and_pages_stay() -> None:
    sent = {"courseId": "of no course", "page": 2, "date": "2027-02-01"}

    assert ValuesInTurn(_VALUES).taken("listTeeTimes", sent) == sent
    assert ValuesInTurn(_VALUES).taken("getCourse", {"courseId": "a"}) == {"courseId": "a"}


def test_few_documented_values_are_choices() -> None:
    choices = documented_choices(documented_contract())

    assert choices["checkAvailability"] == {"players": (1, 2, 3, 4), "timeRange": ("morning", "afternoon", "all")}
    assert choices["getCoursePricing"] == {"holeCount": (9, 18), "includeExtraProducts": (True, False)}
    assert choices["createBooking"] == {"players": (1, 2, 3, 4)}
    assert not choices["createBookingHook"]
