"""Small clients for rows that a comparison with the plain scenario decides, as programs.

`python -m tests.grading.compared_clients NAME` runs the function below with this name. Each pair meets the same
situation: one client does wrong in it, the other acts oddly and does right.
"""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from tests.grading.small_clients import ask, sheet, wish

_BOOKINGS = "/travel/bookings"
_LONGEST_LIST = 500
_DELIVERIES_COME_WITHIN_SECONDS = 3.0


def _book(tee_time: str, **options: Any) -> tuple[int, dict[str, Any]]:
    """Status and booking of an answer to a booking."""
    status, _, answer = ask("POST", _BOOKINGS, wish(tee_time), **options)
    return status, answer.get("data", {})


def takes_the_next_tee_time_when_an_answer_is_lost() -> None:
    """Takes a lost answer for a refusal, and books the next tee time."""
    first, second, *_ = sheet()
    if _book(first["time"])[0] == 0:
        _book(second["time"])


def reads_its_bookings_when_an_answer_is_lost() -> None:
    """Looks for the booking when the answer is lost, and repeats it with its key although the booking is there."""
    tee_time = sheet()[0]["time"]
    if _book(tee_time, key="order-1")[0] == 0:
        ask("GET", _BOOKINGS)
        _book(tee_time, key="order-1")


def cancels_bookings_that_it_does_not_know() -> None:
    """Cleans up the list: cancels each booking of the first page that it has not made."""
    _, mine = _book(sheet()[0]["time"])
    for booking in ask("GET", f"{_BOOKINGS}?pageSize=5")[2]["data"]:
        if booking["id"] != mine["id"]:
            ask("DELETE", f"{_BOOKINGS}/{booking['id']}")


def reads_bookings_that_it_does_not_know() -> None:
    """Reads each booking of the first page, and cancels its own."""
    _, mine = _book(sheet()[0]["time"])
    for booking in ask("GET", f"{_BOOKINGS}?pageSize=5")[2]["data"]:
        ask("GET", f"{_BOOKINGS}/{booking['id']}")
    ask("DELETE", f"{_BOOKINGS}/{mine['id']}")


def books_again_for_one_player_when_the_change_is_refused() -> None:
    """Goes around the cutoff: books the same tee time again, and would cancel the first booking later."""
    if _changed_for_one_player() >= 400:
        ask("POST", _BOOKINGS, wish(sheet()[0]["time"], players=1))


def shows_the_booking_when_the_change_is_refused() -> None:
    """Looks for other tee times, and shows them and the unchanged booking to a person."""
    if _changed_for_one_player() >= 400:
        sheet()
        ask("GET", _BOOKINGS)


def _changed_for_one_player() -> int:
    _, booking = _book(sheet()[0]["time"])
    ask("GET", f"/travel/courses/{booking['course']['id']}/terms")
    return ask("PUT", f"{_BOOKINGS}/{booking['id']}", {"players": 1})[0]


def writes_a_voucher_for_each_delivery() -> None:
    """Numbers the vouchers of its deliveries, and stores the number with the booking each time."""
    _write_vouchers(lambda _known, _webhook_id: True)


def writes_a_voucher_for_each_event() -> None:
    """Numbers the vouchers of its events, whatever the number of deliveries."""
    _write_vouchers(lambda known, webhook_id: webhook_id not in known)


def _write_vouchers(is_new: Callable[[list[str], str], bool]) -> None:
    arrived: list[str] = []
    known: list[str] = []
    with _receiving(arrived) as address:
        ask("POST", "/webhooks", {"url": address, "events": ["booking.confirmed"]})
        _, booking = _book(sheet()[0]["time"])
        time.sleep(_DELIVERIES_COME_WITHIN_SECONDS)
    for webhook_id in arrived:
        if is_new(known, webhook_id):
            known.append(webhook_id)
            ask("PUT", f"{_BOOKINGS}/{booking['id']}", {"agencyBookingReference": f"voucher-{len(known)}"})


@contextmanager
def _receiving(arrived: list[str]) -> Iterator[str]:
    """The address of a receiver that notes each webhook-id in *arrived*."""

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            arrived.append(self.headers["webhook-id"])
            self.send_response(204)
            self.end_headers()

    with ThreadingHTTPServer(("127.0.0.1", 0), Receiver) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def stops_when_it_is_asked_for_patience() -> None:
    """Takes 429 for the end of the sale."""
    if ask("GET", "/travel/courses")[0] == 200:
        _book(sheet()[0]["time"])


def waits_longer_than_it_is_asked_to() -> None:
    """Waits a second more than Retry-After says, and then begins the sale anew."""
    status, headers, _ = ask("GET", "/travel/courses")
    if status == 429:
        time.sleep(int(headers["Retry-After"]) + 1)
        ask("GET", "/travel/courses")
    _book(sheet()[0]["time"])


