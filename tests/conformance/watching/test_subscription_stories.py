"""A list of subscriptions shows what the run wrote."""

from dataclasses import replace
from typing import Any

import pytest

from conformance.evidence.exchanges import Role
from conformance.recordings.masking import SHOWN_SECOND_API_KEY
from tests.conformance.watching.recorded_runs import Recorded

CONFIRMED, CANCELLED, MODIFIED = KINDS = ["booking.confirmed", "booking.cancelled", "booking.modified"]
BODY = {"url": "https://example.com/one", "events": KINDS, "description": "One."}


def _subscribes(run: Recorded, answer: Any = None, subscription_id: str = "whk_1", **changed: Any) -> Recorded:
    sent = BODY | changed
    shown = {"data": {"id": subscription_id} | sent} if answer is None else answer
    return run.sends("POST /webhooks", 201, shown, sent=sent, role=Role.golden)


def _updates(run: Recorded, status: int = 200, answer: Any = None, **sent: Any) -> Recorded:
    return run.sends("PUT /webhooks/whk_1", status, answer or {}, sent=sent, role=Role.golden)


def _lists(run: Recorded, *records: dict[str, Any]) -> Recorded:
    return run.sends("GET /webhooks", 200, {"data": list(records)})


def _listed(*records: dict[str, Any], run: Recorded | None = None) -> list[str]:
    return _lists(run or _subscribes(Recorded()), *records).found()


def test_a_list_that_shows_what_was_sent_is_no_sight() -> None:
    assert _listed({"id": "whk_1"} | BODY | {"events": KINDS[::-1], "description": " One. "}) == []


@pytest.mark.parametrize("events", [KINDS[:1], KINDS[1:]])
def test_a_list_that_shows_some_of_the_kinds_is_found(events: list[str]) -> None:
    assert _listed(BODY | {"events": events}) == ["WHK-02"]


def test_a_list_that_shows_a_kind_more_is_found() -> None:
    run = _subscribes(Recorded(), events=[CONFIRMED])

    assert _listed(BODY | {"events": [CONFIRMED, MODIFIED]}, run=run) == ["WHK-02"]


def test_a_list_that_shows_another_description_is_found() -> None:
    assert _listed(BODY | {"description": "Another."}) == ["WHK-02"]


@pytest.mark.parametrize(
    "record",
    [
        {"url": BODY["url"]},
        {"url": BODY["url"], "events": [], "description": None},
        {"url": BODY["url"], "events": 3, "lastEvents": [CONFIRMED]},
        {"url": "https://example.com/other", "events": [CONFIRMED]},
    ],
)
def test_members_that_are_absent_or_of_another_form_say_nothing(record: dict[str, Any]) -> None:
    assert _listed(record) == []


def test_a_change_that_does_not_show_is_found() -> None:
    run = _updates(_subscribes(Recorded()), events=[MODIFIED])

    assert _listed(BODY, run=run) == ["WHK-03"]


def test_a_change_that_showed_and_is_gone_is_found_in_the_list() -> None:
    run = _lists(_updates(_subscribes(Recorded()), events=[MODIFIED]), BODY | {"events": [MODIFIED]})

    assert _listed(BODY, run=run) == ["WHK-02"]


def test_members_that_a_change_does_not_name_may_be_kept_or_removed() -> None:
    run = _updates(_subscribes(Recorded()), description="Two.")

    assert _listed(BODY | {"description": "Two.", "events": [CONFIRMED]}, run=run) == []


def test_a_subscription_is_known_under_its_new_url() -> None:
    run = _updates(_subscribes(Recorded()), **BODY | {"url": "https://example.com/two"})

    assert _listed(BODY | {"url": "https://example.com/two", "events": KINDS[:1]}, run=run) == ["WHK-03"]


def test_an_answer_that_shows_other_kinds_says_that_the_target_has_its_own() -> None:
    run = _subscribes(Recorded(), {"data": {"id": "whk_1"} | BODY | {"events": [CONFIRMED]}})

    assert _listed(BODY | {"events": [CONFIRMED]}, run=run) == []


@pytest.mark.parametrize("status", [202, 408, 500])
def test_after_a_change_with_an_unknown_end_nothing_is_expected(status: int) -> None:
    run = _updates(_subscribes(Recorded()), status, events=[MODIFIED])

    assert _listed(BODY | {"events": [CONFIRMED]}, run=run) == []


def test_a_url_with_two_subscriptions_says_nothing() -> None:
    run = _subscribes(_subscribes(Recorded()), subscription_id="whk_2", events=[CONFIRMED])

    assert _listed(BODY | {"events": [CONFIRMED]}, run=run) == []


def test_a_subscription_without_a_known_id_says_nothing() -> None:
    run = _subscribes(Recorded(), {"ok": True})

    assert _listed(BODY | {"events": [CONFIRMED]}, run=run) == []


def test_a_change_of_an_unknown_id_may_be_a_change_of_any_subscription() -> None:
    run = _subscribes(Recorded(), {"id": "a", "data": {"id": "whk_0"}})
    run = _updates(run, events=[CONFIRMED])

    assert _listed(BODY | {"events": [CONFIRMED]}, run=run) == []


