"""Rules for all answers, for access and for pages, as far as one exchange shows whether they hold."""

from conformance.evidence.json_values import NotJson, parse_json
from conformance.evidence.verdicts import Violation, expect
from conformance.suite.arranged.list_pages import AskedPage, Page, page_of
from conformance.suite.conventions.amounts import require_whole_cents
from conformance.suite.conventions.page_oracles import (
    require_as_many_pages_as_items_fill,
    require_full_pages,
    require_no_page_above_its_size,
    require_the_number_asked_for,
    require_the_size_asked_for,
)
from conformance.watching.seen import EarlierTraffic, JudgedExchange, rule

_LISTS = "searchCourses listBookings"
_USUAL_SIZE, _LARGEST_SIZE = 20, 100
# Gateways answer these by themselves, and no caller can cause them.
_OF_GATEWAYS = (501, 502, 503, 504)
_KEYLESS = ("authorization", "cookie")
# The members of these answers are not shown.
_ANSWERS_NOT_SHOWN = (
    "findGroupSlots calculateGroupPrice validateGroupBooking createGroupBooking getGroupBooking createBookingHook "
    "confirmBookingHook"
)


def _body_is_json(seen: JudgedExchange, _: EarlierTraffic) -> None:
    error = seen.answer.response.fault_of_json
    if seen.answer.is_success and error:
        actual = f"{seen.answer.where} answered {seen.answer.status} with a body that is not JSON: {error}"
        raise Violation("the body of a success is JSON", actual, seen.answer)


def _json_is_labelled(seen: JudgedExchange, _: EarlierTraffic) -> None:
    label = seen.answer.response.header("content-type") or "no Content-Type"
    if seen.answer.is_success and seen.body is not None:
        expect("json" in label.lower(), "JSON is labelled as JSON", f"{seen.answer.where} has {label}", seen.answer)


def _bad_input_is_refused(seen: JudgedExchange, _: EarlierTraffic) -> None:
    failed = seen.answer.status >= 500 and seen.answer.status not in _OF_GATEWAYS
    if not seen.fits:
        expect(not failed, "bad input is refused", f"{seen.answer.where} answered {seen.answer.status}", seen.answer)


def _malformed_json_is_refused(seen: JudgedExchange, _: EarlierTraffic) -> None:
    content = seen.answer.request.content
    if not content or not seen.data.get("id"):
        return
    try:
        parse_json(content)
    except NotJson as error:
        actual = f"{seen.answer.where} answered {seen.answer.status}"
        raise Violation("a body that is not well-formed JSON is refused", actual, seen.answer) from error


def _amounts_have_cents(seen: JudgedExchange, _: EarlierTraffic) -> None:
    if seen.answer.is_success:
        require_whole_cents(seen.body, seen.answer)


def _needs_the_key(seen: JudgedExchange, _: EarlierTraffic) -> None:
    """No key of any kind came, and the answer is a success of the documented shape."""
    others = [name for name, _value in seen.answer.request.headers if name.lower() in _KEYLESS]
    if seen.key is None and not others and seen.shaped:
        raise Violation(
            f"{seen.answer.where} without a key is refused", f"it answered {seen.answer.status}", seen.answer
        )


def _empty_key_gives_no_access(seen: JudgedExchange, _: EarlierTraffic) -> None:
    if seen.key == "" and seen.shaped:
        raise Violation(
            "an empty key gives no access", f"{seen.answer.where} answered {seen.answer.status}", seen.answer
        )


def _asked(seen: JudgedExchange) -> AskedPage | None:
    """The page with what was asked for, None when a parameter is out of bounds or the answer is not a page."""
    number, size = (
        seen.query.get("page", "1"),
        seen.query.get("pageSize", seen.query.get("maxResults", str(_USUAL_SIZE))),
    )
    if not seen.answer.is_success or not (_is_whole(number) and _is_whole(size) and 1 <= int(size) <= _LARGEST_SIZE):
        return None
    if {"pageSize", "maxResults"} <= seen.query.keys():
        return None
    return AskedPage(int(number), int(size), _page(seen))


def _is_whole(text: str) -> bool:
    return text.isascii() and text.isdecimal() and int(text) > 0