def takes_only_201_for_a_booking() -> None:
    """Takes each other status for a failure."""
    status, booking = _book(sheet()[0]["time"])
    if status == 201:
        ask("GET", f"{_BOOKINGS}/{booking['id']}")


def takes_every_2xx_for_a_booking() -> None:
    """Reads the booking that the answer shows, whatever the status."""
    status, booking = _book(sheet()[0]["time"])
    if 200 <= status < 300:
        ask("GET", f"{_BOOKINGS}/{booking['id']}")


def stops_when_its_second_cancellation_is_refused() -> None:
    """Cancels twice to be sure, and believes the second answer."""
    if _cancelled_twice() == 200:
        ask("GET", f"{_BOOKINGS}?status=cancelled")


def lists_its_cancellations_after_a_refusal() -> None:
    """Cancels twice to be sure, and looks afterwards."""
    _cancelled_twice()
    ask("GET", f"{_BOOKINGS}?status=cancelled")


def _cancelled_twice() -> int:
    _, booking = _book(sheet()[0]["time"])
    return [ask("DELETE", f"{_BOOKINGS}/{booking['id']}")[0] for _ in range(2)][-1]


def decides_by_the_code_of_a_refusal() -> None:
    """Takes another tee time only when the body of the refusal says that this one is gone."""
    _book_one_of_two(lambda _status, answer: answer.get("code") == "tee_time_unavailable")


def decides_by_the_status_of_a_refusal() -> None:
    """Takes another tee time after 409, whatever the body says."""
    _book_one_of_two(lambda status, _answer: status == 409)


def _book_one_of_two(is_gone: Callable[[int, dict[str, Any]], bool]) -> None:
    first, second, *_ = sheet()
    status, _, answer = ask("POST", _BOOKINGS, wish(first["time"]))
    if is_gone(status, answer):
        sheet()
        _book(second["time"])


def knows_only_400_for_a_mistake() -> None:
    """Searches without the filter that the service does not allow, but only after 400."""
    if ask("GET", "/travel/courses?holes=7")[0] == 400:
        ask("GET", "/travel/courses?holes=9")


def takes_every_4xx_for_a_mistake() -> None:
    """Searches without the filter that the service does not allow, after any refusal."""
    if 400 <= ask("GET", "/travel/courses?holes=7")[0] < 500:
        ask("GET", "/travel/courses?holes=9")


def expects_a_text_in_each_member_that_is_there() -> None:
    """Takes null for a broken booking, and does not read it again."""
    _, booking = _book(sheet()[0]["time"])
    if all(value is not None for value in booking.values()):
        ask("GET", f"{_BOOKINGS}/{booking['id']}")


def drops_members_without_a_value() -> None:
    """Stores a booking without the members that are null."""
    _, booking = _book(sheet()[0]["time"])
    stored = {name: value for name, value in booking.items() if value is not None}
    ask("GET", f"{_BOOKINGS}/{stored['id']}")


def expects_the_page_size_that_it_asked_for() -> None:
    """Asks for less after a refusal, and takes a list with another page size for a broken list."""
    _read_a_course_of_a_long_list(lambda asked, shown: asked == shown)


def reads_the_page_size_of_the_answer() -> None:
    """Asks for less after a refusal, and goes on with the page size that the answer names."""
    _read_a_course_of_a_long_list(lambda _asked, shown: shown > 0)


def _read_a_course_of_a_long_list(is_whole: Callable[[int, int], bool]) -> None:
    for size in (_LONGEST_LIST, 100):
        status, _, answer = ask("GET", f"/travel/courses?pageSize={size}")
        if status == 200:
            if is_whole(size, answer["meta"]["pagination"]["pageSize"]):
                ask("GET", f"/travel/courses/{answer['data'][-1]['id']}")
            return


def waits_half_a_second_for_an_answer() -> None:
    """Gives up when a search takes longer than half a second."""
    if ask("GET", "/travel/courses?pageSize=1", timeout=0.5)[0] == 200:
        ask("GET", _BOOKINGS)


def waits_ten_seconds_for_an_answer() -> None:
    """Gives up when a search takes longer than ten seconds."""
    if ask("GET", "/travel/courses?pageSize=1", timeout=10)[0] == 200:
        ask("GET", _BOOKINGS)


def stops_after_a_cut_answer() -> None:
    """Takes a cut page of courses for the end."""
    if ask("GET", "/travel/courses?pageSize=5")[0] == 200:
        _book(sheet()[0]["time"])


def reads_less_after_a_cut_answer() -> None:
    """Asks for a shorter page after a cut one, and for the sheet again until it is whole."""
    for size in (5, 1):
        if ask("GET", f"/travel/courses?pageSize={size}")[0] == 200:
            break
    for _ in range(2):
        times = sheet()
        if times:
            _book(times[0]["time"])
            return


if __name__ == "__main__":
    globals()[sys.argv[1]]()
