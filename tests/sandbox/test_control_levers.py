"""The control plane remembers which levers were moved, and what they did to the clock."""

from tests.sandbox.agencies import Agency
from tests.sandbox.trade import NOW


def moved(agency: Agency) -> list[tuple[str, object, str, str]]:
    """The levers of the world: operation, body, and the time before and after."""
    listed = agency.control("GET", "/levers").json()["data"]
    return [(lever["operation"], lever["body"], lever["at"], lever["until"]) for lever in listed]


def test_a_move_of_the_clock_is_remembered_with_both_times(alpha: Agency) -> None:
    alpha.advance(by="PT15M")

    assert moved(alpha)[-1] == ("advanceClock", {"by": "PT15M"}, "2040-05-07T08:00:00Z", "2040-05-07T08:15:00Z")


def test_moments_order_a_lever_and_a_request_of_one_millisecond(alpha: Agency) -> None:
    alpha.advance(by="PT15M")
    alpha.get("/travel/bookings")

    (request,) = alpha.control("GET", "/journal?limit=1").json()["data"]
    lever = alpha.control("GET", "/levers").json()["data"][-1]
    assert [len(moment["sentAt"].partition(".")[2]) for moment in (lever, request)] == [len("123456Z")] * 2
    assert lever["sentAt"] < request["sentAt"]


def test_a_refused_lever_is_not_remembered(alpha: Agency) -> None:
    before = moved(alpha)

    alpha.control("PUT", "/clock", {"now": "2030-01-01T00:00:00Z"})

    assert moved(alpha) == before


def test_a_call_that_only_reads_is_not_remembered(alpha: Agency) -> None:
    before = moved(alpha)

    alpha.control("GET", "/invariants")
    alpha.control("GET", "/clock")

    assert moved(alpha) == before


def test_a_reset_keeps_the_levers_and_a_removal_does_not(alpha: Agency) -> None:
    alpha.control("POST", "/worlds/self/reset")
    kept = moved(alpha)
    alpha.control("DELETE", "/worlds/self")

    assert ([operation for operation, *_ in kept], moved(alpha)) == (["setClock", "resetWorld"], [])


def test_levers_after_a_number_are_listed(alpha: Agency) -> None:
    (first,) = alpha.control("GET", "/levers").json()["data"]
    alpha.freeze(NOW)

    after = alpha.control("GET", f"/levers?after={first['number']}").json()["data"]

    assert [lever["number"] > first["number"] for lever in after] == [True]
