"""Faults of the form of dates, times, money, countries and addresses (CNV)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from email.utils import format_datetime

from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer

_CREATED = ("createBooking", "data.createdAt", "A new booking")
_READ = ("getBooking", "data.createdAt", "A booking that is read")
_LISTED = ("listBookings", "data[-1].createdAt", "The last booking of a page")
_CANCELLED = ("cancelBooking", "data.cancellationDate", "A cancelled booking")
_HELD = ("holdTeeTime", "holdExpiration", "A hold")


def _timed(name: str, place: tuple[str, str, str], form: str, written: Callable[[datetime], object]) -> None:
    operation, path, what = place
    edit = alter(path, lambda moment: written(datetime.fromisoformat(moment)))
    json_answer(name, f"{what} has its timestamp {form}.", operation, edit)


def _seconds(moment: datetime) -> int:
    return int(moment.timestamp())


def _two_hours_east(moment: datetime) -> str:
    return moment.astimezone(timezone(timedelta(hours=2))).isoformat()


_timed("CNV-03", _CREATED, "in epoch seconds", _seconds)
_timed("CNV-03.cancel", _CANCELLED, "in epoch seconds", lambda moment: str(_seconds(moment)))
_timed("CNV-03.hold", _HELD, "as an HTTP date", lambda moment: format_datetime(moment, usegmt=True))
_timed("CNV-03.list", _LISTED, "with slashes", lambda moment: f"{moment:%d/%m/%Y %H:%M:%S}")
_timed("CNV-03.get", _READ, "as a date alone", lambda moment: f"{moment:%Y-%m-%d}")
_timed("CNV-04", _CREATED, "at +02:00", _two_hours_east)
_timed("CNV-04.cancel", _CANCELLED, "at +02:00", _two_hours_east)
_timed("CNV-04.hold", _HELD, "at +02:00", _two_hours_east)
_timed("CNV-04.list", _LISTED, "at +02:00", _two_hours_east)
_timed("CNV-04.get", _READ, "at +02:00", _two_hours_east)


def _day_first(day: str) -> str:
    return "/".join(reversed(day.split("-")))


json_answer(
    "CNV-01",
    "The last season begins on a date like 31/12/2026.",
    "getCoursePricing",
    alter("data.seasons[-1].validFrom", _day_first),
)
json_answer(
    "CNV-01.no-such-day",
    "The last day of a range is a 30th of February.",
    "checkAvailability",
    alter("availabilityResults[-1].date", lambda day: f"{day[:4]}-02-30"),
)
json_answer(
    "CNV-01.tee-times",
    "Tee times carry a timestamp as date.",
    "listTeeTimes",
    alter("date", lambda day: f"{day}T00:00:00Z"),
)

json_answer(
    "CNV-02",
    "The last tee time has seconds.",
    "listTeeTimes",
    alter("availableTimes[-1].time", lambda time: f"{time}:00"),
)
json_answer(
    "CNV-02.slots",
    "firstAvailable is a 12-hour time.",
    "listTeeTimes",
    alter("timeSlots.firstAvailable", lambda time: time and f"{time.lstrip('0')} AM"),
)
json_answer(
    "CNV-02.days",
    "The last time of a day is 25 o'clock.",
    "checkAvailability",
    alter("availabilityResults[*].lastAvailableTime", lambda time: time and f"25{time[2:]}"),
)

json_answer(
    "CNV-05",
    "The last green fee is a string.",
    "listTeeTimes",
    alter("availableTimes[-1].pricing.greenFee", str),
)
json_answer(
    "CNV-05.thousandths",
    "The last price of each season has three decimals.",
    "getCoursePricing",
    alter("data.seasons[*].prices[-1].b2bPrice", lambda price: price + Decimal("0.003")),
)
json_answer(
    "CNV-05.days",
    "The lowest price of a day is a string.",
    "checkAvailability",
    alter("availabilityResults[*].lowestPrice", lambda price: price and str(price)),
)

json_answer(
    "CNV-06",
    "The last price of each season has a lowercase currency.",
    "getCoursePricing",
    alter("data.seasons[*].prices[-1].currency", str.lower),
)
json_answer(
    "CNV-06.symbol",
    "The last tee time is priced in €.",
    "listTeeTimes",
    put("availableTimes[-1].pricing.currency", "€"),
)
json_answer(
    "CNV-06.offline",
    "The estimate of an offline course names its currency in words.",
    "listTeeTimes",
    put("approximatePricing.currency", "euro"),
)

json_answer("CNV-07", "The last course is in a country by its name.", "searchCourses", put("data[-1].country", "Spain"))
json_answer("CNV-08", "Thumbnails are relative.", "searchCourses", put("data[-1].thumbnailUrl", "/thumbnail.jpg"))
json_answer(
    "CNV-09",
    "The last green fee of a day is below zero.",
    "listTeeTimes",
    alter("availableTimes[-1].pricing.greenFee", lambda price: -price),
)

json_answer(
    "CNV-02.blind-no-leading-zero",
    "The first time of a day is written without a leading zero in the availability of several days.",
    "checkAvailability",
    alter("availabilityResults[*].firstAvailableTime", lambda text: text and text.removeprefix("0")),
    hidden="one of two ways",
    origin=Origin.blind,
)

json_answer(
    "CNV-06.blind-pound-sign",
    "The currency of tee times in Great Britain is a pound sign.",
    "listTeeTimes",
    alter("availableTimes[*].pricing.currency", lambda code: "£" if code == "GBP" else code),
    hidden="some values",
    origin=Origin.blind,
)

json_answer(
    "CNV-03.blind-group",
    "createdAt of a group is in epoch seconds.",
    "createGroupBooking getGroupBooking",
    alter("data.createdAt", lambda moment: int(datetime.fromisoformat(moment).timestamp())),
    origin=Origin.blind,
)
