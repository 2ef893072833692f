"""Small clients for single scenarios, as programs: `small_clients.py NAME` with the name of a function below.

Each pair meets the same situation: one client does wrong in it, the other acts oddly and does right.
"""

import json
import os
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from http.client import HTTPConnection, HTTPException, HTTPMessage
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

BASE, KEY = os.environ.get("TEESHEET_BASE_URL", ""), os.environ.get("TEESHEET_API_KEY", "")
NOW = datetime.fromisoformat(os.environ.get("TEESHEET_NOW", "2027-03-01T09:00:00Z"))
DAY = (NOW + timedelta(days=30)).date().isoformat()
LEAD = {"firstName": "Ada", "lastName": "Byron", "email": "ada@example.com"}
# Online, with its first tee time at 06:00.
COURSE = "crs_h3w8kz11"
LONDON = ZoneInfo("Europe/London")

Answer = tuple[int, HTTPMessage, Any]


def ask(method: str, path: str, body: Any = None, *, key: str | None = None, timeout: float = 15) -> Answer:
    """Status, headers and JSON of an answer: status 0 without a whole answer, and an empty object where no JSON is.

    *key* is the Idempotency-Key.
    """
    request = urllib.request.Request(BASE + path, method=method, data=json.dumps(body).encode() if body else None)  # noqa: S310 - our sandbox
    request.add_header("X-Api-Key", KEY)
    if body:
        request.add_header("Content-Type", "application/json")
    if key:
        request.add_header("Idempotency-Key", key)
    try:
        with urllib.request.urlopen(request, timeout=timeout) as answer:  # noqa: S310 - our sandbox
            return answer.status, answer.headers, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, error.headers, _json_or_nothing(error.read())
    except (OSError, HTTPException, ValueError):
        return 0, HTTPMessage(), {}