def test_a_refused_change_that_shows_is_found() -> None:
    run = _updates(_lists(_subscribes(Recorded()), BODY), 409, events=[MODIFIED])

    assert _listed(BODY | {"events": [MODIFIED]}, run=run) == ["ENV-16"]


def test_a_refused_change_that_does_not_show_is_no_sight() -> None:
    assert _listed(BODY, run=_updates(_lists(_subscribes(Recorded()), BODY), 409, events=[MODIFIED])) == []


@pytest.mark.parametrize(("events", "found"), [([MODIFIED], "ENV-16"), ([CONFIRMED], "WHK-02")])
def test_before_the_list_showed_a_value_a_refused_change_is_known_by_what_it_sent(
    events: list[str], found: str
) -> None:
    run = _updates(_subscribes(Recorded()), 409, events=[MODIFIED])

    assert _listed(BODY | {"events": events}, run=run) == [found]


def test_a_removed_subscription_that_is_listed_is_found() -> None:
    run = _subscribes(Recorded()).sends("DELETE /webhooks/whk_1", 204, None)

    assert _listed(run=run) == []
    assert _listed(BODY, run=run) == ["WHK-04"]


@pytest.mark.parametrize(("path", "status"), [("whk_1", 202), ("whk_1", 500), ("whk_9", 204)])
def test_after_a_removal_with_an_unknown_end_nothing_is_expected(path: str, status: int) -> None:
    run = _subscribes(Recorded()).sends(f"DELETE /webhooks/{path}", status, None)

    assert _listed(BODY | {"events": [CONFIRMED]}, run=run) == []


def test_a_url_may_be_subscribed_again_after_its_removal() -> None:
    run = _subscribes(Recorded()).sends("DELETE /webhooks/whk_1", 204, None)

    assert _listed(BODY, run=_subscribes(run, subscription_id="whk_2")) == []


def test_the_url_of_a_removed_subscription_may_go_to_another() -> None:
    run = _subscribes(_subscribes(Recorded()), url="https://example.com/two", subscription_id="whk_2")
    run = run.sends("DELETE /webhooks/whk_2", 204, None)

    assert _listed(BODY, run=_updates(run, url="https://example.com/two")) == []


def test_a_list_soon_after_a_creation_may_show_less() -> None:
    run = _subscribes(Recorded())
    run.clock -= 9

    assert _listed(BODY | {"events": [CONFIRMED]}, run=run) == []


def test_a_list_during_a_change_that_ends_later_may_show_either_value() -> None:
    run = _lists(_subscribes(Recorded()), BODY | {"events": [MODIFIED]})
    run.clock -= 9.95

    assert _updates(run, events=[MODIFIED]).found() == []


def test_after_a_lever_nothing_is_expected() -> None:
    assert _listed(BODY | {"events": [CONFIRMED]}, run=_subscribes(Recorded()).pulls_a_lever()) == []


@pytest.mark.parametrize(("answered", "found"), [(404, ["WHK-02"]), (204, []), (408, []), (502, [])])
def test_after_a_request_that_may_have_changed_anything_nothing_is_expected(answered: int, found: list[str]) -> None:
    run = _subscribes(Recorded()).sends("DELETE /no/operation", answered, None)

    assert _listed(BODY | {"events": [CONFIRMED]}, run=run) == found


def test_a_read_of_an_unknown_path_changes_nothing() -> None:
    run = _subscribes(Recorded()).sends("GET /no/operation", 502, None)

    assert _listed(BODY | {"events": [CONFIRMED]}, run=run) == ["WHK-02"]


@pytest.mark.parametrize(("url", "found"), [(f"{BODY['url']}/two", ["WHK-02"]), (BODY["url"], [])])
def test_a_change_of_a_forgotten_subscription_is_one_of_its_url(url: str, found: list[str]) -> None:
    run = _subscribes(_subscribes(Recorded()).pulls_a_lever(), subscription_id="whk_2", url=url)
    run = run.sends("DELETE /webhooks/whk_1", 204, None)

    assert _listed(BODY | {"events": [CONFIRMED], "url": url}, run=run) == found


@pytest.mark.parametrize(("own_urls", "found"), [([], ["AUT-14"]), ([BODY["url"]], [])])
def test_a_list_that_shows_a_url_of_another_agency_alone_is_found(own_urls: list[str], found: list[str]) -> None:
    run = _subscribes(Recorded())
    for url in own_urls:
        _as_another(_subscribes(run, subscription_id="whk_2", url=url))

    assert _as_another(_lists(run, {"id": "whk_1"} | BODY)).found() == found


@pytest.mark.parametrize(("seconds_after", "found"), [(-1, []), (1, ["AUT-14"])])
def test_a_list_may_show_the_url_of_a_request_of_its_agency_that_is_not_answered_yet(
    seconds_after: float, found: list[str]
) -> None:
    run = _as_another(_lists(_subscribes(Recorded()), {"id": "whk_1"} | BODY))
    run.clock += seconds_after - 10
    _as_another(run.sends("POST /webhooks", 201, {"data": {"id": "whk_2"} | BODY}, sent=BODY, lasts=30))

    assert run.found() == found


def _as_another(run: Recorded) -> Recorded:
    """The second agency sent the last request."""
    last = run.exchanges[-1]
    request = replace(last.request, headers=(("x-api-key", SHOWN_SECOND_API_KEY),))
    run.exchanges[-1] = replace(last, request=request)
    return run
