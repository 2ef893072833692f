"""What several exchanges show, and what they do not show because somebody else may have acted unseen."""

from tests.conformance.proxy.watched import ALPHA, BRAVO, CHARLIE, WISH, Traffic, booking


def test_a_list_without_a_booking_that_is_confirmed_before_and_after_is_found() -> None:
    assert Traffic().books().lists().reads().found() == {"BKL-03": "violated"}


def test_a_list_without_a_booking_proves_nothing_when_the_booking_may_be_cancelled_elsewhere() -> None:
    assert Traffic().books().lists().found() == {}
    assert Traffic().books().lists().reads(status="cancelled").found() == {}


def test_a_list_of_other_days_need_not_show_a_booking() -> None:
    traffic = (
        Traffic()
        .books()
        .passes("GET /travel/bookings?startDate=2027-05-01", 200, {"data": [], "meta": {"pagination": _none()}})
    )

    assert traffic.reads().found() == {}


def _none() -> dict[str, int]:
    return {"page": 1, "pageSize": 20, "totalItems": 0, "totalPages": 0}


def test_a_list_that_overlaps_the_creation_proves_nothing() -> None:
    traffic = Traffic().passes("POST /travel/bookings", 201, {"data": booking()}, sent=WISH, lasts=6.0, settled=0.0)

    assert traffic.lists().reads().found() == {}


def test_a_read_that_is_refused_between_two_confirmed_ones_is_found() -> None:
    assert Traffic().books().reads(404).reads().found() == {"BKG-01": "violated"}


def test_a_booking_that_is_confirmed_after_its_cancellation_is_found() -> None:
    cancelled = {"data": booking(status="cancelled", cancellationDate="2026-11-20T10:00:10Z")}
    traffic = Traffic().books().passes("DELETE /travel/bookings/bkg_1", 200, cancelled)

    assert traffic.reads().found() == {"BKX-03": "violated"}


def test_a_booking_that_was_read_as_cancelled_and_comes_back_is_found() -> None:
    assert _cancelled().reads(**CANCELLED).reads().found() == {"BKX-09": "violated"}


def test_a_list_that_disagrees_with_a_read_brings_no_booking_back() -> None:
    assert _cancelled().lists(booking(**CANCELLED)).reads().found() == {"BKX-03": "violated"}


def test_a_read_a_moment_after_a_cancellation_may_be_late() -> None:
    cancelled = {"data": booking(status="cancelled", cancellationDate="2026-11-20T10:00:10Z")}
    traffic = Traffic().books().passes("DELETE /travel/bookings/bkg_1", 200, cancelled)
    traffic.clock -= 4.5

    assert traffic.reads().found() == {}


def test_a_cancelled_booking_that_lives_again_is_found() -> None:
    assert Traffic().books().reads(status="cancelled").reads().found() == {"BKX-09": "violated"}


def test_a_booking_that_another_channel_cancels_and_changes_raises_no_alarm() -> None:
    traffic = Traffic().books().reads(players=4).lists(booking(players=3)).reads(status="pending")

    assert traffic.reads(status="cancelled", players=1).found() == {}


def test_a_reference_that_changes_is_found() -> None:
    assert Traffic().books().reads(bookingReference="TS-other").found() == {"BKG-01": "violated"}


def test_a_list_with_another_tee_time_is_found() -> None:
    assert Traffic().books().lists(booking(teeTime="11:00")).found() == {"BKL-12": "violated"}


def test_one_id_for_two_bookings_is_found() -> None:
    other = WISH | {"teeTime": "11:00"}
    traffic = Traffic().books().passes("POST /travel/bookings", 201, {"data": booking(teeTime="11:00")}, sent=other)

    assert traffic.found()["BKC-31"] == "violated"


def test_one_reference_for_two_bookings_is_found() -> None:
    assert Traffic().books().books("bkg_2", bookingReference="TS-bkg_1").found() == {"BKC-32": "violated"}


def test_another_agency_that_reads_a_booking_is_found_where_the_target_file_knows_both_keys() -> None:
    assert Traffic().books(key=ALPHA).reads(key=BRAVO).found() == {"AUT-10": "violated"}


def test_two_keys_may_belong_to_one_agency() -> None:
    assert Traffic().books(key=ALPHA).reads(key=CHARLIE).found() == {}


def test_a_repeated_answer_to_a_create_does_not_revive_a_booking() -> None:
    cancelled = {"data": booking(status="cancelled", cancellationDate="2026-11-20T10:00:10Z")}
    traffic = Traffic().books().passes("DELETE /travel/bookings/bkg_1", 200, cancelled)

    assert traffic.books().found() == {}


def test_a_repeated_answer_to_a_create_does_not_show_that_a_booking_lives() -> None:
    assert Traffic().books().lists().books().found() == {}


CANCELLED = {"status": "cancelled", "cancellationDate": "2026-11-20T10:00:10Z"}


def _cancelled() -> Traffic:
    return Traffic().books().passes("DELETE /travel/bookings/bkg_1", 200, {"data": booking(**CANCELLED)})


def test_a_cancellation_date_that_changes_is_found() -> None:
    traffic = _cancelled().reads(**CANCELLED | {"cancellationDate": "2026-11-20T11:00:10Z"})

    assert traffic.found() == {"BKX-09": "violated"}


def test_a_cancellation_date_that_is_rounded_is_the_same() -> None:
    traffic = _cancelled().reads(**CANCELLED | {"cancellationDate": "2026-11-20T10:00:11.4+00:00"})

    assert traffic.found() == {}


def test_a_list_of_cancelled_bookings_without_a_cancelled_booking_is_found() -> None:
    assert _cancelled().lists(query="?status=cancelled").found() == {"BKX-04": "violated"}


def test_an_old_cancelled_booking_may_leave_its_list() -> None:
    traffic = _cancelled()
    traffic.clock += 3600

    assert traffic.lists(query="?status=cancelled").found() == {}


def test_a_list_of_cancelled_bookings_with_the_booking_is_no_finding() -> None:
    assert _cancelled().lists(booking(**CANCELLED), query="?status=cancelled").found() == {}


HOLD = {"holdId": "hld_1", "holdExpiration": "2026-11-20T10:15:00Z"}


def _completed_twice(second: str, **changed: object) -> Traffic:
    hold = {"date": WISH["date"], "time": WISH["teeTime"], "players": 2}
    traffic = Traffic().passes("POST /travel/courses/crs_1/hold-tee-time", 201, HOLD, sent=hold)
    sent = WISH | {"holdId": "hld_1"}
    traffic.passes("POST /travel/bookings", 201, {"data": booking()}, sent=sent)
    again = booking(second, **{name: value for name, value in changed.items() if name == "teeTime"})
    return traffic.passes("POST /travel/bookings", 201, {"data": again}, sent=sent | changed)


def test_a_hold_that_completes_two_bookings_is_found() -> None:
    assert _completed_twice("bkg_2").found()["HLD-15"] == "violated"


def test_a_hold_whose_completion_is_repeated_is_no_finding() -> None:
    assert "HLD-15" not in _completed_twice("bkg_1").found()


def test_a_hold_id_beside_another_tee_time_tells_nothing() -> None:
    assert "HLD-15" not in _completed_twice("bkg_2", teeTime="11:00").found()