def _json_or_nothing(text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return {}


def sheet(players: int = 2) -> list[dict[str, Any]]:
    """The tee times of the day with room for *players*. Empty when the answer is not whole."""
    answer = ask("GET", f"/travel/courses/{COURSE}/tee-times?date={DAY}&players={players}")[2]
    return [item for item in answer.get("availableTimes", ()) if item["available"] >= players]


def wish(tee_time: str, **members: Any) -> dict[str, Any]:
    """The body of a booking for two."""
    body = {"courseId": COURSE, "date": DAY, "teeTime": tee_time, "players": 2, "leadPlayer": LEAD}
    return {**body, **members}


def searches_and_books() -> None:
    """Searches, looks and books."""
    ask("GET", "/travel/courses")
    ask("POST", "/travel/bookings", wish(sheet()[0]["time"]))


def looks_once_and_floods_before_it_books() -> None:
    """Searches nearly without a pause, until the journal of the sandbox has forgotten its look."""
    tee_time = sheet()[0]["time"]
    _search_often(1001, pause=0.004)
    ask("POST", "/travel/bookings", wish(tee_time))


def _search_often(times: int, pause: float) -> None:
    connection = HTTPConnection(urlsplit(BASE).netloc, timeout=15)
    for _ in range(times):
        connection.request("GET", f"{urlsplit(BASE).path}/travel/courses?pageSize=1", headers={"X-Api-Key": KEY})
        connection.getresponse().read()
        time.sleep(pause)


def looks_once_and_bursts_before_it_books() -> None:
    """Searches more often within half a second than the journal of the sandbox takes at once."""
    tee_time = sheet()[0]["time"]
    _search_often(600, pause=0.0005)
    ask("POST", "/travel/bookings", wish(tee_time))


def repeats_after_a_second() -> None:
    """Takes Retry-After for a number, and waits one second when it is none."""
    status, headers, _ = ask("GET", "/travel/courses")
    if status == 429:
        wait = headers["Retry-After"]
        time.sleep(float(wait) if wait.isdecimal() else 1)
        ask("GET", "/travel/courses")


def works_on_until_the_date() -> None:
    """Reads the date, and asks for something else in the meantime."""
    status, headers, _ = ask("GET", "/travel/courses")
    if status == 429:
        until = parsedate_to_datetime(headers["Retry-After"]).timestamp()
        ask("GET", "/travel/bookings")
        time.sleep(max(0.0, until - time.time()))
        ask("GET", "/travel/courses")


def books_at_any_price() -> None:
    """Holds and books without a look at the price of the hold."""
    _hold_and_book(lambda _shown, _held: None)


def shows_the_new_sheet_before_it_books() -> None:
    """Accepts a higher price, after a look at the sheet with the new price."""
    _hold_and_book(lambda shown, held: sheet() if held > shown else None)


def _hold_and_book(before_booking: Callable[[float, float], object]) -> None:
    shown = sheet()[0]
    wanted = {"date": DAY, "time": shown["time"], "players": 2}
    held = ask("POST", f"/travel/courses/{COURSE}/hold-tee-time", wanted)[2]
    before_booking(shown["pricing"]["greenFee"], held["pricing"]["greenFee"])
    ask("POST", "/travel/bookings", wish(shown["time"], holdId=held["holdId"]))


def books_without_its_dead_hold() -> None:
    """Books the same tee time without the hold when the hold is over, without a look."""
    tee_time, status = _booked_from_a_hold()
    if status == 409:
        ask("POST", "/travel/bookings", wish(tee_time))


def looks_when_its_hold_is_over() -> None:
    """Shows the sheet again when the hold is over, and books from the sheet."""
    tee_time, status = _booked_from_a_hold()
    if status == 409 and any(item["time"] == tee_time for item in sheet()):
        ask("POST", "/travel/bookings", wish(tee_time))


def _booked_from_a_hold() -> tuple[str, int]:
    tee_time = sheet()[0]["time"]
    held = ask("POST", f"/travel/courses/{COURSE}/hold-tee-time", {"date": DAY, "time": tee_time, "players": 2})[2]
    return tee_time, ask("POST", "/travel/bookings", wish(tee_time, holdId=held["holdId"]))[0]


def books_again_what_is_gone() -> None:
    """Takes a cancelled booking for a mishap, and books again."""
    if _status_of_a_booking() == "cancelled":
        _status_of_a_booking()


def leaves_what_is_gone() -> None:
    """Reads a cancelled booking again, and shows it to a person."""
    if _status_of_a_booking() == "cancelled":
        ask("GET", "/travel/bookings?status=cancelled")


def _status_of_a_booking() -> str:
    made = ask("POST", "/travel/bookings", wish(sheet()[0]["time"]))[2]["data"]
    return str(ask("GET", f"/travel/bookings/{made['id']}")[2]["data"]["status"])


def sends_a_failed_group_again() -> None:
    """Sends the same group again when it failed."""
    if _group(reads=20) == "failed":
        _group(reads=1)


def looks_for_slots_after_a_failed_group() -> None:
    """Looks for slots when a group failed, and sends the same group once more because the customer wants that day."""
    if _group(reads=20) == "failed":
        sheet(4)
        _group(reads=1)


def _group(reads: int) -> str:
    """The status of a new group. When nothing happens, the service takes longer than this client waits."""
    body = {"courseId": COURSE, "date": DAY, "preferredTime": "10:00", "totalPlayers": 8, "leadPlayer": LEAD}
    group = ask("POST", "/travel/group-bookings", body)[2]["data"]
    for _ in range(1 if os.environ["TEESHEET_SCENARIO"] == "plain" else reads):
        if group["status"] != "processing":
            break
        time.sleep(0.3)
        group = ask("GET", f"/travel/group-bookings/{group['id']}")[2]["data"]
    return str(group["status"])


def reads_as_many_pages_as_the_first_page_names() -> None:
    """Decides with the first page how many pages there are."""
    total = _page(1)
    for page in range(2, total + 1):
        _page(page)


def begins_anew_when_the_list_changes() -> None:
    """Reads the list again from the beginning when the number of pages changes under its hands."""
    total = _page(1)
    while any(_page(page) != total for page in range(2, total + 1)):
        total = _page(1)


def _page(page: int) -> int:
    answer = ask("GET", f"/travel/bookings?page={page}&pageSize=50")[2]
    return int(answer["meta"]["pagination"]["totalPages"])


def asks_in_the_time_of_today() -> None:
    """Keeps tee times in UTC, and writes them with the offset that the course has today."""
    _book_first(lambda moment: (moment + NOW.astimezone(LONDON).utcoffset()).strftime("%H:%M"))


def keeps_instants_and_converts_them_back() -> None:
    """Keeps tee times in UTC, and writes them in the zone of the course."""
    _book_first(lambda moment: moment.astimezone(LONDON).strftime("%H:%M"))


def _book_first(written: Callable[[datetime], str]) -> None:
    moments = list(_instants(sheet()))
    status, _, answer = ask("POST", "/travel/bookings", wish(written(moments[0])))
    if status == 201:
        ask("GET", f"/travel/bookings/{answer['data']['id']}")


def _instants(times: list[dict[str, Any]]) -> Iterator[datetime]:
    for item in times:
        local = datetime.fromisoformat(f"{DAY}T{item['time']}").replace(tzinfo=LONDON)
        yield local.astimezone(ZoneInfo("UTC"))


if __name__ == "__main__":
    globals()[sys.argv[1]]()
