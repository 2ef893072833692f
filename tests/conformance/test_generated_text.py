"""Generated traffic on the last screen: reach first, then what counts, then the rest."""

from typing import Any

from conformance.report.generated_text import generated_sentences
from conformance.results.generated import GeneratedFinding, GeneratedTraffic, Mapped, Reach

REACH = (Reach("getCourse", 12, 12), Reach("getBooking", 4, 0), Reach("updateWebhook", 0, 0, "Not declared."))


def finding(**facts: Any) -> GeneratedFinding:
    usual = {"operation_id": "getCourse", "check": "a check", "place": "/data/holes", "message": "27 is neither"}
    return GeneratedFinding(**(usual | {"phases": ("fuzzing",), "count": 3, "exchange": 0} | facts))


def test_what_was_never_reached_is_named_with_the_reason() -> None:
    shown = list(generated_sentences(GeneratedTraffic((), REACH)))

    assert shown == [
        "16 requests reached 1 of 3 operations.",
        "No answer was 2xx: getBooking. So nothing is known of it.",
        "Left out: updateWebhook. Not declared. So nothing is known of it.",
    ]


def test_what_counts_comes_before_what_does_not() -> None:
    confirmed = finding(rows=(Mapped("CRD-01", "It has holes.", "27"),), confirmed=True, place="")

    shown = list(generated_sentences(GeneratedTraffic((finding(), confirmed), REACH[:1])))

    assert shown[1:] == [
        "getCourse: 27 is neither (3 times, counts for CRD-01)",
        "getCourse /data/holes: 27 is neither (3 times, counts for no requirement)",
    ]


def test_a_long_list_is_cut_and_trouble_is_reported_as_ours() -> None:
    many = tuple(finding(place=f"/{number}") for number in range(8))

    shown = list(generated_sentences(GeneratedTraffic(many, REACH[:1], "The engine broke.")))

    assert shown[-2:] == [
        "report.html has 3 more.",
        "It ended early, which says nothing about the target: The engine broke.",
    ]