def _page(seen: JudgedExchange) -> Page:
    return page_of(seen.answer)


def _first_page_by_default(seen: JudgedExchange, _: EarlierTraffic) -> None:
    if seen.answer.is_success and "page" not in seen.query:
        page = _page(seen)
        expect(page.number == 1, "the default page is 1", f"{page.where} gives page {page.number}", seen.answer)


def _twenty_by_default(seen: JudgedExchange, _: EarlierTraffic) -> None:
    if seen.answer.is_success and not {"pageSize", "maxResults"} & seen.query.keys():
        page = _page(seen)
        actual = f"{page.where} has pageSize {page.size}"
        expect(page.size == _USUAL_SIZE, "the default page size is 20", actual, seen.answer)


def _never_above_a_hundred(seen: JudgedExchange, _: EarlierTraffic) -> None:
    if seen.answer.is_success:
        page = _page(seen)
        most = max(page.size, len(page.items))
        expect(most <= _LARGEST_SIZE, "a page has at most 100 items", f"{page.where} has {most}", seen.answer)


def _no_more_than_asked(seen: JudgedExchange, _: EarlierTraffic) -> None:
    # CRS-17 decides what maxResults does.
    if "maxResults" not in seen.query and (asked := _asked(seen)):
        require_no_page_above_its_size([asked])


def _repeats_the_size(seen: JudgedExchange, _: EarlierTraffic) -> None:
    asked = _asked(seen)
    if asked and "pageSize" in seen.query and len(asked.page.items) >= asked.size:
        require_the_size_asked_for([asked])


def _repeats_the_number(seen: JudgedExchange, _: EarlierTraffic) -> None:
    asked = _asked(seen)
    if asked and "page" in seen.query and asked.page.items:
        require_the_number_asked_for([asked])


def _counts_its_pages(seen: JudgedExchange, _: EarlierTraffic) -> None:
    asked = _asked(seen)
    if asked and asked.size == asked.page.size:
        require_as_many_pages_as_items_fill([asked])


def _is_full(seen: JudgedExchange, _: EarlierTraffic) -> None:
    asked = _asked(seen)
    if asked and asked.number == asked.page.number and asked.size == asked.page.size:
        require_full_pages([asked])


def _max_results_is_the_size(seen: JudgedExchange, _: EarlierTraffic) -> None:
    asked = _asked(seen)
    if asked and "maxResults" in seen.query:
        require_the_size_asked_for([asked])
        require_no_page_above_its_size([asked])


_READS = (
    "searchCourses getCourse getCoursePricing getCourseTerms listTeeTimes checkAvailability listBookings getBooking"
)
_WRITES = "holdTeeTime createBooking updateBooking cancelBooking createBookingHook createGroupBooking"

RULES = (
    rule("CNV-05", _ANSWERS_NOT_SHOWN, _amounts_have_cents),
    rule("ENV-02", "", _body_is_json),
    rule("ENV-03", "", _json_is_labelled),
    rule("ENV-14", "createBooking updateBooking holdTeeTime createGroupBooking", _malformed_json_is_refused),
    rule("ENV-15", "", _bad_input_is_refused),
    rule("AUT-01", _READS, _needs_the_key),
    rule("AUT-02", _WRITES, _needs_the_key),
    rule("AUT-03", "createWebhook listWebhooks updateWebhook deleteWebhook", _needs_the_key),
    rule("AUT-04", "createToken refreshToken revokeToken", _needs_the_key),
    rule("AUT-06", "", _empty_key_gives_no_access),
    rule("PAG-02", _LISTS, _first_page_by_default),
    rule("PAG-03", "searchCourses", _twenty_by_default),
    rule("PAG-04", "listBookings", _twenty_by_default),
    rule("PAG-05", _LISTS, _no_more_than_asked),
    rule("PAG-06", _LISTS, _repeats_the_size),
    rule("PAG-07", "searchCourses", _never_above_a_hundred),
    rule("PAG-08", "listBookings", _never_above_a_hundred),
    rule("PAG-10", _LISTS, _repeats_the_number),
    rule("PAG-11", _LISTS, _counts_its_pages),
    rule("PAG-12", "searchCourses", _is_full),
    rule("CRS-17", "searchCourses", _max_results_is_the_size),
)
